"""DIDIM: torques measured, motion simulated.  Gautier, Janot, Vandanjon 2013

β ← least squares of the measured torques on the regressor along the motion that a simulation with β
gives. Closed loop with the same reference, the simulated motion is nearly the real one from the
beginning, so that few rounds are needed; and it has no noise, so that nothing is biased by it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.fit import Fit
from armwright.identify.lane_search import Found
from armwright.identify.motion import effort_signal
from armwright.identify.output_error import (
    RunComparison,
    ScaledNumbers,
    at_times,
    compared_with,
    fit_of,
    free_numbers,
)
from armwright.identify.regressor import Regressor, regressor
from armwright.scenario import Scenario
from armwright.signals.log import Log
from armwright.simulation import Diverged

_MOTION = ("joint_position", "joint_velocity", "joint_acceleration")
#: The search has settled when no number moves by more than this, against its size.
_SETTLED = 1e-5
#: Of a joint's largest speed: below it, dry friction may stick.
_SLIDING = 0.01


def didim(scenario: Scenario, log: Log, free: Sequence[str], *, rounds: int = 15) -> Fit:
    """Numbers in which torques are linear, from torques or currents alone. The run begins with the
    log."""
    signal = effort_signal(log)
    numbers = free_numbers(scenario, free, {})
    comparison = compared_with(scenario, log, numbers, (signal,), {})
    found = regressor(scenario.robot, signal, numbers.paths)
    order = [found.elements.index(element) for element in numbers.elements]
    x = np.zeros(len(order))
    rows, right, used = _regression(scenario, comparison, found, order, x)
    taken = 0
    while taken < rounds:
        taken += 1
        before = x
        A = (rows / comparison.weights[:, None])[used]
        b = (right / comparison.weights)[used]
        x = numbers.box.clipped(np.linalg.lstsq(A, b, rcond=None)[0])
        rows, right, used = _regression(scenario, comparison, found, order, x)
        if np.abs(x - before).max() <= _SETTLED:
            break
    gap = np.where(used, rows @ x - right, 0.0) / comparison.weights
    jacobian = np.where(used[..., None], rows, 0.0) / comparison.weights[:, None]
    cost = np.array([float(np.sum(gap**2))])
    end = Found(x, gap.reshape(-1), jacobian.reshape(gap.size, -1), cost, x[None], taken, taken + 1)
    return fit_of(scenario, log, comparison, end, f"DIDIM on {signal}")


def _regression(
    scenario: Scenario,
    comparison: RunComparison,
    found: Regressor,
    order: Sequence[int],
    x: Array,
) -> tuple[Array, Array, Array]:
    """Rows (samples, channels, p) for the scaled numbers, what is measured less what is not free,
    and where nothing sticks. In the unit of what is measured."""
    numbers: ScaledNumbers = comparison.numbers
    q, v, a = _simulated(scenario, comparison, x)
    Y, known = found.at(q, v, a, comparison.measured)
    gains = np.asarray(found.gains)
    Y = Y[:, :, list(order)] / gains[:, None]
    right = known / gains - Y @ numbers.nominal
    slow = np.abs(v) <= _SLIDING * np.abs(v).max(axis=0)
    motors = np.abs(scenario.robot.gear_matrix) > 0
    channels = motors if found.signal != "joint_torque" else np.eye(q.shape[1], dtype=bool)
    sticking = (slow.astype(float) @ channels.T.astype(float)) > 0
    return Y * numbers.scale, right, ~sticking


def _simulated(
    scenario: Scenario, comparison: RunComparison, x: Array
) -> tuple[Array, Array, Array]:
    values = {path: value[0] for path, value in comparison.numbers.by_path(x[None]).items()}
    setup = scenario.changed({"recording.signals": list(_MOTION)})
    try:
        run = setup.changed(values).simulate()
    except Diverged:
        raise InputError(
            "the run diverges with the numbers that were found",
            where=f"scenario '{scenario.name}'",
            hint="Begin nearer to the truth, or use output_error with bounds.",
        ) from None
    time = np.asarray(run.data["time"].values, dtype=np.float64)
    parts = [at_times(time, run.data[name].values[None], comparison.time)[0] for name in _MOTION]
    return parts[0], parts[1], parts[2]
