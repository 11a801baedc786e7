"""S0, section 4: paths, set-ups, and what is the same in them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.studies.claim import Claim, in_kind, in_number
from armwright.studies.two_axis.claims.rounding import farthest, to_rounding
from armwright.studies.two_axis.deviation import apart, path_error
from armwright.studies.two_axis.readings import settings
from armwright.studies.two_axis.setups import PATHS
from armwright.studies.two_axis.source.kinematics import forward
from armwright.studies.two_axis.source.motion import values
from armwright.studies.two_axis.source.numbers import Array, Numbers
from armwright.studies.two_axis.wording import scientific

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
        n = Numbers.of(scenarios[name].robot)
        wanted = forward(n, values(run, "reference_joint_position"))
        off = max(off, farthest(values(run, "reference_tool_position"), wanted))
    says = "P_ref is the forward kinematics (1.2) of the path generator's joint angles"
    return to_rounding("S0, figure 3.1", says, f"{len(runs)} runs", off, 1e-12, "m")


def _closed_and_clockwise(runs: Mapping[str, Run]) -> Claim:
    gap, areas = 0.0, []
    for path in PATHS:
        points = values(runs[f"{path}-sim1"], "reference_tool_position")
        gap = max(gap, farthest(points[-1], points[0]))
        areas.append(signed_area(points))
    return in_kind(
        "S0, figure 4.1",
        "four paths; they start at the star and go clockwise",
        f"{', '.join(PATHS)}: each ends where it starts (to {scientific(gap)} m) and encloses "
        f"{min(map(abs, areas)):.3f} to {max(map(abs, areas)):.3f} m², all clockwise",
        gap < 1e-9 and all(area < 0 for area in areas),
        "The figure is lost; the paths are ours, of four kinds.",
    )


def _complete(scenarios: Mapping[str, Scenario]) -> Claim:
    """The settings of all 16 scenarios."""
    good = 0
    for scenario in scenarios.values():
        on = scenario.fidelity
        complete = on.gravity and on.friction and on.springs == "described"
        complete = complete and on.ripple and on.noise
        present = [settings(scenario, block)[name] for block, name in _PRESENT]
        absent = [settings(scenario, block)["amplitude"] for block in _ABSENT]
        good += bool(complete and np.hstack(present).all() and not np.hstack(absent).any())
    return in_number(
        "S0, section 4",
        "full complexity, both ripples, noise on motor angles and acceleration, no disturbances",
        f"{good} of {len(scenarios)} scenarios are so",
        good == len(scenarios),
    )


def _same_path(runs: Mapping[str, Run]) -> Claim:
    identical = [same(runs, path, sim) for path in PATHS for sim in ("sim3", "sim4")]
    off = [apart(runs[f"{path}-sim1"], runs[f"{path}-sim2"]).largest for path in PATHS]
    return in_number(
        "S0, table 4.1",
        "the true trajectory is the same for all configurations except Sim2",
        f"Sim3 and Sim4 give Sim1's motion bit by bit on {sum(identical) // 2} of {len(PATHS)} "
        f"paths; Sim2 is up to {1e3 * min(off):.2f} to {1e3 * max(off):.2f} mm away from it",
        all(identical) and min(off) > 0,
        "All have the same seed.",
    )


def _reason(scenarios: Mapping[str, Scenario], runs: Mapping[str, Run]) -> Claim:
    alike = [same(runs, path, sim, _FEEDFORWARD) for path in PATHS for sim in ("sim3", "sim4")]
    change = max(
        farthest(
            values(runs[f"{path}-sim2"], _FEEDFORWARD[0]),
            values(runs[f"{path}-sim1"], _FEEDFORWARD[0]),
        )
        for path in PATHS
    )
    nominal = scenarios["square-sim1"].robot.fingerprint()
    own = all(scenario.robot.fingerprint() == nominal for scenario in scenarios.values())
    return in_number(
        "S0, section 4",
        "the reason is that the feed-forward changes when model errors are present",
        f"feed-forward torque and motor reference of Sim1, 3 and 4 are the same bit by bit; Sim2's "
        f"torque differs by up to {change:.2f} N m; the arm is the same in all",
        all(alike) and change > 0 and own,
    )


def _performance(runs: Mapping[str, Run]) -> Claim:
    pairs = [[path_error(runs[f"{path}-{sim}"]).rms for sim in ("sim1", "sim2")] for path in PATHS]
    words = ", ".join(f"{1e3 * a:.3f} → {1e3 * b:.3f}" for a, b in pairs)
    return in_kind(
        "S0, section 4",
        "with model errors the control performance is changed",
        f"RMS path error of Sim1 → Sim2 in mm: {words} ({', '.join(PATHS)})",
        all(b > 2 * a for a, b in pairs),
        "More than twice as large on each path counts as changed.",
    )
