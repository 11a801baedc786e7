"""Numbers found through the simulator: recovered, their errors, directions that nobody sees."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from armwright.errors import InputError
from armwright.identify import cloe, didim, output_error
from armwright.identify.lane_search import Box, search
from armwright.scenario import Scenario
from armwright.signals.log import Log
from armwright.studies.puma_validation.motor_link import motor_link, swinging
from armwright.studies.puma_validation.puma import measured, puma, turning, with_friction
from armwright.studies.puma_validation.source import TUNED_COULOMB, TUNED_VISCOUS
from tests.support.documents import ROOT

FRICTION = ["joints.*.friction.viscous", "joints.*.friction.coulomb"]
OTHER = {"joints.1.friction.viscous": 2.0, "joints.1.friction.coulomb": 1.0}


def scenario() -> Scenario:
    short = swinging(motor_link(), steps=2)
    return short.changed({"duration": 6.0, "recording.rate": 100, "integration.tolerance": 0.01})


def log(seed: int = 0, noise: float = 0.02) -> Log:
    data = Log.from_run(scenario().simulate()).data.copy(deep=True)
    shape = data["motor_current"].shape
    data["motor_current"] += noise * np.random.default_rng(seed).normal(size=shape)
    return Log(data)


@pytest.mark.crosscheck
def test_friction_is_found_from_currents() -> None:
    found = output_error(scenario().changed(OTHER), log(), FRICTION)
    for name, truth in (("viscous", 1.0), ("coulomb", 2.0)):
        one = found.parameters[f"joints.joint1.drive.friction.{name}"]
        assert abs(one.value - truth) < 4 * one.error
        assert one.error < 0.02
        assert one.knowledge == "seen"
    drive = found.robot.joint("joint1").drive
    assert drive is not None
    assert (
        drive.friction["coulomb"] == found.parameters["joints.joint1.drive.friction.coulomb"].value
    )
    rms = float(np.sqrt(np.mean(found.residuals["motor_current"].values ** 2)))
    assert abs(rms / 0.02 - 1) < 0.15
    assert found.validate(log(1), "motor_current", "currents", 0.1).valid


def test_a_signal_full_of_noise_does_not_spoil_a_good_one() -> None:
    """Each counts by what is left in it."""
    data = log().data.copy(deep=True)
    shape = data["joint_velocity"].shape
    data["joint_velocity"] += 2.0 * np.random.default_rng(3).normal(size=shape)
    path = "joints.joint1.drive.friction.coulomb"
    both = output_error(scenario(), Log(data), FRICTION, ("joint_velocity", "motor_current"))
    alone = output_error(scenario(), Log(data), FRICTION)
    assert both.parameters[path].value == pytest.approx(alone.parameters[path].value, abs=1e-3)


def test_a_number_of_the_controller_can_be_free() -> None:
    start = scenario().changed({"controller.proportional_gain": 0.3})
    found = output_error(start, log(), ["controller.proportional_gain"])
    one = found.parameters["controller.proportional_gain"]
    assert abs(one.value - 0.4) < 4 * one.error
    assert found.validate(log(1), "motor_current", "currents", 0.1).valid


def test_directions_that_nobody_sees_are_told() -> None:
    """About its axis the link has one inertia, however it comes about."""
    paths = ["links.link1.inertia_at_origin", "joints.1.friction.viscous"]
    found = output_error(scenario(), log(), paths)
    parts = {name: one.knowledge for name, one in found.parameters.items()}
    assert parts["links.link1.inertia_at_origin[3]"] == "seen"
    assert parts["links.link1.inertia_at_origin[0]"] == "prior"
    assert found.parameters["links.link1.inertia_at_origin[0]"].error == np.inf
    assert len(found.combinations.names) == 2


def test_positions_alone_are_closed_loop_output_error() -> None:
    found = cloe(scenario().changed(OTHER), log(), FRICTION)
    assert found.method == "output error of joint_position"
    assert abs(found.parameters["joints.joint1.drive.friction.coulomb"].value - 2) < 1e-3


def test_didim_finds_the_same_from_torques_alone() -> None:
    only = Log(log().data[["motor_current"]])
    found = didim(scenario().changed(OTHER), only, FRICTION)
    for name, truth in (("viscous", 1.0), ("coulomb", 2.0)):
        one = found.parameters[f"joints.joint1.drive.friction.{name}"]
        assert abs(one.value - truth) < max(4 * one.error, 0.01)
    assert found.method == "DIDIM on motor_current"


def test_bounds_of_the_registry_hold() -> None:
    """The truth is beyond what is allowed: the number ends at its bound."""
    path = "joints.joint1.drive.friction.coulomb"
    start = scenario().changed({path: 1.0})
    found = output_error(start, log(), [path], bounds={path: (0.0, 1.5)})
    assert found.parameters[path].value == pytest.approx(1.5)


def test_nothing_free_is_refused() -> None:
    with pytest.raises(InputError, match="nothing is free"):
        output_error(scenario(), log(), [])


def test_the_search_leaves_a_curved_valley_and_a_start_that_fails() -> None:
    """Rosenbrock's, as residuals; runs beyond x = 2 fail."""

    def residuals(x: np.ndarray) -> np.ndarray:
        r = np.column_stack([10 * (x[:, 1] - x[:, 0] ** 2), 1 - x[:, 0]])
        r[x[:, 0] > 2] = np.nan
        return r

    box = Box(np.full(2, -5.0), np.full(2, 5.0))
    found = search(residuals, np.array([[3.0, 3.0], [-1.2, 1.0]]), box, 200)
    np.testing.assert_allclose(found.values, [1, 1], atol=1e-3)
    assert found.costs[0] == np.inf


def test_the_page_about_fitting_runs() -> None:
    text = (ROOT / "docs" / "fitting.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    found: dict[str, Any] = {}
    exec(block, found)
    (number,) = found["fit"].parameters.values()
    assert number.value == pytest.approx(8e-4, rel=1e-3)


@pytest.mark.crosscheck
def test_the_tuned_friction_of_the_puma_comes_back() -> None:
    """S2 5.3.1 and appendix C.1."""
    start = turning(puma(with_friction((5, 5, 5), (2, 2, 2))))
    found = output_error(start, measured(turning(puma())), FRICTION, starts=3)
    for name, truths in (("viscous", TUNED_VISCOUS), ("coulomb", TUNED_COULOMB)):
        for k, truth in enumerate(truths):
            one = found.parameters[f"joints.joint{k + 1}.drive.friction.{name}"]
            assert abs(one.value - truth) < max(4 * one.error, 0.01 * truth)


@pytest.mark.crosscheck
def test_errors_are_honest_for_coloured_noise() -> None:
    """Currents with noise that remembers 0.1 s: ten times the memory of a sample."""
    clean = Log.from_run(scenario().simulate())
    away = []
    for seed in range(16):
        rng = np.random.default_rng(seed)
        white = rng.normal(size=clean["motor_current"].shape)
        noise = np.zeros_like(white)
        for k in range(1, len(noise)):
            noise[k] = 0.9 * noise[k - 1] + 0.01 * white[k]
        data = clean.data.copy(deep=True)
        data["motor_current"] = data["motor_current"] + noise
        found = output_error(scenario(), Log(data), FRICTION)
        away += [
            (found.parameters[f"joints.joint1.drive.friction.{name}"].value - truth)
            / found.parameters[f"joints.joint1.drive.friction.{name}"].error
            for name, truth in (("viscous", 1.0), ("coulomb", 2.0))
        ]
        assert found.effective_samples < 0.5 * found.samples
    assert 0.5 < np.sqrt(np.mean(np.square(away))) < 1.8


def test_the_search_never_asks_beyond_its_bounds() -> None:
    asked = []

    def residuals(x: np.ndarray) -> np.ndarray:
        asked.append(x.copy())
        return x - 3.0

    found = search(residuals, np.array([[0.0]]), Box(np.array([-1.0]), np.array([1.0])))
    assert found.values[0] == 1.0
    assert np.abs(np.concatenate(asked)).max() <= 1.0
