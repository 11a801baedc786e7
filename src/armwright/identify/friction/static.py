"""Static friction: the curve over velocity of each motor, from constant speeds or from any motion.

Friction is half the difference of the torques forth and back (S4, section 5.1), or what the motors
gave less what the model's inverse takes. A law's curve is fitted to it, by weighted least squares;
which law is chosen by Bayes' criterion, unless it is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.identify.friction.checks import (
    check_limits,
    check_payload,
    check_speeds,
    check_static,
    one_way,
    shows_stribeck,
)
from armwright.identify.friction.curve_fit import (
    CurveFit,
    CurvePoints,
    fitted_curve,
    information,
)
from armwright.identify.friction.friction_fit import FrictionFit
from armwright.identify.friction.law_curve import LawCurve
from armwright.identify.friction.measured import (
    FrictionRecord,
    Inverse,
    at_temperatures,
    friction_records,
    motor_numbers,
    usual_inverse,
)
from armwright.identify.friction.sliding import curve_inputs
from armwright.identify.friction.speeds import (
    SpeedPoint,
    constant_stretches,
    paired_points,
    speed_points,
)
from armwright.identify.friction.static_fit import (
    LAW_NUMBERS,
    ChannelResult,
    LawName,
    static_fit,
    written_kind,
)
from armwright.identify.motion import Motion
from armwright.robot import Robot
from armwright.robot.finding import Finding
from armwright.signals.log import Log

FrictionWay = Literal["speeds", "motion"]
Weighting = Literal["noise", "equal", "slow"]

_DIRECTED = ("coulomb", "static")
#: What a cold and a warm gear have in common.  S4 (5.13)
SHARED = ("coulomb", "stribeck_velocity")
#: The largest error of friction that was held back, as a part of its variation.
FRICTION_LIMIT = 0.25
#: Of the largest speed: slower samples of any motion are left out, where a drive may stick.
_SLOW = 0.01
#: Of the largest speed: where a search for v_s begins.
_FIRST_SPEED = 0.03
#: Stretches of constant speed that make a log one of constant speeds, and their part of its motion.
_STRETCHES, _PART = 6, 0.3
#: Samples of any motion that are fitted; neighbours tell the same.
_MOST = 3_000


def friction(
    robot: Robot,
    log: Log | Sequence[Log],
    motors: Sequence[str] | None = None,
    *,
    law: LawName | None = None,
    directed: bool = False,
    way: FrictionWay | None = None,
    weights: Weighting = "noise",
    temperatures: Sequence[float] | None = None,
    shared: Sequence[str] = SHARED,
    loaded: bool = False,
    carrying: Sequence[Robot] | None = None,
    inverse: Inverse | None = None,
    cutoff: float | None = None,
    held: float | None = None,
    hold_back: float = 0.25,
    limit: float = FRICTION_LIMIT,
) -> FrictionFit:
    """The friction of motors: F_c, F_s, v_s, α₂ and α₃, on the side that their drives say.

    `motors`: by name; by default all that move. `law`: 'coulomb', 'quadratic' with α₃, 'tustin', or
    'extended', which is Tustin's with α₃; by default Bayes' criterion chooses. F_s is never below
    F_c. `directed`: F_c and F_s differ for the two directions.
    `way`: 'speeds' takes stretches of constant speed, 'motion' any motion; by default what the log
    has. `inverse`: of the rigid or of the flexible model; by default flexible if all gears are.
    `weights`: of points of constant speed: 'noise' by their errors, 'equal', or 'slow', 1/i⁴ with
    the slowest first (S4 5.1).
    `temperatures`: in K, one for each of several logs: the law then has warm values of all numbers
    but those that are `shared` (S4 5.13). `loaded`: friction grows with what the gear transmits.
    `carrying`: one for each log, the robot with what it carried then; by default `robot` itself.
    `held`: s for which efforts stay as they were logged; by default what the log says, or 0.
    `hold_back`: the last part of a motion, which validates; points of constant speed are each
    predicted by all others. Torques of any motion pass the filter of the positions. `limit`: the
    largest error of what validates, as a part of friction's variation.
    """
    logs = [log] if isinstance(log, Log) else list(log)
    chosen = motor_numbers(robot, motors)
    inverse = inverse or usual_inverse(robot)
    models = _models(robot, carrying, len(logs))
    measured = [
        friction_records(model, one, chosen, inverse=inverse, cutoff=cutoff, every=True, held=held)
        for model, one in zip(models, logs, strict=True)
    ]
    if motors is None:
        chosen, measured = _moving(chosen, measured)
    findings: list[Finding] = []
    for model, one in zip(models, logs, strict=True):
        findings += [*one.findings, *check_limits(model, one, chosen)]
    ask = Asked(law, directed, way, weights, tuple(shared), loaded, hold_back)
    results = []
    for place, _ in enumerate(chosen):
        records = at_temperatures([own[place] for own, _ in measured], temperatures)
        results.append(channel_result(robot, records, ask, findings))
    motions = list(zip(models, (motion for _, motion in measured), strict=True))
    return together(robot, results, motions, findings, ask, inverse, limit=limit, cutoff=cutoff)


@dataclass(frozen=True)
class Asked:
    """What `friction` was asked for."""

    law: LawName | None
    directed: bool
    way: FrictionWay | None
    weights: Weighting
    shared: tuple[str, ...]
    loaded: bool
    hold_back: float


def together(
    robot: Robot,
    results: list[ChannelResult],
    motions: Sequence[tuple[Robot, Motion]],
    findings: list[Finding],
    ask: Asked,
    inverse: Inverse,
    *,
    limit: float = FRICTION_LIMIT,
    cutoff: float | None = None,
) -> FrictionFit:
    """What came of all motors, each with one record for each of the `motions`, by robots that
    carried something."""
    findings = list(findings)
    for k, (model, motion) in enumerate(motions):
        own = [one.records[k] for one in results]
        fits = [one.fit for one in results]
        given = [curve_inputs(f.curve, r) for f, r in zip(fits, own, strict=True)]
        findings += check_payload(model, motion, own, fits, given)
    return static_fit(robot, results, findings, ask.weights, limit, inverse, cutoff)


def _models(robot: Robot, carrying: Sequence[Robot] | None, count: int) -> list[Robot]:
    """The robot of each log: the same motors, with other bodies."""
    if carrying is None:
        return [robot] * count
    if len(carrying) != count:
        raise InputError(
            "one robot for each log", where="carrying", got=len(carrying), expected=count
        )
    names = [motor.name for motor in robot.all_motors]
    for one in carrying:
        if [motor.name for motor in one.all_motors] != names:
            raise InputError(
                "has other motors",
                where=f"carrying, robot '{one.name}'",
                got=", ".join(motor.name for motor in one.all_motors),
                expected=", ".join(names),
            )
    return list(carrying)


def _moving(
    motors: list[int], measured: list[tuple[list[FrictionRecord], Motion]]
) -> tuple[list[int], list[tuple[list[FrictionRecord], Motion]]]:
    """Those that turn in some of the logs."""
    used = [
        k
        for k in range(len(motors))
        if max(float(np.ptp(own[k].position)) for own, _ in measured) > 1e-3
    ]
    if not used:
        raise InputError("no motor turns", where="log", expected="a motion")
    return [motors[k] for k in used], [([own[k] for k in used], m) for own, m in measured]


def channel_result(
    robot: Robot, records: list[FrictionRecord], ask: Asked, findings: list[Finding]
) -> ChannelResult:
    """Of one motor: points first, then the law that explains them best."""
    name, ripple = f"motor '{records[0].name}'", 0.0
    stretches = [constant_stretches(one) for one in records]
    way = ask.way or ("speeds" if _steady(records, stretches) else "motion")
    warm = bool(np.ptp(_temperatures(records)) > 1.0)
    laws = [ask.law] if ask.law else list(LAW_NUMBERS)
    curves = {one: starting_curve(robot, records, one, ask, warm) for one in laws}
    most = max(len(curve.free) for curve in curves.values())
    if way == "speeds":
        points = _points(records, stretches, ask.directed)
        if not points:
            raise InputError(
                "no constant speed",
                where=name,
                expected="stretches of 0.15 s and more at one speed, forth and back",
                hint="Give way='motion' for any motion.",
            )
        velocity = np.array([one.velocity for one in points])
        paired = all(one.paired for one in points)
        if not paired and not ask.directed:
            directions = {bool(one.velocity > 0) for one in points}
            if len(directions) < 2:
                findings.append(one_way(name, "forwards" if directions == {True} else "backwards"))
        else:
            findings += check_speeds(name, velocity, most // (2 if warm else 1), paired=paired)
        rows = _speed_rows(points)
        weigh = _weights(ask.weights, points)
    else:
        raw, records = records, [one.smoothed() for one in records]
        ripple = _ripple(raw, records)
        rows, velocity = motion_rows(records, ask.hold_back)
        weigh = None
        findings += check_speeds(name, velocity, 1, paired=False)
    fits: dict[LawName, CurveFit] = {}
    for key, curve in curves.items():
        if len(rows[0]) > len(curve.free):
            given = CurvePoints(select(curve, rows[0]), *rows[1:])
            fits[key] = fitted_curve(curve, given, weigh)
    if not fits:
        raise InputError(
            "too few speeds",
            where=name,
            got=len(rows[0]),
            expected=f"more than {min(len(c.free) for c in curves.values())}, the law's numbers",
        )
    fits = _told(fits)
    scores: dict[str, float] = dict(zip(fits, information(list(fits.values())), strict=True))
    best = min(fits.items(), key=lambda item: scores[item[0]])[1]
    left: float | None = None
    if way == "speeds":
        size = float(np.std(np.abs(best.points.torque)))
        left = float(np.sqrt(np.mean(best.left_out**2))) / max(size, 1e-300)
    elif ask.hold_back:
        left = _held_back(records, best, ask.hold_back)
    findings += check_static(name, best)
    return ChannelResult(records, best, scores, left, ripple, written_kind(robot, records[0], best))


def _told(fits: dict[LawName, CurveFit]) -> dict[LawName, CurveFit]:
    """Laws to choose from: those with a Stribeck curve only if friction falls with speed."""
    found = {
        key: fit
        for key, fit in fits.items()
        if "static" not in LAW_NUMBERS[key] or shows_stribeck(fit)
    }
    return found or fits


def _steady(records: list[FrictionRecord], stretches: list[list[slice]]) -> bool:
    """Whether a good part of all motion is at constant speeds."""
    moving = sum(
        int(np.sum(np.abs(one.velocity) > _SLOW * np.abs(one.velocity).max())) for one in records
    )
    even = sum(one.stop - one.start for own in stretches for one in own)
    return sum(map(len, stretches)) >= _STRETCHES and even > _PART * moving


def _temperatures(records: list[FrictionRecord]) -> Array:
    found = np.concatenate([one.temperature for one in records])
    finite = found[np.isfinite(found)]
    return finite if finite.size else np.zeros(1)


def _points(
    records: list[FrictionRecord], stretches: list[list[slice]], directed: bool
) -> list[SpeedPoint]:
    """Pairs where both ways were gone and the directions are alike, else each way by itself."""
    found: list[SpeedPoint] = []
    for record, own in zip(records, stretches, strict=True):
        pairs = [] if directed else paired_points(record, own)
        found += pairs or speed_points(record, own)
    return found


#: Inputs of laws, in the order of a row: velocity, temperature, load.
_INPUTS = ("velocity", "temperature", "load")
_Rows = tuple[Array, Array, "Array | None", tuple[slice, ...]]


def _speed_rows(points: list[SpeedPoint]) -> _Rows:
    inputs = np.array([[one.velocity, one.temperature, one.load] for one in points])
    torque = np.array([one.torque for one in points])
    return inputs, torque, np.array([one.error for one in points]), ()


def motion_rows(records: list[FrictionRecord], hold_back: float) -> tuple[_Rows, Array]:
    """Samples that slide, but for the last part, which validates."""
    inputs, torque, segments, first = [], [], [], 0
    thin = -(-sum(len(one.time) for one in records) // _MOST)
    for record in records:
        rows = slice(0, _first_held(record, hold_back), thin)
        part, used = record.taking(rows), record.sliding[rows]
        inputs.append(np.column_stack([getattr(part, name)[used] for name in _INPUTS]))
        torque.append(part.friction[used])
        segments.append(slice(first, first + int(used.sum())))
        first += int(used.sum())
    every = np.concatenate(inputs)
    return (every, np.concatenate(torque), None, tuple(segments)), every[:, 0]


def _first_held(record: FrictionRecord, part: float) -> int:
    """The row from which on samples validate: those that slide count, not those at rest."""
    done = np.cumsum(record.sliding)
    return int(np.searchsorted(done, (1 - part) * done[-1], side="right"))


def _ripple(raw: list[FrictionRecord], smooth: list[FrictionRecord]) -> float:
    """What the filter took, rms, as a part of friction's variation."""
    slides = [one.sliding for one in smooth]
    whole = np.concatenate([one.friction[rows] for one, rows in zip(raw, slides, strict=True)])
    kept = np.concatenate([one.friction[rows] for one, rows in zip(smooth, slides, strict=True)])
    if not whole.size:
        return 0.0
    return float(np.sqrt(np.mean((whole - kept) ** 2)) / max(float(np.std(whole)), 1e-300))


def select(curve: LawCurve, rows: Array) -> Array:
    return np.ascontiguousarray(rows[:, [_INPUTS.index(name) for name in curve.inputs]])


def _weights(way: Weighting, points: list[SpeedPoint]) -> Array | None:
    if way == "noise":
        return None
    if way == "equal":
        return np.ones(len(points))
    speed = np.abs([one.velocity for one in points])
    order = np.empty(len(points))
    order[np.argsort(speed)] = np.arange(1, len(points) + 1)
    found: Array = 1 / order**4
    return found


def starting_curve(
    robot: Robot, records: list[FrictionRecord], name: LawName, ask: Asked, warm: bool
) -> LawCurve:
    """Where the search begins: as described, or of the size of what was measured."""
    torque = np.concatenate([np.abs(one.friction) for one in records])
    fastest = max(float(np.abs(one.velocity).max()) for one in records)
    usual = float(np.median(torque))
    begin = {
        "coulomb": 0.6 * usual,
        "static": 0.8 * usual,
        "stribeck_velocity": _FIRST_SPEED * fastest,
        "viscous": 0.5 * usual / fastest,
        "quadratic": 0.0,
    }
    settings: dict[str, float] = {}
    for key in LAW_NUMBERS[name]:
        keys = (
            (f"{key}_positive", f"{key}_negative") if ask.directed and key in _DIRECTED else (key,)
        )
        settings |= dict.fromkeys(keys, begin[key])
        if warm and key not in ask.shared:
            settings |= {one.replace(key, f"{key}_warm", 1): begin[key] for one in keys}
    free = tuple(settings)
    kind = "coulomb" if name == "coulomb" else "tustin"
    tied = {}
    if name == "quadratic":
        # Tustin's law without the effect of Stribeck: F_s is F_c, and v_s counts for nothing.
        tied = {one.replace("coulomb", "static", 1): one for one in free if "coulomb" in one}
        settings |= dict.fromkeys(tied, begin["coulomb"])
        settings["stribeck_velocity"] = begin["stribeck_velocity"]
    if ask.loaded:
        kind, free = f"loaded_{kind}", (*free, "load_coefficient")
        settings["load_coefficient"] = 0.0
    if warm:
        span = _temperatures(records)
        kind = f"warm_{kind}"
        settings |= {
            "cold_temperature": float(span.min()),
            "warm_temperature": float(span.max()),
        }
    return LawCurve("friction", kind, settings, free, tied)


def _held_back(records: list[FrictionRecord], best: CurveFit, part: float) -> float:
    """On the last part of each record: rms of measured minus predicted, of friction's variation."""
    off, size = [], []
    for record in records:
        rows = slice(_first_held(record, part), None)
        own = record.taking(rows).taking(record.sliding[rows])
        if len(own.time):
            off.append(
                own.friction - best.curve.torque(curve_inputs(best.curve, own), best.numbers)
            )
            size.append(own.friction)
    if not off:
        return float("inf")
    gap, whole = np.concatenate(off), np.concatenate(size)
    return float(np.sqrt(np.mean(gap**2)) / max(float(np.std(whole)), 1e-300))
