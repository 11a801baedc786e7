"""The rigid arm: what its motion and its torques say of masses, inertias, rotors and friction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.fit import Combinations, Fit, FittedNumber, Knowledge, Validation
from armwright.identify.columns import COULOMB
from armwright.identify.consistent import Consistent, consistent_set
from armwright.identify.data_check import DataCheck, checked
from armwright.identify.estimators import Solution, residuals_of, rms_of
from armwright.identify.motion import Motion, effort_signal, motion_of
from armwright.identify.problem import Estimator, RigidEstimate, RigidProblem
from armwright.identify.reduction import filtered, row_times
from armwright.identify.regressor import JOINT_TORQUE, Regressor, Surroundings, regressor
from armwright.robot import Robot
from armwright.robot.changing import HEADS, changed
from armwright.scenario import Scenario
from armwright.signals.log import MEASURED, Log

#: The largest error that torques may have, as a part of their variation.
TORQUE_LIMIT = 0.25
#: A number is seen where its standard error is below this part of what was open before; it is as
#: before where no more than this part of it is determined.
_SEEN, _OPEN = 0.5, 0.1


def rigid(
    robot: Robot,
    log: Log,
    *,
    free: Sequence[str] | None = None,
    friction: str = COULOMB,
    directed: bool = True,
    surroundings: Surroundings | None = None,
    estimator: Estimator = "weighted",
    instrument: Log | Scenario | None = None,
    measured: str | None = None,
    cutoff: float | None = None,
    rate: float | None = None,
    hold_back: float = 0.25,
    limit: float | Mapping[str, float] = TORQUE_LIMIT,
    spread: float = 1.0,
    unchecked: bool = False,
) -> Fit:
    """Base parameters by least squares, and the consistent set of numbers nearest to the nominal.

    `free`: paths of what is to be found, by default all bodies, rotors and friction. `friction`:
    'coulomb', 'tustin' (with the Stribeck speed of the robot's file), or 'described'. `directed`:
    with a Coulomb friction for each direction. `surroundings`: what acts beside the drives.
    `instrument`, for instrumental variables: the log of the same closed loop, simulated without
    noise; or its scenario, which is simulated with what weighted least squares find. `cutoff`: of
    the filter of positions, in Hz; `rate`: of the rows that are regressed, in Hz; by default both
    from the spectrum.
    `hold_back`: the last part of the log, which validates; `limit`: the largest error of a torque
    there, as a part of its variation. `spread`: how far the nominal numbers may be off, as a power
    of e. `unchecked`: also where the check says that the log cannot answer.
    """
    signal = effort_signal(log, measured)
    problem = RigidProblem(
        robot,
        signal,
        free=free,
        friction=friction,
        directed=directed,
        surroundings=surroundings,
    )
    check = checked(problem, log, cutoff)
    if not check.answers and not unchecked:
        raise _refusal(check)
    return fitted(
        problem,
        log,
        check,
        estimator=estimator,
        instrument=instrument,
        cutoff=cutoff,
        rate=rate,
        hold_back=hold_back,
        limit=limit,
        spread=spread,
    )


def check(
    robot: Robot,
    log: Log,
    *,
    free: Sequence[str] | None = None,
    friction: str = COULOMB,
    measured: str | None = None,
    cutoff: float | None = None,
) -> DataCheck:
    """Whether a log can tell a rigid arm's numbers: what is wrong with it, what it cannot see, and
    which motion would show it."""
    problem = RigidProblem(robot, effort_signal(log, measured), free=free, friction=friction)
    return checked(problem, log, cutoff)


def _refusal(found: DataCheck) -> InputError:
    worst = next(one for one in found.findings if one.severity == "error")
    return InputError(
        f"the log cannot answer: {worst.what}",
        where=worst.where,
        got=worst.got,
        expected=worst.expected,
        hint=worst.hint,
    )


def fitted(
    problem: RigidProblem,
    log: Log,
    found: DataCheck,
    *,
    estimator: Estimator,
    instrument: Log | Scenario | None,
    cutoff: float | None,
    rate: float | None,
    hold_back: float,
    limit: float | Mapping[str, float],
    spread: float,
) -> Fit:
    """Solve, choose the consistent set, validate."""
    motion = problem.motion(log, cutoff)
    cut = int(motion.samples * (1.0 - hold_back))
    still = None
    if estimator == "instrumental" and instrument is not None:
        first = problem.solve(motion.part(0, cut), "weighted", rate)
        still = _instrument(problem, instrument, motion, first, spread).part(0, cut)
    estimate = problem.solve(motion.part(0, cut), estimator, rate, still)
    combinations, whole = estimate.combinations, problem.whole
    chosen = consistent_set(
        whole, combinations.matrix, combinations.values, combinations.covariance, spread
    )
    numbers = _fitted_numbers(whole, combinations, chosen)
    residuals = estimate.uncertainty.residuals
    return Fit(
        method=f"rigid arm, {estimator} least squares",
        nominal=problem.described,
        robot=_written(problem.robot, numbers),
        combinations=combinations,
        parameters=numbers,
        residuals=_as_dataset(whole, residuals, estimate.motion, estimate.thin),
        condition=estimate.solution.condition,
        samples=estimate.solution.samples,
        effective_samples=estimate.uncertainty.effective_samples,
        predictor=TorquePredictor(
            problem.signal,
            motion.cutoff,
            problem.surroundings.changed({name: one.value for name, one in numbers.items()}),
        ),
        validations=_validations(
            problem, motion.part(cut, motion.samples), estimate.thin, estimate.solution, limit
        ),
        findings=found.findings,
        unseen=tuple(one.name for one in found.unseen),
    )


def _instrument(
    problem: RigidProblem,
    source: Log | Scenario,
    motion: Motion,
    estimate: RigidEstimate,
    spread: float,
) -> Motion:
    """The motion of the instrument at the samples of what was measured."""
    log = source if isinstance(source, Log) else _simulated(problem, source, estimate, spread)
    found = problem.motion(log, motion.cutoff)
    if found.samples != motion.samples or abs(found.time[0] - motion.time[0]) > 0.5 * motion.step:
        raise InputError(
            "not at the same times as the log",
            where="instrument",
            got=f"{found.samples} samples from {found.time[0]:.6g} s on",
            expected=f"{motion.samples} from {motion.time[0]:.6g} s on",
        )
    return found


def _simulated(
    problem: RigidProblem, scenario: Scenario, estimate: RigidEstimate, spread: float
) -> Log:
    """The closed loop without noise, with what is known so far of its arm."""
    known = estimate.combinations
    chosen = consistent_set(problem.whole, known.matrix, known.values, known.covariance, spread)
    robot = _written(problem.robot, _fitted_numbers(problem.whole, known, chosen))
    quiet = replace(scenario.fidelity, noise=False)
    run = replace(scenario, robot=robot, fidelity=quiet).simulate()
    return Log.from_run(run)


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
        if alone and error < _SEEN * scale[k]:
            knowledge = "seen"
        elif own[k] > _OPEN and error < scale[k]:
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
    own = [(name, one) for name, one in numbers.items() if name.partition(".")[0] in HEADS]
    for name, number in own:
        values.setdefault(name.partition("[")[0], []).append(number.value)
    other = changed(
        robot, {path: v[0] if len(v) == 1 else np.array(v) for path, v in values.items()}
    )
    kept = {path: text for path, text in robot.sources.items() if not _replaced(path, values)}
    said = "identified: the set that bodies can have, nearest to what was described"
    return replace(other, sources={**kept, **dict.fromkeys(values, said)})


def _replaced(path: str, fitted: Iterable[str]) -> bool:
    """Whether a source speaks of nothing but what was fitted."""
    return any(fnmatchcase(one, path) for one in fitted)


def _as_dataset(found: Regressor, residuals: Array, motion: Motion, thin: int) -> xr.Dataset:
    """Residuals, and what was measured, filtered alike; nothing where friction may stick."""
    dimension = "joint" if found.signal == JOINT_TORQUE else "motor"
    unit = "A" if found.signal == "motor_current" else "N m"
    used = np.where(residuals != 0, 1.0, np.nan)
    measured = filtered(motion.effort, thin)
    return xr.Dataset(
        {
            found.signal: (
                ("time", dimension),
                residuals / found.gains * used,
                {"units": unit, "long_name": "measured minus predicted, filtered, while moving"},
            ),
            f"{MEASURED}{found.signal}": (
                ("time", dimension),
                measured * used,
                {"units": unit, "long_name": "measured, filtered, while moving"},
            ),
        },
        coords={"time": row_times(motion, thin), dimension: list(found.channels)},
    )


def _validations(
    problem: RigidProblem,
    held: Motion,
    thin: int,
    solution: Solution,
    limit: float | Mapping[str, float],
) -> tuple[Validation, ...]:
    """The combinations on data that they have not seen, filtered as what was fitted."""
    if held.samples < 20 * thin:
        return ()
    rows, channels = problem.rows(held, thin), problem.regressor.channels
    off = rms_of(residuals_of(solution, rows))
    measured = np.concatenate(
        [np.stack([part.of(k)[1] for k in range(len(channels))], axis=1) for part in rows()]
    )
    size = np.array([float(np.std(y[y != 0])) if y.any() else 0.0 for y in measured.T])
    figures = {name: float(a / b) for name, a, b in zip(channels, off, size, strict=True) if b > 0}
    if not figures:
        return ()
    limits = {name: limit if isinstance(limit, float) else limit[name] for name in figures}
    purpose = "currents" if problem.signal == "motor_current" else "torques"
    return (Validation(purpose, problem.signal, figures, limits),)


@dataclass(frozen=True)
class TorquePredictor:
    """Torques, or currents, that a robot needs for the motion in a log; not known at its ends,
    where the filter of positions has nothing to go by."""

    signal: str
    cutoff: float
    surroundings: Surroundings

    def __call__(self, robot: Robot, log: Log) -> xr.Dataset:
        motion = motion_of(robot, log, self.signal, self.cutoff, every=True)
        found = regressor(robot, self.signal, (), self.surroundings)
        nothing, length = np.zeros_like(motion.effort), np.zeros(1)
        rows = found.compiled(motion.q, motion.v, motion.a, nothing, length)
        predicted = np.full(log[self.signal].shape, np.nan)
        first = int(np.searchsorted(log.time, motion.time[0]))
        predicted[first : first + motion.samples] = -np.asarray(rows) / found.gains
        return log.data[[self.signal]].copy(data={self.signal: predicted})
