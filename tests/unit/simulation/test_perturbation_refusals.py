"""Where the perturbation method does not fit, it says so."""

from __future__ import annotations

from typing import Any

import pytest

from armwright import InputError, load_scenario
from armwright.simulation import TooFar
from tests.support.perturbation import line


@pytest.mark.crosscheck
def test_too_far_from_the_reference() -> None:
    """S1's steps: the limits of the controller leave the arm behind."""
    with pytest.raises(TooFar, match="joint '") as caught:
        load_scenario("six-axis/steps").simulate(method="perturbation")
    message = str(caught.value)
    assert "% of the torque" in message and "t = " in message and "method='full'" in message


def test_no_reference() -> None:
    with pytest.raises(InputError, match="no reference of the joints"):
        load_scenario("pendulum/swing").simulate(method="perturbation")


@pytest.mark.parametrize(
    ("changes", "options", "message"),
    [
        ({}, {"points": 1}, "points.*got 1"),
        ({}, {"method": "linear"}, "method.*'linear'.*'full' or 'perturbation'"),
        ({"integration.method": "rk4", "fidelity.friction": False}, {}, "rk4"),
    ],
)
def test_settings(changes: dict[str, Any], options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        line(changes).simulate(**{"method": "perturbation", **options})


def test_runs_with_other_masses() -> None:
    with pytest.raises(InputError, match=r"share one linearisation.*wrist"):
        line().sweep({"links.wrist.mass": "5%"}, samples=3, method="perturbation")


def test_one_of_many_runs_is_too_far() -> None:
    """Judged while they run; the others alone would be fine."""
    scenario = line({"fidelity.joints": "rigid"}, duration=1.0)
    factors = {"controller.velocity_feedforward": [1.0, 1.0, -30.0]}
    with pytest.raises(TooFar, match="run 2: the arm is too far") as caught:
        scenario.sweep(factors, samples=3, method="perturbation")
    message = str(caught.value)
    assert "% of the torque of joint 'J3'" in message and "method='full'" in message
