"""Every law of friction and elasticity, no parameter at its default, on a small arm that moves."""

from __future__ import annotations

from typing import Any

import casadi as cs
import numpy as np

import armwright as aw
from armwright.block import Block, Output, Parameter, Quantities
from armwright.laws.catalogue import CATALOGUE
from armwright.laws.friction import Thermal

TICK, TICKS = 0.0005, 40
FRICTIONS, SPRINGS = tuple(CATALOGUE["friction"]), tuple(CATALOGUE["spring"])
#: Each effect that an arm has by itself switched the other way, one at a time.
FIDELITIES: dict[str, dict[str, Any]] = {
    "as described": {},
    "no gravity": {"gravity": False},
    "no friction": {"friction": False},
    "no drives": {"drives": False},
    "rigid": {"joints": "rigid"},
    "linear springs": {"springs": "linear"},
    "no elastic axes": {"elastic": False},
}
#: On the side of the motors; on that of the joints friction is a hundred times that.
_NUMBERS = {
    "coulomb": 0.03,
    "static": 0.04,
    "stribeck_velocity": 0.7,
    "stribeck_exponent": 1.7,
    "viscous": 2e-3,
    "quadratic": 1e-4,
    "transition_velocity": 0.3,
    "fc": 0.03,
    "fd": 2e-3,
    "alpha": 2.0,
    "beta": 1.5,
    "mu": 0.8,
    "phi1": 0.03,
    "phi2": 2.0,
    "phi3": 2e-3,
    "stiffness": 3.0,
    "damping": 2e-3,
    "attraction": 0.8,
    "load_coefficient": 1e-3,
    "cold_temperature": 290.0,
    "warm_temperature": 320.0,
    "k_low": 3e3,
    "k_high": 9e3,
    "psi": 1e-3,
    "a0": 3e3,
    "a1": 1e5,
    "a2": 1e8,
    "gap": 1e-4,
    "friction": 0.8,
    "friction_stiffness": 2e3,
}


def numbers(law: type[Block], family: str) -> dict[str, float]:
    """All parameters of a law, none at its default, directed ones different both ways."""
    found: dict[str, float] = {}
    for parameter in law.of(Parameter).values():
        for sign, key in enumerate(parameter.keys):
            found[key] = _number(key, family) * (1.0 + 0.1 * sign)
    return found


def _number(key: str, family: str) -> float:
    warm = 0.8 if "_warm" in key else 1.0
    name = key.replace("_warm", "").removesuffix("_positive").removesuffix("_negative")
    if name.startswith("share_"):
        return 0.2 + 0.02 * int(name.rpartition("_")[2])
    if name.rpartition("_")[2].isdecimal():
        return _number(name.rpartition("_")[0], family) * (0.7 + 0.1 * int(name[-1]))
    if family == "spring" and name in ("stiffness", "damping"):
        return {"stiffness": 3e3, "damping": 5.0}[name]
    return warm * _NUMBERS[name]


def arm(friction: str, spring: str, side: str = "motor") -> aw.Robot:
    """Two joints, the second sliding and coupled with the first, on a foundation that gives way."""
    own = numbers(CATALOGUE["friction"][friction], "friction")
    give = numbers(CATALOGUE["spring"][spring], "spring")
    first = aw.Drive(
        gear_ratio=60.0,
        motor_inertia=3e-4,
        friction=own,
        friction_law=friction,
        friction_side=side,  # type: ignore[arg-type]
        spring=give,
        spring_law=spring,
    )
    second = aw.Drive(
        gear_ratio=90.0,
        motor_inertia=2e-4,
        coupling={"turn": 7.0},
        friction=own,
        friction_law=friction,
    )
    joints = (
        aw.Joint("turn", "revolute", "base", "arm", axis=[0, 1.0, 0], drive=first),
        aw.Joint("slide", "prismatic", "arm", "hand", aw.Pose(), [1.0, 0, 0], drive=second),
    )
    links = (
        aw.Link("base", aw.Inertia(20.0, [0, 0, 0.1], np.diag([1.0, 1.1, 1.2]))),
        aw.Link("arm", aw.Inertia(6.0, [0.2, 0.02, 0], np.diag([0.05, 0.2, 0.2]))),
        aw.Link("hand", aw.Inertia(3.0, [0.4, 0, 0.03], np.diag([0.02, 0.05, 0.04]))),
    )
    axis = aw.ElasticAxis(
        "foundation", "rx", name="rock", spring={"stiffness": 4e4, "damping": 40.0}
    )
    return aw.Robot("every law", links, joints, elastic=(axis,))


def scenario(robot: aw.Robot, fidelity: dict[str, Any], method: str) -> aw.Scenario:
    """Driven by torques that turn it back and forth; warm laws get warm."""
    thermal = Thermal(name="thermal", heat_capacity=0.5, thermal_resistance=2.0)
    return aw.Scenario(
        "every law",
        robot,
        TICK * TICKS,
        tick=TICK,
        blocks=aw.Blocks(others=(thermal,), disturbances=(Push(name="push"),)),
        fidelity=aw.Fidelity(**fidelity),
        start=aw.Start(joint_position=(0.3, 0.1), joint_velocity=(0.4, -0.05), at_rest=False),
        integration=aw.Integration(method),  # type: ignore[arg-type]
        recording=aw.Recording(("coordinate_position", "friction_torque"), 1.0 / TICK),
    )


class Push(Block):
    """Torques of the motors that change with time."""

    kind = "push"

    motor_torque = Output("N m", "a wave")

    def equations(self, x: Quantities) -> dict[str, Any]:
        size = x.site.sizes["motor"]
        return {"motor_torque": 0.4 * cs.sin(600.0 * x.time) * cs.SX.ones(size)}
