"""The simulation model, and what was assumed for it."""

from __future__ import annotations

import numpy as np

from armwright.report.html.parts import Chapter, Fold, Paragraph, Picture, Preformatted, ReportTable
from armwright.report.runs.recorded import Recorded
from armwright.scenario import Scenario
from armwright.studies.two_axis.figures.model import diagram_figure
from armwright.studies.two_axis.measures import settings_of

_ASSUMED = (
    ("reference", "speed", "speed of the tool along its path", "m/s"),
    ("reference", "acceleration", "acceleration along the path", "m/s²"),
    ("reference", "jerk", "jerk along the path", "m/s³"),
    ("controller", "proportional_gain", "gain of the position error of the motors", "N m/rad"),
    ("controller", "integral_gain", "gain of its integral", "N m/(rad s)"),
    ("controller", "derivative_gain", "gain of the velocity error", "N m s/rad"),
    ("resolver", "ripple_1", "resolver ripple, once per turn", "rad"),
    ("resolver", "ripple_2", "resolver ripple, twice per turn", "rad"),
    ("resolver", "noise", "noise of the motor angles", "rad"),
    ("resolver", "velocity_filter", "filter on differences of the motor angles", "Hz"),
    ("accelerometer", "noise", "noise of the acceleration", "m/s²"),
    ("torque_ripple", "current_ripple", "torque ripple, part of the torque", "N m/N m"),
    ("torque_ripple", "ripple_1", "torque ripple, {order_1:g} times per turn", "N m"),
    ("torque_ripple", "ripple_2", "torque ripple, {order_2:g} times per turn", "N m"),
    ("torque_ripple", "ripple_3", "torque ripple, {order_3:g} times per turn", "N m"),
)
_COMMANDS = """\
armwright simulate two-axis/square
armwright simulate two-axis/square --set "accelerometer.drift=[0.1, 0, 0.1]" \\
    --set "accelerometer.position_error=[0.004, 0, -0.005]" \\
    --set "accelerometer.angle_error=[0, 0.0349, 0]"
armwright simulate two-axis/circle --set "model.joints.1.spring.damping=900"
armwright simulate two-axis/triangle --set fidelity.gravity=false
armwright simulate two-axis/iso --set torque_chirp.amplitude=0.5 --set tool_force.amplitude=100"""


def model_chapter(recorded: Recorded, scenario: Scenario) -> Chapter:
    """`scenario`: Sim1 on one of the paths."""
    return Chapter(
        "The simulation model",
        [
            Paragraph(
                "The arm has two axes, the second and third of an industrial robot, in a vertical "
                "plane. Its gears give way: springs that stiffen, with damping, between links and "
                "motors. The controller sees the motors only. From where the joints should be, an "
                "inverse model of the flexible arm makes the motors' reference and a feed-forward "
                "torque; a PID controller for each motor does the rest. An accelerometer sits at "
                "the tool; nothing is fed back from it."
            ),
            Picture(
                "diagram",
                diagram_figure(recorded),
                "Figure 3.1 of the source as a scenario. Each box is a block with settings.",
                "Block diagram: path generator, forward kinematics, motor reference and "
                "feed-forward, controller, robot, resolvers, accelerometer, disturbances.",
            ),
            Paragraph(
                "The source publishes equations and no numbers: they are in a report that it "
                "cites. Arm, paths, gains, ripple and noise are therefore ours. What depends on "
                "them is compared in kind; equations, and what has to be identical, in number."
            ),
            Fold("What was assumed", [_assumed(scenario)]),
            Fold("The same on the command line", [Preformatted(_COMMANDS)]),
        ],
    )


def _assumed(scenario: Scenario) -> ReportTable:
    rows = []
    for block, name, what, unit in _ASSUMED:
        own = settings_of(scenario, block)
        rows.append((what.format(**own), _numbers(own[name]), unit, f"{block}.{name}"))
    caption = (
        "Of both motors, if there are two numbers; torques and angles on the motors' side of the "
        "gears. The arm itself: robot two_axis."
    )
    return ReportTable(("what", "value:", "unit", "setting"), rows, caption)


def _numbers(value: object) -> str:
    return ", ".join(f"{number:g}" for number in np.atleast_1d(np.asarray(value, dtype=float)))
