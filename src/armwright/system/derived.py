"""Signals that come by themselves where no block writes them.

| signal | comes from |
|---|---|
| `reference_motor_…` | gear matrix of the controller's model × `reference_joint_…` |
| `measured_motor_…` | the true one: an ideal sensor |
| `measured_joint_…` | measured motors through the inverse gear matrix, else the true one |
| `commanded_motor_torque` | `commanded_joint_torque` through the gears |
| `motor_torque` | `commanded_motor_torque`, or torque constant × `commanded_motor_current` |
| `motor_current` | `commanded_motor_current`, or `motor_torque` / torque constant |
| `feedforward_motor_current` | `feedforward_motor_torque` / torque constant |
| `reference_tool_position` | forward kinematics of `reference_joint_position` |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.plant import Plant
from armwright.system.circuit import Circuit, Derived

_UNITS = {"position": "rad", "velocity": "rad/s", "acceleration": "rad/s²"}


@dataclass(frozen=True)
class Derivations:
    """The rules for one arm; gears and torque constants are those that its controller knows."""

    model: Plant

    def __call__(self, signal: str, circuit: Circuit) -> Derived | None:
        prefix, _, rest = signal.partition("_")
        if prefix == "reference" and rest == "tool_position":
            return self._reference_tool(circuit)
        if prefix in ("reference", "measured"):
            side, _, kind = rest.partition("_")
            if kind in _UNITS and side in ("motor", "joint"):
                return self._motion(prefix, side, kind, circuit)
            if prefix == "measured" and rest == "motor_current" and circuit.exists(rest):
                return Derived((rest,), "A", "motor", _same)
        if signal == "commanded_motor_torque" and circuit.writes("commanded_joint_torque"):
            back = _product(self.model.gears.inverse.T)
            return Derived(("commanded_joint_torque",), "N m", "motor", back)
        if signal == "feedforward_motor_current":
            return self._feedforward_current(circuit)
        if signal in ("motor_torque", "motor_current"):
            return self._drive(signal, circuit)
        return None

    @property
    def torque_constant(self) -> Array | None:
        """None unless it is known of every motor."""
        found = [motor.drive.torque_constant for motor in self.model.robot.all_motors]
        if len(found) != len(self.model.motor_names) or None in found:
            return None
        return np.array(found, dtype=float)

    def _feedforward_current(self, circuit: Circuit) -> Derived | None:
        source = "feedforward_motor_torque"
        if self.torque_constant is None or not circuit.writes(source):
            return None
        return Derived((source,), "A", "motor", _times(1.0 / self.torque_constant))

    def _motion(self, prefix: str, side: str, kind: str, circuit: Circuit) -> Derived | None:
        unit = _UNITS[kind]
        if prefix == "reference":
            source = f"reference_joint_{kind}"
            if side == "motor" and circuit.exists(source):
                return Derived((source,), unit, "motor", _product(self.model.gears.matrix))
            return None
        motors = f"measured_motor_{kind}"
        if side == "joint" and circuit.writes(motors):
            return Derived((motors,), unit, "joint", _product(self.model.gears.inverse))
        return Derived((f"{side}_{kind}",), unit, side, _same)

    def _drive(self, signal: str, circuit: Circuit) -> Derived | None:
        k = self.torque_constant
        current, torque = "commanded_motor_current", "commanded_motor_torque"
        if signal == "motor_torque":
            if circuit.exists(torque):
                return Derived((torque,), "N m", "motor", _same)
            if k is not None and circuit.writes(current):
                return Derived((current,), "N m", "motor", _times(k))
        elif circuit.writes(current):
            return Derived((current,), "A", "motor", _same)
        elif k is not None and circuit.exists("motor_torque"):
            return Derived(("motor_torque",), "A", "motor", _times(1.0 / k))
        return None

    def _reference_tool(self, circuit: Circuit) -> Derived | None:
        source = "reference_joint_position"
        tool = self.model.robot.tool
        if not circuit.exists(source) or not tool:
            return None
        place = self.model.frame(tool).position
        return Derived((source,), "m", "axis", lambda q: self.model.with_joints([place], q)[0])


def _same(value: cs.SX) -> cs.SX:
    return value


def _product(matrix: Array) -> Callable[[cs.SX], cs.SX]:
    sparse = cs.SX(cs.sparsify(cs.DM(matrix)))
    return lambda value: cs.densify(cs.mtimes(sparse, value))


def _times(factors: Array) -> Callable[[cs.SX], cs.SX]:
    return lambda value: cs.SX(factors) * value
