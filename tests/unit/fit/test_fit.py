"""Combinations, draws and verdicts."""

from __future__ import annotations

import numpy as np
import pytest
import xarray as xr

from armwright import InputError, Log, load
from armwright.fit import Combinations, Fit, FittedNumber, judged

ELEMENTS = ("links.a.mass", "links.a.first_moment[0]")


def _number(element: str, value: float) -> FittedNumber:
    return FittedNumber(element, value, 0.1, "partly", value, "kg")


def example_fit() -> Fit:
    """Two numbers, of which the data saw the sum."""
    known = Combinations(
        ELEMENTS, ("m + mx",), ("kg",), np.array([[1.0, 1.0]]), np.array([3.0]), np.array([[0.04]])
    )
    robot = load("two_axis")
    return Fit(
        method="test",
        nominal=robot,
        robot=robot,
        combinations=known,
        parameters={name: _number(name, 1.0 + k) for k, name in enumerate(ELEMENTS)},
        residuals=xr.Dataset(),
        condition=1.0,
        samples=10,
        effective_samples=10.0,
        predictor=lambda robot, log: log.data,
    )


def test_draws_spread_what_was_seen_as_its_covariance_says_and_nothing_else() -> None:
    drawn = example_fit().draw(20_000, seed=1)
    assert {path: values.shape for path, values in drawn.items()} == {
        "links.a.mass": (20_000, 1),
        "links.a.first_moment": (20_000, 1),
    }
    mass, moment = drawn["links.a.mass"][:, 0], drawn["links.a.first_moment"][:, 0]
    assert np.std(mass + moment) == pytest.approx(0.2, rel=0.03)
    # the direction that was not seen stays where it is: changes go with the size of the numbers
    assert np.std(4.0 * (mass - 1.0) - (moment - 2.0)) < 1e-9


def test_two_draws_with_one_seed_are_equal() -> None:
    first, again = example_fit().draw(5, seed=3), example_fit().draw(5, seed=3)
    assert all(np.array_equal(first[path], again[path]) for path in first)


def test_combinations_of_the_wrong_shape_are_refused() -> None:
    with pytest.raises(InputError, match="combinations: wrong shapes"):
        Combinations(ELEMENTS, ("m",), ("kg",), np.eye(2), np.zeros(1), np.eye(1))


def test_a_verdict_turns_where_the_error_passes_its_limit() -> None:
    time = np.arange(100) * 0.01
    measured = np.stack([np.sin(20 * time), np.cos(20 * time)], axis=1)
    log = Log.from_arrays(time, {"joint_torque": measured}, joints=("a", "b"))
    model = log.data.copy(deep=True)
    model["joint_torque"][:, 1] += 0.1
    good = judged(log, model, "joint_torque", "torques", 0.2)
    assert good.valid
    assert good.figures["a"] == 0
    bad = judged(log, model, "joint_torque", "torques", 0.1)
    assert bad.failing == ("b",)
    assert "not valid for torques: b is off by 14" in str(bad)


def test_a_prediction_that_is_nowhere_finite_is_refused() -> None:
    log = Log.from_arrays(np.arange(3.0), {"joint_torque": np.ones((3, 1))}, joints=("a",))
    nothing = log.data.copy(deep=True)
    nothing["joint_torque"][:] = np.nan
    with pytest.raises(InputError, match="no sample can be compared"):
        judged(log, nothing, "joint_torque", "torques", 0.1)
