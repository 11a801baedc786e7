"""The steps: ideal, with noise, with another payload, with other inertias; first what these
chapters share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np

from armwright.arm import compile
from armwright.arrays import Array
from armwright.report.html.parts import Chapter, Fold, Paragraph, Picture, ReportTable
from armwright.signals import Run
from armwright.studies.six_axis.figures.cases import PANEL_ROWS, cases_figure, row_figure
from armwright.studies.six_axis.figures.payload import static_figure
from armwright.studies.six_axis.measures import (
    StepTest,
    amplitudes,
    at_rest,
    end_rotation,
    linearity,
    own_turn,
    senses,
    source_turn,
    static,
    tool_error,
    unserved,
    values,
)
from armwright.studies.six_axis.runs import INERTIAS, PAYLOADS, TEST_WEIGHT, title
from armwright.studies.six_axis.source import (
    FIGURES,
    NOISE_AMPLITUDES,
    POSITION_ERROR,
    POSITION_ERROR_SIZE,
    ROTATION_ERROR,
    is_upper_bound,
)
from armwright.studies.wording import fixed

#: Half a second at rest, in which one sees single samples of the noise.
_WINDOW = (8.0, 8.5)
_BELOW = "All panels in a line have one scale; below, what the ideal case has is taken off"
_SAYS = "A column of panels for each case, with the curves of all six joints over time."


def _largest_table(steps: StepTest, runs: Mapping[str, Run], names: Sequence[str]) -> ReportTable:
    caption = "Largest error of each joint in the second after its step, % of the step"
    return _joint_table(runs, names, lambda run: 100 * steps.largest(run), 1, caption)


def _static_table(runs: Mapping[str, Run], names: Sequence[str]) -> ReportTable:
    caption = "Static error, mrad: the mean of reference minus actual from 8 to 10 s"
    return _joint_table(runs, names, lambda run: 1e3 * static(run), 2, caption)


def _joint_table(
    runs: Mapping[str, Run],
    names: Sequence[str],
    measure: Callable[[Run], Array],
    decimals: int,
    caption: str,
) -> ReportTable:
    """`measure`: (6,)."""
    joints = runs[names[0]].data["joint"].values
    rows = [
        (title(name), *(fixed(value, decimals) for value in measure(runs[name]))) for name in names
    ]
    return ReportTable(("case", *(f"{joint}:" for joint in joints)), rows, caption)


def _cases_fold(
    runs: Mapping[str, Run],
    cases: Collection[str],
    name: str,
    window: tuple[float, float] | None = None,
) -> Fold:
    """S1's five pictures of each case, for those who look for them."""
    parts = []
    for k, row in enumerate(PANEL_ROWS):
        columns = {f"{title(case)}: figure {FIGURES[case][k]}": runs[case] for case in cases}
        numbers = ", ".join(FIGURES[case][k] for case in cases)
        caption = f"{_capital(row.says)}. S1's figures {numbers}. {_BELOW}"
        if window:
            caption += f"; last, the same from {window[0]:g} to {window[1]:g} s"
        figure = cases_figure(row, columns, runs["ideal"], window)
        parts.append(Picture(f"{name}-{row.name}", figure, f"{caption}.", _SAYS))
    return Fold("S1's five pictures of each of these cases", parts)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def ideal_chapter(steps: StepTest, ideal: Run) -> Chapter:
    rows = [
        ("height of the step, degrees", *(fixed(x, 0) for x in np.degrees(steps.heights))),
        ("largest error, % of it", *(fixed(x, 1) for x in 100 * steps.largest(ideal))),
        ("left after one second, % of it", *(fixed(x, 2) for x in 100 * steps.left(ideal))),
        ("cut off by the torque limit, N m s", *(fixed(x, 3) for x in unserved(ideal))),
    ]
    along = senses(compile("six_axis"), ideal)
    rows.append(("our axis along that of S1's appendix C", *(fixed(x, 0) for x in along)))
    joints = ideal.data["joint"].values
    return Chapter(
        "Ideal case",
        [
            Paragraph(
                "The rigid six-axis arm of S1's table 4.1 under inverse-dynamics control with an "
                "exact model. Every second another joint takes a step, through the filter H(s). "
                "Its acceleration is beyond the controller's limit, so that the joint lags "
                "behind, and catches up. Gains and limits are assumed, as are masses and "
                "inertias."
            ),
            ReportTable(("", *(f"{joint}:" for joint in joints)), rows),
            Paragraph(_downwards(ideal, along)),
            *(
                Picture(
                    f"ideal-{row.name}",
                    row_figure(ideal, row),
                    f"Ideal case: {row.says}. S1's figure {number}.",
                )
                for row, number in zip(PANEL_ROWS, FIGURES["ideal"], strict=True)
            ),
        ],
    )


def _downwards(ideal: Run, along: Array) -> str:
    """Why some joints step downwards, as computed from the arm and the run."""
    wanted = values(ideal, "reference_joint_position")
    steps = wanted[-1] - wanted[0]
    names = ideal.data["joint"].values
    ours, theirs = (int(np.sum(sense > 0)) for sense in (steps, steps * along))
    return (
        f"{', '.join(names[steps < 0])} step downwards in our pictures. Our axes are those of "
        "S1's D-H table, table 4.1; S1 counts angles about the axes that it declares in its "
        "appendix C, and in the posture in which the steps begin these point the other way where "
        f"the table has −1. It is the same motion: {ours} of {steps.size} steps are positive about "
        f"our axes, {theirs} about S1's, as in its figure 5.1."
    )


def noise_chapter(steps: StepTest, runs: Mapping[str, Run]) -> Chapter:
    rows = []
    for name, told in NOISE_AMPLITUDES.items():
        seen, true = amplitudes(runs[name]), amplitudes(runs[name], measured=False)
        numbers = [1e3 * x for pair in zip(told, seen, true, strict=True) for x in pair]
        cells = [fixed(x, 1) for x in numbers]
        if is_upper_bound(name, "q"):
            cells[0] = f"< {cells[0]}"
        rows.append((title(name), *cells))
    head = ("case", "q, S1:", "q, here:", "q, true:", "q̇, S1:", "q̇, here:", "q̇, true:")
    caption = (
        "S1's table 5.1. Amplitude of the error, mrad and mrad/s: its largest deviation from its "
        "mean after 8 s, when the arm has settled; mean of the six joints. Here: reference minus "
        "measured, as in S1; true: reference minus actual"
    )
    names = ["ideal", *NOISE_AMPLITUDES]
    return Chapter(
        "Noise on what is measured",
        [
            Paragraph(
                "Band-limited white noise on measured angles and velocities, new every 10 ms and "
                "cut off at 1.5 mrad and 50 mrad/s. S1's errors contain the noise itself: with "
                "noise on q̇, 50 mrad/s is what is cut off. S1 gives a power for angles only; "
                "that of velocities is chosen such that as many samples are cut off."
            ),
            ReportTable(head, rows, caption),
            _largest_table(steps, runs, names),
            _cases_fold(runs, NOISE_AMPLITUDES, "noise", _WINDOW),
        ],
    )


def payload_chapter(steps: StepTest, runs: Mapping[str, Run]) -> Chapter:
    names = [*PAYLOADS.values()]
    return Chapter(
        "Another payload than believed",
        [
            Paragraph(
                "The arm's last link is 5 or 10 % lighter or heavier; the controller keeps "
                "believing in the nominal one. Its gravity torque is then wrong, and only a "
                f"position error makes up for it. The rows “weight” change the {TEST_WEIGHT:g} kg "
                "of test weight alone."
            ),
            _static_table(runs, ["ideal", *names, "weight-90", "weight-110"]),
            _largest_table(steps, runs, ["ideal", *names]),
            Picture(
                "payload-static",
                static_figure(runs, linearity(runs)[0]),
                "Static error of each joint from 8 to 10 s, against the error of the payload; "
                "lines: fitted through zero.",
            ),
            _tool_table(runs["payload-90"]),
            _cases_fold(runs, names, "payload"),
        ],
    )


def _tool_table(run: Run) -> ReportTable:
    """S1's (5.2) beside ours."""
    told, got = np.column_stack([ROTATION_ERROR, POSITION_ERROR]), tool_error(run)[:3]
    rows = [(f"row {k + 1}", *(fixed(x, 4) for x in (*told[k], *got[k]))) for k in range(3)]
    parts = ("R̃ 1", "R̃ 2", "R̃ 3", "T̃")
    head = ("", *(f"S1, {part}:" for part in parts), *(f"here, {part}:" for part in parts))
    arm = compile("six_axis")
    theirs, ours = source_turn(end_rotation(arm, run)), own_turn(arm, run)
    caption = (
        "S1 (5.2): H_e(q) − H_e(q_r) at the end, payload −10 %; lengths in m. ‖T̃‖ is "
        f"{POSITION_ERROR_SIZE:.4f} m in S1, {np.linalg.norm(got[:, 3]):.4f} m here; the turn "
        f"{theirs.angle:.4f} and {ours.angle:.4f} rad. The columns of R̃ are along the axes of "
        "each tool's own frame"
    )
    return ReportTable(head, rows, caption)


def inertia_chapter(steps: StepTest, runs: Mapping[str, Run]) -> Chapter:
    names = ["ideal", *INERTIAS.values()]
    left = fixed(1e6 * max(at_rest(runs[name]) for name in names), 0)
    return Chapter(
        "Other inertias than believed",
        [
            Paragraph(
                "The inertia tensors of all links, about their centres of mass, are 5 or 10 % "
                "smaller or larger than the controller believes. Gravity is as believed, so that "
                f"there is no static error: from 8 to 10 s all joints are within {left} µrad."
            ),
            _largest_table(steps, runs, names),
            _cases_fold(runs, INERTIAS.values(), "inertia"),
        ],
    )
