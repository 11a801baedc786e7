"""Elastic parameters from frequency responses (S4, chapter 4): all configurations at once."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.fit import Combinations, Fit, FittedNumber, Validation
from armwright.identify.directions import SeenDirections, directions_seen
from armwright.identify.elements import with_elements
from armwright.identify.frequency.averages import ResponseEstimator, response_of
from armwright.identify.frequency.checks import check_responses, check_spectra
from armwright.identify.frequency.cost import Compared, ResponseCost, common_frequencies
from armwright.identify.frequency.experiments import HOLD, PERIOD, SETTLING
from armwright.identify.frequency.model import ResponseModel, free_paths
from armwright.identify.frequency.prediction import Answering
from armwright.identify.frequency.response import MeasuredResponse
from armwright.identify.frequency.spectra import grouped, spectra_of
from armwright.plant import ExtraFriction
from armwright.robot import Robot
from armwright.robot.finding import Finding
from armwright.signals.log import Log

#: How springs are linearised: at the deflection under weight (S4 4.14), or over all deflections of
#: the experiment (S4 4.4).
SpringSlope = Literal["tangent", "statistical"]
LinePlaces = NDArray[np.int64]
#: Starts beside the nominal one are within this factor; so many are tried for each that is kept.
_SPREAD, _TRIED = 3.0, 6
#: Of the largest: directions of numbers (in logarithms) that are seen less are not seen. A
#: standard error above _VAGUE (of a logarithm) says nothing.
_UNSEEN, _VAGUE = 1e-7, 1.0
#: Rounds in which the springs' deflections and the fit are brought together, and when they are.
_ROUNDS, _SETTLED = 6, 1e-3
#: Times what noise explains, and as a part of |G|: misfits above both are the model's.
_MISFIT, _MISFIT_PART = 2.0, 0.02
#: Every so many-th line is held back for validation; of |G|, the largest difference that is good.
_HELD, _LIMIT = 5, 0.15


@dataclass(frozen=True, eq=False)
class ElasticFit(Fit):
    """A fit to frequency responses. `responses`: those that were measured, `model` the model whose
    numbers were found, `spread` of its springs' deflections. `costs`: of all starts.
    `misfit`: rms of log |G/Ĝ|; `expected_misfit`: what noise alone would leave of it."""

    responses: tuple[MeasuredResponse, ...] = ()
    model: ResponseModel | None = None
    spread: Array | None = None
    costs: tuple[float, ...] = ()
    misfit: float = 0.0
    expected_misfit: float = 0.0
    cost: float = 0.0

    @property
    def fitted(self) -> Array:
        """The values of `model.elements`."""
        assert self.model is not None
        return np.array([self.parameters[name].value for name in self.model.elements])


def elastic(
    robot: Robot,
    data: Sequence[Log] | Sequence[MeasuredResponse],
    *,
    free: Sequence[str] | None = None,
    compared: Compared = "magnitude",
    springs: SpringSlope = "tangent",
    method: ResponseEstimator = "logarithmic",
    neglect: Collection[str] = (),
    frictions: Sequence[ExtraFriction] = (),
    friction: bool = True,
    least_spread: float = 0.01,
    starts: int = 1,
    seed: int = 1,
    hold_back: bool = True,
    period: float | None = None,
    settling: int | None = None,
    hold: float | None = None,
    band: tuple[float, float] | None = None,
    unchecked: bool = False,
    progress: Callable[[str], None] | None = None,
) -> ElasticFit:
    """Numbers of a robot, by default all stiffnesses and dampings, such that its linear model about
    each configuration answers as measured. `data`: logs of experiments, or responses of them; one
    configuration is a local fit, several are a global one.

    `free`: paths and patterns of any numbers. `compared`: see `ResponseCost`. `springs`: "tangent"
    at the rest position, or "statistical". Without `friction` its slope at rest is left out, which
    is steep for laws that are smooth about zero. `neglect`: forces that S4 leaves out. `starts`:
    places that the search begins at. `hold_back`: every fifth line validates. `unchecked`: logs
    with errors are fitted all the same. Others: see `responses`."""
    findings: list[Finding] = []
    if data and isinstance(data[0], Log):
        given = {PERIOD: period, SETTLING: settling, HOLD: hold}
        spectra = [spectra_of(robot, log, given, band) for log in data if isinstance(log, Log)]
        findings += check_spectra(robot, spectra)
        _refuse(findings, unchecked)
        found = [response_of(group, method) for group in grouped(spectra)]
    else:
        found = [one for one in data if isinstance(one, MeasuredResponse)]
    if not found:
        raise InputError("no responses", where="elastic", expected="logs, or measured responses")
    paths = free_paths(robot, free)
    if not paths:
        raise InputError(
            "nothing is to be found",
            where="elastic",
            got="no free number",
            expected="springs with stiffness and damping, or free=…",
        )
    frequencies = common_frequencies(found)
    if springs not in ("tangent", "statistical"):
        raise InputError(
            "unknown way to linearise springs",
            where="elastic, springs",
            got=repr(springs),
            expected="tangent or statistical",
        )
    kept, held = _lines(len(frequencies), hold_back)
    configurations = np.stack([one.configuration for one in found])
    model = ResponseModel(
        robot,
        paths,
        configurations,
        frequencies[kept],
        frictions=frictions,
        friction=friction,
        neglect=neglect,
        statistical=springs == "statistical",
    )
    findings += check_responses(model, [one.at(kept) for one in found])
    _refuse(findings, unchecked)
    used = tuple(one.at(kept) for one in found)
    share = len(frequencies) / len(kept)
    cost = ResponseCost(model, used, compared, least_spread, share)
    x, costs, cost = _searched(cost, starts, seed, progress)
    fit = _fit(robot, cost, x, costs, tuple(found), findings, held)
    if progress is not None:
        progress(f"misfit {100 * fit.misfit:.2g} % of |G|, noise {100 * fit.expected_misfit:.2g} %")
    return fit


def _refuse(findings: Sequence[Finding], unchecked: bool) -> None:
    errors = [one for one in findings if one.severity == "error"]
    if errors and not unchecked:
        first = errors[0]
        raise InputError(
            first.what,
            where=first.where,
            got=first.got,
            expected=first.expected,
            hint=first.hint,
        )


def _lines(count: int, hold_back: bool) -> tuple[LinePlaces, LinePlaces]:
    """Those that are fitted, and those that are held back."""
    every = np.arange(count, dtype=np.int64)
    if not hold_back or count < 2 * _HELD:
        return every, every[:0]
    held = every % _HELD == _HELD // 2
    return every[~held], every[held]


def _searched(
    cost: ResponseCost, starts: int, seed: int, progress: Callable[[str], None] | None
) -> tuple[Array, tuple[float, ...], ResponseCost]:
    """The best x, what all starts ended at, and the cost with the springs' spread at the end."""
    begins = _starts(cost, starts, seed)
    ends = []
    for k, begin in enumerate(begins):
        ends.append(_descended(cost, begin))
        if progress is not None:
            progress(f"start {k + 1} of {len(begins)}: cost {2 * ends[-1][1]:.6g}")
    x = min(ends, key=lambda one: one[1])[0]
    # Deflections follow from responses, which any way to linearise fits: they are known after the
    # first round, whatever share of a spring's slope is due to them.
    for _ in range(_ROUNDS if cost.model.statistical else 0):
        last, now = cost.spread, deflection_spread(cost, cost.values(x))
        cost = dataclasses.replace(cost, spread=now)
        x, _ = _descended(cost, x)
        if last is not None and np.abs(now - last).max() <= _SETTLED * np.abs(last).max():
            break
    return x, tuple(2 * one[1] for one in ends), cost


def _descended(cost: ResponseCost, begin: Array) -> tuple[Array, float]:
    from scipy.optimize import least_squares  # takes half a second to import

    # Nearly every step is taken, and its derivatives are asked for next.
    last: dict[bytes, tuple[Array, Array]] = {}

    def both(x: Array) -> tuple[Array, Array]:
        key = x.tobytes()
        if key not in last:
            last.clear()
            last[key] = cost.both(x)
        return last[key]

    found = least_squares(
        lambda x: both(x)[0],
        begin,
        jac=lambda x: both(x)[1],
        bounds=cost.scaling.bounds,
        method="trf",
        x_scale="jac",
        xtol=1e-9,
        ftol=1e-9,
        gtol=1e-9,
        max_nfev=80,
    )
    return np.asarray(found.x, dtype=np.float64), float(found.cost)


def _starts(cost: ResponseCost, count: int, seed: int) -> Array:
    p = len(cost.model.elements)
    begins = np.zeros((1, p))
    if count < 2:
        return begins
    rng = np.random.default_rng(seed)
    low, high = cost.scaling.bounds
    tried = np.clip(rng.uniform(-1, 1, (_TRIED * count, p)) * np.log(_SPREAD), low, high)
    squares = np.array([np.sum(cost.residuals(x) ** 2) for x in tried])
    best = np.argsort(np.where(np.isfinite(squares), squares, np.inf))[: count - 1]
    return np.vstack([begins, tried[best]])


def deflection_spread(cost: ResponseCost, values: Array) -> Array:
    """σ of the springs' deflections in the experiments, (configurations, springs), as the model
    with these values answers to the torques that were measured."""
    found = cost.model.answers(values, cost.spread)
    power = np.stack([one.power for one in cost.responses])
    h = found.deflections
    variance = np.einsum("cfsa,cfab,cfsb->cs", h, power, h.conj(), optimize=True).real / 2
    return np.asarray(np.sqrt(np.maximum(variance * cost.share, 0.0)))


def _fit(
    robot: Robot,
    cost: ResponseCost,
    x: Array,
    costs: tuple[float, ...],
    responses: tuple[MeasuredResponse, ...],
    findings: list[Finding],
    held: LinePlaces,
) -> ElasticFit:
    model, values, slopes = cost.model, cost.values(x), cost.scaling.slopes(x)
    r, J = cost.both(x)
    rows = int(cost.used.sum())
    directions = directions_seen(J, _UNSEEN)
    back = np.linalg.pinv(directions.unit, rcond=_UNSEEN) / directions.length[:, None]
    inner = back @ back.T
    misfit, expected = _misfits(cost, x)
    # What the model cannot explain moves its numbers more than noise does.
    scale = max(1.0, (misfit / expected) ** 2) if expected > 0 else 1.0
    covariance = inner @ cost.meat(J) @ inner * scale * np.outer(slopes, slopes)
    errors = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    seen = directions.seen & (errors < _VAGUE * np.abs(slopes))
    findings = [*findings, *_model_findings(cost, misfit, expected)]
    parameters = {
        element: FittedNumber(
            element=element,
            value=float(values[k]),
            error=float(errors[k]) if seen[k] else float("inf"),
            knowledge="seen" if seen[k] else ("partly" if directions.length[k] > 0 else "prior"),
            nominal=float(model.nominal[k]),
            unit=model.units[k],
        )
        for k, element in enumerate(model.elements)
    }
    found = with_elements(robot, {element: one.value for element, one in parameters.items()})
    known = _combinations(model, directions, values, slopes, covariance)
    fitted = ElasticFit(
        method=f"elastic, {cost.compared}, {'statistical' if model.statistical else 'tangent'}",
        nominal=robot,
        robot=found,
        combinations=known,
        parameters=parameters,
        residuals=_as_dataset(cost, x),
        condition=directions.condition,
        samples=rows,
        effective_samples=float(rows),
        predictor=Answering(model.plant.motor_names),
        findings=tuple(findings),
        unseen=tuple(name for name, one in parameters.items() if one.knowledge != "seen"),
        responses=responses,
        model=model,
        spread=cost.spread,
        costs=costs,
        misfit=misfit,
        expected_misfit=expected,
        cost=float(r @ r),
    )
    if not held.size:
        return fitted
    return dataclasses.replace(fitted, validations=(_validated(fitted, cost, responses, held),))


def _misfits(cost: ResponseCost, x: Array) -> tuple[float, float]:
    """rms of log |G/Ĝ|, weighted as in the fit, and what of it the noise explains."""
    used = cost.weights > 0
    squares = cost.logarithms(x)[0][used] ** 2
    noise = np.stack([one.spread for one in cost.responses])[used] ** 2
    weights = cost.weights[used] ** 2
    total = max(float(weights.sum()), 1e-300)
    return float(np.sqrt(weights @ squares / total)), float(np.sqrt(weights @ noise / total))


def _model_findings(cost: ResponseCost, misfit: float, expected: float) -> list[Finding]:
    if misfit < _MISFIT * expected or misfit < _MISFIT_PART:
        return []
    return [
        Finding(
            "warning",
            "the model's structure does not explain the responses",
            f"robot '{cost.model.robot.name}'",
            f"a misfit of {100 * misfit:.3g} % of |G|, where noise explains {100 * expected:.2g} %",
            "about as much as noise explains",
            "Try more elastic axes, stiffening springs, or statistical linearisation; with too few "
            "axes damping comes out too high.",
        )
    ]


def _combinations(
    model: ResponseModel,
    directions: SeenDirections,
    values: Array,
    slopes: Array,
    covariance: Array,
) -> Combinations:
    """Every number by itself or, where the responses are blind in some direction, the directions of
    relative changes in which they are not."""
    if directions.visible.all():
        p = len(model.elements)
        return Combinations(
            model.elements, model.elements, model.units, np.eye(p), values, covariance
        )
    matrix = directions.rows / np.linalg.norm(directions.rows, axis=1)[:, None] / slopes
    names = tuple(directions.named(row * slopes, model.elements) for row in matrix)
    return Combinations(
        model.elements,
        names,
        ("",) * len(names),
        matrix,
        matrix @ values,
        matrix @ covariance @ matrix.T,
    )


def _as_dataset(cost: ResponseCost, x: Array) -> xr.Dataset:
    """log |G/Ĝ| with what was measured beside it."""
    dims = ("configuration", "frequency", "output", "input")
    motors = list(cost.model.plant.motor_names)
    coords = {
        "frequency": ("frequency", cost.model.frequencies / (2 * np.pi), {"units": "Hz"}),
        "output": motors,
        "input": motors,
    }
    G = cost.model.answers(cost.values(x), cost.spread).G
    measured = np.stack([one.G for one in cost.responses])
    spread = np.stack([one.spread for one in cost.responses])
    left = np.where(cost.weights > 0, np.log(np.abs(G / measured)), np.nan)
    return xr.Dataset(
        {
            "log_magnitude": (dims, left, {"units": ""}),
            "magnitude": (dims, np.abs(measured), {"units": "1/(kg m²)"}),
            "magnitude_spread": (dims, spread, {"units": ""}),
        },
        coords=coords,
    )


def _validated(
    fit: ElasticFit, cost: ResponseCost, responses: Sequence[MeasuredResponse], held: LinePlaces
) -> Validation:
    """By motor: |G − Ĝ| against |Ĝ| over the lines that were held back, as rms of logarithms."""
    model = cost.model.at(responses[0].frequencies[held])
    G = model.answers(fit.fitted, cost.spread).G
    others = [one.at(held) for one in responses]
    measured = np.stack([one.G for one in others])
    weights = 1.0 / np.hypot(np.stack([one.spread for one in others]), cost.least_spread) ** 2
    squares = weights * np.log(np.abs(G / measured)) ** 2
    figures = np.sqrt(squares.sum(axis=(0, 1, 3)) / weights.sum(axis=(0, 1, 3)))
    names = cost.model.plant.motor_names
    return Validation(
        "frequency responses",
        "motor_acceleration",
        dict(zip(names, map(float, figures), strict=True)),
        dict.fromkeys(names, _LIMIT),
    )
