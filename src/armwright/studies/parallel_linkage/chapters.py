"""The chapters of the report, in the order of `study.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from armwright.report.html.parts import Chapter, Paragraph, Picture, ReportTable
from armwright.signals import Run
from armwright.studies.parallel_linkage.figures import errors_figure, responses_figure
from armwright.studies.parallel_linkage.measures import apart, largest
from armwright.studies.parallel_linkage.responses import ConfigurationResponses
from armwright.studies.parallel_linkage.runs import RUNS, SPEEDS
from armwright.studies.wording import fixed


def responses_chapter(responses: Sequence[ConfigurationResponses]) -> Chapter:
    rows = [
        (
            one.name,
            *(fixed(one.apart(joint), 2) for joint in range(6)),
            fixed(one.rod / 1e6, 3),
            fixed(one.formula / 1e6, 3),
        )
        for one in responses
    ]
    return Chapter(
        "Springs inside the loop, and outside of it",
        [
            Paragraph(
                "The arm pl_arm has springs in its rod, in its lower arm and in the lever with the "
                "counterweight, all inside the loop. The arm pl_arm_serial has none there: the rod "
                "became a spring about Y3, the lower arm's springs about X2 and Z2 became X1, Z1 "
                "and X3, Z3, twice as stiff each. Both are linearised at rest under gravity, "
                "without friction; responses are from motor torques to motor accelerations."
            ),
            Picture(
                "responses",
                responses_figure(responses),
                "In its plane the arm without a loop is the arm with one. Sideways its resonances "
                "are elsewhere, and move otherwise with the configuration.",
                "Two rows of panels, one column for each configuration: curves of joint 3 lie on "
                "each other, those of joint 1 do not.",
            ),
            ReportTable(
                (
                    "configuration",
                    *(f"joint {k}, dB:" for k in range(1, 7)),
                    "rod, MN m/rad:",
                    "k_T r² sin² ψ, MN m/rad:",
                ),
                rows,
                "Diagonal elements, rms difference from 1 to 60 Hz, and the rod about the elbow",
            ),
        ],
    )


def programme_chapter(runs: Mapping[str, Run]) -> Chapter:
    true = {speed: runs[f"loop, {speed}"] for speed in SPEEDS}
    rows = [
        (
            name,
            fixed(1e3 * largest(runs[name]), 3),
            fixed(1e3 * apart(runs[name], true[speed]), 3),
        )
        for name, (_, speed, _) in RUNS.items()
    ]
    pace = " and ".join(f"{value[0]:g} m/s ({speed})" for speed, value in SPEEDS.items())
    return Chapter(
        "One programme of all shapes of ISO 9283",
        [
            Paragraph(
                f"Line, rectangle, large and small circle on a test plane at {pace}, under a "
                "cascade with feed-forward that is the same for all forms of the arm. Where the "
                "tool stood before it moved is taken off, as a calibration would."
            ),
            Picture(
                "errors",
                errors_figure(runs),
                "At high speed elasticity makes the error; at low speed friction does where joints "
                "turn around, on top of the sag that changes along the path.",
                "Two panels over time. Above, the elastic arm is far off the rigid one; below, "
                "peaks stand where joints have turned around.",
            ),
            ReportTable(
                ("run", "beside the path at most, mm:", "from the arm with its loop, mm:"),
                rows,
                "The tool in all runs",
            ),
        ],
    )
