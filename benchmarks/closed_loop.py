"""A whole closed loop: how many times faster than real time, and than Python with Pinocchio.

`python -m benchmarks.closed_loop` prints the table. All on one thread but the last line.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
import pinocchio as pin
from rich.console import Console
from rich.table import Table

from armwright.compiler.machine import host_cpu
from armwright.system import numbers
from benchmarks.native_loop import NativeLoop
from benchmarks.pinocchio_loop import PinocchioLoop
from benchmarks.six_axis_loop import DURATION, scenario
from benchmarks.timing import best_times

#: What a sweep of tolerances changes: the payload, friction and elasticity of every joint.
SPREAD = ("links.output_shaft.", "friction.lugre.coulomb", "spring.linear.stiffness")
#: The tool's largest distance between both loops, m. Theirs is of fourth order, ours of second.
AGREEMENT = 1e-6


@dataclass(frozen=True)
class Ratios:
    """× real time: simulated over computing time, of all runs together."""

    scalar: float
    scalar_every_step: float
    scalar_tool_only: float
    rk4: float
    lanes: float
    lanes_every_step: float
    lanes_tool_only: float
    lanes_spread: float
    two_threads: float
    peer: float
    #: the peer's four calls of forward dynamics alone, the rest of its loop for nothing
    peer_dynamics: float
    #: m, between the peer's loop and ours, over `agreement_duration`
    agreement: float
    agreement_duration: float
    lane_width: int


def measure(rounds: int, duration: float = DURATION, peer_duration: float = 2.0) -> Ratios:
    """The best of all rounds, in turns."""
    setup, width = scenario(), host_cpu().lanes
    tool_only = setup.changed({"recording.signals": ["tool_position"]})
    ours, bare = NativeLoop(setup), NativeLoop(tool_only)
    every_step = NativeLoop(setup.changed({"integration.inertia_steps": 1}))
    rk4 = NativeLoop(setup.changed({"integration.method": "rk4"}))
    spread = NativeLoop(tool_only, [name for name in numbers(setup) if name.startswith(SPREAD)])
    peer = PinocchioLoop(bare)
    agreement = _disagreement(bare, peer, peer_duration)
    q, v, tau = np.random.default_rng(1).normal(size=(3, len(setup.robot.moving_joints)))
    best = best_times(
        {
            "scalar": lambda: ours.run(duration=duration),
            "scalar_every_step": lambda: every_step.run(duration=duration),
            "scalar_tool_only": lambda: bare.run(duration=duration),
            "rk4": lambda: rk4.run(duration=duration),
            "lanes": lambda: ours.run(width, duration=duration),
            "lanes_every_step": lambda: every_step.run(width, duration=duration),
            "lanes_tool_only": lambda: bare.run(width, duration=duration),
            "lanes_spread": lambda: spread.run(width, duration=duration),
            "peer": lambda: peer.run(peer_duration / 4),
            "peer_dynamics": lambda: pin.aba(peer.model, peer.data, q, v, tau),
        },
        rounds,
        clock=time.thread_time,
    )
    # Both cores must be free of other work at the same time: many short turns, on the clock.
    many = 16 * width
    best |= best_times(
        {
            "one": lambda: spread.run(many, duration=0.25),
            "two": lambda: spread.run(many, threads=2, duration=0.25),
        },
        8 * rounds,
    )
    return Ratios(
        scalar=duration / best["scalar"],
        scalar_every_step=duration / best["scalar_every_step"],
        scalar_tool_only=duration / best["scalar_tool_only"],
        rk4=duration / best["rk4"],
        lanes=width * duration / best["lanes"],
        lanes_every_step=width * duration / best["lanes_every_step"],
        lanes_tool_only=width * duration / best["lanes_tool_only"],
        lanes_spread=width * duration / best["lanes_spread"],
        two_threads=best["one"] / best["two"],
        peer=peer_duration / 4 / best["peer"],
        peer_dynamics=setup.tick / (4 * best["peer_dynamics"]),
        agreement=agreement,
        agreement_duration=peer_duration,
        lane_width=width,
    )


def _disagreement(ours: NativeLoop, peer: PinocchioLoop, duration: float) -> float:
    """A fast wrong answer would be worth nothing."""
    here = ours.run(duration=duration)["tool_position"][0]
    there = peer.tool(peer.run(duration))
    largest = float(np.linalg.norm(here - there, axis=1).max())
    if not largest < AGREEMENT:
        raise SystemExit(f"the closed loop's tool is {largest:.1e} m from the peer's")
    return largest


def table(ratios: Ratios) -> Table:
    shown = Table(
        title="Closed loop of a six-axis arm, one thread",
        caption="Flexible joints, LuGre friction, full inertias, control at 1 and 4 kHz",
    )
    for heading in ("", "floor", "aim", "measured"):
        shown.add_column(heading, justify="left" if not heading else "right")

    def row(label: str, value: float, floor: str = "", aim: str = "", digits: int = 0) -> None:
        shown.add_row(label, floor, aim, f"{value:.{digits}f}")

    r, lanes = ratios, f"{ratios.lane_width} lanes, per core"
    row("scalar: times real time", r.scalar, "250", "800")
    row("    inertia at every step", r.scalar_every_step)
    row("    only the tool recorded", r.scalar_tool_only)
    row("    rk4 instead of midpoint", r.rk4)
    row(f"{lanes}: times real time", r.lanes, "1000", "4000")
    row("    inertia at every step", r.lanes_every_step)
    row("    only the tool recorded", r.lanes_tool_only)
    row("    and payload, friction, stiffness differ", r.lanes_spread)
    row("scalar: times faster than Pinocchio in Python", r.scalar / r.peer, "50")
    row("two threads: times faster than one, on a sweep", r.two_threads, "1.7", "", 2)
    shown.add_section()
    row("Pinocchio in Python: times real time", r.peer, digits=1)
    row("    if all but its `aba` cost nothing", r.peer_dynamics, digits=1)
    micrometres = f"{ratios.agreement * 1e6:.2f} µm"
    shown.add_row(f"    tool, from ours, over {r.agreement_duration:g} s", "", "", micrometres)
    return shown


if __name__ == "__main__":
    Console().print(table(measure(8)))
