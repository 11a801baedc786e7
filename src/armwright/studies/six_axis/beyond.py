"""S1, section 6.2: what it wishes for, and what that buys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from armwright.report.html.parts import Chapter, Table, Text
from armwright.scenario import Scenario, load_scenario
from armwright.signals import Run
from armwright.studies.claim import Claim, Statement, at_most
from armwright.studies.running import run_together
from armwright.studies.six_axis.cases import noise, payload
from armwright.studies.six_axis.errors import Steps, amplitudes, roughness, static
from armwright.studies.six_axis.noise import torque_noise
from armwright.studies.six_axis.section import Section
from armwright.studies.wording import fixed, percent, short

_WHERE = "S1, section 6.2"
_CUTOFFS = ("position filter.cutoff_frequency", "velocity filter.cutoff_frequency")
_OFF = {"robust.acceleration": 0.0}
_NO_INTEGRAL = {"robust.integral_weight": 0.0}
#: S1's own, and what is beyond it: the scenario, and what is changed in it.
SOURCE = "S1's controller"
CONTROLLERS: dict[str, tuple[str, Mapping[str, Any]]] = {
    "low-pass 20 Hz": ("six-axis/robust-filtered", _OFF),
    "low-pass 10 Hz": ("six-axis/robust-filtered", {**_OFF, **dict.fromkeys(_CUTOFFS, 10.0)}),
    "robust term": ("six-axis/robust", _NO_INTEGRAL),
    "robust term with integral": ("six-axis/robust", {}),
    "both, with integral": ("six-axis/robust-filtered", {}),
}
#: The tests that are repeated with each of them.
TESTS = ("ideal", "noise-both", "payload-90", "payload-110")

FILTER = Statement(
    "low-pass",
    _WHERE,
    "a filter on the measured signals would reduce the oscillation of the torque",
    "kind",
    {
        "rate": at_most("torque's changes in 10 ms, of those before", 0.5, "", "clearly less"),
        "largest": at_most("largest error, of the step", 1, "", "more is an arm that is lost"),
    },
)
ROBUST = Statement(
    "robust",
    _WHERE,
    "a robust controller would reduce the effect of inaccurate properties",
    "kind",
    {
        "term": at_most("static error with a robust term, of that before", 0.7, "", "clearly less"),
        "integral": at_most("the same with an integral in it", 0.1, "", "an integral removes it"),
    },
)


@dataclass(frozen=True)
class Bought:
    """What a controller gives. SI; `largest`: part of the step; `torque`: root mean square of the
    joints' standard deviations, `rate`: of their changes in 10 ms."""

    largest: float
    amplitude: tuple[float, float]
    torque: float
    rate: float
    static: float
    largest_heavier: float

    @classmethod
    def of(cls, steps: Steps, runs: Mapping[str, Run]) -> Bought:
        noisy = runs["noise-both"]
        wrong = [np.abs(static(runs[name])).max() for name in ("payload-90", "payload-110")]
        return cls(
            float(steps.largest(runs["ideal"]).max()),
            amplitudes(noisy, measured=False),
            _mean_square(torque_noise(noisy)),
            _mean_square(roughness(noisy, "joint_torque")),
            float(max(wrong)),
            float(steps.largest(runs["payload-110"]).max()),
        )

    @property
    def lost(self) -> bool:
        """Whether the arm goes astray."""
        return max(self.largest, self.largest_heavier) > 1.0


def run_beyond() -> dict[str, dict[str, Run]]:
    """By controller and test; those of the same scenario run together."""
    alike: dict[str, dict[str, Scenario]] = {}
    for controller, (name, changes) in CONTROLLERS.items():
        own = load_scenario(name).changed(changes)
        tests = (
            own,
            own.changed(noise("position", "velocity")),
            own.changed(payload(own, 0.9)),
            own.changed(payload(own, 1.1)),
        )
        alike.setdefault(name, {}).update(
            {f"{controller}, {test}": one for test, one in zip(TESTS, tests, strict=True)}
        )
    runs = {
        name: run for together in alike.values() for name, run in run_together(together).items()
    }
    return {
        controller: {test: runs[f"{controller}, {test}"] for test in TESTS}
        for controller in CONTROLLERS
    }


def beyond_section(
    steps: Steps, runs: Mapping[str, Run], beyond: Mapping[str, Mapping[str, Run]]
) -> Section:
    """`runs`: those of S1's controller."""
    bought = {name: Bought.of(steps, own) for name, own in {SOURCE: runs, **beyond}.items()}
    return Section([_filter(bought), _robust(bought)], _chapter(bought))


def _filter(bought: Mapping[str, Bought]) -> Claim:
    before, after = bought[SOURCE], bought["low-pass 20 Hz"]
    return FILTER.judged(
        "a low-pass at 20 Hz reduces the torque's changes in 10 ms to "
        f"{percent(after.rate / before.rate)} of what they are, its standard deviation to "
        f"{percent(after.torque / before.torque)}; the true error on q is "
        f"{short(1e3 * after.amplitude[0])} mrad instead of {short(1e3 * before.amplitude[0])}",
        "It costs phase, and the angles follow the noise a little more. At 10 Hz, where the torque "
        "limits are met, the arm is lost."
        if bought["low-pass 10 Hz"].lost
        else "",
        rate=after.rate / before.rate,
        largest=max(after.largest, after.largest_heavier),
    )


def _robust(bought: Mapping[str, Bought]) -> Claim:
    before, term, integral = (
        bought[name] for name in (SOURCE, "robust term", "robust term with integral")
    )
    return ROBUST.judged(
        "with the payload wrong by 10 % a robust term leaves "
        f"{percent(term.static / before.static)} of the static error, with an integral in it "
        f"{percent(integral.static / before.static)}",
        f"Its price is {fixed(integral.torque / before.torque, 1)} times the noise in the torque, "
        f"with the filter {fixed(bought['both, with integral'].torque / before.torque, 1)} times.",
        term=term.static / before.static,
        integral=integral.static / before.static,
    )


def _mean_square(values: np.ndarray) -> float:
    return float(np.sqrt((values**2).mean()))


def _chapter(bought: Mapping[str, Bought]) -> Chapter:
    head = (
        "controller",
        "largest error, % of step:",
        "noise: q, mrad:",
        "noise: q̇, mrad/s:",
        "noise: torque, N m:",
        "noise: torque in 10 ms, N m:",
        "±10 %: static, mrad:",
        "+10 %: largest, % of step:",
    )
    caption = (
        "What a filter and a robust outer loop buy. Noise: on q and q̇; amplitudes of the true "
        "error, standard deviation of the torque, and how much it changes from one sample of the "
        "noise to the next, root mean squares of the joints. ±10 %: the payload is wrong"
    )
    return Chapter(
        "Beyond the source: a filter and a robust outer loop",
        [
            Text(
                "S1 ends with two wishes. A filter on the measured signals: here a low-pass of "
                "second order on angles and velocities. Its cut-off frequency has to be well "
                "above where the loop's gain passes 1, at 13 rad/s or 2 Hz: what the filter "
                "delays, the controller's model of gravity and inertia is late by, too. And a "
                "robust outer loop: an acceleration w is added to y, w = ρ s/φ within ±ρ, s = ė "
                "+ λ e + μ ∫e dt, the usual robust term with a boundary layer φ instead of a "
                "jump; with an integral, μ > 0, or without."
            ),
            Table(head, [_row(name, one) for name, one in bought.items()], caption),
            Text(_summary(bought)),
        ],
    )


def _summary(bought: Mapping[str, Bought]) -> str:
    own, filtered, term, both = (
        bought[name] for name in (SOURCE, "low-pass 20 Hz", "robust term", "both, with integral")
    )
    return (
        f"The filter leaves {percent(filtered.rate / own.rate)} of the torque's rapid changes, "
        "which is what S1 wants of it. The robust term alone is a matter of gains: it leaves "
        f"{percent(term.static / own.static)} of the static error, for "
        f"{fixed(term.torque / own.torque, 1)} times the noise in the torque. The integral is "
        f"what removes the static error. Both together leave {percent(both.static / own.static)} "
        f"of it, and {percent(both.rate / own.rate)} of the rapid changes."
    )


def _row(name: str, one: Bought) -> tuple[str, ...]:
    if one.lost:
        return (name, "lost", *("–",) * 6)
    return (
        name,
        fixed(100 * one.largest, 1),
        fixed(1e3 * one.amplitude[0], 2),
        fixed(1e3 * one.amplitude[1], 1),
        fixed(one.torque, 2),
        fixed(one.rate, 2),
        fixed(1e3 * one.static, 2),
        fixed(100 * one.largest_heavier, 1),
    )
