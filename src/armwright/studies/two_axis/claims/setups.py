"""S0, section 4: paths, set-ups, and what is the same in them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.arrays import Array
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.studies.claim import (
    Claim,
    Statement,
    at_least,
    at_most,
    between,
    observed,
    rounded,
    rounding,
)
from armwright.studies.two_axis.measures import (
    farthest,
    path_error,
    settings_of,
    tools_apart,
    values,
)
from armwright.studies.two_axis.runs import PATHS
from armwright.studies.two_axis.source import TwoAxisNumbers, forward
from armwright.studies.wording import scientific

#: What the accelerometer does not touch: the arm's true motion, and its controller.
_MOTION = ("tool_position", "joint_position", "joint_velocity", "motor_position", "motor_torque")
#: What all set-ups have, and what none has.
_PRESENT = (
    ("torque_ripple", "ripple_1"),
    ("resolver", "ripple_1"),
    ("resolver", "noise"),
    ("accelerometer", "noise"),
)
_ABSENT = ("torque_chirp", "tool_force")
_FEEDFORWARD = ("feedforward_motor_torque", "reference_motor_position")

REFERENCE = rounding(
    "reference",
    "S0, figure 3.1",
    "P_ref is the forward kinematics (1.2) of the path generator's joint angles",
    1e-12,
    "m",
)
CLOCKWISE = Statement(
    "closed-and-clockwise",
    "S0, figure 4.1",
    "four paths; they start at the star and go clockwise",
    "kind",
    {
        "gap": at_most("largest distance from the start to the end", 1e-9, "m", "rounding"),
        "area": at_most(
            "largest signed area, < 0 if clockwise", -0.01, "m²", "a line encloses nothing"
        ),
    },
)
SAME_PATH = Statement(
    "same-path",
    "S0, table 4.1",
    "the true trajectory is the same for all configurations except Sim2",
    "number",
    {
        "same": between(
            "runs of Sim3 and Sim4 that move as Sim1, bit by bit",
            2 * len(PATHS),
            2 * len(PATHS),
            "",
            "all of them",
        ),
        "away": at_least(
            "largest distance of Sim2 from Sim1, smallest of the paths",
            1e-5,
            "m",
            "above what noise does",
        ),
    },
)
REASON = Statement(
    "reason",
    "S0, section 4",
    "the reason is that the feed-forward changes when model errors are present",
    "number",
    {
        "same": between(
            "runs of Sim3 and Sim4 with Sim1's feed-forward, bit by bit",
            2 * len(PATHS),
            2 * len(PATHS),
            "",
            "all of them",
        ),
        "change": at_least(
            "largest change of Sim2's feed-forward, smallest of the paths",
            0.01,
            "N m",
            "above rounding",
        ),
        "others": at_most("set-ups with another arm", 0, "", "the controller's model errs alone"),
    },
)
PERFORMANCE = Statement(
    "performance",
    "S0, section 4",
    "with model errors the control performance is changed",
    "kind",
    {"ratio": at_least("RMS path error of Sim2, times Sim1's, least path", 2, "", "clearly")},
)


def setups_claims(scenarios: Mapping[str, Scenario], runs: Mapping[str, Run]) -> list[Claim]:
    return [
        _reference(scenarios, runs),
        _closed_and_clockwise(runs),
        _complete(scenarios),
        _same_path(runs),
        _reason(scenarios, runs),
        _performance(runs),
    ]


def same(runs: Mapping[str, Run], path: str, sim: str, signals: tuple[str, ...] = _MOTION) -> bool:
    """Whether the signals of a set-up are those of Sim1, bit by bit."""
    first, other = runs[f"{path}-sim1"].data, runs[f"{path}-{sim}"].data
    return all(np.array_equal(first[name], other[name]) for name in signals)


def signed_area(points: Array) -> float:
    """Of a closed polygon (…, 2): negative if it is run through clockwise, x to the right."""
    x, z = points.T
    return float(0.5 * (x * np.roll(z, -1) - np.roll(x, -1) * z).sum())


def _reference(scenarios: Mapping[str, Scenario], runs: Mapping[str, Run]) -> Claim:
    off = 0.0
    for name, run in runs.items():
        n = TwoAxisNumbers.of(scenarios[name].robot)
        wanted = forward(n, values(run, "reference_joint_position"))
        off = max(off, farthest(values(run, "reference_tool_position"), wanted))
    return rounded(REFERENCE, f"{len(runs)} runs", off)


def _closed_and_clockwise(runs: Mapping[str, Run]) -> Claim:
    gap, areas = 0.0, []
    for path in PATHS:
        points = values(runs[f"{path}-sim1"], "reference_tool_position")
        gap = max(gap, farthest(points[-1], points[0]))
        areas.append(signed_area(points))
    return CLOCKWISE.judged(
        f"{', '.join(PATHS)}: each ends where it starts (to {scientific(gap)} m) and encloses "
        f"{min(map(abs, areas)):.3f} to {max(map(abs, areas)):.3f} m², "
        f"{sum(area < 0 for area in areas)} of {len(areas)} clockwise",
        "The figure is lost; the paths are ours, of four kinds.",
        gap=gap,
        area=max(areas),
    )


def _complete(scenarios: Mapping[str, Scenario]) -> Claim:
    """The settings of all 16 scenarios."""
    good = 0
    for scenario in scenarios.values():
        on = scenario.fidelity
        complete = on.gravity and on.friction and on.springs == "described"
        complete = complete and on.ripple and on.noise
        present = [settings_of(scenario, block)[name] for block, name in _PRESENT]
        absent = [settings_of(scenario, block)["amplitude"] for block in _ABSENT]
        good += bool(complete and np.hstack(present).all() and not np.hstack(absent).any())
    return observed(
        "complete",
        "S0, section 4",
        "full complexity, both ripples, noise on motor angles and acceleration, no disturbances",
        f"{good} of {len(scenarios)} scenarios are set so",
    )


def _same_path(runs: Mapping[str, Run]) -> Claim:
    identical = [same(runs, path, sim) for path in PATHS for sim in ("sim3", "sim4")]
    off = [tools_apart(runs[f"{path}-sim1"], runs[f"{path}-sim2"]).largest for path in PATHS]
    return SAME_PATH.judged(
        f"Sim3 and Sim4 give Sim1's motion bit by bit in {sum(identical)} of "
        f"{len(identical)} runs; Sim2 is away from it by up to {1e3 * min(off):.2f} mm on one "
        f"path and {1e3 * max(off):.2f} mm on another",
        "All set-ups on a path have the same seed, every path another one.",
        same=sum(identical),
        away=min(off),
    )


def _reason(scenarios: Mapping[str, Scenario], runs: Mapping[str, Run]) -> Claim:
    alike = [same(runs, path, sim, _FEEDFORWARD) for path in PATHS for sim in ("sim3", "sim4")]
    changes = [
        farthest(
            values(runs[f"{path}-sim2"], _FEEDFORWARD[0]),
            values(runs[f"{path}-sim1"], _FEEDFORWARD[0]),
        )
        for path in PATHS
    ]
    nominal = scenarios["square-sim1"].robot.fingerprint()
    others = sum(scenario.robot.fingerprint() != nominal for scenario in scenarios.values())
    return REASON.judged(
        f"feed-forward torque and motor reference are Sim1's bit by bit in {sum(alike)} of "
        f"{len(alike)} runs of Sim3 and Sim4; Sim2's torque differs by {min(changes):.2f} to "
        f"{max(changes):.2f} N m; {others} of {len(scenarios)} set-ups have another arm",
        same=sum(alike),
        change=min(changes),
        others=others,
    )


def _performance(runs: Mapping[str, Run]) -> Claim:
    pairs = [[path_error(runs[f"{path}-{sim}"]).rms for sim in ("sim1", "sim2")] for path in PATHS]
    words = ", ".join(f"{1e3 * a:.3f} → {1e3 * b:.3f}" for a, b in pairs)
    return PERFORMANCE.judged(
        f"RMS path error of Sim1 → Sim2 in mm: {words} ({', '.join(PATHS)})",
        "At least twice as large on each path counts as changed.",
        ratio=min(b / a for a, b in pairs),
    )
