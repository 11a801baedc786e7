"""S1 (5.2): what a wrong payload leaves of the tool's pose."""

from __future__ import annotations

import numpy as np

from armwright.arm import compile
from armwright.report.html.parts import Table
from armwright.signals import Run
from armwright.studies.claim import Claim, in_kind, in_number
from armwright.studies.six_axis.errors import values
from armwright.studies.six_axis.posture import Turn, source_turn, source_wrist_errors
from armwright.studies.six_axis.source import (
    POSITION_ERROR,
    ROTATION_ERROR,
    STATIC_ERRORS,
    Array,
)
from armwright.studies.six_axis.words import fixed, percent


def tool_claims(run: Run) -> list[Claim]:
    """`run`: with 10 % less payload."""
    return [_tool(run), _posture()]


def tool_table(run: Run) -> Table:
    """S1's (5.2) beside ours."""
    told, got = np.column_stack([ROTATION_ERROR, POSITION_ERROR]), tool_error(run)[:3]
    rows = [(f"row {k + 1}", *(fixed(x, 4) for x in (*told[k], *got[k]))) for k in range(3)]
    parts = ("R̃ 1", "R̃ 2", "R̃ 3", "T̃")
    head = ("", *(f"S1, {part}:" for part in parts), *(f"here, {part}:" for part in parts))
    arm = compile("six_axis")
    rotation = arm.pose(_last(run, "reference_joint_position"))[:3, :3]
    ours = Turn.between(got[:, :3], rotation)
    caption = (
        "S1 (5.2): H_e(q) − H_e(q_r) at the end, payload −10 %; lengths in m. ‖T̃‖ is "
        f"{np.linalg.norm(POSITION_ERROR):.4f} m in S1, {np.linalg.norm(got[:, 3]):.4f} m here; "
        f"the turn {source_turn().angle:.4f} and {ours.angle:.4f} rad"
    )
    return Table(head, rows, caption)


def tool_error(run: Run) -> Array:
    """H_e(q) − H_e(q_r) at the end, 4 × 4.  S1 (5.2)."""
    arm = compile("six_axis")
    found: Array = arm.pose(_last(run, "joint_position")) - arm.pose(
        _last(run, "reference_joint_position")
    )
    return found


def _tool(run: Run) -> Claim:
    got, told = (float(np.linalg.norm(off)) for off in (tool_error(run)[:3, 3], POSITION_ERROR))
    angle = source_turn().angle
    return in_kind(
        "S1 (5.2)",
        f"−10 %: the tool is {told:.4f} m off, which is acceptable",
        f"{fixed(got, 4)} m",
        bool(told / np.sqrt(10) < got < told * np.sqrt(10)),
        f"Of the same order, {fixed(got / told, 1)} times as large. S1's turn of "
        f"{fixed(angle, 4)} rad moves a point by {told:.4f} m at a distance of "
        f"{fixed(told / angle, 2)} m; the tool of its table 4.1, at 0.318 m, would move by "
        f"{fixed(0.318 * angle, 4)} m.",
    )


def _posture() -> Claim:
    turn, (upper_arm, wrist) = source_turn(), source_wrist_errors()
    told = max(STATIC_ERRORS.values())
    return in_number(
        "S1 (5.2)",
        "R̃_e belongs to the end of the steps, and to a largest joint error of 0.032 rad",
        f"with the axes of appendix C, R̃_e R_rᵀ is skew to {percent(turn.misfit, 1)}, which its "
        f"rounding explains: a turn of {fixed(turn.angle, 4)} rad, {fixed(abs(wrist), 4)} of it "
        f"about J3 and {fixed(abs(upper_arm), 4)} about UA",
        bool(turn.misfit < 0.05 and abs(abs(wrist) / told - 1) < 0.05),
        "S1's numbers agree with each other. They tell from which posture its angles are counted, "
        "and ours are counted from the same. In our arm OS gives way most, in S1's J3: "
        "where the payload's centre is from the wrist is not published.",
    )


def _last(run: Run, signal: str) -> Array:
    found: Array = values(run, signal)[-1]
    return found
