"""The accuracy guard: it sees steps that are too long, says how much, and chooses better ones."""

from __future__ import annotations

import dataclasses
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import armwright as aw
from armwright.simulation import StepsTooLong, simulate
from armwright.simulation.accuracy import settled
from armwright.simulation.guard import Guard
from armwright.simulation.recall import recalled
from armwright.system import Setup, Start

#: Runs whose steps are too long.
COARSE: dict[str, tuple[str, dict[str, Any]]] = {
    "fast": ("two-link/spinning", {"start.joint_velocity": [100.0, 100.0]}),
    "slow clock": ("pendulum/swing", {"tick": 0.05, "recording.rate": 20.0}),
}


def scenario(name: str, **more: Any) -> aw.Scenario:
    base, changes = COARSE[name]
    return aw.load_scenario(base).changed({**changes, **more})


def quiet(one: aw.Scenario) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StepsTooLong)
        return one.simulate().data


def apart(one: Any, other: Any) -> float:
    return float(np.abs(one.joint_position.values - other.joint_position.values).max())


@pytest.mark.parametrize("name", COARSE)
def test_steps_that_are_too_long_are_told_and_about_how_much(name: str) -> None:
    with pytest.warns(StepsTooLong, match=r"integration\.tolerance\)\. Try integration\.steps = "):
        data = scenario(name).simulate().data
    truth = quiet(scenario(name, **{"integration.steps": 256}))
    assert 0.2 < data.attrs["step_error"] / apart(data, truth) < 5


@pytest.mark.parametrize("name", COARSE)
def test_auto_takes_as_many_steps_as_it_needs(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", StepsTooLong)
        data = scenario(name, **{"integration.steps": "auto"}).simulate().data
    truth = quiet(scenario(name, **{"integration.steps": 1024}))
    assert data.attrs["step_error"] < 1e-4
    assert apart(data, truth) < 3e-4
    assert data.attrs["step"] < data.attrs["tick"]


def test_auto_takes_one_step_where_that_is_enough() -> None:
    one = aw.load_scenario("pendulum/swing").changed({"duration": 1.0})
    auto = one.changed({"integration.steps": "auto"}).simulate().data
    assert auto.attrs["step"] == one.tick
    assert apart(auto, one.simulate().data) == 0


@pytest.mark.parametrize("tolerance", [1e-2, 1e-3])
def test_a_tolerance_is_kept(tolerance: float) -> None:
    data = scenario(
        "slow clock", **{"integration.steps": "auto", "integration.tolerance": tolerance}
    ).simulate()
    assert 0.01 * tolerance < data.data.attrs["step_error"] < tolerance


def test_friction_that_the_step_cannot_stop() -> None:
    """Motor-side friction of 0.2 N m behind a gear of 750 stops the arm at once; a step of 0.25 ms
    throws it back and forth."""
    friction = {
        "coulomb": 0.2,
        "static": 0.2,
        "stribeck_velocity": 1.0,
        "stribeck_exponent": 2.0,
        "transition_velocity": 0.1,
        "viscous": 0.0,
    }
    arm = aw.load("reach_alpha5")
    joints = [
        dataclasses.replace(
            joint,
            drive=dataclasses.replace(
                joint.drive, friction_law="smooth_coulomb", friction=friction
            ),
        )
        if joint.drive
        else joint
        for joint in arm.joints
    ]
    moving = Start(joint_velocity=(0.3,) * 4, at_rest=False)
    robot = dataclasses.replace(arm, joints=tuple(joints))
    with pytest.warns(StepsTooLong):
        simulate(Setup("alpha", robot, 0.1, start=moving))


@pytest.mark.parametrize("name", ["six-axis-line", "pendulum/damped", "r3/one-axis"])
def test_steps_that_are_short_enough_are_not_told(name: str) -> None:
    one = aw.load_scenario(name).changed({"duration": 0.5})
    with warnings.catch_warnings():
        warnings.simplefilter("error", StepsTooLong)
        data = one.simulate().data
    finer = one.changed({"integration.steps": 8 * one.integration.number}).simulate().data
    assert apart(data, finer) < 2 * data.attrs["step_error"] < 1e-4


@pytest.mark.parametrize("name", ["six-axis-line", "two-link/spinning"])
def test_half_the_step_a_quarter_of_the_error(name: str) -> None:
    """So it is only if friction states and the last change of velocity are taken along rightly."""
    one = aw.load_scenario(name).changed({"duration": 0.5})
    errors = [
        one.changed({"integration.steps": n}).simulate().data.attrs["step_error"] for n in (2, 4)
    ]
    assert errors[0] / errors[1] == pytest.approx(4, rel=0.25)


def test_watching_changes_no_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    one = aw.load_scenario("six-axis-line").changed({"duration": 0.1})
    watched = one.simulate().data
    monkeypatch.setattr(Guard, "copy", lambda *_: None)
    blind = one.simulate().data
    assert blind.attrs["step_error"] == 0
    assert blind.drop_attrs().equals(watched.drop_attrs())


def test_a_sweep_is_judged_by_its_first_block() -> None:
    one = aw.load_scenario("two-link/spinning").changed({"duration": 0.3})
    with warnings.catch_warnings():
        warnings.simplefilter("error", StepsTooLong)
        slow = one.sweep({"links.base.mass": "1%"}, samples=12).data
    fast = one.changed({"start.joint_velocity": [100.0, 100.0]})
    with pytest.warns(StepsTooLong):
        found = fast.sweep({"links.base.mass": "1%"}, samples=12).data
    assert found.attrs["step_error"] > 1e3 * slow.attrs["step_error"]


def test_auto_in_a_sweep() -> None:
    one = scenario("slow clock", **{"integration.steps": "auto", "duration": 2.0})
    swept = one.sweep({"links.rod.mass": "1%"}, samples=5).data
    assert swept.attrs["step_error"] < 1e-4
    assert swept.attrs["step"] < swept.attrs["tick"]


def test_any_number_of_steps_is_the_same_machine_code() -> None:
    one = aw.load_scenario("six-axis-line")
    marches = [recalled(one.changed({"integration.steps": n})).loop.march for n in (1, 800)]
    digests = [[program.digest() for program in march.programs] for march in marches]
    assert digests[0] == digests[1]


def test_an_export_takes_the_number_that_auto_finds() -> None:
    one = scenario("slow clock", **{"integration.steps": "auto", "duration": 2.0})
    found = settled(one)
    assert found.step == one.simulate().data.attrs["step"]
    assert settled(found) is found


def test_the_perturbation_method_needs_a_number() -> None:
    one = aw.load_scenario("six-axis-line").changed({"integration.steps": "auto"})
    with pytest.raises(aw.InputError, match="does not choose its steps"):
        one.simulate(method="perturbation")


def test_the_summary_says_it() -> None:
    with pytest.warns(StepsTooLong):
        text = scenario("slow clock").simulate().summary().text()
    assert "STEPS TOO LONG: steps of 0.05 s, which put joints off by about 0.2 rad" in text
    fine = aw.load_scenario("pendulum/swing").changed({"duration": 0.5}).simulate()
    assert "steps of 250 µs, which put joints off by about" in fine.summary().text()


def test_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "auto.toml"
    text = 'robot = "two_link_nonplanar"\nduration = 0.1\n[integration]\nsteps = {}\n'
    path.write_text(text.format('"auto"') + "tolerance = 1e-3\n")
    found = aw.load_scenario(path).integration
    assert (found.steps, found.number, found.tolerance) == ("auto", 1, 1e-3)
    path.write_text(text.format('"automatic"'))
    with pytest.raises(aw.InputError, match=r"integration\.steps"):
        aw.load_scenario(path)
    for value in (0.0, -1.0):
        with pytest.raises(aw.InputError, match=r"integration\.tolerance"):
            aw.load_scenario("pendulum/swing").changed({"integration.tolerance": value})
    with pytest.raises(aw.InputError, match=r"integration\.steps: .*'auto'"):
        aw.load_scenario("pendulum/swing").changed({"integration.steps": "many"})
