"""Forward dynamics: our machine code beside Pinocchio and MuJoCo, one thread."""

from __future__ import annotations

import time
from dataclasses import dataclass

import mujoco
import numpy as np
import pinocchio as pin

from armwright import Arm, Robot
from armwright.compiler import CompiledFunction
from benchmarks.timing import best_times
from tests.support.mujoco_model import to_mujoco
from tests.support.pinocchio_model import to_pinocchio

#: States per batch: enough that one call's overhead hardly counts.
BATCH = 4096


@dataclass(frozen=True)
class Times:
    """Seconds per evaluation."""

    scalar: float
    lanes: float
    single_call: float
    two_threads: float
    one_thread: float
    pinocchio: float
    mujoco: float
    lane_width: int


def measure(robot: Robot, rounds: int) -> Times:
    """All in turns. `scalar` and `lanes` run in native loops over a batch; `single_call` is one
    Python call on one state, as is Pinocchio's; MuJoCo steps in its own native loop."""
    arm = Arm(robot)
    function = arm.function("forward_dynamics")
    plain = Arm(robot, lanes=1).function("forward_dynamics")
    n = len(robot.moving_joints)
    rng = np.random.default_rng(1)
    q, v, tau = rng.normal(size=(3, BATCH, n))
    q1, v1, tau1 = q[0].copy(), v[0].copy(), tau[0].copy()
    many = [np.tile(x, (32, 1)) for x in (q, v, tau)]
    result = np.empty_like(many[0])
    peer = to_pinocchio(robot)
    model, data = peer.model, peer.data
    _check_agreement(function, peer, q1, v1, tau1)
    stepper = _mujoco_stepper(robot, q1)
    best = best_times(
        {
            "scalar": lambda: plain(q, v, tau),
            "lanes": lambda: function(q, v, tau),
            "single_call": lambda: arm.forward_dynamics(q1, v1, tau1),
            "pinocchio": lambda: pin.aba(model, data, q1, v1, tau1),
            "mujoco": stepper,
        },
        rounds,
        clock=time.thread_time,
    )
    # More and longer turns: a core that had nothing to do takes milliseconds to come back, and both
    # must be free of other work at the same time.
    best |= best_times(
        {
            "one_thread": lambda: function(*many, out=result),
            "two_threads": lambda: function(*many, out=result, threads=2),
        },
        3 * rounds,
        turn=0.03,
    )
    return Times(
        scalar=best["scalar"] / BATCH,
        lanes=best["lanes"] / BATCH,
        single_call=best["single_call"],
        two_threads=best["two_threads"] / (32 * BATCH),
        one_thread=best["one_thread"] / (32 * BATCH),
        pinocchio=best["pinocchio"],
        mujoco=best["mujoco"] / STEPS,
        lane_width=function.lanes,
    )


STEPS = 200


def _mujoco_stepper(robot: Robot, q: np.ndarray):  # type: ignore[no-untyped-def]
    """STEPS Euler steps in MuJoCo's own loop."""
    model = to_mujoco(robot, timestep=1e-5)
    data = mujoco.MjData(model)

    def steps() -> None:
        data.qpos[:], data.qvel[:] = q, 0.0
        mujoco.mj_step(model, data, STEPS)

    return steps


def _check_agreement(
    function: CompiledFunction, peer: object, q: np.ndarray, v: np.ndarray, tau: np.ndarray
) -> None:
    """A fast wrong answer would be worth nothing."""
    expected = pin.aba(peer.model, peer.data, q, v, tau)  # type: ignore[attr-defined]
    error = np.abs(function(q, v, tau) - expected).max() / np.abs(expected).max()
    if not error < 1e-9:
        raise SystemExit(f"forward dynamics differs from Pinocchio's by {error:.1e}")
