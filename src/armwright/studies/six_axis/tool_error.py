"""S1 (5.2): what a wrong payload leaves of the tool's pose."""

from __future__ import annotations

import numpy as np

from armwright.arm import compile
from armwright.arrays import Array
from armwright.report.html.parts import Table
from armwright.signals import Run
from armwright.studies.claim import Claim, Statement, at_least, at_most, near
from armwright.studies.six_axis.errors import values
from armwright.studies.six_axis.posture import end_rotation, own_turn, source_turn, wrist_errors
from armwright.studies.six_axis.source import POSITION_ERROR, ROTATION_ERROR, STATIC_ERRORS
from armwright.studies.wording import fixed, percent

_TOLD = float(np.linalg.norm(POSITION_ERROR))

POSITION = Statement(
    "tool-position",
    "S1 (5.2)",
    f"−10 %: the tool is {_TOLD:.4f} m off, which is acceptable",
    "kind",
    {
        "off": near(
            "how far the tool is off at the end",
            _TOLD,
            0.5 * _TOLD,
            "m",
            "the joints' errors there are tuned to S1's within 20 %; masses are assumed",
        )
    },
)
POSTURE = Statement(
    "posture",
    "S1 (5.2)",
    "R̃_e is the error of the tool's rotation at the end of the steps",
    "number",
    {
        "misfit": at_most(
            "part of R̃_e R_rᵀ that is not skew, with R_r of our arm at the end of our steps",
            0.05,
            "",
            "the second order of a turn leaves half of its angle; a step reversed, 28 % and more",
        ),
    },
)
TURN = Statement(
    "tool-turn",
    "S1 (5.2)",
    "−10 %: R̃_e turns the tool, J3 having most of the largest joint error of 0.032 rad",
    "kind",
    {
        "cosine": at_least(
            "cosine of the angle between both turns", 0.9, "", "within 25°: the same joints"
        ),
        "wrist": near(
            "error of J3 at the end, size",
            max(STATIC_ERRORS.values()),
            0.2 * max(STATIC_ERRORS.values()),
            "rad",
            "as for the joints' errors",
        ),
    },
)


def tool_claims(run: Run) -> list[Claim]:
    """`run`: with 10 % less payload."""
    return [_position(run), _posture(run), _turn(run)]


def tool_table(run: Run) -> Table:
    """S1's (5.2) beside ours."""
    told, got = np.column_stack([ROTATION_ERROR, POSITION_ERROR]), tool_error(run)[:3]
    rows = [(f"row {k + 1}", *(fixed(x, 4) for x in (*told[k], *got[k]))) for k in range(3)]
    parts = ("R̃ 1", "R̃ 2", "R̃ 3", "T̃")
    head = ("", *(f"S1, {part}:" for part in parts), *(f"here, {part}:" for part in parts))
    arm = compile("six_axis")
    theirs, ours = source_turn(end_rotation(arm, run)), own_turn(arm, run)
    caption = (
        "S1 (5.2): H_e(q) − H_e(q_r) at the end, payload −10 %; lengths in m. ‖T̃‖ is "
        f"{_TOLD:.4f} m in S1, {np.linalg.norm(got[:, 3]):.4f} m here; the turn "
        f"{theirs.angle:.4f} and {ours.angle:.4f} rad. The columns of R̃ are along the axes of "
        "each tool's own frame"
    )
    return Table(head, rows, caption)


def tool_error(run: Run) -> Array:
    """H_e(q) − H_e(q_r) at the end, 4 × 4.  S1 (5.2)."""
    arm = compile("six_axis")
    found: Array = arm.pose(_last(run, "joint_position")) - arm.pose(
        _last(run, "reference_joint_position")
    )
    return found


def _position(run: Run) -> Claim:
    arm = compile("six_axis")
    got = float(np.linalg.norm(tool_error(run)[:3, 3]))
    errors = wrist_errors(arm, run, source_turn(end_rotation(arm, run)))
    by_wrist = arm.jacobian(_last(run, "reference_joint_position"))[:3, 3:5] @ errors
    return POSITION.judged(
        f"{fixed(got, 4)} m, {fixed(got / _TOLD, 1)} times as much",
        "By S1's matrix UA and J3 err, which turn the tool nearly about its own direction; ours "
        f"would move by {fixed(float(np.linalg.norm(by_wrist)), 4)} m. In our arm OS errs, which "
        "moves it most. From where S1 counts the angle of OS, and where its payload's centre is, "
        "is not published.",
        off=got,
    )


def _posture(run: Run) -> Claim:
    turn = source_turn(end_rotation(compile("six_axis"), run))
    return POSTURE.judged(
        "with the rotation of our arm at the end of our steps R̃_e R_rᵀ is skew to "
        f"{percent(turn.misfit, 1)}: a turn of {fixed(turn.angle, 4)} rad",
        "S1 does not print the posture from which its angles are counted. That ours is the same "
        "shows in that its matrix fits.",
        misfit=turn.misfit,
    )


def _turn(run: Run) -> Claim:
    arm = compile("six_axis")
    theirs, ours = source_turn(end_rotation(arm, run)), own_turn(arm, run)
    (_, told), (_, wrist) = (wrist_errors(arm, run, turn) for turn in (theirs, ours))
    sizes = theirs.angle * ours.angle
    cosine = float(theirs.vector @ ours.vector) / sizes if sizes else 0.0
    return TURN.judged(
        f"{fixed(ours.angle, 4)} rad, {fixed(np.degrees(np.arccos(cosine)), 0)}° from S1's axis; "
        f"J3 has {fixed(abs(wrist), 4)} rad of it, in S1's matrix {fixed(abs(told), 4)} rad",
        "In our arm OS gives way most, in S1's J3: where the payload's centre is from the wrist is "
        "not published.",
        cosine=cosine,
        wrist=abs(wrist),
    )


def _last(run: Run, signal: str) -> Array:
    found: Array = values(run, signal)[-1]
    return found
