"""The same without water: S1's arm on a platform that stands on its tyres."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np
from scipy.optimize import root

from armwright.arm import compile
from armwright.arrays import Array
from armwright.robot import load
from armwright.scenario import Scenario, load_scenario
from armwright.signals import Run
from armwright.studies.underwater.vehicle.axes import VEHICLE
from armwright.system import Recording, Start

_SIGNALS = ("joint_position", "tool_position", "reference_tool_position")


@dataclass(frozen=True)
class PlatformRuns:
    """`rests`: the platform's six coordinates where weight and tyres balance at the end."""

    fixed: Run
    standing: Run
    rests: Array


def simulate_platform() -> PlatformRuns:
    scenario = load_scenario("six-axis/platform")
    standing = dataclasses.replace(scenario, recording=Recording(_SIGNALS, rate=200.0)).simulate()
    return PlatformRuns(_on_ground(scenario).simulate(), standing, resting(scenario))


def resting(scenario: Scenario) -> Array:
    """From weight and stiffness alone, the arm as at the end of its steps."""
    reference = scenario.blocks.reference
    assert reference is not None
    begin, heights = (np.radians(reference.values[name]) for name in ("begin", "heights"))
    stiffness = np.array([tyre.values["stiffness"] for tyre in scenario.blocks.compensators])
    arm, q = compile(scenario.robot), begin + heights

    def forces(own: Array) -> Array:
        return np.asarray(arm.gravity(np.concatenate([own, q[6:]]))[VEHICLE] + stiffness * own)

    return np.asarray(root(forces, np.zeros(6)).x)


def _on_ground(scenario: Scenario) -> Scenario:
    """The arm alone, with the steps and the control that it has on the platform."""
    reference = scenario.blocks.reference
    assert reference is not None
    steps = {name: reference.values[name][6:] for name in ("begin", "heights", "times")}
    blocks = dataclasses.replace(
        scenario.blocks, reference=reference.changed(steps), compensators=()
    )
    return dataclasses.replace(
        scenario,
        robot=load("six_axis"),
        blocks=blocks,
        start=Start(),
        recording=Recording(_SIGNALS, rate=200.0),
    )
