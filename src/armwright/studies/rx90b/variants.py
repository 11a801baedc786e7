"""Many variants on one path: they share the linearisation, and run in lanes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.robot.values import Array
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.studies.claim import Claim, in_kind
from armwright.studies.rx90b.comparison import EVERYWHERE

#: What is not known for sure of an arm, or wears: its friction.
FRICTION = {
    "joints.*.friction.coulomb_positive": "20%",
    "joints.*.friction.coulomb_negative": "20%",
    "joints.*.friction.viscous": "20%",
}
SAMPLES = 100
#: Gains of the position loop that are tried, 1/s and 1/s².
GAINS = tuple(float(gain) for gain in np.linspace(60, 200, 8))
INTEGRALS = tuple(float(gain) for gain in np.linspace(0, 7000, 8))
#: Signals that variants record.
_SIGNALS = ["tool_position", "reference_tool_position"]


@dataclass(frozen=True, eq=False)
class Variants:
    """Arms with other friction by both methods; `tuning`: largest deviation from the line, m, by
    proportional and integral gain; `checked`: that of the best by the full model."""

    full: Run
    perturbed: Run
    tuning: Array
    tuned: Run
    checked: float
    before: float

    @property
    def best(self) -> tuple[int, int]:
        row, column = np.unravel_index(int(self.tuning.argmin()), self.tuning.shape)
        return int(row), int(column)

    @property
    def difference(self) -> float:
        """The largest of any tool between both methods, m."""
        tools = [run.data["tool_position"].values for run in (self.full, self.perturbed)]
        return float(np.linalg.norm(tools[0] - tools[1], axis=-1).max())


def run_variants(scenario: Scenario) -> Variants:
    small = scenario.changed({"recording.signals": _SIGNALS})
    full, perturbed = (
        small.sweep(FRICTION, SAMPLES, method=method, threads=1)
        for method in ("full", "perturbation")
    )
    gains, integrals = np.meshgrid(GAINS, INTEGRALS, indexing="ij")
    grid = {
        "controller.position_gain": gains.ravel().tolist(),
        "controller.position_integral_gain": integrals.ravel().tolist(),
    }
    tuned = small.sweep(grid, gains.size, method="perturbation", threads=1)
    tuning = _off_the_line(tuned).reshape(gains.shape)
    row, column = np.unravel_index(int(tuning.argmin()), tuning.shape)
    chosen = {
        "controller.position_gain": GAINS[row],
        "controller.position_integral_gain": INTEGRALS[column],
    }
    checked = _off_the_line(small.changed(chosen).simulate())
    return Variants(
        full, perturbed, tuning, tuned, float(checked), float(_off_the_line(small.simulate()))
    )


def _off_the_line(run: Run) -> Array:
    """The largest distance from where the tool should be, of each run, m."""
    way = run.data["tool_position"].values - run.data["reference_tool_position"].values
    return np.asarray(np.linalg.norm(way, axis=-1).max(axis=-1), dtype=np.float64)


def claims(found: Variants) -> list[Claim]:
    row, column = found.best
    predicted = float(found.tuning[row, column])
    return [
        in_kind(
            "beyond S3",
            "variants on one nominal path share the linearisation",
            f"{SAMPLES} arms with up to 20 % other friction: at most "
            f"{1e6 * found.difference:.2f} µm from the full model of each",
            found.difference < EVERYWHERE,
        ),
        in_kind(
            "beyond S3",
            "good for tuning: the best gains are the best of the full model, too",
            f"of {found.tuning.size} pairs {GAINS[row]:g}/s and {INTEGRALS[column]:g}/s² leave "
            f"{1e6 * predicted:.1f} µm, by the full model {1e6 * found.checked:.1f} µm; before "
            f"{1e6 * found.before:.1f} µm",
            abs(predicted - found.checked) < 0.01 * found.checked and found.checked <= found.before,
        ),
    ]
