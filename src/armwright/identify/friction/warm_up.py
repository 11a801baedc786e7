"""A gear that warms up: thermal numbers and warm friction from a long motion.

Friction heats its joint. Where the temperature was measured, heat capacity and thermal resistance
follow from the balance of heat. Where it was not, friction itself is the thermometer: of a law that
is known cold and warm it tells R, C and the temperature at first (`thermal_state`); of an unknown
law it tells the time constant alone, and its warm numbers belong to the warmest moment (`warm_up`).

Errors of the time constant hang together with those of all warm numbers, and with the temperature
from which on friction falls no more. So all of them are free while it moves along its interval.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.identify.autocorrelation import wandering
from armwright.identify.friction.checks import check_limits, check_unexplained
from armwright.identify.friction.curve_fit import (
    CurveFit,
    CurvePoints,
    fitted_curve,
    information,
)
from armwright.identify.friction.friction_fit import FrictionFit
from armwright.identify.friction.heated_curve import ASSUMED_SPAN, HeatedCurve, Heating
from armwright.identify.friction.law_curve import LawCurve
from armwright.identify.friction.measured import (
    FrictionRecord,
    Inverse,
    friction_records,
    one_motor,
    usual_inverse,
)
from armwright.identify.friction.sliding import described_curve
from armwright.identify.friction.static import (
    Asked,
    channel_result,
    motion_rows,
    select,
    starting_curve,
    together,
)
from armwright.identify.friction.static_fit import (
    LAW_NUMBERS,
    ChannelResult,
    LawName,
    written_kind,
)
from armwright.identify.motion import Motion
from armwright.robot import Robot
from armwright.robot.finding import Finding
from armwright.signals.log import Log

#: Of the log's length: time constants that are tried first.
_CONSTANTS = (0.02, 0.05, 0.12, 0.3, 0.7, 1.6)
#: Of the way to the warmest moment: where friction may stop to fall.
_LEVELS = (0.45, 0.65, 0.85)
#: The squares may rise by this many times what they do within one standard error: 95 %.
_RISE = 3.84
#: Of the logarithm of a number: from where on the data does not bound it.
_FAR = 4.0
#: How often the end of an interval is moved, and within which part of the rise it is right.
_ROUNDS, _CLOSE = 6, 0.15
#: Of Bayes' criterion: models that are not worse by more may be the right ones.
_DOUBT = 10.0
#: Samples that tell the balance of heat.
_MOST = 2000

_Interval = tuple[float, float]


@dataclass(frozen=True, eq=False)
class WarmUp:
    """`fit`: friction with cold and warm numbers. `time_constant` R C in s, `heat_capacity` C in
    J/K, `thermal_resistance` R in K/W, NaN where no temperature was measured; `intervals`: of each
    by name, 95 %, for the law that was taken. `time` and `temperature`: as measured, or as it
    follows from the heat, in K, from an assumed span."""

    fit: FrictionFit
    time_constant: float
    heat_capacity: float
    thermal_resistance: float
    intervals: Mapping[str, _Interval]
    time: Array
    temperature: Array


@dataclass(frozen=True, eq=False)
class ThermalState:
    """What friction of a known law tells of a gear's heat. `numbers`: `time_constant` in s,
    `heat_capacity` in J/K, `thermal_resistance` in K/W and `initial_temperature` in K; `intervals`:
    of each, 95 %. `time` and `temperature`, in K: over the log. `findings`: what speaks against
    it."""

    numbers: Mapping[str, float]
    intervals: Mapping[str, _Interval]
    time: Array
    temperature: Array
    findings: tuple[Finding, ...]


def warm_up(
    robot: Robot,
    log: Log,
    motor: str | None = None,
    *,
    law: LawName | None = "extended",
    ambient: float = 293.15,
    inverse: Inverse | None = None,
    shared: Sequence[str] = ("coulomb",),
) -> WarmUp:
    """Warm friction and the thermal time constant of a motor's gear. `law`: None for the one that
    explains most. `ambient`: K, of the air, which the gear has at first unless the log has its
    temperature. `shared`: numbers that do not change."""
    record, motion, findings, inverse = _recorded(robot, log, motor, inverse)
    heating = Heating.of(record.time, record.friction * record.velocity, ambient)
    ask = Asked(law, False, "motion", "noise", tuple(shared), False, 0.0)
    if np.isfinite(record.temperature).all() and np.ptp(record.temperature) > 1.0:
        numbers, intervals = _balance(record, ambient)
        result = channel_result(robot, [record], ask, findings)
        kelvin = record.temperature
    else:
        _check_heat(record, heating)
        fit, *others = heated_fits(robot, record, heating, ask)
        curve = _heated(fit)
        numbers = {"time_constant": curve.thermal["time_constant"]}
        intervals = {"time_constant": constant_interval([fit, *others])}
        kelvin = curve.temperature(record.time)
        result = _law_alone(robot, replace(record, temperature=kelvin), fit)
    findings += check_unexplained(result.fit, f"motor '{record.name}'")
    found = together(robot, [result], [(robot, motion)], findings, ask, inverse)
    nothing = float("nan")
    return WarmUp(
        found,
        numbers["time_constant"],
        numbers.get("heat_capacity", nothing),
        numbers.get("thermal_resistance", nothing),
        intervals,
        record.time,
        kelvin,
    )


def thermal_state(
    robot: Robot,
    log: Log,
    motor: str | None = None,
    *,
    ambient: float = 293.15,
    inverse: Inverse | None = None,
) -> ThermalState:
    """C, R and the temperature at first of a motor's gear, from a motion in which it warms up or
    cools down. The robot describes friction cold and warm, by a law 'warm_…'."""
    record, _, findings, _ = _recorded(robot, log, motor, inverse)
    law = described_curve(robot, record.name)
    if "temperature" not in law.inputs:
        raise InputError(
            "friction does not depend on temperature",
            where=f"motor '{record.name}'",
            got=f"law '{law.kind}'",
            expected="a law 'warm_…' with cold and warm numbers",
            hint="Find them first: aw.identify.friction with temperatures=(…).",
        )
    heating = Heating.of(record.time, record.friction * record.velocity, ambient)
    _check_heat(record, heating)
    names = ("time_constant", "thermal_resistance", "initial_rise")
    points = _points(record, law)
    warmest = float(law.settings["warm_temperature"])
    fits = []
    for share in _CONSTANTS:
        constant = share * heating.lasting
        for first in (0.1, 0.9):
            thermal = {
                "time_constant": constant,
                "thermal_resistance": (warmest - ambient) / float(heating.power.mean()),
                "initial_rise": first * (warmest - ambient),
            }
            curve = HeatedCurve(law, heating, thermal, names, warmest)
            fits.append(fitted_curve(curve, points, near=True))
    fit = min(fits, key=lambda one: one.squares)
    thermal = dict(_heated(fit).thermal)
    errors = dict(zip(names, fit.errors.tolist(), strict=True))
    constant, resistance = thermal["time_constant"], thermal["thermal_resistance"]
    both = np.array([1.0, -1.0])
    own = float(np.sqrt(both @ fit.covariance[:2, :2] @ both))
    first = ambient + thermal["initial_rise"]
    return ThermalState(
        {
            "time_constant": constant,
            "heat_capacity": constant / resistance,
            "thermal_resistance": resistance,
            "initial_temperature": first,
        },
        {
            "time_constant": _interval(fit, "time_constant"),
            "heat_capacity": _factor(constant / resistance, own),
            "thermal_resistance": _interval(fit, "thermal_resistance"),
            "initial_temperature": (
                first - 1.96 * errors["initial_rise"],
                first + 1.96 * errors["initial_rise"],
            ),
        },
        record.time,
        _heated(fit).temperature(record.time),
        (*findings, *check_unexplained(fit, f"motor '{record.name}'")),
    )


def heated_fits(
    robot: Robot, record: FrictionRecord, heating: Heating, ask: Asked
) -> list[CurveFit]:
    """Law and time constant together, with and without a temperature from which on friction stays
    as it is; the best by Bayes' criterion first, then those that may be right as well. Their
    curves are HeatedCurves."""
    fits = []
    top = heating.ambient + ASSUMED_SPAN
    for name in [ask.law] if ask.law else list(LAW_NUMBERS):
        thermal = {"time_constant": _CONSTANTS[2] * heating.lasting, "initial_rise": 0.0}
        kelvin = heating.temperature(record.time, thermal)
        law = starting_curve(robot, [replace(record, temperature=kelvin)], name, ask, warm=True)
        temperatures = {"cold_temperature": heating.ambient, "warm_temperature": top}
        law = LawCurve("friction", law.kind, {**law.settings, **temperatures}, law.free)
        points = _points(record, law)
        straight = _straight(HeatedCurve(law, heating, thermal, ("time_constant",), top), points)
        fits.append(straight)
        fits += _levelling(_heated(straight), points)
    scores = np.array(information(fits))
    order = np.argsort(scores)
    return [fits[int(k)] for k in order if scores[k] <= scores.min() + _DOUBT]


def constant_interval(fits: Sequence[CurveFit]) -> _Interval:
    """Of the time constant: what any of the models allows."""
    ends = np.array([_interval(fit, "time_constant") for fit in fits])
    return float(ends[:, 0].min()), float(ends[:, 1].max())


def _straight(curve: HeatedCurve, points: CurvePoints) -> CurveFit:
    """Friction that changes up to the warmest moment."""
    held = curve.holding("time_constant", curve.thermal["time_constant"])
    first = _heated(fitted_curve(held, points))
    tried = []
    for share in _CONSTANTS:
        constant = share * curve.heating.lasting
        tried.append(fitted_curve(first.holding("time_constant", constant), points, near=True))
    best = _heated(min(tried, key=lambda one: one.squares))
    return fitted_curve(replace(best, found=curve.found), points, near=True)


def _levelling(curve: HeatedCurve, points: CurvePoints) -> list[CurveFit]:
    """Friction that stays as it is from some temperature on."""
    air = curve.heating.ambient
    found = []
    for share in _LEVELS:
        kelvin = air + share * (curve.most - air)
        settings = {**curve.law.settings, "warm_temperature": kelvin}
        free = (*curve.law.free, "warm_temperature")
        law = LawCurve("friction", curve.kind, settings, free)
        found.append(fitted_curve(replace(curve, law=law), points, near=True))
    # At the warmest moment it is the other model, with a number too many.
    inside = [
        one
        for one in found
        if one.curve.settings["warm_temperature"] < curve.most - 1e-3 * ASSUMED_SPAN
    ]
    return [min(inside, key=lambda one: one.squares)] if inside else []


def _interval(fit: CurveFit, name: str) -> _Interval:
    """Of a thermal number: how far it may go, all others following, before what is left has risen
    by more than coloured noise explains.  Chandler and Bate 2007, adjusted profile likelihood"""
    curve, k = _heated(fit), fit.curve.free.index(name)
    value, error = curve.thermal[name], min(float(fit.errors[k]), _FAR / 2)
    last: HeatedCurve = curve

    def squares(away: float) -> float:
        nonlocal last
        held = replace(last, found=curve.found).holding(name, value * float(np.exp(away)))
        found = fitted_curve(held, fit.points, near=True)
        last = _heated(found)
        return found.squares - fit.squares

    near = min(error, 0.1)
    # By how the scores hang together; no less than in white noise.
    rise = (squares(near) + squares(-near)) / 2 * (error / near) ** 2
    rise = max(rise, fit.squares / (len(fit.residual) - len(fit.curve.free)))
    ends = []
    for way in (-1.0, 1.0):
        last, away, risen = curve, 1.96 * error, 0.0
        for _ in range(_ROUNDS):
            risen = max(squares(way * away), 0.0) / (_RISE * rise)
            away *= float(np.clip(1 / np.sqrt(max(risen, 1e-12)), 0.4, 2.5))
            if abs(risen - 1) < _CLOSE or away > _FAR:
                break
        ends.append(way * (away if away <= _FAR else np.inf))
    return value * float(np.exp(ends[0])), value * float(np.exp(ends[1]))


def _law_alone(robot: Robot, record: FrictionRecord, fit: CurveFit) -> ChannelResult:
    """What was found of the law, with errors that know of the time constant's."""
    law, count = _heated(fit).law, len(_heated(fit).law.free)
    inputs = fit.points.inputs.copy()
    place = law.inputs.index("temperature")
    inputs[:, place] = _heated(fit).temperature(inputs[:, place])
    own = replace(
        fit,
        curve=law,
        points=replace(fit.points, inputs=inputs),
        covariance=fit.covariance[:count, :count],
    )
    return ChannelResult([record], own, {}, None, 0.0, written_kind(robot, record, own))


def _balance(
    record: FrictionRecord, ambient: float
) -> tuple[dict[str, float], dict[str, _Interval]]:
    """C and R from T(t) = T₀ + ∫P/C − ∫(T − T_a)/(R C); noise of the sensor stays white, that of
    the heat wanders."""
    heat, kelvin = record.friction * record.velocity, record.temperature
    columns = np.column_stack([np.cumsum(heat), -np.cumsum(kelvin - ambient)]) * record.step
    rows = slice(None, None, max(len(kelvin) // _MOST, 1))
    A = columns[rows] - columns[rows].mean(axis=0)
    y = kelvin[rows] - kelvin[rows].mean()
    x, *_ = np.linalg.lstsq(A, y, rcond=None)
    if not np.all(x > 0):
        raise InputError(
            "the temperature does not follow friction's heat",
            where="joint_temperature",
            got=f"C = {1 / x[0]:.3g} J/K, R C = {1 / x[1]:.3g} s",
            expected="both above zero",
        )
    relative = wandering(A, y - A @ x, [slice(0, len(y))]) / np.outer(x, x)
    numbers = {
        "time_constant": float(1 / x[1]),
        "heat_capacity": float(1 / x[0]),
        "thermal_resistance": float(x[0] / x[1]),
    }
    ways = {
        "time_constant": (0.0, 1.0),
        "heat_capacity": (1.0, 0.0),
        "thermal_resistance": (1.0, -1.0),
    }
    intervals = {}
    for name, way in ways.items():
        error = float(np.sqrt(np.array(way) @ relative @ np.array(way)))
        intervals[name] = _factor(numbers[name], error)
    return numbers, intervals


def _factor(value: float, error: float) -> _Interval:
    """`error`: the standard error of the logarithm."""
    away = float(np.exp(1.96 * error))
    return value / away, value * away


def _points(record: FrictionRecord, law: LawCurve) -> CurvePoints:
    """Samples that slide, with their times where the law wants a temperature."""
    rows, _ = motion_rows([replace(record, temperature=record.time)], 0.0)
    return CurvePoints(select(law, rows[0]), *rows[1:])


def _recorded(
    robot: Robot, log: Log, motor: str | None, inverse: Inverse | None
) -> tuple[FrictionRecord, Motion, list[Finding], Inverse]:
    k = one_motor(robot, motor)
    inverse = inverse or usual_inverse(robot)
    (record,), motion = friction_records(robot, log, [k], inverse=inverse, every=True)
    return record, motion, [*log.findings, *check_limits(robot, log, [k])], inverse


def _check_heat(record: FrictionRecord, heating: Heating) -> None:
    if np.mean(heating.power) <= 0:
        raise InputError(
            "friction makes no heat",
            where=f"motor '{record.name}'",
            expected="torques that brake motion",
        )


def _heated(fit: CurveFit) -> HeatedCurve:
    assert isinstance(fit.curve, HeatedCurve)
    return fit.curve
