"""Motors for the AA300: the lightest that hold, in a rerun with their rotors in."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import armwright as aw
from armwright.report.motors import choice_json, refused_lines, torque_speed_figure
from armwright.robot import Drive
from armwright.sizing import (
    ListedGear,
    ListedMotor,
    MotorChoice,
    MotorList,
    TriedMotor,
    demands_of,
    try_motor,
    with_motors,
)
from armwright.studies import aa300
from tests.support.documents import ROOT

pytestmark = pytest.mark.crosscheck

MOTORS = Path(aa300.__file__).parent / "motors.toml"
PAGE = (ROOT / "docs" / "motors.md").read_text(encoding="utf-8")
SHORT = aw.load_scenario("aa300/manoeuvre").changed({"reference.start_time": 0.1})
SHORT = replace(
    SHORT, duration=3.9, recording=aw.Recording(("reference_joint_position", "joint_position"), 500)
)


@pytest.fixture(scope="module")
def choice() -> MotorChoice:
    return aw.choose_motors(SHORT, aw.read_motors(MOTORS))


def test_every_axis_has_a_motor_that_holds_in_the_rerun(choice: MotorChoice) -> None:
    assert choice.holds and not choice.missing
    assert choice.rerun is not None and choice.scenario is not None
    data = choice.rerun.data
    assert data["motor_limit.limited_count"].values.tolist() == [0, 0, 0]
    for k, name in enumerate(("column", "slide", "extension")):
        one = choice.chosen[name]
        torque = np.abs(data["motor_torque"].values[:, k])
        assert torque.max() == pytest.approx(one.peak_torque, rel=1e-6)
        assert torque.max() <= 0.8 * one.motor.peak_torque
        assert one.rms_torque <= 0.8 * one.motor.continuous_torque
        drive = choice.scenario.robot.joint(name).drive
        assert drive is not None and one.gear is not None
        assert drive.motor_inertia == one.motor.rotor_inertia + one.gear.inertia
        assert drive.gear_ratio == one.gear.ratio


def test_nothing_lighter_would_do(choice: MotorChoice) -> None:
    for axis, tried in choice.trials.items():
        assert [one.mass for one in tried] == sorted(one.mass for one in tried)
        taken = choice.chosen[axis]
        assert all(one.reasons for one in tried if one.mass < taken.mass)
    lines = refused_lines(choice)
    assert "slide: L4 with screw 10: heat:" in lines


def test_motors_that_failed_in_a_rerun_are_refused_with_what_failed(choice: MotorChoice) -> None:
    """Friction is not in the first run: its torques are those of links alone."""
    assert choice.rounds == 2
    (failed,) = (one for one in choice.trials["column"] if one.label == "H10 with G120")
    assert failed.reasons[0].startswith("in the rerun, gear: ")


@pytest.mark.crosscheck
def test_the_rerun_asks_what_was_predicted_for_it(choice: MotorChoice) -> None:
    """What another motor and gear would need follows from a run with other ones."""
    assert choice.scenario is not None and choice.rerun is not None
    asked = demands_of(choice.rerun, choice.scenario)
    others = {}
    for one in asked:
        rotor = 1.3 * choice.chosen[one.name].rotor_inertia
        motor = ListedMotor("X", 500, 100, 700, rotor, 5)
        gear = ListedGear("Y", 1.1 * one.ratio, one.kind)
        others[one.name] = try_motor(one, motor, gear, choice.rules)
    rerun = with_motors(choice.scenario, others).simulate()
    for k, one in enumerate(others.values()):
        largest = np.abs(rerun.data["motor_torque"].values[:, k]).max()
        assert largest == pytest.approx(one.peak_torque, rel=0.03)


def test_an_axis_without_a_motor_is_named(choice: MotorChoice) -> None:
    listed = aw.read_motors(MOTORS)
    weak = MotorList(listed.motors[:1], listed.gears)
    found = aw.choose_motors(SHORT, weak, run=choice.run)
    assert not found.holds and found.rerun is None
    assert set(found.missing) == {"column", "slide", "extension"} - set(found.chosen)
    assert "slide" in found.missing
    assert json.loads(choice_json(found))["holds"] is False


def test_a_run_without_the_signals_is_refused(choice: MotorChoice) -> None:
    run = aw.Run(choice.run.data.drop_vars("motor_acceleration"))
    with pytest.raises(aw.InputError, match=r"no signal that motors are chosen by .*acceleration"):
        aw.choose_motors(SHORT, aw.read_motors(MOTORS), run=run)


def test_friction_gains_and_springs_are_the_same_at_the_joint_behind_another_gear(
    choice: MotorChoice,
) -> None:
    before = SHORT.robot.joint("column").drive
    assert choice.scenario is not None and before is not None
    after = choice.scenario.robot.joint("column").drive
    assert after is not None
    for key, power in (("coulomb", 1), ("viscous", 2)):
        at_joint = [d.friction[key] * d.gear_ratio**power for d in (before, after)]
        assert at_joint[0] == pytest.approx(at_joint[1])
    gains = choice.scenario.blocks.controller[1].values["proportional_gain"]
    assert gains[0] * after.gear_ratio**2 == pytest.approx(3e5)


def test_friction_that_cannot_be_taken_to_another_gear_is_refused(choice: MotorChoice) -> None:
    drive = Drive(gear_ratio=9, friction={"static": 1.0}, friction_law="lugre")
    joint = replace(SHORT.robot.joint("column"), drive=drive)
    robot = replace(SHORT.robot, joints=(joint, *SHORT.robot.joints[1:]))
    with pytest.raises(aw.InputError, match="motor 'column': its friction cannot be taken"):
        with_motors(replace(SHORT, robot=robot), choice.chosen)


def test_the_diagram_has_a_panel_for_each_axis(choice: MotorChoice) -> None:
    titles = [axes.get_title(loc="left") for axes in torque_speed_figure(choice).axes]
    assert [title.split(":")[0] for title in titles] == ["column", "slide", "extension"]


def test_where_currents_are_commanded_no_torque_is_cut() -> None:
    scenario = aw.load_scenario("six-axis-line")
    motor = ListedMotor("X", 50, 20, 700, 1e-3, 5)
    picks = {
        name: TriedMotor(name, motor, None, 1.0, *[0.0] * 8, ())
        for name in (one.name for one in scenario.robot.all_motors)
    }
    fitted = with_motors(scenario, picks)
    assert fitted.blocks.motor is scenario.blocks.motor
    assert {one.drive.motor_inertia for one in fitted.robot.all_motors} == {1e-3}
    assert {one.drive.torque_limit for one in fitted.robot.all_motors} == {50}


def test_the_list_of_the_page_can_be_read(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "list.toml").write_text(text, encoding="utf-8")
    found = aw.read_motors(tmp_path / "list.toml")
    assert (found.motors[0].base_speed, found.gears[0].kind) == (335, "prismatic")


@pytest.mark.crosscheck
def test_the_code_of_the_page_runs() -> None:
    (block,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(block, "motors.md", "exec"), names)
    assert names["choice"].chosen["slide"].label == "M20 with screw"
    assert names["choice"].trials["slide"][0].reasons[0].startswith("heat")
