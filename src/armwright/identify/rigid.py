"""The rigid arm: what its motion and its torques say of masses, inertias, rotors and friction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.fit import Combinations, Fit, FittedNumber, Knowledge, Validation
from armwright.identify.base import Base, base_of
from armwright.identify.columns import COULOMB, with_static_friction
from armwright.identify.consistent import Consistent, consistent_set
from armwright.identify.estimators import (
    RowSource,
    Solution,
    instrumental,
    least_squares,
    residuals_of,
    rms_of,
    robust,
)
from armwright.identify.motion import Motion, effort_signal, motion_of
from armwright.identify.naming import combination_names
from armwright.identify.reduction import Rows, filtered_rows, reduced, row_times, thinning
from armwright.identify.regressor import JOINT_TORQUE, Regressor, regressor
from armwright.identify.uncertainty import Uncertainty, uncertainty_of
from armwright.robot import Robot
from armwright.robot.changing import changed
from armwright.signals.log import Log

Estimator = Literal["ordinary", "weighted", "robust", "instrumental"]
#: The largest error that torques may have, as a part of their variation.
TORQUE_LIMIT = 0.25
#: A number is seen where its standard error is below this part of what was open before; it is as
#: before where so little of that is gone.
_SEEN, _OPEN = 0.5, 0.9


def rigid(
    robot: Robot,
    log: Log,
    *,
    free: Sequence[str] | None = None,
    friction: str = COULOMB,
    directed: bool = True,
    estimator: Estimator = "weighted",
    instrument: Log | None = None,
    measured: str | None = None,
    cutoff: float | None = None,
    rate: float | None = None,
    hold_back: float = 0.25,
    limit: float | Mapping[str, float] = TORQUE_LIMIT,
    spread: float = 1.0,
) -> Fit:
    """Base parameters by least squares, and the consistent set of numbers nearest to the nominal.

    `free`: paths of what is to be found, by default all bodies, rotors and friction. `friction`:
    'coulomb', 'tustin' (with the Stribeck speed of the robot's file), or 'described'. `directed`:
    with a Coulomb friction for each direction. `instrument`: the log of the same closed loop,
    simulated without noise, for instrumental variables. `cutoff`: of the filter of positions, in
    Hz; `rate`: of the rows that are regressed, in Hz; by default both from the spectrum.
    `hold_back`: the last part of the log, which validates; `limit`: the largest error of a torque
    there, as a part of its variation. `spread`: how far the nominal numbers may be off, as a power
    of e.
    """
    nominal = with_static_friction(robot, friction, directed=directed)
    motion = motion_of(nominal, log, measured, cutoff)
    whole = regressor(nominal, motion.signal, free)
    base = base_of(whole)
    found = whole.taking(base.columns)
    thin = thinning(motion, rate)
    cut = int(motion.samples * (1.0 - hold_back))
    fitted, held = motion.part(0, cut), motion.part(cut, motion.samples)
    rows = _source(found, fitted, thin)
    instruments = None
    if estimator == "instrumental":
        instruments = _source(found, _instrument(nominal, instrument, motion).part(0, cut), thin)
    solution = _solve(found, fitted, thin, estimator, rows, instruments)
    uncertainty = uncertainty_of(solution, rows, instruments)
    combinations = _combinations(nominal, whole, base, solution, uncertainty)
    chosen = consistent_set(whole, base.matrix, solution.values, uncertainty.covariance, spread)
    numbers = _fitted_numbers(whole, combinations, chosen)
    return Fit(
        method=f"rigid arm, {estimator} least squares",
        nominal=robot,
        robot=_written(nominal, numbers),
        combinations=combinations,
        parameters=numbers,
        residuals=_as_dataset(found, uncertainty.residuals, row_times(fitted, thin)),
        condition=solution.condition,
        samples=solution.samples,
        effective_samples=uncertainty.effective_samples,
        predictor=TorquePredictor(motion.signal, motion.cutoff),
        validations=_validations(found, held, thin, solution, limit),
        findings=(),
    )


def _source(found: Regressor, motion: Motion, thin: int) -> RowSource:
    def rows() -> Iterator[Rows]:
        return filtered_rows(found, motion, thin)

    return rows


def _solve(
    found: Regressor,
    motion: Motion,
    thin: int,
    estimator: Estimator,
    rows: RowSource,
    instruments: RowSource | None,
) -> Solution:
    triangles, size = reduced(found, motion, thin), len(found.elements)
    if estimator == "robust":
        return robust(triangles, size, rows)
    solution = least_squares(triangles, size, weighted=estimator != "ordinary")
    if instruments is None:
        return solution
    return instrumental(solution, rows, instruments, size)


def _instrument(robot: Robot, log: Log | None, motion: Motion) -> Motion:
    """The motion of the instrument at the samples of what was measured."""
    if log is None:
        raise InputError(
            "instrumental variables need a motion without noise",
            where="instrument",
            expected="the log of the same closed loop, simulated",
        )
    found = motion_of(robot, log, motion.signal, motion.cutoff)
    if found.samples != motion.samples or abs(found.time[0] - motion.time[0]) > 0.5 * motion.step:
        raise InputError(
            "not at the same times as the log",
            where="instrument",
            got=f"{found.samples} samples from {found.time[0]:.6g} s on",
            expected=f"{motion.samples} from {motion.time[0]:.6g} s on",
        )
    return found


def _combinations(
    robot: Robot, whole: Regressor, base: Base, solution: Solution, uncertainty: Uncertainty
) -> Combinations:
    return Combinations(
        whole.elements,
        combination_names(robot, whole.elements, base.matrix),
        tuple(whole.units[k] for k in base.columns),
        base.matrix,
        solution.values,
        uncertainty.covariance,
    )


def _fitted_numbers(
    whole: Regressor, combinations: Combinations, chosen: Consistent
) -> dict[str, FittedNumber]:
    """What the data says of each number alone: the row space of the combinations."""
    scale = np.where(chosen.prior > 0, chosen.prior, 1.0)
    scaled = combinations.matrix * scale
    inverse = np.linalg.pinv(scaled)
    own = np.einsum("ij,ji->i", inverse, scaled)
    spread = inverse @ combinations.covariance @ inverse.T
    numbers = {}
    for k, name in enumerate(whole.elements):
        error = float(np.sqrt(max(spread[k, k], 0.0))) * scale[k]
        alone = own[k] > 1.0 - 1e-6
        knowledge: Knowledge = "prior"
        if alone and error < _SEEN * chosen.prior[k]:
            knowledge = "seen"
        elif own[k] > 1.0 - _OPEN and error < chosen.prior[k]:
            knowledge = "partly"
        numbers[name] = FittedNumber(
            name,
            float(chosen.values[k]),
            error if alone else float("inf"),
            knowledge,
            float(whole.nominal[k]),
            whole.units[k],
        )
    return numbers


def _written(robot: Robot, numbers: Mapping[str, FittedNumber]) -> Robot:
    """Through the paths; of a link the mass first."""
    values: dict[str, list[float]] = {}
    for name, number in numbers.items():
        values.setdefault(name.partition("[")[0], []).append(number.value)
    changes = {path: v[0] if len(v) == 1 else np.array(v) for path, v in values.items()}
    return changed(robot, changes)


def _as_dataset(found: Regressor, residuals: Array, times: Array) -> xr.Dataset:
    dimension = "joint" if found.signal == JOINT_TORQUE else "motor"
    unit = "A" if found.signal == "motor_current" else "N m"
    data = xr.DataArray(
        residuals,
        dims=("time", dimension),
        coords={"time": times, dimension: list(found.channels)},
        attrs={"units": unit, "long_name": "measured minus predicted, filtered"},
    )
    return xr.Dataset({found.signal: data})


def _validations(
    found: Regressor,
    held: Motion,
    thin: int,
    solution: Solution,
    limit: float | Mapping[str, float],
) -> tuple[Validation, ...]:
    """The combinations on data that they have not seen, filtered as what was fitted."""
    if held.samples < 20 * thin:
        return ()
    rows = _source(found, held, thin)
    off = rms_of(residuals_of(solution, rows))
    measured = np.concatenate(
        [np.stack([part.of(k)[1] for k in range(len(found.channels))], axis=1) for part in rows()]
    )
    size = np.array([float(np.std(y[y != 0])) if y.any() else 0.0 for y in measured.T])
    figures = {
        name: float(a / b) if b > 0 else float("inf")
        for name, a, b in zip(found.channels, off, size, strict=True)
    }
    limits = {name: limit if isinstance(limit, float) else limit[name] for name in found.channels}
    purpose = "currents" if found.signal == "motor_current" else "torques"
    return (Validation(purpose, found.signal, figures, limits),)


@dataclass(frozen=True)
class TorquePredictor:
    """Torques, or currents, that a robot needs for the motion in a log; not known at its ends,
    where the filter of positions has nothing to go by."""

    signal: str
    cutoff: float

    def __call__(self, robot: Robot, log: Log) -> xr.Dataset:
        motion = motion_of(robot, log, effort_signal(log, self.signal), self.cutoff)
        found = regressor(robot, self.signal, ())
        rows = found.compiled(motion.q, motion.v, motion.a, np.zeros_like(motion.effort))
        predicted = np.full(log[self.signal].shape, np.nan)
        first = int(np.searchsorted(log.time, motion.time[0]))
        predicted[first : first + motion.samples] = -np.asarray(rows) / found.gains
        return log.data[[self.signal]].copy(data={self.signal: predicted})
