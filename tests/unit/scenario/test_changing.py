"""Other values for parts of a scenario: every kind of path."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from armwright import InputError, Scenario, load
from armwright.robot.changing import changed as robot_changed


def coulomb(scenario: Scenario, joint: int = 0) -> Any:
    drive = scenario.robot.moving_joints[joint].drive
    assert drive is not None
    return drive.friction["fc"]


def test_the_arm_is_changed_and_its_controllers_model_is_not(small: Scenario) -> None:
    one = small.changed({"joints.1.friction.fc": 3, "links.link2.mass": 50, "gravity": [0, 0, -1]})
    assert small.model is None
    assert one.model == small.robot == load("two_axis")
    assert coulomb(one) == 3.0
    assert one.robot == robot_changed(
        small.robot, {"joints.1.friction.fc": 3, "links.link2.mass": 50, "gravity": [0, 0, -1]}
    )


def test_the_model_is_changed_and_the_arm_is_not(small: Scenario) -> None:
    one = small.changed({"model.links.link2.mass": 50, "model.joints.*.gear_ratio": 100})
    assert one.robot == small.robot
    assert one.model == robot_changed(
        small.robot, {"links.link2.mass": 50, "joints.*.gear_ratio": 100}
    )


def test_arm_and_model_change_apart(small: Scenario) -> None:
    """In one go or one after the other, in either order."""
    arm, model = {"links.link2.mass": 50}, {"model.links.link2.mass": 70}
    for one in (
        small.changed({**arm, **model}),
        small.changed({**model, **arm}),
        small.changed(arm).changed(model),
        small.changed(model).changed(arm),
    ):
        assert one.robot == robot_changed(small.robot, {"links.link2.mass": 50})
        assert one.model == robot_changed(small.robot, {"links.link2.mass": 70})


def test_a_model_that_differs_already_stays(small: Scenario) -> None:
    wrong = small.changed({"model.links.link1.mass": 10})
    both = wrong.changed({"links.link2.mass": 50})
    assert both.model is wrong.model


def test_settings_of_blocks(small: Scenario) -> None:
    one = small.changed(
        {
            "controller.position_gain": 30,
            "controller.velocity_gain": [1, 2],
            "reference.end": [0.1, 0.2],
            "reference.degrees": True,
            "encoder.noise": 0,
            "encoder.velocity_from": "difference",
            "tool_force.force_z": -10.5,
        }
    )
    assert one.blocks.controller[0].values["position_gain"] == 30.0
    assert one.blocks.controller[0].values["velocity_gain"] == [1.0, 2.0]
    assert one.blocks.controller[0].values["integral_time"] == 0.05
    assert one.blocks.reference is not None
    assert one.blocks.reference.values["end"] == (0.1, 0.2)
    assert one.blocks.reference.values["degrees"] is True
    assert one.blocks.sensors[0].values["noise"] == 0.0
    assert one.blocks.sensors[0].values["velocity_from"] == "difference"
    assert one.blocks.disturbances[0].values["force_z"] == -10.5
    assert one.robot is small.robot and one.model is small.model


def test_a_blocks_rate_keeps_its_settings(small: Scenario) -> None:
    one = small.changed({"controller.rate": 500})
    assert one.blocks.controller[0].rate == 500
    assert one.blocks.controller[0].values == small.blocks.controller[0].values


@pytest.mark.parametrize(
    ("path", "value", "kept"),
    [
        ("duration", 2, 2.0),
        ("tick", 0.002, 0.002),
        ("seed", 7, 7),
        ("seed", 7.0, 7),
        ("fidelity.gravity", False, False),
        ("fidelity.joints", "rigid", "rigid"),
        ("fidelity.springs", "linear", "linear"),
        ("start.joint_position", [0, 1], (0, 1)),
        ("start.joint_position", None, None),
        ("start.at_rest", False, False),
        ("integration.method", "implicit", "implicit"),
        ("integration.steps", 4, 4),
        ("integration.steps", 4.0, 4),
        ("recording.rate", 500, 500.0),
        ("recording.signals", ["joint_position"], ("joint_position",)),
    ],
)
def test_parts_keep_their_types(small: Scenario, path: str, value: Any, kept: Any) -> None:
    found: Any = small.changed({path: value})
    for name in path.split("."):
        found = getattr(found, name)
    assert found == kept
    assert type(found) is type(kept)


def test_every_part_is_left_alone_but_the_one_named(small: Scenario) -> None:
    one = small.changed({"integration.steps": 3})
    for name in ("robot", "model", "blocks", "fidelity", "recording"):
        assert getattr(one, name) is getattr(small, name)
    assert small.integration.steps == 1


@pytest.mark.crosscheck
def test_what_is_changed_shows_in_the_run(small: Scenario) -> None:
    heavy = small.changed({"links.link2.mass": 220, "controller.position_gain": 2})
    one, other = small.simulate(), heavy.simulate()
    assert one.data.attrs["robot_fingerprint"] != other.data.attrs["robot_fingerprint"]
    assert not np.allclose(one.data.joint_position, other.data.joint_position)


PATHS = (
    "a path that begins with joints, links, motors, elastic, loops, spring_matrices, gear_trains, "
    "gravity, water_density, model, reference, controller, encoder"
)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("controler.position_gain", 1, "Did you mean 'controller'?"),
        ("controler.position_gain", 1, PATHS),
        ("motor.time_constant", 1, "no such value of the scenario (got 'motor'"),
        ("controller.position_gian", 1, "block 'controller': unknown setting (got 'position_gian'"),
        ("controller.position_gain", "high", "'position_gain' is not a number (got 'high'"),
        ("controller.position_gain", -1, "'position_gain' is too small (got -1, expected at least"),
        ("controller.rate", 0, "block 'controller': rate (got 0, expected more than 0 Hz)"),
        ("encoder.velocity_from", "difrence", "Did you mean 'difference'?"),
        ("fidelity.frction", False, "fidelity.frction: unknown key (expected one of gravity, fri"),
        ("fidelity.frction", False, "Did you mean 'friction'?"),
        ("fidelity.joints", "stiff", "fidelity.joints: not a valid value (got 'stiff', expected '"),
        ("fidelity.gravity", 1, "fidelity.gravity: not a valid value (got 1"),
        ("integration.method", "euler", "(got 'euler', expected 'midpoint' or 'implicit' or 'rk4'"),
        ("integration.steps", 1.5, "integration.steps: not a whole number (got 1.5)"),
        ("integration.steps", 0, "integration.steps (got 0, expected 1 or more)"),
        ("integration.steps", True, "integration.steps: not a whole number (got True)"),
        ("duration", -1, "duration (got -1.0, expected more than 0 s)"),
        ("duration", "long", "duration: not a number (got 'long')"),
        ("duration", float("nan"), "duration: not a number (got nan)"),
        ("tick", 0, "tick (got 0.0, expected more than 0 s)"),
        ("seed", 1.5, "seed: not a whole number (got 1.5)"),
        ("recording.signals", 3, "recording.signals: not a valid value (got 3, expected a list"),
        ("start.joint_position", 1.0, "start.joint_position: not a valid value (got 1.0"),
        ("links.link9.mass", 1, "links.link9.mass: unknown link"),
        ("model.links.link9.mass", 1, "links.link9.mass: unknown link"),
        ("model.foo", 1, "foo: no such value of a robot"),
        ("", 1, "no such value of the scenario"),
        ("controller", 1, "no such value of the scenario"),
        pytest.param("controller.rate", "fast", "rate", id="rate text"),
        pytest.param("recording.signals", [1], "signals", id="signal number"),
        pytest.param("start.joint_position", ["a", "b"], "start", id="start text"),
        pytest.param("controller.position_gain", True, "gain", id="gain true"),
        pytest.param("recording.rate", 0, "recording.rate", id="recording 0"),
    ],
)
def test_what_cannot_be_changed(small: Scenario, path: str, value: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        small.changed({path: value})
    assert message in str(error.value)


def test_half_a_path_is_told_what_is_missing(small: Scenario) -> None:
    with pytest.raises(InputError) as error:
        small.changed({"controller": 1})
    assert "Did you mean 'controller'" not in str(error.value)


def test_an_error_about_the_model_says_so(small: Scenario) -> None:
    with pytest.raises(InputError, match=r"model\.links\.link9\.mass"):
        small.changed({"model.links.link9.mass": 1})
