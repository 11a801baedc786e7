"""Output error: any numbers of any scenario, found through the simulator.

min Σ |measured − simulated(numbers)|²: closed loop with the same reference and the same controller,
so that the run does not drift from the log. Positions alone: CLOE; torques or currents alone: CLIE
(the names are those of the literature on identification of arms). It needs neither a model that is
linear in its numbers nor a derivative of anything that was measured.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.fit import Combinations, Fit, FittedNumber
from armwright.identify.autocorrelation import effective_samples, long_run, memory
from armwright.identify.elements import with_elements
from armwright.identify.lane_search import Box, Found, search
from armwright.robot import Robot
from armwright.scenario import Scenario
from armwright.scenario.prepared import Prepared
from armwright.scenario.registry import matching, number_at
from armwright.signals.log import Log
from armwright.signals.records import channels_of
from armwright.simulation import Diverged

#: Starts beside the nominal one are within this factor of it, up or down.
SPREAD = 10.0
#: So many are tried for each that is kept.
_TRIED = 16
#: Scaled numbers stay within this of their nominal ones, unless bounds say less.
_FAR = 1e4
#: Directions in which the scaled Jacobian is smaller than this, against its largest, are not seen.
_UNSEEN = 1e-6
#: Of the largest number of its kind: no number is measured by less. And where all of them are zero.
_PART, _SMALL = 0.1, 1e-3
#: Of a channel's variation: what is taken to be left of it at least.
_LEAST_LEFT = 1e-4
_HEADS = ("joints.", "links.", "motors.", "elastic.", "loops.", "gravity")


@dataclass(frozen=True, eq=False)
class ScaledNumbers:
    """The numbers that are free, one by one: `elements` with value = nominal + scale · x."""

    paths: tuple[str, ...]
    sizes: tuple[int, ...]
    elements: tuple[str, ...]
    units: tuple[str, ...]
    nominal: Array
    scale: Array
    box: Box

    def by_path(self, x: Array) -> dict[str, Array]:
        """Values (runs, size), or (runs,) of single ones."""
        values = self.nominal + self.scale * x
        found, first = {}, 0
        for path, size in zip(self.paths, self.sizes, strict=True):
            own = values[:, first : first + size]
            found[path] = own[:, 0] if size == 1 else own
            first += size
        return found


@dataclass(frozen=True, eq=False)
class RunComparison:
    """What runs are compared with: `signals` of the log at its times, each channel divided by its
    `weights`."""

    prepared: Prepared
    numbers: ScaledNumbers
    signals: tuple[str, ...]
    time: Array
    measured: Array
    weights: Array
    seed: int

    def residuals(self, x: Array) -> Array:
        """(runs, samples · channels)."""
        gap = self.simulated(x) - self.measured
        found: Array = (gap / self.weights).reshape(len(x), -1)
        return found

    def simulated(self, x: Array) -> Array:
        """(runs, samples, channels)."""
        count = len(x)
        try:
            arrays = self.prepared.run(self.numbers.by_path(x), seeds=[self.seed] * count)
        except Diverged:
            return np.full((count, *self.measured.shape), np.nan)
        values = np.concatenate([arrays[name] for name in self.signals], axis=2)
        return at_times(arrays.time, values, self.time)


def output_error(
    scenario: Scenario,
    log: Log,
    free: Sequence[str],
    signals: Sequence[str] = ("motor_current",),
    *,
    starts: int = 1,
    bounds: Mapping[str, tuple[float, float]] | None = None,
    weights: Mapping[str, float] | None = None,
    seed: int = 0,
    rounds: int = 40,
) -> Fit:
    """Numbers of a scenario, by paths and patterns, such that its run shows what the log does.

    The run begins with the log. `signals`: what is compared; each channel counts by its variation,
    and then by what is left of it, unless `weights` give a standard deviation for a signal.
    `starts`: from how many places the search begins, the nominal numbers and others at random; the
    best end counts. `bounds`: by path, beside those that the registry has.
    """
    wanted = tuple(signals)
    numbers = free_numbers(scenario, free, bounds or {})
    comparison = compared_with(scenario, log, numbers, wanted, weights or {})
    found = search(comparison.residuals, _starts(comparison, starts, seed), numbers.box, rounds)
    if np.isfinite(found.residual).all() and not weights:
        comparison = _reweighted(comparison, found)
        found = search(comparison.residuals, found.values[None], numbers.box, rounds)
    if not np.isfinite(found.residual).all():
        raise InputError(
            "no run stays within bounds",
            where=f"scenario '{scenario.name}'",
            hint="Begin nearer to the truth, or set bounds.",
        )
    method = "output error of " + ", ".join(wanted)
    return fit_of(scenario, log, comparison, found, method)


def cloe(scenario: Scenario, log: Log, free: Sequence[str], **options: object) -> Fit:
    """Closed-loop output error: positions alone.  Gautier, Janot, Vandanjon 2013"""
    signal = "joint_position" if "joint_position" in log else "motor_position"
    return output_error(scenario, log, free, (signal,), **options)  # type: ignore[arg-type]


def clie(scenario: Scenario, log: Log, free: Sequence[str], **options: object) -> Fit:
    """Closed-loop input error: what the controller asks for, or what flows, alone."""
    efforts = ("motor_current", "motor_torque", "joint_torque")
    signal = next((name for name in efforts if name in log), efforts[0])
    return output_error(scenario, log, free, (signal,), **options)  # type: ignore[arg-type]


def at_times(recorded: Array, values: Array, wanted: Array) -> Array:
    """Of (runs, records, channels), straight lines in between; exact where times agree."""
    place = np.clip(np.searchsorted(recorded, wanted, side="right") - 1, 0, len(recorded) - 2)
    part = (wanted - recorded[place]) / (recorded[place + 1] - recorded[place])
    part = np.where(np.abs(part - np.round(part)) < 1e-6, np.round(part), part)[:, None]
    found: Array = (1 - part) * values[:, place] + part * values[:, place + 1]
    return found


def free_numbers(
    scenario: Scenario, free: Sequence[str], bounds: Mapping[str, tuple[float, float]]
) -> ScaledNumbers:
    paths = tuple(matching(scenario, free))
    if not paths:
        raise InputError("nothing is free", where="output_error", expected="a path or more")
    elements, units, nominal, low, high, sizes = [], [], [], [], [], []
    for path in paths:
        number = number_at(scenario, path)
        size = number.value.size
        sizes.append(size)
        elements += [path] if size == 1 else [f"{path}[{k}]" for k in range(size)]
        units += [number.unit] * size
        nominal += number.value.tolist()
        least = number.at_least if number.at_least is not None else number.above
        own = bounds.get(path, (-np.inf, np.inf))
        low += [max(own[0], -np.inf if least is None else least)] * size
        high += [own[1]] * size
    values = np.array(nominal)
    scale = _sizes(elements, values)
    x_low = np.maximum((np.array(low) - values) / scale, -_FAR)
    x_high = np.minimum((np.array(high) - values) / scale, _FAR)
    # A number that must be above its bound is kept off it by a little.
    strict = [number_at(scenario, path).above is not None for path in paths for _ in (0,)]
    away = np.repeat(np.where(strict, 1e-6, 0.0), sizes)
    return ScaledNumbers(
        paths, tuple(sizes), tuple(elements), tuple(units), values, scale, Box(x_low + away, x_high)
    )


def _sizes(elements: Sequence[str], values: Array) -> Array:
    """What each number is measured by: itself, but no less than a tenth of the largest of its kind,
    as all Coulomb torques are."""
    kinds = [element.rpartition(".")[2].partition("[")[0] for element in elements]
    largest = {
        kind: max(abs(v) for k, v in zip(kinds, values.tolist(), strict=True) if k == kind)
        for kind in set(kinds)
    }
    least = np.array([_PART * largest[kind] or _SMALL for kind in kinds])
    return np.asarray(np.maximum(np.abs(values), least), dtype=np.float64)


def compared_with(
    scenario: Scenario,
    log: Log,
    numbers: ScaledNumbers,
    signals: tuple[str, ...],
    weights: Mapping[str, float],
) -> RunComparison:
    time = log.time - log.time[0]
    inside = time <= scenario.duration + 1e-9
    measured = np.concatenate([log[name] for name in signals], axis=1)[inside]
    used = np.isfinite(measured).all(axis=1)
    if used.sum() <= len(numbers.elements):
        raise InputError("too few samples", where="log", got=int(used.sum()))
    measured, time = measured[used], time[inside][used]
    shorter = min(scenario.duration, float(np.ceil(time[-1] / scenario.tick) * scenario.tick))
    setup = scenario.changed({"recording.signals": list(signals), "duration": shorter})
    spread: list[float] = []
    for name in signals:
        own = np.nanstd(log[name], axis=0)
        given = weights.get(name)
        usual = np.maximum(own, 0.01 * max(float(own.max()), 1e-12))
        spread += [given] * len(own) if given is not None else usual.tolist()
    return RunComparison(
        setup.prepare(numbers.paths),
        numbers,
        signals,
        time,
        measured,
        np.array(spread, dtype=np.float64),
        scenario.seed,
    )


def _reweighted(comparison: RunComparison, found: Found) -> RunComparison:
    """Each channel by what is left in it, now that this is known; but no channel by so little that
    it alone would count."""
    gap = found.residual.reshape(comparison.measured.shape) * comparison.weights
    left = np.sqrt(np.mean(gap**2, axis=0))
    least = _LEAST_LEFT * comparison.weights
    return dataclasses.replace(comparison, weights=np.maximum(left, least))


def _starts(comparison: RunComparison, count: int, seed: int) -> Array:
    """The nominal one, and the best of many at random; they differ by factors, whose logarithms are
    evenly spread. Squares are rough where friction sticks: it helps to begin on the right side."""
    numbers = comparison.numbers
    p = len(numbers.elements)
    nominal = np.zeros((1, p))
    if count < 2:
        return nominal
    rng = np.random.default_rng(seed)
    factors = np.exp(rng.uniform(-1, 1, (_TRIED * count, p)) * np.log(SPREAD))
    # Zero stays where it is measured from, and may begin on either side of it.
    moved = (factors * numbers.nominal - numbers.nominal) / numbers.scale
    moved = numbers.box.clipped(np.where(numbers.nominal == 0, factors - 1, moved))
    squares = np.sum(comparison.residuals(moved) ** 2, axis=1)
    best = np.argsort(np.where(np.isfinite(squares), squares, np.inf))[: count - 1]
    return np.vstack([nominal, moved[best]])


def fit_of(
    scenario: Scenario, log: Log, comparison: RunComparison, found: Found, method: str
) -> Fit:
    """What a search has ended at, with its uncertainty."""
    numbers, shape = comparison.numbers, comparison.measured.shape
    gap = found.residual.reshape(shape)
    J = found.jacobian.reshape(*shape, -1)
    values = numbers.nominal + numbers.scale * found.values
    known, condition, spread, seen = _combined(J, gap, numbers, values, found.values)
    parameters = {
        element: FittedNumber(
            element=element,
            value=float(values[k]),
            error=float(spread[k]) if seen[k] else float("inf"),
            knowledge="seen" if seen[k] else ("partly" if np.any(J[:, :, k]) else "prior"),
            nominal=float(numbers.nominal[k]),
            unit=numbers.units[k],
        )
        for k, element in enumerate(numbers.elements)
    }
    of_robot = {e: one.value for e, one in parameters.items() if e.startswith(_HEADS)}
    others = {
        path: value[0]
        for path, value in numbers.by_path(found.values[None]).items()
        if not path.startswith(_HEADS)
    }
    fitted = with_elements(scenario.robot, of_robot)
    predictor = Simulated(scenario.changed(others), comparison.signals)
    return Fit(
        method=method,
        nominal=scenario.robot,
        robot=fitted,
        combinations=known,
        parameters=parameters,
        residuals=_as_dataset(log, comparison, -gap * comparison.weights),
        condition=condition,
        samples=shape[0],
        effective_samples=effective_samples([gap[:, k] for k in range(shape[1])], memory(gap))
        / shape[1],
        predictor=predictor,
        findings=log.findings,
    )


def _combined(
    J: Array, gap: Array, numbers: ScaledNumbers, values: Array, x: Array
) -> tuple[Combinations, float, Array, Array]:
    """What was seen: every number by itself, or, where the Jacobian is blind in some direction, the
    directions in which it is not. In units of the scaled numbers, at first."""
    n, channels, p = J.shape
    flat = J.reshape(-1, p)
    length = np.linalg.norm(flat, axis=0)
    unit = flat / np.where(length > 0, length, 1.0)
    _, sizes, right = np.linalg.svd(unit, full_matrices=False)
    visible = sizes > _UNSEEN * max(float(sizes.max(initial=0.0)), 1e-300)
    rows = right[visible] * np.where(length > 0, length, 1.0)
    lags = memory(gap)
    scores = [np.einsum("np,n->np", J[:, c], gap[:, c]) for c in range(channels)]
    meat = long_run(scores, lags) * (n * channels / max(n * channels - p, 1))
    back = np.linalg.pinv(unit) / np.where(length > 0, length, 1.0)[:, None]
    inner = back @ back.T
    covariance = inner @ meat @ inner * np.outer(numbers.scale, numbers.scale)
    lost = np.eye(p) - right[visible].T @ right[visible]
    seen = (np.linalg.norm(lost, axis=0) < 1e-6) & (length > 0)
    condition = float(sizes.max() / max(float(sizes.min()), 1e-300))
    if visible.all():
        matrix, names, units = np.eye(p), numbers.elements, numbers.units
    else:
        matrix = rows / numbers.scale
        matrix = matrix / np.linalg.norm(matrix * numbers.scale, axis=1)[:, None]
        names = tuple(_sum_of(row * numbers.scale, numbers.elements) for row in matrix)
        units = ("",) * len(names)
    known = Combinations(
        numbers.elements, names, units, matrix, matrix @ values, matrix @ covariance @ matrix.T
    )
    return known, condition, np.sqrt(np.maximum(np.diag(covariance), 0)), seen


def _sum_of(shares: Array, elements: Sequence[str]) -> str:
    return " + ".join(
        f"{share:.2g} {element}"
        for share, element in zip(shares, elements, strict=True)
        if abs(share) > 0.01
    )


def _as_dataset(log: Log, comparison: RunComparison, residual: Array) -> xr.Dataset:
    time = comparison.time + log.time[0]
    found, first = {}, 0
    for name in comparison.signals:
        own = log.data[name].sel(time=time, method="nearest")
        size = len(channels_of(log.data, name))
        data = residual[:, first : first + size]
        found[name] = own.copy(data=data.reshape(own.shape))
        first += size
    return xr.Dataset(found)


@dataclass(frozen=True, eq=False)
class Simulated:
    """Predicts by running a scenario with the robot in its place."""

    scenario: Scenario
    signals: tuple[str, ...]

    def __call__(self, robot: Robot, log: Log) -> xr.Dataset:
        time = log.time - log.time[0]
        setup = dataclasses.replace(self.scenario, robot=robot)
        run = setup.changed({"recording.signals": list(self.signals)}).simulate()
        wanted = np.minimum(time, float(run.data["time"].values[-1]))
        found = {}
        for name in self.signals:
            own = log.data[name]
            values = run.data[name].values.reshape(1, run.data.sizes["time"], -1)
            at = at_times(run.data["time"].values, values, wanted)[0]
            found[name] = own.copy(data=at.reshape(own.shape))
        return xr.Dataset(found)
