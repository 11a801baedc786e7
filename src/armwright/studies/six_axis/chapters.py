"""The chapters of the report, in the order of `study.py`; first the tables that several share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from armwright.arm import compile
from armwright.arrays import Array
from armwright.equations import Equations as Derived
from armwright.report.html.parts import Chapter, Fold, Paragraph, Picture, Preformatted, ReportTable
from armwright.signals import Run
from armwright.studies.six_axis.figures import (
    PANEL_ROWS,
    arm_figure,
    case_figure,
    path_figure,
    row_figure,
    static_figure,
    validation_figure,
)
from armwright.studies.six_axis.measures import (
    Bought,
    StepTest,
    amplitudes,
    end_rotation,
    error,
    linearity,
    own_turn,
    source_turn,
    static,
    tool_error,
    unserved,
    values,
)
from armwright.studies.six_axis.runs import INERTIAS, OF_SOURCE, PAYLOADS, CompiledMatrix, title
from armwright.studies.six_axis.source import (
    NOISE_AMPLITUDES,
    POSITION_ERROR,
    POSITION_ERROR_SIZE,
    ROTATION_ERROR,
    TWO_LINK_EQUATIONS,
    is_upper_bound,
)
from armwright.studies.wording import fixed, percent, short


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


def _case_fold(runs: Mapping[str, Run], name: str, figures: str) -> Fold:
    """What S1 draws of a case, for those who look for it. `figures`: where S1 has them."""
    says = f"Angles, velocities, parts of the torque, torques and accelerations: {title(name)}."
    picture = Picture(name, case_figure(runs[name]), f"{_capital(title(name))}: {figures}.", says)
    return Fold(f"The pictures of the case: {title(name)}", [picture])


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def two_link_chapter(runs: Mapping[str, Run], derived: Derived) -> Chapter:
    return Chapter(
        "The two-link arm",
        [
            Paragraph(
                "A box, the arm, tilts on top of a turning cylinder. S1 derives its equations of "
                "motion by hand, as an example of Lagrange's method, and validates them by three "
                "runs from the level arm at rest."
            ),
            Preformatted(
                TWO_LINK_EQUATIONS, "The equations of motion, S1 (2.37), with q for its θ"
            ),
            Preformatted(derived.text(), "The same, derived from the robot's description"),
            Picture(
                "two-link",
                validation_figure(runs),
                "The three validation runs, and a fourth: S1's figure 2.6. Torques in N m.",
                "Four panels with both joint angles over time.",
            ),
        ],
    )


def implementation_chapter(built: Sequence[CompiledMatrix]) -> Chapter:
    rows = [
        (
            one.symbol,
            f"{one.instructions}",
            short(one.written_out),
            f"{1e3 * one.to_build:.0f}",
            f"{1e3 * one.to_compile:.0f}",
        )
        for one in built
    ]
    head = ("matrix", "instructions:", "written out:", "to build, ms:", "to compile, ms:")
    return Chapter(
        "From equations to machine code",
        [
            Paragraph(
                "S1 first derives the matrices of its six-axis arm symbolically, and gives up: "
                "they are too long to be compiled (section 4.1). The Robotics Toolbox, its "
                "second choice, is slow, the more so the more links there are, does not check "
                "the inertias that it is given, and generates no code (section 4.2). It ends "
                "with a commercial toolbox. Here the same matrices are expressions that are "
                "compiled when they are needed. How long the runs of this study take stands at "
                "its end."
            ),
            ReportTable(
                head, rows, "The matrices of the six-axis arm. Times are measured in this run"
            ),
        ],
    )


def ideal_chapter(steps: StepTest, ideal: Run) -> Chapter:
    rows = [
        ("height of the step, degrees", *(fixed(x, 0) for x in np.degrees(steps.heights))),
        ("largest error, % of it", *(fixed(x, 1) for x in 100 * steps.largest(ideal))),
        ("left after one second, % of it", *(fixed(x, 2) for x in 100 * steps.left(ideal))),
        ("cut off by the torque limit, N m s", *(fixed(x, 3) for x in unserved(ideal))),
    ]
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
            *(
                Picture(f"ideal-{row.name}", row_figure(ideal, row), f"Ideal case: {row.says}.")
                for row in PANEL_ROWS
            ),
        ],
    )


def noise_chapter(steps: StepTest, runs: Mapping[str, Run]) -> Chapter:
    rows = []
    for name, told in NOISE_AMPLITUDES.items():
        seen, true = amplitudes(runs[name]), amplitudes(runs[name], measured=False)
        numbers = [1e3 * x for pair in zip(told, seen, true, strict=True) for x in pair]
        cells = [short(x) for x in numbers]
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
            _case_fold(runs, "noise-both", "S1's figures 5.7 to 5.11"),
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
                "position error makes up for it. The rows “weight” change the 3 kg of test "
                "weight alone."
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
            _case_fold(runs, "payload-90", "S1's figures 5.17 to 5.21"),
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
    return Chapter(
        "Other inertias than believed",
        [
            Paragraph(
                "The inertia tensors of all links, about their centres of mass, are 5 or 10 % "
                "smaller or larger than the controller believes. Gravity is as believed, so that "
                "there is no static error."
            ),
            _largest_table(steps, runs, names),
            _static_table(runs, names),
            _case_fold(runs, "inertia-110", "S1's figures 5.22 to 5.26"),
        ],
    )


def half_moon_chapter(runs: Mapping[str, Run]) -> Chapter:
    names = [name for name in runs if name.startswith("half-moon")]
    joints = runs["half-moon"].data["joint"].values
    rows = [
        (
            title(name),
            *(fixed(1e3 * x, 2) for x in np.abs(error(runs[name])).max(axis=0)),
            fixed(1e3 * _tool_error(runs[name]), 2),
        )
        for name in names
    ]
    head = ("case", *(f"{joint}, mrad:" for joint in joints), "tool, mm:")
    return Chapter(
        "A half moon in space",
        [
            Paragraph(
                "The tool goes round a half moon of 0.4 m in a vertical plane. Inverse "
                "kinematics gives the joints' angles, the filter H(s) smooths them and gives "
                "their two derivatives. S1 tells when its path changes direction, not where it "
                "lies: ours changes direction at the same times. The other cases are what S1, "
                "section 6.1, leaves out."
            ),
            Picture(
                "half-moon-arm",
                arm_figure(runs["half-moon"]),
                "The arm on the half moon, in four places: S1's figure 5.33.",
            ),
            Picture(
                "half-moon-path",
                path_figure(runs),
                "Left: the path in its plane, as the reference has it behind the filter, and the "
                "tool's deviation from it, 20 times as large. Right: the reference over time, "
                "S1's figure 5.32.",
            ),
            ReportTable(head, rows, "Largest errors: of the joints, and of the tool's position"),
            _case_fold(runs, "half-moon", "S1's figures 5.34 to 5.38"),
        ],
    )


def _tool_error(run: Run) -> float:
    off = values(run, "reference_tool_position") - values(run, "tool_position")
    return float(np.linalg.norm(off, axis=1).max())


def beyond_chapter(bought: Mapping[str, Bought]) -> Chapter:
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
            Paragraph(
                "S1 ends with two wishes. A filter on the measured signals: here a low-pass of "
                "second order on angles and velocities. Its cut-off frequency has to be well "
                "above where the loop's gain passes 1, at 13 rad/s or 2 Hz: what the filter "
                "delays, the controller's model of gravity and inertia is late by, too. And a "
                "robust outer loop: an acceleration w is added to y, w = ρ s/φ within ±ρ, s = ė "
                "+ λ e + μ ∫e dt, the usual robust term with a boundary layer φ instead of a "
                "jump; with an integral, μ > 0, or without."
            ),
            ReportTable(head, [_beyond_row(name, one) for name, one in bought.items()], caption),
            Paragraph(_beyond_summary(bought)),
        ],
    )


def _beyond_summary(bought: Mapping[str, Bought]) -> str:
    own, filtered, term, both = (
        bought[name] for name in (OF_SOURCE, "low-pass 20 Hz", "robust term", "both, with integral")
    )
    return (
        f"The filter leaves {percent(filtered.rate / own.rate)} of the torque's rapid changes, "
        "which is what S1 wants of it. The robust term alone is a matter of gains: it leaves "
        f"{percent(term.static / own.static)} of the static error, for "
        f"{fixed(term.torque / own.torque, 1)} times the noise in the torque. The integral is "
        f"what removes the static error. Both together leave {percent(both.static / own.static)} "
        f"of it, and {percent(both.rate / own.rate)} of the rapid changes."
    )


def _beyond_row(name: str, one: Bought) -> tuple[str, ...]:
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
