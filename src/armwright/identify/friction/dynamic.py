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
from armwright.identify.friction.checks import check_limits
from armwright.identify.friction.friction_fit import FrictionFit
from armwright.identify.friction.law_march import LawMarch, grid
from armwright.identify.friction.measured import (
    FrictionRecord,
    Inverse,
    friction_records,
    one_motor,
    usual_inverse,
)
from armwright.identify.friction.static import SlidingTorques
from armwright.identify.lane_search import Box, search
from armwright.laws.catalogue import find_law
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
#: Starts are within this factor of the described numbers, up or down; searches go twice as far.
SPREAD = 10.0
#: Hz: of positions; where a motion turns round, friction changes within hundredths of a second.
_CUTOFF = 60.0
#: s at the beginning of a batch, in which the bristles forget where they began.
_FORGOTTEN = 1.0
#: Values that are tried of each number for its interval, and within which factor.
_TRIED, _REACH = 17, 30.0
#: How often the grid becomes finer, and how many of its points have to lie in the interval.
_ROUNDS, _SEEN_POINTS = 5, 4
#: The cost may rise by this many times what noise does to it: 95 %, one number.
_RISE = 3.84
#: The largest error of a batch that the others predict, as a part of friction's variation.
_LIMIT = 0.3


@dataclass(frozen=True, eq=False)
class BristleFit(FrictionFit):
    """`ends` (batches, starts, p): where each search ended, by `names`; `costs` (batches, starts):
    the rms that was left there, N m. `profiles`: by number, values (N,) and the smallest rms that
    the others allow there (N,). `intervals`: by number, between which values the cost is flat."""

    names: tuple[str, ...] = ()
    ends: Array = field(default_factory=lambda: np.zeros((0, 0, 0)))
    costs: Array = field(default_factory=lambda: np.zeros((0, 0)))
    profiles: Mapping[str, tuple[Array, Array]] = field(default_factory=dict)
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    measured: FrictionRecord | None = None
    predicted: Array = field(default_factory=lambda: np.zeros(0))


@dataclass(frozen=True, eq=False)
class _Batches:
    """Stretches of a record, of equal length, with what to leave out at their beginning."""

    march: LawMarch
    velocity: list[Array]
    friction: list[Array]
    skipped: int

    def residuals(self, k: int, numbers: Array) -> Array:
        """(runs, samples) of one batch: predicted minus measured."""
        found = self.march.torque(self.velocity[k], numbers) - self.friction[k]
        return found[:, self.skipped :]


def bristles(
    robot: Robot,
    log: Log,
    motor: str | None = None,
    *,
    law: str = "lugre",
    free: Sequence[str] | None = None,
    inverse: Inverse | None = None,
    cutoff: float | None = None,
    starts: int = 30,
    batches: int = 8,
    seed: int = 0,
) -> BristleFit:
    """σ₀ and σ₁ of a motor's friction, with the static numbers that the robot describes.

    `motor`: by name; needed where there are several. `law`: 'lugre', 'dahl' or 'gms'; numbers that
    the robot does not describe begin at what a presliding way of 1/100 of the largest speed times
    1 s suggests. `free`: names of the law's numbers; by default σ₀ and σ₁, of Maxwell slip also C.
    `starts`: random ones in each of so many `batches`.
    """
    k = one_motor(robot, motor)
    way = inverse or usual_inverse(robot)
    cutoff = cutoff or _CUTOFF
    (record,), _ = friction_records(robot, log, [k], inverse=way, cutoff=cutoff, every=True)
    names = tuple(free) if free is not None else FREE[law]
    settings = _settings(robot, record, law, names)
    march = LawMarch(
        law, {**settings, **{n: settings.get(n, 1.0) for n in names}}, names, record.step
    )
    parts = _batches(record, march, batches)
    ends, costs = _searched(parts, starts, seed)
    best = np.array([ends[b, int(np.argmin(costs[b]))] for b in range(len(ends))])
    values = np.exp(np.log(best).mean(axis=0))
    profiles, intervals = _flatness(parts, values, names)
    findings = [*log.findings, *check_limits(robot, log, [k]), *_passes(record)]
    predicted = march.torque(record.velocity, values[None])[0]
    left = _held_back(parts, best)
    numbers = _numbers(robot, record, march, values, intervals)
    deviations = np.array([np.log(high / low) / 3.92 for low, high in intervals.values()]) * values
    elements = tuple(numbers)
    table = {"law": law, "side": record.side, **march.settings}
    table |= dict(zip(names, map(float, values), strict=True))
    gap = (record.friction - predicted)[int(_FORGOTTEN / record.step) :]
    return BristleFit(
        method=f"dynamic friction, {law}, {way} inverse",
        nominal=robot,
        robot=changed(robot, {record.path: table}),
        combinations=Combinations(
            elements,
            tuple(f"{record.name} {name}" for name in names),
            tuple(one.unit for one in numbers.values()),
            np.eye(len(names)),
            values,
            np.diag(deviations**2),
        ),
        parameters=numbers,
        residuals=xr.Dataset({"friction_torque": ("time", gap)}),
        condition=float(max(np.log(h / lo) for lo, h in intervals.values()) / 1e-3),
        samples=len(gap),
        effective_samples=effective_samples([gap], memory(gap[:, None])),
        predictor=SlidingTorques(way, cutoff),
        validations=tuple(
            Validation("friction", "friction_torque", {record.name: one}, {record.name: _LIMIT})
            for one in left
        ),
        findings=tuple(findings),
        unseen=tuple(e for e, one in numbers.items() if one.knowledge != "seen"),
        names=names,
        ends=ends,
        costs=costs,
        profiles=profiles,
        intervals=intervals,
        measured=record,
        predicted=predicted,
    )


def _settings(
    robot: Robot, record: FrictionRecord, law: str, free: Sequence[str]
) -> dict[str, float]:
    """The described numbers that the law has, and guesses for those that nobody gave."""
    drive = next(one.drive for one in robot.all_motors if one.name == record.name)
    known = find_law("friction", law).declared
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
    way = 0.01 * float(np.abs(record.velocity).max())
    guess = {"stiffness": coulomb / way, "attraction": 50.0 * coulomb}
    guess["damping"] = 0.02 * guess["stiffness"]
    found = {**{key: value for key, value in guess.items() if key in known}, **given}
    springs = [key for key in known if key.startswith("stiffness_")]
    if springs:
        whole = found.pop("stiffness")
        found = {**dict.fromkeys(springs, whole / len(springs)), **found}
    for i in range(1, len(springs) + 1):
        for name in ("attraction", "damping"):
            if f"{name}_{i}" in free:
                found.setdefault(f"{name}_{i}", found[name])
    return found


def _batches(record: FrictionRecord, march: LawMarch, count: int) -> _Batches:
    length = len(record.time) // count
    skipped = int(_FORGOTTEN / record.step)
    if length < 3 * skipped:
        raise InputError(
            "too short",
            where="log",
            got=f"{length * record.step:.3g} s in each of {count} batches",
            expected=f"{3 * _FORGOTTEN:g} s or more",
        )
    rows = [slice(k * length, (k + 1) * length) for k in range(count)]
    return _Batches(
        march, [record.velocity[r] for r in rows], [record.friction[r] for r in rows], skipped
    )


def _searched(parts: _Batches, starts: int, seed: int) -> tuple[Array, Array]:
    """In logarithms of the numbers, from random factors on."""
    nominal = parts.march.nominal
    p, far = len(nominal), 2 * np.log(SPREAD)
    box = Box(np.full(p, -far), np.full(p, far))
    rng = np.random.default_rng(seed)
    ends, costs = [], []
    for k, measured in enumerate(parts.friction):
        size = float(np.std(measured)) * np.sqrt(len(measured))
        begin = rng.uniform(-np.log(SPREAD), np.log(SPREAD), (starts, p))

        def residuals(x: Array, batch: int = k, scale: float = size) -> Array:
            found: Array = parts.residuals(batch, nominal * np.exp(x)) / scale
            return found

        found = search(residuals, begin, box, 30)
        ends.append(nominal * np.exp(found.ends))
        costs.append(np.sqrt(found.costs * size**2 / (len(measured) - parts.skipped)))
    return np.array(ends), np.array(costs)


def _flatness(
    parts: _Batches, values: Array, names: tuple[str, ...]
) -> tuple[dict[str, tuple[Array, Array]], dict[str, tuple[float, float]]]:
    """The cost over each number, the first two of the others free: how far a number may go until it
    has risen by what noise explains. The grid becomes finer until it shows the bottom."""
    own = np.concatenate([parts.residuals(k, values[None])[0] for k in range(len(parts.friction))])
    samples = effective_samples([own], memory(own[:, None]))
    profiles, intervals = {}, {}
    for k, name in enumerate(names):
        others = [j for j in range(len(values)) if j != k][:1]
        reach, centre = np.log(_REACH), values
        for _ in range(_ROUNDS):
            axis, profile, centre = _profile(parts, centre, k, others, reach)
            limit = float(profile.min()) * (1 + _RISE / max(samples, 1.0))
            if name not in profiles:
                profiles[name] = (axis, np.sqrt(profile / len(own)))
            inside = np.flatnonzero(profile <= limit)
            if inside.size >= _SEEN_POINTS:
                break
            reach /= 4
        low, high = axis[max(int(inside[0]) - 1, 0)], axis[min(int(inside[-1]) + 1, len(axis) - 1)]
        intervals[name] = (float(min(low, values[k])), float(max(high, values[k])))
    return profiles, intervals


def _profile(
    parts: _Batches, centre: Array, k: int, others: list[int], reach: float
) -> tuple[Array, Array, Array]:
    """Values of number k, the smallest cost at each, and all numbers where it is least."""
    steps = np.linspace(-reach, reach, _TRIED)
    moved = [k, *others]
    points = np.repeat(centre[None], _TRIED ** len(moved), axis=0)
    points[:, moved] = grid([centre[j] * np.exp(steps) for j in moved])
    cost = np.zeros(len(points))
    for batch in range(len(parts.friction)):
        cost += np.sum(parts.residuals(batch, points) ** 2, axis=1)
    profile = cost.reshape(_TRIED, -1).min(axis=1)
    axis: Array = centre[k] * np.exp(steps)
    return axis, profile, points[int(np.argmin(cost))]


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


def _held_back(parts: _Batches, best: Array) -> list[float]:
    """The error of each batch as the others predict it, together, as a part of friction's
    variation; nothing where there are no others."""
    if len(best) < 2:
        return []
    gaps, whole = [], []
    for k, measured in enumerate(parts.friction):
        others = np.exp(np.log(np.delete(best, k, axis=0)).mean(axis=0))
        gaps.append(parts.residuals(k, others[None])[0])
        whole.append(measured[parts.skipped :])
    size = float(np.std(np.concatenate(whole)))
    return [float(np.sqrt(np.mean(np.concatenate(gaps) ** 2))) / max(size, 1e-300)]


def _numbers(
    robot: Robot,
    record: FrictionRecord,
    march: LawMarch,
    values: Array,
    intervals: Mapping[str, tuple[float, float]],
) -> dict[str, FittedNumber]:
    """Standard errors as wide as the cost is flat; beyond a factor of two it is hardly seen."""
    declared = find_law("friction", march.kind).declared
    found = {}
    for name, value in zip(march.free, values, strict=True):
        low, high = intervals[name]
        element = f"{record.path}.{name}"
        known: Knowledge = "seen" if high < 2.0 * value and low > 0.5 * value else "partly"
        base = name.removesuffix("_positive").removesuffix("_negative")
        error = float(value * np.log(high / low) / 3.92)
        nominal = element_value(robot, element)
        found[element] = FittedNumber(
            element, float(value), error, known, nominal, declared[base].unit
        )
    return found
