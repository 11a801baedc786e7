"""The welding line with an arm that gives way, `rx90b/elastic`: runs of it, and the seam that it
welds.

S3 takes its path from the joints' positions. A laser spot is where the bent arm holds it, and the
weight alone bends it by more than a laser may err. That does not matter where a seam is taught: the
arm is led along it, bent as it is, and plays that back. So the seam is where the spot is when the
arm goes so slowly that nothing but its weight bends it; what is judged is how far the spot is from
there, across the line."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.scenario import Scenario, load_scenario
from armwright.signals import Run
from armwright.studies.rx90b.measures import lowest_field
from armwright.studies.rx90b.runs import without_feedforward
from armwright.studies.rx90b.source import POINTS

SCENARIO = "rx90b/elastic"
#: Sensors without noise and counts.
IDEAL = {"encoder.noise": 0.0, "encoder.resolution": 0.0}
#: The arm of `rx90b/line`, and its sensors.
_RIGID = {
    **IDEAL,
    "encoder.velocity_from": "velocity",
    "fidelity.joints": "rigid",
    "fidelity.elastic": False,
}
#: The speed is reached with limited jerk, m/s³: the acceleration within 0.1 s.
SMOOTH = {"reference.profile": "jerk_limited", "reference.jerk": 10.0}
_SLOW = {
    **IDEAL,
    "fidelity.friction": False,
    "reference.speed": 0.05,
    "reference.acceleration": 0.1,
    "duration": 27.0,
}
#: From record to record, m: a reference that moves less stands still, but for rounding.
_STILL = 1e-9
_SIGNALS = ["tool_position", "reference_tool_position"]

#: Gains of the position loop, 1/s, and factors on the scenario's gains of the velocity loops.
GAINS = (30, 60, 100, 160, 250, 400, 600, 800, 1000, 1200)
FACTORS = (0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0, 5.6)
#: The scenario's gain of the position loop, 1/s.
OWN_GAIN = 60
_POSITION, _VELOCITY = "controller.position_gain", "controller.velocity_gain"
#: Seeds of the noise; the worst of them counts.
SEEDS = (1, 2, 3)


@dataclass(frozen=True, eq=False)
class SwingRuns:
    """`stiff`: with rigid joints and ideal sensors, `full` and `perturbed` with elastic ones, by
    both methods; `noisy`: by both methods as the scenario has it."""

    scenario: Scenario
    stiff: Run
    full: Run
    perturbed: Run
    noisy: tuple[Run, Run]


def run_elastic() -> SwingRuns:
    scenario = load_scenario(SCENARIO)
    ideal = scenario.changed(IDEAL)
    return SwingRuns(
        scenario,
        scenario.changed(_RIGID).simulate(),
        ideal.simulate(),
        ideal.simulate(method="perturbation", points=POINTS),
        (scenario.simulate(), scenario.simulate(method="perturbation", points=POINTS)),
    )


@dataclass(frozen=True, eq=False)
class Seam:
    """Where the spot is on the line when nothing but weight bends the arm: `sag`, m, from where it
    should be, by `place`, m along the line."""

    place: Array
    sag: Array

    @classmethod
    def of(cls, scenario: Scenario) -> Seam:
        slow = without_feedforward(scenario).changed({**_SLOW, "recording.signals": _SIGNALS})
        data = slow.simulate().data
        line = data["reference_tool_position"].values
        place = np.linalg.norm(line - line[0], axis=-1)
        new = np.r_[True, np.diff(place) > _STILL]
        return cls(place[new], (data["tool_position"].values - line)[new])

    def off(self, tool: Array, line: Array) -> Array:
        """Across the line, m: (…, records, 3)."""
        place = np.linalg.norm(line - line[0], axis=-1)
        sag = np.stack([np.interp(place, self.place, one) for one in self.sag.T], axis=-1)
        along = (line[-1] - line[0]) / place[-1]
        way = tool - line - sag
        return np.asarray(way - (way @ along)[..., None] * along)


def under_way(line: Array) -> slice:
    """The records in which the reference (records, 3) moves along its line."""
    moving = np.flatnonzero(np.linalg.norm(np.diff(line, axis=0), axis=-1) > _STILL)
    return slice(int(moving[0]), int(moving[-1]) + 2)


@dataclass(frozen=True, eq=False)
class Welding:
    """`smooth`: largest distance from the seam on the whole line, m, by gain and factor, worst of
    the seeds; `trapezoid`: the same with a trapezoidal speed. Infinite where the loop is lost.
    `best`: a run with the gains that are best of `smooth`."""

    seam: Seam
    smooth: Array
    trapezoid: Array
    best: Run

    @property
    def place(self) -> tuple[int, int]:
        """Of the best gain and factor."""
        return lowest_field(self.smooth)

    @property
    def as_is(self) -> float:
        """With the scenario's own gains, m."""
        return float(self.smooth[GAINS.index(OWN_GAIN), FACTORS.index(1.0)])


def run_welding() -> Welding:
    scenario = load_scenario(SCENARIO)
    trapezoid = scenario.changed({"recording.signals": _SIGNALS})
    smooth = trapezoid.changed(SMOOTH)
    seam = Seam.of(trapezoid)
    found, other = (_mapped(one, seam) for one in (smooth, trapezoid))
    row, column = lowest_field(found)
    velocity = smooth.prepare(free=[_VELOCITY], record=False).nominal[_VELOCITY]
    best = {_POSITION: GAINS[row], _VELOCITY: [FACTORS[column] * one for one in velocity]}
    return Welding(seam, found, other, scenario.changed({**SMOOTH, **best}).simulate())


def _mapped(scenario: Scenario, seam: Seam) -> Array:
    """Largest distance from the seam by gain and factor, worst of the seeds: all runs of a seed in
    the lanes of one machine code."""
    prepared = scenario.prepare(free=[_POSITION, _VELOCITY])
    own = np.array(prepared.nominal[_VELOCITY])
    gains, factors = (one.ravel() for one in np.meshgrid(GAINS, FACTORS, indexing="ij"))
    values = {_POSITION: gains, _VELOCITY: factors[:, None] * own}
    found = []
    for seed in SEEDS:
        runs = prepared.run(values, seeds=[seed] * gains.size, threads=1)
        line = runs["reference_tool_position"][0]
        off = np.linalg.norm(seam.off(runs["tool_position"], line), axis=-1)
        largest = off[:, under_way(line)].max(axis=-1)
        found.append(np.where(np.isfinite(largest), largest, np.inf))
    return np.asarray(np.max(found, axis=0)).reshape(len(GAINS), len(FACTORS))
