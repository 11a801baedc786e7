"""Pick and place under water: the base fixed, on a vehicle that keeps its station, and adrift."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import root

from armwright.arm import compile
from armwright.arrays import Array
from armwright.blocks.disturbances.current import Current
from armwright.progress import Tell
from armwright.robot import Robot, load
from armwright.scenario import Scenario, load_scenario
from armwright.signals import Run
from armwright.studies.underwater.vehicle.axes import SLIDES, TURNS, VEHICLE
from armwright.studies.underwater.vehicle.platform import PlatformRuns, simulate_platform
from armwright.system import Recording, Start

STILL, STREAM = "still water", "current of 0.3 m/s"
#: m/s, from the side of the arm.
CURRENTS = {STILL: 0.0, STREAM: 0.3}
FIXED, KEPT, ADRIFT = "fixed base", "vehicle, kept", "vehicle, adrift"
DURATION = 25.0
#: Limits of the thrusters, of the thrust that holds the vehicle upright in its place in the
#: current, and of the thrust that holds it in its place, however it hangs there.
SHARES = (0.4, 0.6, 0.8, 1.2, 2.0, 4.0)
PLACE_SHARES = (0.8, 1.2)
#: Switched off one at a time while the vehicle is adrift in still water.
WITHOUT: dict[str, dict[str, Any]] = {
    "drag": {
        "links.*.hull.drag": [0.0] * 3,
        **{
            f"links.vehicle.hull.{kind}": [0.0] * 3
            for kind in ("linear_drag", "turning_drag", "linear_turning_drag")
        },
    },
    "added mass": {"links.*.hull.added_mass": [0.0] * 21},
    "weight and buoyancy": {"fidelity.gravity": False},
}
_RATE = 100.0
_SIGNALS = ("joint_position", "joint_velocity", "tool_position", "reference_tool_position")


@dataclass(frozen=True)
class VehicleRuns:
    """`runs`: by base and water. `without`: adrift in still water, by what is left out; also with
    neither drag nor weight, as `impulse`, for which `no_drag` is the robot. `wrench`: what holds
    the vehicle in the current at the end of the path, upright; `needed`: the largest of the thrusts
    that give it, N; `for_place`: of those that give its force. `limited`: runs in the current by
    the thrusters' limit, N. `platform`: the same without water."""

    runs: Mapping[tuple[str, str], Run]
    without: Mapping[str, Run]
    impulse: Run
    no_drag: Robot
    wrench: Array
    needed: float
    for_place: float
    limited: Mapping[float, Run]
    platform: PlatformRuns

    def named(self) -> dict[str, Run]:
        """For their files."""
        return {
            **{f"{base}, {water}": run for (base, water), run in self.runs.items()},
            **{f"adrift without {what}": run for what, run in self.without.items()},
            "adrift without drag and weight": self.impulse,
            **{f"thrusters of {limit:.2f} N": run for limit, run in self.limited.items()},
            "dry, fixed base": self.platform.fixed,
            "dry, platform": self.platform.standing,
        }


def scenarios() -> dict[tuple[str, str], Scenario]:
    """The same path and the same PID control of the arm's joints in all of them."""
    found = {}
    for water, speed in CURRENTS.items():
        kept = _in_current(load_scenario("underwater/vehicle"), speed)
        found[FIXED, water] = _on_ground(kept)
        found[KEPT, water] = kept
        found[ADRIFT, water] = _let_go(kept)
    return found


def simulate_vehicle(tell: Tell) -> VehicleRuns:
    """`tell` hears of this part alone, from 0 to 1."""
    todo = scenarios()
    runs = {}
    for k, ((base, water), scenario) in enumerate(todo.items()):
        tell(f"{base}, {water}", 0.4 * k / len(todo))
        runs[base, water] = scenario.simulate()
    loose = todo[ADRIFT, STILL]
    without = {}
    for k, (what, changes) in enumerate(WITHOUT.items()):
        tell(f"adrift without {what}", 0.4 + 0.1 * k)
        without[what] = loose.changed(changes).simulate()
    tell("adrift without drag and weight", 0.7)
    both = {**WITHOUT["drag"], **WITHOUT["weight and buoyancy"], "duration": 8.0}
    impulse = loose.changed({**both, "integration.steps": 4}).simulate()
    kept = todo[KEPT, STREAM]
    wrench = holding_wrench(kept)
    needed, for_place = (
        float(np.abs(np.linalg.pinv(columns(kept)) @ (wrench * part)).max())
        for part in (np.ones(6), np.repeat([1.0, 0.0], 3))
    )
    prepared = kept.prepare(free=["thrusters.limit"])
    limits = sorted([s * needed for s in SHARES] + [s * for_place for s in PLACE_SHARES])
    limited = {}
    for k, limit in enumerate(limits):
        tell(f"thrusters of {limit:.2f} N", 0.8 + 0.1 * k / len(limits))
        limited[limit] = prepared.simulate({"thrusters.limit": limit})
    tell("a platform without water", 0.9)
    platform = simulate_platform()
    return VehicleRuns(
        runs,
        without,
        impulse,
        loose.changed(WITHOUT["drag"]).robot,
        wrench,
        needed,
        for_place,
        limited,
        platform,
    )


def holding_wrench(scenario: Scenario) -> Array:
    """What holds the vehicle upright in its place at the end of the path: force and moment.

    From the arm's inverse dynamics in still water, without any run: water that passes the resting
    arm is water at rest through which the arm is carried the other way."""
    arm = compile(scenario.robot)
    reference, (current,) = scenario.blocks.reference, scenario.blocks.disturbances
    assert reference is not None
    q = np.array(reference.values["points"][-1])
    v = np.zeros(len(q))
    v[SLIDES] = -np.array(current.values["velocity"])
    slides_and_turns = arm.inverse_dynamics(q, v, np.zeros(len(q)))[VEHICLE]
    yaw, pitch, roll = slides_and_turns[TURNS]
    return np.array([*slides_and_turns[SLIDES], roll, pitch, yaw])


def columns(scenario: Scenario) -> Array:
    """B of the thrusters, 6 × 8: what each newton of each gives, axes of the vehicle."""
    thrusters = scenario.blocks.controller[-1]
    r, d = (np.array(thrusters.values[name], float) for name in ("places", "directions"))
    d /= np.linalg.norm(d, axis=1)[:, None]
    return np.vstack([d.T, np.cross(r, d).T])


def trimmed(scenario: Scenario) -> Array:
    """The start, with the vehicle tilted as it hangs at rest: without moments in pitch and roll."""
    arm = compile(scenario.robot)
    q = np.array(scenario.start.joint_position)

    def moments(tilt: Array) -> Array:
        return np.asarray(arm.gravity(np.concatenate([q[:4], tilt, q[6:]]))[4:6])

    q[4:6] = root(moments, np.zeros(2)).x
    return q


def _in_current(scenario: Scenario, speed: float) -> Scenario:
    signals = (*_SIGNALS, "thrust", "thruster_wrench")
    return dataclasses.replace(
        scenario.changed({"duration": DURATION}),
        blocks=dataclasses.replace(
            scenario.blocks, disturbances=(Current(velocity=[0.0, speed, 0.0]),)
        ),
        recording=Recording(signals, rate=_RATE),
    )


def _let_go(scenario: Scenario) -> Scenario:
    pid = scenario.blocks.controller[0]
    return dataclasses.replace(
        scenario,
        blocks=dataclasses.replace(scenario.blocks, controller=(pid,)),
        start=Start(tuple(trimmed(scenario).tolist()), at_rest=False),
        recording=Recording(_SIGNALS, rate=_RATE),
    )


def _on_ground(scenario: Scenario) -> Scenario:
    """The arm alone, with the path and the control that it has on the vehicle."""
    reference, pid = scenario.blocks.reference, scenario.blocks.controller[0]
    assert reference is not None
    points = [point[VEHICLE.stop :] for point in reference.values["points"]]
    own = reference.changed({"points": points})
    return dataclasses.replace(
        scenario,
        robot=load("reach_alpha5"),
        blocks=dataclasses.replace(scenario.blocks, reference=own, controller=(pid,)),
        start=Start(tuple(points[0]), at_rest=False),
        recording=Recording(_SIGNALS, rate=_RATE),
    )
