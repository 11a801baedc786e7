"""The tool's position from motor angles and accelerometer: what S0's model is for."""

from __future__ import annotations

from collections.abc import Mapping

from armwright.estimate import FilterTuning
from armwright.report.html.parts import Chapter, Fold, Paragraph, Picture, ReportTable
from armwright.report.runs.recorded import Recorded
from armwright.signals import Run
from armwright.studies.two_axis.estimates import WAYS, EstimateErrors, EstimationCase, ToolEstimates
from armwright.studies.two_axis.figures.estimation import estimation_figure
from armwright.studies.two_axis.runs import STIFFNESS_BELIEVED
from armwright.studies.wording import percent

_HEAD = (
    "motor angles, rigid arm:",
    "filter, motor angles:",
    "and accelerometer, trusted:",
    "its drift estimated:",
    "its calibration known:",
)
_SHOWN = EstimationCase("square", "sim3")


def estimation_chapter(runs: Mapping[str, Run], estimates: ToolEstimates) -> Chapter:
    """`runs`: the 16 of table 4.1, by names such as `square-sim1`."""
    every = estimates.by_setup
    recorded = Recorded.of(runs[f"{_SHOWN.path}-{_SHOWN.sim}"])
    return Chapter(
        "Where the tool is",
        [
            Paragraph(
                "The tool is what matters, and the motors are what is measured; between them gears "
                "give way. The source made its model to try methods that find the tool all the "
                "same. Here it is an extended Kalman filter. It is told the commanded torques, the "
                "measured motor angles and what the accelerometer shows, 1000 times a second. It "
                "believes in the arm's equations, and adds to their state what it does not know: a "
                "slow torque of each motor and a slow error of each resolver, which is how it "
                "thinks of their ripples, and the accelerometer's drift. Its tuning is the same in "
                "all runs, and is not fitted to any."
            ),
            _sizes(every),
            Picture(
                "estimation",
                estimation_figure(recorded, estimates.by_case[_SHOWN]),
                "Left: rigid kinematics misses what the arm's weight does to the gears; the filter "
                "does not. Right: an accelerometer with errors makes the filter worse as long as "
                "it is trusted, and better as soon as its drift is estimated.",
                "Path of the tool, true and estimated, and errors of the estimates over time.",
            ),
            *(Paragraph(words) for words in _findings(every, estimates.mistaken)),
            _consistency(every),
            Fold("Path by path", [_paths(estimates.by_case)]),
            Fold(
                "What the filter is told about what it cannot know",
                [_tuning(FilterTuning())],
            ),
        ],
    )


def _findings(
    every: Mapping[str, Mapping[str, EstimateErrors]], wrong: Mapping[str, EstimateErrors]
) -> list[str]:
    """What the tables say, in words."""
    first, third, fourth = (every[f"Sim{k}"] for k in (1, 3, 4))
    believed = every["Sim2, the controller's model"]
    return [
        "Where model and sensor are right (Sim1), the filter finds from the motor angles alone "
        f"what the gears do, and is off by {_rms(first['motors'])} µm instead of "
        f"{_rms(first['rigid'])}. The accelerometer brings that down to {_rms(first['trusted'])} "
        "µm: motor angles alone do not tell the ripple of their sensors from motion that makes the "
        "links vibrate, and it sees whether they do. What is left is that ripple where it changes "
        "slowly.",
        "An accelerometer that is mounted wrong and drifts does harm as long as the filter trusts "
        f"it: {_rms(third['trusted'])} µm in Sim3 and {_rms(fourth['trusted'])} µm in Sim4, "
        f"against {_rms(third['motors'])} µm without it. That shows: innovations are far larger "
        "than the filter expects. Three more states, for the drift, mend it: "
        f"{_rms(third['drift'])} and {_rms(fourth['drift'])} µm. They take in what 2° of rotation "
        "do, too, which changes slowly as the tool turns. To know the calibration is hardly "
        f"better: {_rms(third['calibrated'])} µm.",
        "Errors of the model are another matter. A filter that believes in gears "
        f"{percent(STIFFNESS_BELIEVED - 1)} stiffer than they are puts the tool "
        f"{_rms(wrong['stiffness'])} µm off, and the accelerometer does not "
        "help: it tells how the tool is accelerated, not where it is. Nor does the filter notice. "
        "Innovations are as small as they should be, and it takes itself for "
        f"{_sigma(wrong['stiffness'])} µm good. Friction that is wrong by half does no harm "
        f"({_rms(wrong['friction'])} µm): the filter takes it for a torque that it does not know. "
        f"Both together, as in Sim2, are {_rms(believed['drift'])} µm off.",
    ]


def _sizes(every: Mapping[str, Mapping[str, EstimateErrors]]) -> ReportTable:
    rows = [(name, *(_micrometres(ways[way]) for way in WAYS)) for name, ways in every.items()]
    caption = (
        "Error of the tool's position on the four paths together, in µm: RMS (largest). In Sim2 "
        "the filter has the arm's own model, or the one that the controller believes in."
    )
    return ReportTable(("set-up", *_HEAD), rows, caption)


def _consistency(every: Mapping[str, Mapping[str, EstimateErrors]]) -> ReportTable:
    rows = []
    for name, ways in every.items():
        for way, words in (("trusted", "trusted"), ("drift", "drift estimated")):
            found = ways[way]
            channels = (f"{found.surprises[:, k].mean():.2f}" for k in (0, 1, 2, 4))
            share = f"{100 * found.within:.0f} %"
            rows.append((name, words, f"{found.consistency.mean:.2f}", *channels, share))
    bounds = every["Sim1"]["trusted"].consistency
    caption = (
        "Innovations squared, as a part of what the filter expects. Of a filter that knows its "
        f"errors exactly, {bounds.low:.3f} to {bounds.high:.3f} hold 95 %. This one does not, not "
        "even in Sim1: it is too cautious about the resolvers, whose ripple is smoother than the "
        "random process that stands for it. Last: errors in x and z within two standard "
        "deviations; 95 % are expected."
    )
    head = ("set-up", "accelerometer", "all:", "motor 1:", "motor 2:", "x:", "z:", "within 2σ:")
    return ReportTable(head, rows, caption)


def _tuning(tuning: FilterTuning) -> ReportTable:
    rows = [
        ("torques of the motors between samples, white", f"{tuning.motor_torque:g} N m/√Hz"),
        ("torques at the joints beside the model's, white", f"{tuning.joint_torque:g} N m/√Hz"),
        ("slow torques of the motors, beside their ripple", f"{tuning.friction:g} N m"),
        ("ripples of motors and resolvers", "as in the scenario, phases unknown"),
        ("when they are forgotten as a motor turns", "after half of their longest period"),
        ("when they are forgotten at standstill", f"after {tuning.memory:g} s"),
        ("noise of resolvers and accelerometer", "as in the scenario"),
        ("drift of the accelerometer, at first", f"{tuning.drift:g} m/s²"),
        ("how it wanders, mounting errors in it", f"{tuning.drift_walk:g} m/s² in 1 s"),
    ]
    return ReportTable(("what", "size:"), rows, "Standard deviations.")


def _paths(found: Mapping[EstimationCase, Mapping[str, EstimateErrors]]) -> ReportTable:
    rows = [
        (case.path, case.setup, *(_micrometres(ways[way]) for way in WAYS))
        for case, ways in found.items()
    ]
    return ReportTable(("path", "set-up", *_HEAD), rows, "In µm: RMS (largest).")


def _micrometres(found: EstimateErrors) -> str:
    return f"{_rms(found)} ({1e6 * found.size.largest:.0f})"


def _rms(found: EstimateErrors) -> str:
    return f"{1e6 * found.size.rms:.0f}"


def _sigma(found: EstimateErrors) -> str:
    """What the filter takes for its RMS error, µm."""
    variance = (found.deviation**2).sum(axis=1).mean()
    return f"{1e6 * float(variance) ** 0.5:.0f}"
