"""Verdicts come from runs: what is wrong in a run shows in them."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest

from armwright import Run, compile
from armwright.studies.two_axis.claims import kinematics
from armwright.studies.two_axis.claims.accelerometer import accelerometer_claims
from armwright.studies.two_axis.claims.controller import controller_claims
from armwright.studies.two_axis.claims.dynamics import dynamics_claims
from armwright.studies.two_axis.claims.kinematics import kinematics_claims
from armwright.studies.two_axis.claims.setups import setups_claims
from armwright.studies.two_axis.measures import (
    Reading,
    fit_mounting,
    mounting_in_units,
    mounting_of,
)
from armwright.studies.two_axis.runs import PATHS
from armwright.studies.two_axis.source import TwoAxisNumbers
from tests.unit.studies.two_axis.conftest import Options, Setups

pytestmark = pytest.mark.crosscheck


def differing(claims: list) -> list[str]:
    return [claim.where for claim in claims if claim.verdict == "differs"]


def test_the_arm_is_that_of_the_source(short: Setups) -> None:
    first = short.scenarios["square-sim1"]
    arm = compile(first.robot)
    claims = [*kinematics_claims(arm), *dynamics_claims(arm, first, short.runs)]
    assert differing(claims) == []
    assert len(claims) == 13


def test_another_arm_is_not(short: Setups) -> None:
    first = short.scenarios["square-sim1"]
    other = first.changed({"links.link2.mass": 111, "joints.1.spring.k_high": 8.1e5})
    found = differing(dynamics_claims(compile(other.robot), other, short.runs))
    assert found == ["S0 (1.9), (A.1), (A.5)–(A.8)"]


@pytest.mark.parametrize("elbow_up", [True, False])
def test_another_branch_of_the_inverse_kinematics_is_noticed(
    monkeypatch: pytest.MonkeyPatch, elbow_up: bool
) -> None:
    """S0's formula is put into the compiled arm: with its branches exchanged the arm gets there,
    with the wrong elbow; with another length it does not."""
    arm, right = compile("two_axis"), kinematics.inverse
    which = f"inverse-kinematics-{'up' if elbow_up else 'down'}"

    def verdict() -> tuple[str, list[float | None]]:
        (claim,) = [claim for claim in kinematics_claims(arm) if claim.key == which]
        return claim.verdict, [one.value for one in claim.measured]

    assert verdict()[0] == "number"
    exchanged = lambda n, point, *, elbow_up: right(n, point, elbow_up=not elbow_up)  # noqa: E731
    monkeypatch.setattr(kinematics, "inverse", exchanged)
    assert verdict() == ("differs", [pytest.approx(0, abs=1e-9), 500])
    shifted = lambda n, point, *, elbow_up: right(n, point, elbow_up=elbow_up) + 1e-6  # noqa: E731
    monkeypatch.setattr(kinematics, "inverse", shifted)
    assert verdict()[0] == "differs"


def test_an_arm_that_reaches_farther_is_noticed() -> None:
    """Of a point that S0 has none for, it finds angles."""
    arm = compile("two_axis")
    n = TwoAxisNumbers.of(arm.robot)
    assert kinematics._out_of_reach(arm, n).verdict == "kind"
    short = dataclasses.replace(n, l=0.99 * n.l)
    assert kinematics._out_of_reach(arm, short).verdict == "differs"
    long = dataclasses.replace(n, l=1.01 * n.l)
    assert kinematics._out_of_reach(arm, long).verdict == "differs"


def test_every_path_has_noise_of_its_own(short: Setups) -> None:
    """And its set-ups have the same."""
    remainders = {
        name: Reading.of(short.scenarios[name], run).remainder[:, 0]
        for name, run in short.runs.items()
    }
    for path, other in itertools.combinations(PATHS, 2):
        together = np.corrcoef(remainders[f"{path}-sim1"], remainders[f"{other}-sim1"])[0, 1]
        assert abs(together) < 5 / len(remainders[f"{path}-sim1"]) ** 0.5
    for path in PATHS:
        np.testing.assert_allclose(
            remainders[f"{path}-sim1"], remainders[f"{path}-sim4"], atol=1e-12
        )


def test_readings_are_explained(short: Setups) -> None:
    claims = accelerometer_claims(short.scenarios, short.runs)
    assert differing(claims) == []
    assert accelerometer_claims(short.scenarios, short.runs) == claims


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"accelerometer.drift": (0.2, 0.0, 0.205)}, ["white-noise-sim2–4"]),
        (
            {"accelerometer.angle_error": (0.0, np.radians(2.1), 0.0)},
            ["white-noise-sim2–4"],
        ),
        ({"accelerometer.noise": 0.022}, ["white-noise-sim2–4"]),
        ({"gravity": [0, 0, -9.80]}, ["white-noise-sim2–4", "mounting-sim4"]),
    ],
)
def test_a_wrong_explanation_is_noticed(
    short: Setups, changes: dict[str, object], wrong: list[str]
) -> None:
    """The scenario says one thing, the run did another. What is fitted is compared with the table,
    not with the scenario."""
    scenarios = {
        name: scenario.changed(changes) if name.endswith("sim4") else scenario
        for name, scenario in short.scenarios.items()
    }
    claims = accelerometer_claims(scenarios, short.runs)
    assert [claim.key for claim in claims if claim.verdict == "differs"] == wrong


def test_the_parts_of_a_reading_add_up(short: Setups) -> None:
    reading = Reading.of(short.scenarios["square-sim4"], short.runs["square-sim4"])
    parts = reading.parts
    explained = parts.lever + parts.rotation + parts.drift
    np.testing.assert_allclose(reading.difference - explained, reading.remainder, atol=1e-12)
    assert np.abs(parts.rotation).max() > 0.3 > np.abs(parts.lever).max() > 1e-3


def test_mounting_is_found_again(tried: Options) -> None:
    """Without noise exactly."""
    scenario = tried.options["calibration"].scenario
    fit = fit_mounting(scenario, tried.runs["calibration"])
    np.testing.assert_allclose(fit.value, mounting_in_units(mounting_of(scenario)), atol=1e-8)
    np.testing.assert_allclose(fit.value[:3], [4, -5, 2], rtol=1e-8)


def test_setups_that_are_mixed_up_are_noticed(short: Setups) -> None:
    """Cut short, the paths are not closed: that claim alone differs."""
    assert differing(setups_claims(short.scenarios, short.runs)) == ["S0, figure 4.1"]
    mixed = {**short.runs, "circle-sim3": short.runs["circle-sim2"]}
    found = differing(setups_claims(short.scenarios, mixed))
    assert found == ["S0, figure 4.1", "S0, table 4.1", "S0, section 4"]
    equal = {**short.runs, **{f"{p}-sim2": short.runs[f"{p}-sim1"] for p in ("iso", "square")}}
    claims = setups_claims(short.scenarios, equal)
    found = [claim.key for claim in claims if claim.verdict == "differs"]
    assert found == ["closed-and-clockwise", "same-path", "reason", "performance"]


def test_the_controller_is_found_again(tried: Options) -> None:
    assert differing(controller_claims(tried.options, tried.runs)) == []
    run = tried.runs["motor-chirp"]
    coupled = run.data["motor_torque"].values.copy()
    error = (run.data["reference_motor_position"] - run.data["measured_motor_position"]).values
    coupled[:, 0] += 1.0 * error[:, 1]
    data = run.data.assign(motor_torque=(("time", "motor"), coupled))
    runs = {**tried.runs, "motor-chirp": Run(data)}
    assert len(differing(controller_claims(tried.options, runs))) == 1
