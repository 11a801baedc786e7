"""A gear that warms up: thermal numbers and warm friction from a long motion.

Friction heats its joint, C dT/dt = τ v − (T − T_a)/R, and both factors of the heat are measured. So
the temperature follows from the log for any time constant R C; the right one leaves the least of
friction unexplained. Heat alone cannot tell C from how strongly friction depends on temperature:
where nobody measured the temperature, warm numbers belong to the warmest moment of the log, and C
and R stay open.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.signal import lfilter

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.identify.friction.curve_fit import CurveFit
from armwright.identify.friction.friction_fit import FrictionFit
from armwright.identify.friction.measured import (
    TEMPERATURE,
    Inverse,
    friction_records,
    motor_numbers,
    usual_inverse,
)
from armwright.identify.friction.static import Asked, LawName, channel_result, friction
from armwright.plant.arrangement import main_joint
from armwright.robot import Robot
from armwright.signals.log import Log

#: s: time constants that are tried, and how often they become finer.
_SHORTEST, _LONGEST, _TRIED, _ROUNDS = 60.0, 20000.0, 7, 3
#: The squares may rise by this many times what noise does to them: 95 %, one number.
_RISE = 3.84
#: K from the coldest to the warmest moment where nobody measured it.
ASSUMED_SPAN = 40.0


@dataclass(frozen=True, eq=False)
class WarmUp:
    """`fit`: friction with cold and warm numbers. `time_constant` R C in s, and the `interval`
    within which noise explains the rest; errors of the model come on top. `heat_capacity` C in J/K
    and `thermal_resistance` R in K/W, NaN where no temperature was measured. `time` and
    `temperature`: as measured, or as it follows from the heat, in K, from an assumed span."""

    fit: FrictionFit
    time_constant: float
    interval: tuple[float, float]
    heat_capacity: float
    thermal_resistance: float
    time: Array
    temperature: Array


def warm_up(
    robot: Robot,
    log: Log,
    motor: str | None = None,
    *,
    law: LawName = "extended",
    ambient: float = 293.15,
    inverse: Inverse | None = None,
    shared: tuple[str, ...] = ("coulomb",),
) -> WarmUp:
    """Warm friction and the thermal time constant of a motor's gear. `ambient`: K, of the air,
    which the gear has at first unless the log has its temperature. `shared`: numbers that do not
    change."""
    names = [motor] if motor is not None else None
    (k,) = motor_numbers(robot, names)[:1]
    name = robot.all_motors[k].name
    joint = main_joint(robot, robot.all_motors[k])
    (record,), _ = friction_records(
        robot, log, [k], inverse=inverse or usual_inverse(robot), every=True
    )
    heat = record.friction * record.velocity

    def fitted(kelvin: Array) -> FrictionFit:
        data = np.full((len(log.time), len(robot.joint_names)), ambient)
        data[:, joint] = np.interp(log.time, record.time, kelvin)
        signals = {str(n): log[str(n)] for n in log.data.data_vars if str(n) != TEMPERATURE}
        own = Log.from_arrays(
            log.time,
            {**signals, TEMPERATURE: data},
            joints=robot.joint_names,
            dimensions={TEMPERATURE: "joint"},
        )
        return friction(
            robot, own, [name], law=law, way="motion", shared=shared, inverse=inverse, hold_back=0.0
        )

    if np.isfinite(record.temperature).all() and np.ptp(record.temperature) > 1.0:
        capacity, resistance, error = _thermal(record.time, record.temperature, heat, ambient)
        constant = capacity * resistance
        away = float(np.exp(1.96 * error))
        bounds = (constant / away, constant * away)
        return WarmUp(
            fitted(record.temperature),
            constant,
            bounds,
            capacity,
            resistance,
            record.time,
            record.temperature,
        )
    if np.mean(heat) <= 0:
        raise InputError(
            "friction makes no heat", where=f"motor '{name}'", expected="torques that brake motion"
        )
    ask = Asked(law, False, "motion", "noise", shared, False, 0.0)
    tried: dict[float, CurveFit] = {}
    low, high = np.log(_SHORTEST), np.log(_LONGEST)
    for _ in range(_ROUNDS):
        grid = np.exp(np.linspace(low, high, _TRIED))
        for tau in grid:
            if float(tau) not in tried:
                kelvin = _from_heat(heat, record.step, float(tau), ambient)
                own = replace(record, temperature=kelvin)
                tried[float(tau)] = channel_result(robot, [own], ask, []).fit
        best = min(tried, key=lambda tau: tried[tau].squares)
        step = (high - low) / (_TRIED - 1)
        low, high = np.log(best) - step, np.log(best) + step
    found = tried[best]
    limit = found.squares * (1 + _RISE / max(found.effective, 1.0))
    ordered = sorted(tried)
    inside = [tau for tau in ordered if tried[tau].squares <= limit]
    first, last = ordered.index(inside[0]), ordered.index(inside[-1])
    bounds = (ordered[max(first - 1, 0)], ordered[min(last + 1, len(ordered) - 1)])
    nothing = float("nan")
    temperature = _from_heat(heat, record.step, best, ambient)
    fit = fitted(temperature)
    return WarmUp(fit, best, bounds, nothing, nothing, record.time, temperature)


def _from_heat(heat: Array, step: float, constant: float, ambient: float) -> Array:
    """The temperature for one time constant, from `ambient` on, scaled to the assumed span."""
    fading = float(np.exp(-step / constant))
    rise = lfilter([1 - fading], [1.0, -fading], np.r_[0.0, heat[:-1]])
    found: Array = ambient + ASSUMED_SPAN * rise / max(float(rise.max()), 1e-300)
    return found


def _thermal(time: Array, kelvin: Array, heat: Array, ambient: float) -> tuple[float, float, float]:
    """C, R and the standard error of log R C from T(t) − T(0) = ∫P/C − ∫(T − T_a)/(R C)."""
    step = float(np.median(np.diff(time)))
    columns = np.column_stack([np.cumsum(heat), -np.cumsum(kelvin - ambient)]) * step
    rows = slice(None, None, max(len(time) // 2000, 1))
    A, y = columns[rows], (kelvin - kelvin[0])[rows]
    x, *_ = np.linalg.lstsq(A, y, rcond=None)
    if not np.all(x > 0):
        raise InputError(
            "the temperature does not follow friction's heat",
            where="joint_temperature",
            got=f"C = {1 / x[0]:.3g} J/K, R C = {1 / x[1]:.3g} s",
            expected="both above zero",
        )
    left = float(np.sum((y - A @ x) ** 2)) / max(len(y) - 2, 1)
    covariance = np.linalg.inv(A.T @ A) * left
    return float(1 / x[0]), float(x[0] / x[1]), float(np.sqrt(covariance[1, 1]) / x[1])
