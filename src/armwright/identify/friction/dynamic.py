"""Dynamic friction: stiffness and damping of bristles, from motion that passes zero slowly.

Friction is measured as the motor's torque less the inverse of the model, and predicted by the law
along the measured velocity. σ₀ and σ₁ make the squared prediction error smallest, from many random
starts, in several batches of the log: where ends scatter, the data does not say more. How far σ₀
may go before the cost rises is its interval.  S4, section 5.2
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.fit import Combinations, FittedNumber, Knowledge, Validation
from armwright.identify.autocorrelation import effective_samples, memory
from armwright.identify.elements import element_value
from armwright.identify.friction.bristle_batches import (
    FORGOTTEN,
    Batches,
    cut_in_batches,
    flatness,
    held_back,
    held_back_together,
    log_covariance,
    searched,
    searched_together,
)
from armwright.identify.friction.checks import check_limits
from armwright.identify.friction.friction_fit import FrictionFit
from armwright.identify.friction.law_march import LawMarch
from armwright.identify.friction.maxwell import (
    MOST_ELEMENTS,
    free_numbers,
    slip_law,
    written_kind_of,
    written_names,
    written_numbers,
)
from armwright.identify.friction.measured import (
    FrictionRecord,
    Inverse,
    at_temperatures,
    friction_records,
    one_motor,
    usual_inverse,
)
from armwright.identify.friction.sliding import SlidingTorques
from armwright.laws.friction import LAWS, Friction
from armwright.robot import Robot
from armwright.robot.changing import changed
from armwright.robot.finding import Finding
from armwright.signals.log import Log

#: What is free unless something else is asked for, by law.
FREE = {
    "lugre": ("stiffness", "damping"),
    "dahl": ("stiffness",),
    "gms": (*(f"stiffness_{i}" for i in range(1, 5)), "attraction", "damping"),
    "gms10": (*(f"stiffness_{i}" for i in range(1, 11)), "attraction", "damping"),
}
#: Of a gear at several temperatures.  S4, section 5.3
WARM_FREE = {
    "lugre": ("stiffness", "stiffness_warm", "damping", "damping_warm"),
    "gms": ("stiffness", "stiffness_warm", "attraction", "damping", "damping_warm"),
}
#: Hz: of positions; where a motion turns round, friction changes within hundredths of a second.
_CUTOFF = 60.0
#: The largest error of a batch that the others predict, as a part of friction's variation.
_LIMIT = 0.3
#: Samples of what is left over that hang together, beyond which it is no noise. The mean of
#: neighbours, as of held torques, makes two of them.
_HANGING = 3.0
#: K: logs that differ by less are at one temperature.
_WARMER = 1.0


@dataclass(frozen=True, eq=False)
class BristleFit(FrictionFit):
    """`ends` (batches, starts, p): where each search ended, by `names`, in one batch if all were
    searched together; `costs` (batches, starts): the rms that was left there, N m. `profiles`: by
    number, values (N,) and the smallest rms that the others allow there (N,). `intervals`: by
    number, 95 %: between which values the cost is flat, as far as noise is all that is left over;
    a finding tells where it is not. `elements`: of Maxwell slip."""

    names: tuple[str, ...] = ()
    ends: Array = field(default_factory=lambda: np.zeros((0, 0, 0)))
    costs: Array = field(default_factory=lambda: np.zeros((0, 0)))
    profiles: Mapping[str, tuple[Array, Array]] = field(default_factory=dict)
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    measured: FrictionRecord | None = None
    predicted: Array = field(default_factory=lambda: np.zeros(0))
    elements: int | None = None


@dataclass(frozen=True, eq=False)
class _Found:
    """What came of one law: `best` (batches, p) of each batch, `values` (p,) of all."""

    march: LawMarch
    parts: Batches
    ends: Array
    costs: Array
    values: Array
    profiles: Mapping[str, tuple[Array, Array]]
    intervals: Mapping[str, tuple[float, float]]
    covariance: Array
    left: list[float]
    elements: int | None = None

    def score(self, samples: float) -> float:
        """Bayes' criterion, n log S + p log n."""
        squares = float(self.costs.min()) ** 2
        return float(samples * np.log(squares) + len(self.values) * np.log(samples))


def bristles(
    robot: Robot,
    log: Log | Sequence[Log],
    motor: str | None = None,
    *,
    law: str = "lugre",
    free: Sequence[str] | None = None,
    elements: int | Sequence[int] | None = None,
    apart: bool = False,
    temperatures: Sequence[float] | None = None,
    inverse: Inverse | None = None,
    cutoff: float | None = None,
    held: float | None = None,
    starts: int = 30,
    batches: int = 8,
    seed: int = 0,
) -> BristleFit:
    """σ₀ and σ₁ of a motor's friction, with the static numbers that the robot describes.

    `motor`: by name; needed where there are several. `law`: 'lugre', 'dahl' or 'gms'; numbers that
    the robot does not describe begin at what a presliding way of 1/100 of the largest speed times
    1 s suggests. `free`: names of the law's numbers; by default σ₀ and σ₁, of Maxwell slip also C.
    `elements`: of Maxwell slip, whose σᵢ and νᵢ are then found; of several counts Bayes' criterion
    chooses. `apart`: each element has σ₁ and C of its own.
    `temperatures`: in K, one for each of several logs; with them, or in a log that has the joint's
    temperature, σ₀ and σ₁ are found cold and warm.
    `held`: s for which the motor's torque stays as it was logged, as that of a controller does from
    tick to tick; by default what the log says, or 0. σ₁ is off by σ₀ times half of it otherwise.
    `starts`: random ones in each of so many `batches`, or in all of them together if temperatures
    differ or elements are counted.
    """
    logs = [log] if isinstance(log, Log) else list(log)
    k, way, cutoff = one_motor(robot, motor), inverse or usual_inverse(robot), cutoff or _CUTOFF
    given = [
        friction_records(robot, one, [k], inverse=way, cutoff=cutoff, every=True, held=held)[0][0]
        for one in logs
    ]
    records = at_temperatures(given, temperatures)
    kelvin = np.concatenate([one.temperature for one in records])
    warm = bool(np.isfinite(kelvin).all() and np.ptp(kelvin) > _WARMER)
    if elements is not None:
        if warm or law != "gms" or free is not None:
            raise InputError(
                "elements are counted of Maxwell slip at one temperature",
                where="elements",
                got=f"law '{law}'" + (", several temperatures" if warm else ""),
                expected="law 'gms' without 'free'",
            )
        found = _counted(robot, records, _counts(elements), apart, starts, batches, seed)
    else:
        kind = f"warm_{law}" if warm else law
        known = WARM_FREE if warm else FREE
        if law not in known:
            raise InputError(
                "no such law of bristles" + (" for several temperatures" if warm else ""),
                where="law",
                got=repr(law),
                expected="one of " + ", ".join(known),
            )
        names = tuple(free) if free is not None else known[law]
        march = _march(robot, records, LAWS[kind], names)
        parts = cut_in_batches(records, march, batches)
        found = _together(parts, starts, seed) if warm else _one_by_one(parts, starts, seed)
    findings = [f for one in logs for f in (*one.findings, *check_limits(robot, one, [k]))]
    findings += [f for one in records for f in _passes(one)]
    return _fit(robot, records[0], found, findings, SlidingTorques(way, cutoff), way)


def _counts(elements: int | Sequence[int]) -> list[int]:
    counts = [elements] if isinstance(elements, int) else list(elements)
    bad = [one for one in counts if not 1 <= one <= MOST_ELEMENTS]
    if bad or not counts:
        raise InputError(
            "how many elements?",
            where="elements",
            got=bad[0] if bad else "none",
            expected=f"1 to {MOST_ELEMENTS}",
        )
    return counts


def _counted(
    robot: Robot,
    records: list[FrictionRecord],
    counts: list[int],
    apart: bool,
    starts: int,
    batches: int,
    seed: int,
) -> _Found:
    """Maxwell slip with as many elements as Bayes' criterion says."""
    found = []
    for count in counts:
        names = free_numbers(count, apart=apart)
        march = _march(robot, records, slip_law(count), names)
        parts = cut_in_batches(records, march, batches)
        found.append(_together(parts, starts, seed, count))
    best = min(found, key=lambda one: float(one.costs.min()))
    _, samples = log_covariance(best.parts, best.values)
    return min(found, key=lambda one: one.score(samples))


def _one_by_one(parts: Batches, starts: int, seed: int) -> _Found:
    """The mean of what all batches say, as S4 has it, and an interval as wide as the cost is
    flat."""
    names = parts.march.free
    ends, costs = searched(parts, starts, seed)
    best = np.array([ends[b, int(np.argmin(costs[b]))] for b in range(len(ends))])
    values = np.exp(np.log(best).mean(axis=0))
    profiles, intervals = flatness(parts, values, names)
    errors = np.array([np.log(high / low) / 3.92 for low, high in intervals.values()])
    left = held_back(parts, best)
    return _Found(
        parts.march, parts, ends, costs, values, profiles, intervals, np.diag(errors**2), left
    )


def _together(parts: Batches, starts: int, seed: int, elements: int | None = None) -> _Found:
    names = parts.march.free
    ends, costs = searched_together(parts, starts, seed)
    values = ends[0, 0]
    covariance, _ = log_covariance(parts, values)
    away = np.exp(np.minimum(1.96 * np.sqrt(np.diag(covariance)), 100.0))
    intervals = {
        name: (float(value / far), float(value * far))
        for name, value, far in zip(names, values, away, strict=True)
    }
    left = held_back_together(parts, values)
    return _Found(
        parts.march, parts, ends, costs, values, {}, intervals, covariance, left, elements
    )


def _fit(
    robot: Robot,
    record: FrictionRecord,
    found: _Found,
    findings: list[Finding],
    predictor: SlidingTorques,
    way: Inverse,
) -> BristleFit:
    march, names, values = found.march, found.march.free, found.values
    predicted = march.torque(
        record.velocity, values[None], *(getattr(record, name) for name in march.reads)
    )[0]
    numbers, places = _numbers(robot, record, found)
    table: dict[str, float] = {**march.settings, **dict(zip(names, values.tolist(), strict=True))}
    kind = march.block.kind
    if found.elements is not None:
        table, kind = written_numbers(table, found.elements), written_kind_of(found.elements)
    gap = (record.friction - predicted)[int(FORGOTTEN / record.step) :]
    independent = effective_samples([gap], memory(gap[:, None]))
    elements = tuple(numbers)
    written = np.array([one.value for one in numbers.values()])
    spread = found.covariance[np.ix_(places, places)] * np.outer(written, written)
    return BristleFit(
        method=f"dynamic friction, {kind}, {way} inverse",
        nominal=robot,
        robot=changed(robot, {record.path: {"law": kind, "side": record.side, **table}}),
        combinations=Combinations(
            elements,
            tuple(f"{record.name} {element.rpartition('.')[2]}" for element in elements),
            tuple(one.unit for one in numbers.values()),
            np.eye(len(elements)),
            written,
            spread,
        ),
        parameters=numbers,
        residuals=xr.Dataset({"friction_torque": ("time", gap)}),
        condition=float(max(np.log(h / lo) for lo, h in found.intervals.values()) / 1e-3),
        samples=len(gap),
        effective_samples=independent,
        predictor=predictor,
        validations=tuple(
            Validation("friction", "friction_torque", {record.name: one}, {record.name: _LIMIT})
            for one in found.left
        ),
        findings=(*findings, *_left_over(record, len(gap) / independent)),
        unseen=tuple(e for e, one in numbers.items() if one.knowledge != "seen"),
        names=names,
        ends=found.ends,
        costs=found.costs,
        profiles=found.profiles,
        intervals=found.intervals,
        measured=record,
        predicted=predicted,
        elements=found.elements,
    )


def _march(
    robot: Robot, records: list[FrictionRecord], block: type[Friction], free: tuple[str, ...]
) -> LawMarch:
    """The described numbers that the law has, and guesses for those that nobody gave."""
    record = records[0]
    drive = next(one.drive for one in robot.all_motors if one.name == record.name)
    known = block.declared
    given = {
        key: float(value)
        for key, value in drive.friction.items()
        if key.removesuffix("_positive").removesuffix("_negative") in known
    }
    if not any(key.startswith("coulomb") for key in given):
        raise InputError(
            "no static friction to start from",
            where=f"motor '{record.name}'",
            expected="a robot with F_c, F_s, v_s and α₂",
            hint="Find them first: aw.identify.friction.",
        )
    coulomb = max(value for key, value in given.items() if key.startswith("coulomb"))
    way = 0.01 * max(float(np.abs(one.velocity).max()) for one in records)
    guess = {"stiffness": coulomb / way, "attraction": 50.0 * coulomb}
    guess["damping"] = 0.02 * guess["stiffness"]
    found = {**{key: value for key, value in guess.items() if key in known}, **given}
    springs = [key for key in known if key.startswith("stiffness_") and key[-1].isdigit()]
    if springs and "stiffness" not in free:
        whole = found.pop("stiffness")
        found = {**dict.fromkeys(springs, whole / len(springs)), **found}
    if "temperature" in known:
        kelvin = np.concatenate([one.temperature for one in records])
        found.setdefault("cold_temperature", float(kelvin.min()))
        found.setdefault("warm_temperature", float(kelvin.max()))
    for name in free:
        stem, _, which = name.rpartition("_")
        if which.isdigit() and stem == "share":
            found.setdefault("share_1", 1.0)
            found.setdefault(name, float(which))
        elif name not in found and (which.isdigit() or which == "warm"):
            found[name] = found[stem]
        else:
            found.setdefault(name, 1.0)
        found[name] = found[name] or 1e-3 * guess.get(stem or name, 1.0)
    return LawMarch(block, found, free, record.step)


def _left_over(record: FrictionRecord, hanging: float) -> list[Finding]:
    """Intervals know of noise, and not of a law or an inverse that is wrong."""
    if hanging <= _HANGING:
        return []
    return [
        Finding(
            "warning",
            "what is left over is not noise, which intervals count alone: they are too narrow",
            f"motor '{record.name}'",
            f"{hanging:.0f} samples hang together",
            f"{_HANGING:.0f} at most",
            "Static friction, the law or the model's inverse is off. See how ends of batches "
            "scatter.",
        )
    ]


def _passes(record: FrictionRecord) -> list[Finding]:
    """Bristles show where the velocity passes zero, and nowhere else."""
    moving = np.abs(record.velocity) > 0.05 * np.abs(record.velocity).max()
    turns = int(np.sum(np.diff(np.sign(record.velocity[moving])) != 0))
    if turns >= 8:
        return []
    return [
        Finding(
            "error",
            "the velocity hardly ever passes zero",
            f"motor '{record.name}'",
            f"{turns} times",
            "8 times or more",
            "Move as the reference 'velocity_chirp' does, slowly to and fro.",
        )
    ]


def _numbers(
    robot: Robot, record: FrictionRecord, found: _Found
) -> tuple[dict[str, FittedNumber], list[int]]:
    """As the robot's file has them, and which of the free numbers each of them is. Standard errors
    are as wide as the cost is flat; beyond a factor of two a number is hardly seen."""
    declared = found.march.block.declared
    numbers, places = {}, []
    for k, (name, value) in enumerate(zip(found.march.free, found.values.tolist(), strict=True)):
        low, high = found.intervals[name]
        known: Knowledge = "seen" if high < 2.0 * value and low > 0.5 * value else "partly"
        unit = declared[name.removesuffix("_positive").removesuffix("_negative")].unit
        error = float(np.log(high / low) / 3.92)
        written = {name: 1.0}
        if found.elements is not None:
            written = written_names(name, found.elements)
        for key, part in written.items():
            element = f"{record.path}.{key}"
            own = part * value
            nominal = element_value(robot, element)
            numbers[element] = FittedNumber(element, own, own * error, known, nominal, unit)
            places.append(k)
    return numbers, places
