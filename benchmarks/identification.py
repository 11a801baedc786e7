"""Regression of a rigid arm beside Pinocchio and FIGAROH: from a motion to what least squares need.

`python -m benchmarks.identification` prints the table. FIGAROH comes with `.[bench]`; without it,
only Pinocchio is beside us.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import numpy as np
import pinocchio as pin
from rich.console import Console
from rich.table import Table

import armwright as aw
from armwright.identify.motion import Motion, coarser
from armwright.identify.problem import RigidProblem
from armwright.identify.reduction import reduced, thinning
from benchmarks.timing import best_times

#: A log of nine seconds at 5 kHz, whose motion ends at 40 Hz.
SAMPLES, STEP, CUTOFF = 45_000, 2e-4, 40.0
#: Samples that the others get at a time.
OTHERS = 500
ROBOT = "tx40"


@dataclass(frozen=True)
class RegressionTimes:
    """Seconds per sample of the log, all channels. `reduced`: from the motion to the triangles, at
    as many samples as the motion's band needs, as it is done; `every_sample`: at all of them, with
    the same filter; `every_row`: all of them, without any filter. `solved`: to the weighted fit
    with its covariance. Others: the regressor alone."""

    reduced: float
    every_sample: float
    every_row: float
    solved: float
    pinocchio: float
    figaroh: float | None


def motion() -> Motion:
    """Fourier series of six joints, with torques that are noise: times do not depend on them."""
    rng = np.random.default_rng(1)
    t = np.arange(SAMPLES) * STEP
    q, v, a = (np.zeros((SAMPLES, 6)) for _ in range(3))
    for k in range(1, 6):
        w, size = 2 * np.pi * 0.2 * k, rng.normal(size=6) / k
        angle = w * t[:, None] + rng.uniform(0, 6, 6)
        q += size * np.sin(angle)
        v += size * w * np.cos(angle)
        a -= size * w**2 * np.sin(angle)
    effort = rng.normal(size=(SAMPLES, 6))
    return Motion(t, q, v, a, effort, "motor_torque", STEP, 1.0, CUTOFF, np.abs(v).max(axis=0))


def measure(rounds: int) -> RegressionTimes:
    robot = aw.load(ROBOT)
    problem, moved = RigidProblem(robot, "motor_torque"), motion()
    found = problem.regressor
    with TemporaryDirectory() as folder:
        path = Path(folder) / "robot.urdf"
        robot.save(path)
        model = pin.buildModelFromUrdf(str(path))
    data = model.createData()
    states = [one[:OTHERS].copy() for one in (moved.q, moved.v, moved.a)]

    def pinocchio() -> None:
        for q, v, a in zip(*states, strict=True):
            pin.computeJointTorqueRegressor(model, data, q, v, a)

    works: dict[str, Callable[[], object]] = {
        "reduced": lambda: reduced(found, (few := coarser(moved)), thinning(few)),
        "every_sample": lambda: reduced(found, moved, thinning(moved)),
        "every_row": lambda: reduced(found, moved, 1),
        "solved": lambda: problem.solve(coarser(moved)),
        "pinocchio": pinocchio,
    }
    figaroh = _figaroh(model, data, states)
    if figaroh is not None:
        works["figaroh"] = figaroh
    for work in works.values():
        work()
    times = best_times(works, rounds, clock=time.thread_time)
    size = {name: OTHERS if name in ("pinocchio", "figaroh") else SAMPLES for name in works}
    per = {name: times[name] / size[name] for name in works}
    return RegressionTimes(**{**per, "figaroh": per.get("figaroh")})


def _figaroh(model: Any, data: Any, states: list[np.ndarray]) -> Callable[[], object] | None:
    """Its regressor with friction, rotors and offsets, as for our columns."""
    try:
        from figaroh.tools.regressor import RegressorBuilder, RegressorConfig
    except ImportError:
        return None
    config = RegressorConfig(has_friction=True, has_actuator_inertia=True, has_joint_offset=True)
    builder = RegressorBuilder(SimpleNamespace(model=model, data=data), config)
    given = {"act_idxv": list(range(model.nv))}
    return lambda: builder.build_basic_regressor(*states, given)


def table(times: RegressionTimes) -> Table:
    found = Table(title="Regression of a six-axis arm, 58 base parameters, one thread")
    for head in ("per sample", "µs", "× Pinocchio's regressor", "× FIGAROH's regressor"):
        found.add_column(head, justify="left" if head == "per sample" else "right")
    words = {
        "reduced": "reduced to triangles, at the samples that the band needs",
        "every_sample": "the same at every sample",
        "every_row": "the same, every sample a row of its own",
        "solved": "weighted fit with covariance",
        "pinocchio": "Pinocchio's regressor, from Python",
        "figaroh": "FIGAROH's regressor",
    }
    for name, seconds in asdict(times).items():
        if seconds is not None:
            other = "" if times.figaroh is None else f"{times.figaroh / seconds:.1f}"
            found.add_row(
                words[name], f"{1e6 * seconds:.3g}", f"{times.pinocchio / seconds:.1f}", other
            )
    return found


if __name__ == "__main__":
    Console().print(table(measure(10)))
