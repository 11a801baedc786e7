"""One arm, one setting of its controller, walls from 1e3 to 1e6 N/m; and three comparisons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from armwright.progress import Tell
from armwright.scenario import load_scenario
from armwright.signals import Run
from armwright.studies.resonance import lowest_resonance
from armwright.studies.running import run_together

SCENARIO = "contact/wall"
#: N/m.
STIFFNESSES: tuple[float, ...] = (1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6)
#: The wall leans by so much, which the controller does not know.
LEAN = np.radians(5.0)

ADAPTIVE, FIXED, SOFT, LEANING = "adaptive", "fixed", "tuned soft", "leaning"
FAST, RIGID = "fast", "fast, rigid joints"
_FAST = {"controller.approach_speed": 0.05}
#: By what runs differ from the scenario. `tuned soft` is a loop without the rule: at least as fast
#: on the softest wall as the adaptive one, whatever that does to stiff ones. `fast`: five times the
#: speed at which it comes to the wall.
CASES: Mapping[str, Mapping[str, object]] = {
    ADAPTIVE: {},
    LEANING: {"wall.outward": [-float(np.cos(LEAN)), -float(np.sin(LEAN)), 0.0]},
    FAST: _FAST,
    FIXED: {"controller.adaptation": False},
    SOFT: {"controller.adaptation": False, "controller.force_bandwidth": 60.0},
    RIGID: {"fidelity.joints": "rigid", **_FAST},
}


@dataclass(frozen=True)
class ForceControl:
    """`runs`: by case and stiffness. `resonance`: the lowest of the joints, motors held still,
    rad/s. Of the scenario: the `wanted` force, N; when the arm begins to `slide`, s; the servo's
    `frequency`, rad/s."""

    runs: Mapping[str, Mapping[float, Run]]
    resonance: float
    wanted: float
    slide: float
    frequency: float


def touch(tell: Tell) -> ForceControl:
    scenario = load_scenario(SCENARIO)
    runs = {}
    for k, (case, changes) in enumerate(CASES.items()):
        tell(case, 0.85 * k / len(CASES))
        one = scenario.changed(changes)
        walls = {f"{value:g} N/m": one.changed({"wall.stiffness": value}) for value in STIFFNESSES}
        runs[case] = dict(zip(STIFFNESSES, run_together(walls).values(), strict=True))
    tell("resonance", 0.85)
    (controller,), reference = scenario.blocks.controller, scenario.blocks.reference
    assert reference is not None
    return ForceControl(
        runs,
        lowest_resonance(scenario, np.radians(reference.values["posture"])),
        float(controller.values["force"]),
        float(reference.values["start_time"]),
        float(controller.values["natural_frequency"]),
    )
