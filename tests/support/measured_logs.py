"""Logs of an arm as good instruments give them, and the same with one fault planted."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from armwright import Log
from armwright.arrays import Array

JOINTS = ("a", "b", "c", "d")
#: Counts of a good encoder per rad of a joint.
ENCODER = 2**17 / (2 * np.pi)
Signals = dict[str, Array]


def clean_signals(seed: int, rate: float = 1000.0, duration: float = 8.0) -> tuple[Array, Signals]:
    """Positions by encoders, velocities and torques with noise; motions of three sorts: sums of
    sines, moves with trapezoidal velocity and rests between, and one joint at a time."""
    rng = np.random.default_rng(seed)
    time = np.arange(round(duration * rate)) / rate
    q, v, a = _motions(rng, time, seed % 3)
    torque = 2.0 * a + 3.0 * np.tanh(v / 0.01) + 1.5 * v + 20.0 * np.cos(q)
    noisy = torque + rng.normal(size=torque.shape) * 0.3
    return time, {
        "joint_position": np.round(q * ENCODER) / ENCODER,
        "joint_velocity": v + rng.normal(size=v.shape) * 0.01,
        "joint_torque": np.round(noisy / 0.05) * 0.05,
        "reference_joint_position": q,
    }


def as_log(time: Array, signals: Signals) -> Log:
    return Log.from_arrays(time, signals, joints=JOINTS)


def _motions(rng: np.random.Generator, time: Array, sort: int) -> tuple[Array, Array, Array]:
    if sort == 0:
        w = 2 * np.pi * rng.uniform(0.1, 2.0, (5, 4))
        size, phase = rng.uniform(0.1, 0.4, (5, 4)), rng.uniform(0, 6.3, (5, 4))
        angle = time[:, None, None] * w + phase
        q = (size * np.sin(angle)).sum(1)
        v = (size * w * np.cos(angle)).sum(1)
        return q, v, (-size * w**2 * np.sin(angle)).sum(1)
    a = np.zeros((time.size, 4))
    step = time[1] - time[0]
    for joint in range(4):
        for start in np.arange(0.3, time[-1] - 1.5, 1.6):
            if sort == 2 and round(start / 1.6) % 4 != joint:
                continue
            ramp, cruise = rng.uniform(0.15, 0.3), rng.uniform(0.1, 0.6)
            n, m, k = round(ramp / step), round(cruise / step), round(start / step)
            size = rng.uniform(1.0, 6.0) * rng.choice([-1, 1])
            a[k : k + n, joint] = size
            a[k + n + m : k + 2 * n + m, joint] = -size
    # In the middle of each step, so that no sample accelerates without moving.
    v = (np.cumsum(a, axis=0) - a / 2) * step
    return np.cumsum(v, axis=0) * step, v, a


Plant = Callable[[int, Array, Signals], tuple[Array, Signals]]


def _with(change: Callable[[np.random.Generator, Array, Signals], Array | None]) -> Plant:
    def planted(seed: int, time: Array, signals: Signals) -> tuple[Array, Signals]:
        copy = {name: values.copy() for name, values in signals.items()}
        new_time = change(np.random.default_rng(seed + 1000), time, copy)
        return (time if new_time is None else new_time), copy

    return planted


def _missing(rng: np.random.Generator, time: Array, signals: Signals) -> None:
    first = int(rng.integers(100, time.size - 200))
    signals["joint_torque"][first : first + int(rng.integers(1, 60)), 1] = np.nan


def _spike(rng: np.random.Generator, time: Array, signals: Signals) -> None:
    size = 0.5 * np.ptp(signals["joint_torque"][:, 2])
    signals["joint_torque"][int(rng.integers(50, time.size - 50)), 2] += size


def _step(rng: np.random.Generator, time: Array, signals: Signals) -> None:
    signals["joint_position"][int(rng.integers(50, time.size - 50)) :, 0] += 0.05


def _saturation(rng: np.random.Generator, time: Array, signals: Signals) -> None:
    torque = signals["joint_torque"][:, 0]
    high = np.quantile(torque, 0.97)
    signals["joint_torque"][:, 0] = np.minimum(torque, round(high / 0.05) * 0.05)


def _moving(signals: Signals) -> tuple[int, int]:
    spans = np.ptp(signals["reference_joint_position"], axis=0)
    order = np.argsort(-spans)
    return int(order[0]), int(order[1])


def _exchanged(rng: np.random.Generator, time: Array, signals: Signals) -> None:
    i, j = _moving(signals)
    signals["joint_position"][:, [i, j]] = signals["joint_position"][:, [j, i]]


def _degrees(rng: np.random.Generator, time: Array, signals: Signals) -> None:
    signals["joint_velocity"] *= 180 / np.pi


def _sign(rng: np.random.Generator, time: Array, signals: Signals) -> None:
    signals["joint_velocity"][:, _moving(signals)[0]] *= -1


def _rate(rng: np.random.Generator, time: Array, signals: Signals) -> Array:
    return time * rng.choice([0.5, 0.8, 1.25, 2.0])


def _steps(rng: np.random.Generator, time: Array, signals: Signals) -> None:
    signals["joint_position"] = np.round(signals["joint_position"] / 0.01) * 0.01


def _late(rng: np.random.Generator, time: Array, signals: Signals) -> None:
    late = 15
    signals["joint_velocity"][late:] = signals["joint_velocity"][:-late].copy()


def _dropped(rng: np.random.Generator, time: Array, signals: Signals) -> Array:
    first = int(rng.integers(100, time.size - 200))
    kept = np.r_[0:first, first + 5 : time.size]
    for name in signals:
        signals[name] = signals[name][kept]
    return time[kept]


#: What is planted → by which word it must be found, in which signal.
FAULTS = {
    "missing": (_with(_missing), "samples are missing", "joint_torque"),
    "spike": (_with(_spike), "the signal jumps", "joint_torque"),
    "step": (_with(_step), "the signal jumps", "joint_position"),
    "saturation": (_with(_saturation), "the signal is cut off", "joint_torque"),
    "exchanged": (_with(_exchanged), "columns are exchanged", "joint_velocity"),
    "degrees": (_with(_degrees), "degrees for radians", "joint_velocity"),
    "sign": (_with(_sign), "wrong sign", "joint_velocity"),
    "rate": (_with(_rate), "wrong sampling time", "joint_velocity"),
    "steps": (_with(_steps), "coarsely quantised", "joint_position"),
    "late": (_with(_late), "comes too late", "joint_velocity"),
    "dropped": (_with(_dropped), "time has gaps", "time"),
}
