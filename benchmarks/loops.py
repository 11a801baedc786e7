"""Closed loops: a step of a planar four-bar beside Pinocchio and MuJoCo, and what more loops cost.

`python -m benchmarks.loops` prints the table and draws docs/images/loops.png. A step of ours is a
whole one: forces, multipliers, integration, and the way back onto the constraints.
"""

from __future__ import annotations

import dataclasses
import time
from dataclasses import dataclass
from pathlib import Path

import mujoco
import numpy as np
import pinocchio as pin
from matplotlib.figure import Figure as Picture
from rich.console import Console
from rich.table import Table

import armwright as aw
from armwright import Joint, Link, Robot, Scenario
from armwright.robot import LoopClosure, LoopEnd, Pose
from armwright.robot.formats import mjcf_write
from armwright.system.setup import Integration, Recording, Start
from benchmarks.growth import Line, line
from benchmarks.native_loop import NativeLoop
from benchmarks.scaling import without_cache
from benchmarks.timing import best_times
from tests.support.loops import constrained_peer

LOOPS = (1, 2, 3, 4, 6, 8)
STEPS = 20_000


@dataclass(frozen=True)
class LoopTimes:
    """Seconds. `pinocchio`: constraintDynamics from Python, accelerations alone; `mujoco`: a step
    of many. `steps` and `compiled`: against the number of loops."""

    scalar: float
    pinocchio: float
    mujoco: float
    steps: Line
    compiled: Line


def measure(rounds: int) -> LoopTimes:
    robot = aw.load("four_bar")
    ours = NativeLoop(falling(robot))
    start = ours.start["position"]
    # One ball in the place of the hinge: in a plane it is the same, and has the fewest rows.
    ball = dataclasses.replace(robot.loops[0], kind="spherical")
    peer = constrained_peer(dataclasses.replace(robot, loops=(ball,)))
    q, v = peer.peer.theirs(start), np.zeros(3)

    def constrained() -> object:
        return pin.constraintDynamics(
            peer.peer.model, peer.data, q, v, v, peer.models, peer.datas, peer.settings
        )

    model = mujoco.MjModel.from_xml_string(mjcf_write.text(robot))
    model.opt.timestep = 1e-3
    state = mujoco.MjData(model)
    state.qpos[:] = start
    works = {
        "ours": ours.run,
        "pinocchio": constrained,
        "mujoco": lambda: mujoco.mj_step(model, state, 100),
    }
    best = best_times(works, rounds, clock=time.thread_time)
    steps, compiled = [], []
    for count in LOOPS:
        with without_cache():
            begin = time.thread_time()
            loop = NativeLoop(falling(chain(count)))
            loop.compiled.prepare(1)
            compiled.append(time.thread_time() - begin)
        found = best_times({"run": loop.run}, 3, clock=time.thread_time)
        steps.append(found["run"] / (loop.setup.ticks + 1))
    return LoopTimes(
        best["ours"] / (ours.setup.ticks + 1),
        best["pinocchio"],
        best["mujoco"] / 100,
        line("loops", LOOPS, steps),
        line("loops", LOOPS, compiled),
    )


def falling(robot: Robot) -> Scenario:
    joints = len(robot.moving_joints)
    begin = tuple((1.0, -0.5, 1.3)[k % 3] for k in range(joints))
    return Scenario(
        "falling",
        robot,
        STEPS * 1e-4,
        tick=1e-4,
        start=Start(joint_position=begin, at_rest=False),
        integration=Integration(tolerance=1e6),
        recording=Recording(signals=("joint_position",), rate=10.0),
    )


def chain(count: int) -> Robot:
    """Four-bars that hang on each other: each on the rocker of the one before."""
    robot = aw.load("four_bar")
    links, joints, loops = [robot.links[0]], list[Joint](), list[LoopClosure]()
    ground, origin = robot.base, Pose()
    for number in range(count):
        tail = f" {number + 1}"
        names = {link.name: f"{link.name}{tail}" for link in robot.links[1:]}
        names[robot.base] = ground
        links += [dataclasses.replace(one, name=names[one.name]) for one in robot.links[1:]]
        for joint in robot.joints:
            place = origin @ joint.origin if joint.parent == robot.base else joint.origin
            joints.append(
                dataclasses.replace(
                    joint,
                    name=f"{joint.name}{tail}",
                    parent=names[joint.parent],
                    child=names[joint.child],
                    origin=place,
                )
            )
        first, second = (LoopEnd(names[end.link], end.pose) for end in robot.loops[0].ends)
        loops.append(LoopClosure(f"closure{tail}", "revolute", first, second))
        ground, origin = names["rocker"], Pose(translation=np.array([0.4, 0.0, 0.0]))
    tree: tuple[Link, ...] = tuple(links)
    return Robot("chain", tree, tuple(joints), gravity=robot.gravity, loops=tuple(loops))


def table(times: LoopTimes) -> Table:
    found = Table(title="A planar four-bar in space, per step, one thread")
    found.add_column("")
    found.add_column("", justify="right")
    found.add_row("armwright, a whole step", f"{times.scalar * 1e9:.0f} ns")
    found.add_row("Pinocchio constraintDynamics, from Python", f"{times.pinocchio * 1e9:.0f} ns")
    found.add_row("MuJoCo, one step of many", f"{times.mujoco * 1e9:.0f} ns")
    found.add_section()
    found.add_row("times faster than Pinocchio", f"{times.pinocchio / times.scalar:.0f}")
    found.add_row("times faster than MuJoCo", f"{times.mujoco / times.scalar:.0f}")
    found.add_section()
    for name, one in (("step", times.steps), ("compile", times.compiled)):
        last = f"{one.y[-1] * 1e6:.2f} µs" if name == "step" else f"{one.y[-1]:.2f} s"
        words = f"{name}, {one.x[-1]} loops; exponent against loops"
        found.add_row(words, f"{last}; {one.exponent:.2f}")
    return found


def draw(times: LoopTimes, path: Path) -> None:
    picture = Picture(figsize=(6, 3.4), layout="constrained")
    axes = picture.subplots()
    label = f"one step, exponent {times.steps.exponent:.2f}"
    axes.loglog(times.steps.x, np.array(times.steps.y) * 1e6, "o-", label=label)
    axes.set_xlabel("closed loops, four-bars that hang on each other")
    axes.set_ylabel("µs per step")
    axes.set_xticks(times.steps.x, [str(one) for one in times.steps.x])
    axes.minorticks_off()
    axes.legend()
    axes.grid(visible=True, alpha=0.3)
    picture.savefig(path, dpi=150)


if __name__ == "__main__":
    measured = measure(25)
    Console().print(table(measured))
    draw(measured, Path("docs/images/loops.png"))
