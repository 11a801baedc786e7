"""What a wrong stiffness does to estimate and loop, and what helps."""

from __future__ import annotations

from armwright.report.html.parts import Chapter, Paragraph, Picture, ReportTable
from armwright.studies.two_axis.calibration import BAND, CHIRP, DURATION, FollowedStiffness
from armwright.studies.two_axis.feedback import BANDWIDTH, BANDWIDTHS, FeedbackRuns, errors
from armwright.studies.two_axis.figures.feedback import (
    calibration_figure,
    feedback_figure,
    stiffness_name,
)
from armwright.studies.two_axis.measures import Distance, path_error
from armwright.studies.two_axis.runs import STIFFNESS_BELIEVED
from armwright.studies.wording import fixed, percent

_TOO_HIGH = percent(STIFFNESS_BELIEVED - 1)


def feedback_chapter(followed: FollowedStiffness, runs: FeedbackRuns) -> Chapter:
    return Chapter(
        "Calibrated, and fed back",
        [
            Paragraph(
                "In Sim2 the filter is wrong about where the tool is because it is wrong about the "
                "gears, and nothing in its innovations says so. It can find their stiffness "
                "itself: k_low and k_high of both gears become states, which begin "
                f"{_TOO_HIGH} too high. How far gears sag at rest is then not known either, and "
                "the filter begins with that, too."
            ),
            Paragraph(
                f"A calibration run of {DURATION:g} s shows them. The arm is Sim2's, with its "
                "accelerometer mounted wrong. It moves slowly from where its gears carry little to "
                f"where they carry much, while a chirp from {BAND[0]:g} to {BAND[1]:g} Hz, of "
                f"{CHIRP[0]:g} and {CHIRP[1]:g} N m at the motors, makes it swing; the filter is "
                "told of the chirp. What is left is above all the accelerometer's rotation of 2°, "
                "which the filter does not know of."
            ),
            _springs(followed),
            Picture(
                "calibration",
                calibration_figure(followed),
                f"Left: four numbers come down from {_TOO_HIGH} too high as the chirp passes the "
                f"resonances. Right: with them {_left(followed)} of the estimate's error are left.",
                "Stiffness over the calibration run, and errors of the estimated tool.",
            ),
            _estimates(followed),
            Paragraph(
                "With an estimate of the tool the loop can be closed around it. The filter runs as "
                "a block of the controller, 1000 times a second, and knows in the loop what it "
                "would find afterwards. A slow loop around that of the motors shifts their "
                f"reference until the estimated tool is where it shall be: {BANDWIDTH:g} rad/s, "
                f"where the lowest resonance with motors at rest is {runs.resonance:.0f} rad/s."
            ),
            _loops(runs),
            Picture(
                "feedback",
                feedback_figure(runs),
                "The feed-forward of Sim2 lets the tool sag. Feedback from a calibrated filter "
                "takes that out; from a filter with the same errors it does not. What is left are "
                "swings. Too fast a loop meets the resonance.",
                "Path of the tool with and without feedback, errors over time and by bandwidth.",
            ),
            _bandwidths(runs),
        ],
    )


def _left(followed: FollowedStiffness) -> str:
    return percent(followed.calibrated.size.rms / followed.believed.size.rms)


def _springs(followed: FollowedStiffness) -> ReportTable:
    own = followed.calibration
    rows = [
        (
            stiffness_name(name),
            fixed(1e-3 * own.true[k], 1),
            fixed(1e-3 * STIFFNESS_BELIEVED * own.true[k], 1),
            fixed(1e-3 * own.found[-1, k], 1),
            percent(own.off[k], 1),
            percent(own.deviation[-1, k] / own.true[k], 1),
        )
        for k, name in enumerate(own.names)
    ]
    head = ("stiffness", "true:", "believed:", "found:", "error:", "by the filter's own account:")
    return ReportTable(head, rows, "In kN m/rad at the joints, after the calibration run.")


def _estimates(followed: FollowedStiffness) -> ReportTable:
    rows = [
        (words, _micrometres(found.size), f"{100 * found.within:.0f} %")
        for words, found in (
            (f"as told: {_TOO_HIGH} too high", followed.believed),
            ("from the calibration run", followed.calibrated),
            ("found on each path itself", followed.on_the_paths),
        )
    ]
    caption = (
        "Error of the estimated tool on the four paths of Sim2 together, in µm: RMS (largest); "
        "and errors in x and z within two standard deviations, of which 95 % are expected. Numbers "
        "that a filter is told it takes for exact."
    )
    return ReportTable(("stiffness", "error:", "within 2σ:"), rows, caption)


def _loops(runs: FeedbackRuns) -> ReportTable:
    rows = [
        ("without", _micrometres(errors(runs.without))),
        ("from a filter with the controller's model", _micrometres(errors(runs.believed))),
        ("from a calibrated filter", _micrometres(errors(runs.calibrated))),
    ]
    caption = "Distance of the tool from its reference on the four paths of Sim2, in µm."
    return ReportTable(("feedback", "RMS (largest):"), rows, caption)


def _bandwidths(runs: FeedbackRuns) -> ReportTable:
    rows = [
        (words, *(_micrometres(path_error(some[one])) for one in BANDWIDTHS))
        for words, some in (
            ("Sim1", runs.right),
            ("Sim2, the controller's model", runs.believing),
            ("Sim2, calibrated", runs.tried),
        )
    ]
    head = ("filter", *(f"{one:g} rad/s:" for one in BANDWIDTHS))
    return ReportTable(head, rows, "On the square, by the bandwidth of the feedback, in µm.")


def _micrometres(size: Distance) -> str:
    return f"{1e6 * size.rms:.0f} ({1e6 * size.largest:.0f})"
