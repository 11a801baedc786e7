"""Signals that come by themselves: each row of the table in `system.derived`."""

from __future__ import annotations

from typing import Any

import casadi as cs
import numpy as np
import pytest

import armwright as aw
from armwright.block import Block, Output, Quantities
from armwright.block.fidelity import Fidelity
from armwright.robot.changing import changed
from armwright.system import System
from tests.unit.system.parts import setup

ARM = changed(aw.load("two_axis"), {"joints.joint2.coupling.joint1": -30.0})
#: What the controller believes: other gears and torque constants.
MODEL = changed(ARM, {"joints.*.gear_ratio": 100.0, "joints.*.torque_constant": 0.5})
GEAR = np.array(MODEL.gear_matrix)
NUMBERS = np.array([0.3, -0.7])


class Says(Block):
    """Writes two numbers."""

    y = Output("", "two numbers")

    def equations(self, x: Quantities) -> dict[str, Any]:
        return {"y": cs.SX(NUMBERS)}


def says(signal: str, unit: str, size: str = "motor") -> Block:
    output = Output(unit, "two numbers", signal=signal, size=size)
    return type("Says", (Says,), {"y": output})(name=f"says {signal}")


def value(system: System, signal: str, **states: np.ndarray) -> np.ndarray:
    """The signal's value; `position` and `velocity` of all coordinates, zero unless given."""
    p = system.plant
    given = {name: states.get(name, np.zeros(len(p.coordinates))) for name in ("x", "v")}
    symbols = [p.x, p.v, p.bristles, p.dry, system.time]
    numbers = [given["x"], given["v"], *(np.zeros(s.shape[0]) for s in symbols[2:])]
    function = cs.Function("value", symbols, [system.circuit.value(signal)])
    return np.array(function(*numbers)).ravel()


def system(*blocks: Block, **fields: Any) -> System:
    return System(setup(*blocks, robot=ARM, model=MODEL, **fields))


UNITS = {"position": "rad", "velocity": "rad/s", "acceleration": "rad/s²"}


@pytest.mark.parametrize("kind", UNITS)
def test_reference_of_the_motors_is_that_of_the_joints_through_the_models_gears(kind: str) -> None:
    found = system(says(f"reference_joint_{kind}", UNITS[kind], "joint"))
    np.testing.assert_allclose(value(found, f"reference_motor_{kind}"), GEAR @ NUMBERS)
    assert found.circuit.unit_and_size(f"reference_motor_{kind}") == (UNITS[kind], "motor")


def test_without_drives_motors_are_joints() -> None:
    found = system(
        says("reference_joint_position", "rad", "joint"), fidelity=Fidelity(drives=False)
    )
    np.testing.assert_array_equal(value(found, "reference_motor_position"), NUMBERS)


def test_measured_motors_are_the_true_ones_without_a_sensor() -> None:
    found, x = system(), np.array([0.1, 0.2, 30.0, 40.0])
    np.testing.assert_array_equal(value(found, "measured_motor_position", x=x), x[2:])
    np.testing.assert_array_equal(value(found, "measured_motor_velocity", v=x), x[2:])
    np.testing.assert_array_equal(value(found, "measured_joint_position", x=x), x[:2])


@pytest.mark.parametrize("kind", UNITS)
def test_measured_joints_are_measured_motors_through_the_inverse_gears(kind: str) -> None:
    found = system(says(f"measured_motor_{kind}", UNITS[kind]))
    expected = np.linalg.solve(GEAR, NUMBERS)
    np.testing.assert_allclose(value(found, f"measured_joint_{kind}"), expected)


def test_motor_torques_for_joint_torques() -> None:
    found = system(says("commanded_joint_torque", "N m", "joint"))
    expected = np.linalg.solve(GEAR.T, NUMBERS)
    np.testing.assert_allclose(value(found, "commanded_motor_torque"), expected)
    np.testing.assert_allclose(value(found, "motor_torque"), expected)
    np.testing.assert_allclose(value(found, "motor_current"), expected / 0.5)


def test_motors_without_a_block_do_as_they_are_told() -> None:
    torque = system(says("commanded_motor_torque", "N m"))
    np.testing.assert_array_equal(value(torque, "motor_torque"), NUMBERS)
    np.testing.assert_allclose(value(torque, "motor_current"), NUMBERS / 0.5)
    current = system(says("commanded_motor_current", "A"))
    np.testing.assert_array_equal(value(current, "motor_current"), NUMBERS)
    np.testing.assert_allclose(value(current, "motor_torque"), 0.5 * NUMBERS)
    np.testing.assert_array_equal(value(current, "measured_motor_current"), NUMBERS)


def test_feedforward_current() -> None:
    found = system(says("feedforward_motor_torque", "N m"))
    np.testing.assert_allclose(value(found, "feedforward_motor_current"), NUMBERS / 0.5)


def test_reference_of_the_tool_is_where_the_model_puts_it() -> None:
    found = system(says("reference_joint_position", "rad", "joint"))
    expected = aw.compile(MODEL).pose(NUMBERS)[:3, 3]
    np.testing.assert_allclose(value(found, "reference_tool_position"), expected, atol=1e-15)


def test_what_a_block_writes_is_not_derived() -> None:
    found = system(
        says("commanded_motor_torque", "N m"), says("measured_motor_position", "rad")
    ).circuit
    for signal in ("commanded_motor_torque", "measured_motor_position"):
        assert found.writes(signal)
    assert not found.writes("motor_torque")


@pytest.mark.parametrize(
    "signal",
    [
        "reference_motor_position",
        "commanded_motor_torque",
        "motor_torque",
        "motor_current",
        "feedforward_motor_current",
        "reference_tool_position",
        "measured_tool_position",
        "reference_motor_torque",
        "nonsense",
    ],
)
def test_nothing_comes_from_nothing(signal: str) -> None:
    assert not system().circuit.exists(signal)


def test_without_torque_constants_there_are_no_currents() -> None:
    bare = changed(MODEL, {"joints.1.torque_constant": None})
    found = System(setup(says("commanded_motor_torque", "N m"), robot=ARM, model=bare))
    assert found.circuit.exists("motor_torque") and not found.circuit.exists("motor_current")


def test_commands_that_reach_no_motor_are_refused() -> None:
    bare = changed(MODEL, {"joints.1.torque_constant": None})
    with pytest.raises(aw.InputError, match="torque constant"):
        System(setup(says("commanded_motor_current", "A"), robot=bare, model=bare))
