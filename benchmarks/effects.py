"""What each effect adds to the time of a tick, and to the length of its program.

`python -m benchmarks.effects` prints the table. Every line is the closed loop of `six_axis_loop`
with one effect more, or another, than the line that it is compared with.
"""

from __future__ import annotations

import dataclasses
import time
from dataclasses import dataclass

import numpy as np
from rich.console import Console
from rich.table import Table

from armwright.blocks.disturbances import ToolForce
from armwright.blocks.motors import MOTOR_DISTURBANCES, MOTORS
from armwright.blocks.sensors import SENSORS
from armwright.compiler.machine import host_cpu
from armwright.robot import ElasticAxis, Inertia
from armwright.scenario import Scenario
from benchmarks.native_loop import NativeLoop
from benchmarks.six_axis_loop import scenario
from benchmarks.timing import best_times

DURATION = 0.5
#: Friction laws instead of LuGre, with the settings they need beside Coulomb's torque.
_LAWS = {
    "coulomb": {},
    "tustin": {"static": 0.07, "stribeck_velocity": 2.0},
    "smooth_coulomb": {"transition_velocity": 0.1},
    "dahl": {"stiffness": 2.5},
    "gms": {"static": 0.07, "stribeck_velocity": 2.0, "stiffness": 2.5, "attraction": 5.0},
}


@dataclass(frozen=True)
class Cost:
    """Of a tick: ns alone, ns for each of the runs in lanes, length of its programs."""

    scalar: float
    lanes: float
    instructions: int


def variants() -> dict[str, Scenario]:
    """By name; the first one is what the others are compared with."""
    full = scenario(DURATION).changed({"recording.signals": ["tool_position"]})
    clock = 1.0 / full.tick
    found = {
        "flexible joints, LuGre friction": full,
        "without friction": full.changed({"fidelity.friction": False}),
        "rigid joints": full.changed({"fidelity.joints": "rigid"}),
        "without gravity": full.changed({"fidelity.gravity": False}),
        "without saturation": full.changed({"fidelity.saturation": False}),
    }
    for law, settings in _LAWS.items():
        friction = {"law": law, "coulomb": 0.05, **settings}
        found[f"{law} instead of LuGre"] = full.changed({"joints.*.friction": friction})
    encoder = SENSORS["encoder"](name="encoder", rate=clock, noise=1e-5, resolution=1e-4)
    ripple = MOTOR_DISTURBANCES["torque_ripple"](name="ripple")
    lag = MOTORS["current_lag"](name="motor", time_constant=0.5e-3)
    found |= {
        "with encoders: noise, quantisation": full.with_blocks(sensors=(encoder,)),
        "with torque ripple": full.with_blocks(disturbances=(ripple,)),
        "with a lag of the current": full.with_blocks(motor=lag),
        "with a force at the tool": full.with_blocks(
            disturbances=(ToolForce(name="force", force_z=10.0),)
        ),
        "with an elastic foundation, 2 axes": _on_elastic_foundation(full),
        "with 12 elastic axes": (soft := in_every_joint(full)),
        "the same, small deflections": soft.changed({"fidelity.deflections": "small"}),
    }
    return found


def _on_elastic_foundation(full: Scenario) -> Scenario:
    spring = {"stiffness": 5e5, "damping": 200.0}
    axes = (
        ElasticAxis("foundation", "rx", spring=spring),
        ElasticAxis("foundation", "ry", spring=spring),
    )
    return dataclasses.replace(full, robot=dataclasses.replace(full.robot, elastic=axes))


def in_every_joint(full: Scenario) -> Scenario:
    """Two more elastic axes before every joint, across its own: 18 with the joints' (S4 2.2.1)."""
    body = Inertia(0.3, [0.0, 0.0, 0.01], np.eye(3) * 2e-3)
    axes = tuple(
        ElasticAxis(joint, axis, spring={"stiffness": 2e4, "damping": 20.0}, inertia=body)
        for joint in full.robot.joint_names
        for axis in ("rx", "ry")
    )
    robot = dataclasses.replace(full.robot, elastic=axes)
    return dataclasses.replace(full, robot=robot).changed({"integration.method": "implicit"})


def measure(rounds: int) -> dict[str, Cost]:
    width = host_cpu().lanes
    loops = {name: NativeLoop(one) for name, one in variants().items()}
    tasks = {(name, runs): _task(loop, runs) for name, loop in loops.items() for runs in (1, width)}
    best = best_times(tasks, rounds, clock=time.thread_time)
    ticks = next(iter(loops.values())).setup.ticks + 1
    return {
        name: Cost(
            best[name, 1] / ticks * 1e9,
            best[name, width] / ticks / width * 1e9,
            sum(len(call.program.code) // call.every for call in loop.march.calls),
        )
        for name, loop in loops.items()
    }


def _task(loop: NativeLoop, runs: int):
    return lambda: loop.run(runs)


def table(costs: dict[str, Cost]) -> Table:
    result = Table(title="What effects cost in a six-axis loop: ns per tick, one thread")
    result.add_column("", no_wrap=True)
    for head in ("alone", "more", "lanes", "more", "length"):
        result.add_column(head, justify="right")
    base = next(iter(costs.values()))
    for name, cost in costs.items():
        first = cost is base
        result.add_row(
            name,
            f"{cost.scalar:.0f}",
            "" if first else f"{cost.scalar - base.scalar:+.0f}",
            f"{cost.lanes:.0f}",
            "" if first else f"{cost.lanes - base.lanes:+.0f}",
            str(cost.instructions),
        )
    return result


if __name__ == "__main__":
    Console().print(table(measure(5)))
