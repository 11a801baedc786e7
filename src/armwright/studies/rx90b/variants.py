"""Many variants on one path: they share the linearisation, and run in lanes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.studies.claim import Claim, Statement, at_least, at_most
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
#: Proportional gains up to where the loop fails, 1/s; with the integral gain of the scenario.
FAR = (60, 100, 200, 300, 400, 600, 800, 900, 1000, 1100, 1200, 1300, 1500)
#: Signals that variants record.
_SIGNALS = ["tool_position", "reference_tool_position"]

FRICTIONS = Statement(
    "variants",
    "beyond S3",
    "variants on one nominal path share the linearisation",
    "kind",
    {"apart": at_most("largest distance of any two tools", EVERYWHERE, "m", "as S3 for one arm")},
)
TUNING = Statement(
    "tuning",
    "beyond S3",
    "good for tuning: the gains that are best by the method are the best of the full model, too",
    "kind",
    {
        "worse": at_most(
            "what the full model loses with them, beside its own best pair",
            0.01,
            "",
            "pairs next to each other differ by more",
        ),
        "apart": at_most(
            "largest difference of both methods over pairs that stay within 1 mm",
            0.01,
            "",
            "of the full model's deviation; the method is one of small departures",
        ),
    },
)
GAIN_LIMIT = Statement(
    "gain-limit",
    "beyond S3",
    "higher gains follow the line better, up to a limit",
    "kind",
    {
        "gained": at_least(
            "deviation with the scenario's gain, times that at the optimum",
            2,
            "",
            "clearly better, not just the least of many",
        ),
        "lost": at_least(
            "deviation with the largest gain, times that at the optimum",
            10,
            "",
            "clearly worse: the loop fails",
        ),
    },
)


@dataclass(frozen=True, eq=False)
class Variants:
    """Arms with other friction by both methods; `tuning`: largest deviation from where the tool
    should be, m, by proportional and integral gain, by the perturbation method, and `checked` by
    the full model; `far`: by the gains of FAR, full model; `before`: with the scenario's gains."""

    full: Run
    perturbed: Run
    tuning: Array
    tuned: Run
    checked: Array
    far: Array
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
    checked = _off_the_line(small.sweep(grid, gains.size, threads=1)).reshape(gains.shape)
    far = {"controller.position_gain": [float(gain) for gain in FAR]}
    return Variants(
        full,
        perturbed,
        tuning,
        tuned,
        checked,
        _off_the_line(small.sweep(far, len(FAR), threads=1)),
        float(_off_the_line(small.simulate())),
    )


def _off_the_line(run: Run) -> Array:
    """The largest distance from where the tool should be, of each run, m."""
    way = run.data["tool_position"].values - run.data["reference_tool_position"].values
    return np.asarray(np.linalg.norm(way, axis=-1).max(axis=-1), dtype=np.float64)


def claims(found: Variants) -> list[Claim]:
    row, column = found.best
    predicted, checked = float(found.tuning[row, column]), float(found.checked[row, column])
    small = found.checked < 1e-3
    apart = np.abs(found.tuning / found.checked - 1)[small].max()
    best = int(found.far.argmin())
    return [
        FRICTIONS.judged(
            f"{SAMPLES} arms with up to 20 % other friction: at most "
            f"{1e6 * found.difference:.2f} µm from the full model of each",
            apart=found.difference,
        ),
        TUNING.judged(
            f"of {found.tuning.size} pairs {GAINS[row]:g}/s and {INTEGRALS[column]:g}/s² leave "
            f"{1e6 * predicted:.1f} µm, by the full model {1e6 * checked:.1f} µm, where its own "
            f"best pair leaves {1e6 * found.checked.min():.1f} µm; before {1e6 * found.before:.1f} "
            "µm",
            worse=checked / found.checked.min() - 1,
            apart=apart,
        ),
        GAIN_LIMIT.judged(
            f"of {len(FAR)} proportional gains by the full model {FAR[best]}/s leaves least, "
            f"{1e6 * found.far[best]:.1f} µm; {FAR[0]}/s leaves {1e6 * found.far[0]:.1f} µm, "
            f"{FAR[-1]}/s {1e3 * found.far[-1]:.1f} mm",
            "A real arm bends, and its sensors are noisy, which lowers the limit. Neither is in "
            "here; what is in here are samples at 1 and 4 kHz and a current loop that lags.",
            gained=found.before / found.far[best],
            lost=found.far[-1] / found.far[best],
        ),
    ]
