"""Inverse kinematics: ours beside the Robotics Toolbox's `ik_LM`, its fastest; one thread.

`python -m benchmarks.inverse_kinematics` prints the table. The toolbox comes with `.[bench]`;
without it, only our times are measured.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import armwright as aw
from armwright.arm.inverse.chain import chain_to

#: Poses per robot, all reachable within the joint limits.
POSES = 4000
#: The toolbox's ways of damping, each with a gain that its documentation recommends.
SETTINGS = (("chan", 1.0), ("chan", 0.1), ("sugihara", 1e-4), ("wampler", 1e-4))
ROBOTS = ("puma560", "panda")


@dataclass(frozen=True)
class Result:
    """Seconds for one pose, the best of all rounds; and the share of poses that were found within
    the joint limits, on average over the rounds: the toolbox draws new starts in each."""

    seconds: float
    found: float


def measure(rounds: int) -> dict[str, dict[str, Result]]:
    """For each robot: `closed form`, `numeric`, and the toolbox's settings.

    Ours get all poses in one call, the toolbox one after the other, as its function takes them.
    Ours meets the pose to 1e-10, the toolbox as it comes to 1e-3.
    """
    results: dict[str, dict[str, Result]] = {}
    for name in ROBOTS:
        arm = aw.compile(name)
        chain = chain_to(arm.robot, arm.robot.tool)
        q = np.random.default_rng(1).uniform(chain.lower, chain.upper, (POSES, chain.size))
        poses = arm.pose(q)
        works = {_kind(arm, poses): lambda arm=arm, poses=poses: _share(arm, poses)}
        if "closed form" in works:
            # Geometry that is free has no closed form: the same arm by damped least squares.
            free = aw.compile(name, free=["joints.*.translation"])
            works["numeric"] = lambda arm=free, poses=poses: _share(arm, poses)
        works |= _toolbox(arm.robot, poses)
        results[name] = _measured(works, rounds)
    return results


def _kind(arm: aw.Arm, poses: np.ndarray) -> str:
    method = arm.inverse_kinematics(poses[0]).method
    return "closed form" if method.startswith("closed form") else "numeric"


def _share(arm: aw.Arm, poses: np.ndarray) -> float:
    return float(np.mean(arm.inverse_kinematics(poses, closest=True).found))


def _measured(works: dict[str, Callable[[], float]], rounds: int) -> dict[str, Result]:
    """In turns, so that a busy machine slows all of them."""
    seconds: dict[str, list[float]] = {name: [] for name in works}
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            begin = time.perf_counter()
            found[name].append(work())
            seconds[name].append((time.perf_counter() - begin) / POSES)
    return {name: Result(min(seconds[name]), float(np.mean(found[name]))) for name in works}


def _toolbox(robot: aw.Robot, poses: np.ndarray) -> dict[str, Callable[[], float]]:
    try:
        from roboticstoolbox import ET, ETS
    except ImportError:
        return {}
    chain = chain_to(robot, robot.tool)
    steps: Any = ETS()
    before = np.eye(4)
    for k, (point, axis) in enumerate(zip(chain.points, chain.axes, strict=True)):
        here = np.eye(4)
        here[:3, :3], here[:3, 3] = _z_along(axis), point
        steps = steps * ET.SE3(np.linalg.inv(before) @ here)
        steps = steps * ET.Rz(qlim=[chain.lower[k], chain.upper[k]])
        before = here
    steps = steps * ET.SE3(np.linalg.inv(before) @ chain.tool.matrix())
    q = np.linspace(-0.5, 0.5, chain.size)
    if np.abs(np.asarray(steps.fkine(q)) - aw.compile(robot).pose(q)).max() > 1e-12:
        raise SystemExit(f"the toolbox has another {robot.name} than we have")

    def run(method: str, gain: float) -> float:
        found = 0
        for pose in poses:
            found += bool(steps.ik_LM(pose, method=method, k=gain).success)
        return found / len(poses)

    return {
        f"toolbox {method} {gain:g}": lambda method=method, gain=gain: run(method, gain)
        for method, gain in SETTINGS
    }


def _z_along(axis: np.ndarray) -> np.ndarray:
    helper = np.eye(3)[int(np.argmin(np.abs(axis)))]
    x = np.cross(helper, axis)
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(axis, x), axis])


def as_numbers(results: dict[str, dict[str, Result]]) -> dict[str, dict[str, dict[str, float]]]:
    return {
        robot: {name: asdict(result) for name, result in kinds.items()}
        for robot, kinds in results.items()
    }


def table(results: dict[str, dict[str, Result]]) -> Table:
    """Times, and how many times faster than the toolbox's fastest setting."""
    shown = Table(title=f"Inverse kinematics of {POSES} reachable poses, one thread")
    for heading in ("robot", "", "µs per pose", "found", "times faster"):
        shown.add_column(heading, justify="left" if heading in ("robot", "") else "right")
    for robot, kinds in results.items():
        theirs = [r.seconds for name, r in kinds.items() if name.startswith("toolbox")]
        for name, result in kinds.items():
            ours = not name.startswith("toolbox")
            ratio = f"{min(theirs) / result.seconds:.0f}" if ours and theirs else ""
            cells = f"{result.seconds * 1e6:.2f}", f"{100 * result.found:.2f} %", ratio
            shown.add_row(robot, name, *cells)
        shown.add_section()
    return shown


if __name__ == "__main__":
    Console().print(table(measure(3)))
