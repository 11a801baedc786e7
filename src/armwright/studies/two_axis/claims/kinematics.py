"""S0, sections 1.1 and 1.2, against the compiled arm."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from armwright.arm import Arm
from armwright.arrays import Array
from armwright.errors import InputError
from armwright.studies.claim import Claim, Statement, at_least, at_most, between, rounded, rounding
from armwright.studies.two_axis.measures import farthest
from armwright.studies.two_axis.source import TwoAxisNumbers, forward, inverse, jacobian
from armwright.studies.wording import scientific

POSTURES, SEED = 500, 0
#: m from the first axis, where no posture gets.
BEYOND = 2.5
#: Directions in which the ends of the reach are tried, and how far from them, m.
_DIRECTIONS, _EDGE = 16, 1e-3
_PLANE = (0, 2)

FORWARD = rounding(
    "forward-kinematics",
    "S0 (1.2)",
    "forward kinematics: x = l₁ sin q₁ + l₂ cos(q₁+q₂), z = l₁ cos q₁ − l₂ sin(q₁+q₂)",
    1e-12,
    "m",
)
JACOBIAN = rounding("jacobian", "S0 (2.5)", "Jacobian J(q) of the tool's position", 1e-12, "m/rad")
BRANCHES = {
    elbow_up: Statement(
        f"inverse-kinematics-{which}",
        "S0 (1.4)–(1.7)",
        f"inverse kinematics, elbow-{which}: {sign} signs in (1.5) and (1.6)",
        "number",
        {
            "off": at_most(
                "how far the compiled arm at these angles is from the point",
                1e-9,
                "m",
                "rounding, magnified near the stretched arm",
            ),
            "wrong": at_most(
                "points at which the elbow is on the other side", 0, "", "the branch's name"
            ),
        },
    )
    for elbow_up, which, sign in ((True, "up", "plus"), (False, "down", "minus"))
}
BOTH = Statement(
    "two-solutions",
    "S0, section 1.2",
    "two different sets of joint angles give the same position",
    "number",
    {
        "least": between("fewest solutions of the arm's own", 2, 2, "", "two"),
        "most": between("most solutions of the arm's own", 2, 2, "", "two"),
        "apart": at_most(
            "largest difference from S0's", 1e-6, "rad", "where both meet, angles are uncertain"
        ),
    },
)
OUT_OF_REACH = Statement(
    "out-of-reach",
    "S0, section 1.2",
    "the inverse kinematics has several solutions or no solution at all",
    "kind",
    {
        "beyond": at_least("share refused 1 mm beyond |l₁ ± l₂|", 1, "", "none is there"),
        "within": at_most("share refused 1 mm within it", 0, "", "two are there"),
    },
)


def kinematics_claims(arm: Arm) -> list[Claim]:
    n = TwoAxisNumbers.of(arm.robot)
    q = postures()
    points = arm.pose(q)[:, _PLANE, 3]
    where = f"compiled arm at {POSTURES} postures"
    return [
        rounded(FORWARD, where, farthest(points, forward(n, q))),
        _branch(arm, n, points, elbow_up=True),
        _branch(arm, n, points, elbow_up=False),
        _both(arm, n, points),
        _out_of_reach(arm, n),
        rounded(JACOBIAN, where, farthest(arm.jacobian(q)[:, _PLANE], jacobian(n, q))),
    ]


def postures() -> Array:
    """Joint angles from −π to π, (POSTURES, 2)."""
    return np.random.default_rng(SEED).uniform(-np.pi, np.pi, (POSTURES, 2))


def out_of_reach_words(arm: Arm, n: TwoAxisNumbers) -> tuple[str, str]:
    """What S0's closed form and the arm say about a point that is too far away."""
    return (
        _refusal(lambda: inverse(n, np.array([BEYOND, 0.0]), elbow_up=True)),
        _refusal(lambda: arm.inverse_kinematics([BEYOND, 0.0, 0.0], limits=False)),
    )


def _branch(arm: Arm, n: TwoAxisNumbers, points: Array, *, elbow_up: bool) -> Claim:
    """S0's angles, put into the compiled arm. Its elbow is up if it is to the left of the way from
    the first axis to the tool, x to the right and z up."""
    q = inverse(n, points, elbow_up=elbow_up)
    elbow = arm.pose(q, arm.robot.moving_joints[1].child)[:, _PLANE, 3]
    up = points[:, 0] * elbow[:, 1] - points[:, 1] * elbow[:, 0] > 0
    wrong = int((up != elbow_up).sum())
    off = farthest(arm.pose(q)[:, _PLANE, 3], points)
    return BRANCHES[elbow_up].judged(
        f"at these angles the compiled arm is {scientific(off, 1)} m from {len(points)} points, at "
        f"most; its elbow is on the other side at {wrong} of them",
        off=off,
        wrong=wrong,
    )


def _both(arm: Arm, n: TwoAxisNumbers, points: Array) -> Claim:
    """The arm's own inverse kinematics has the same two solutions."""
    targets = np.insert(points, 1, 0.0, axis=1)
    found = arm.inverse_kinematics(targets, limits=False)
    branches = np.stack([inverse(n, points, elbow_up=up) for up in (True, False)], axis=1)
    turns = found.all[:, :, None] - branches[:, None]
    miss = np.abs((turns + np.pi) % (2 * np.pi) - np.pi).max(axis=-1)
    apart = float(miss.min(axis=1).max())
    least, most = int(found.count.min()), int(found.count.max())
    solutions = f"{least} solutions" if least == most else f"{least} to {most} solutions"
    return BOTH.judged(
        f"the arm's own inverse kinematics finds {solutions} at each of {len(points)} points, both "
        f"of S0's among them to {scientific(apart)} rad (tolerance 1e−6)",
        "Near the stretched arm both meet, and angles are less certain than places.",
        least=least,
        most=most,
        apart=apart,
    )


def _out_of_reach(arm: Arm, n: TwoAxisNumbers) -> Claim:
    """The arm itself, on both sides of both ends of its reach."""
    ends = ((n.l.sum(), 1.0), (abs(n.l[0] - n.l[1]), -1.0))
    beyond, within = (
        [_refused(arm, end + side * out * _EDGE) for end, out in ends if end > _EDGE]
        for side in (1.0, -1.0)
    )
    return OUT_OF_REACH.judged(
        f"1 mm beyond the ends of its reach, in {_DIRECTIONS} directions, the arm refuses "
        f"{100 * np.mean(beyond):.0f} % of the points, 1 mm within it {100 * np.mean(within):.0f} "
        f"%. At {BEYOND} m: “{out_of_reach_words(arm, n)[1]}”",
        beyond=float(np.mean(beyond)),
        within=float(np.mean(within)),
    )


def _refused(arm: Arm, reach: float) -> float:
    """The share of points at that distance from the first axis."""
    angles = 2 * np.pi * np.arange(_DIRECTIONS) / _DIRECTIONS
    refused = 0
    for x, z in zip(reach * np.cos(angles), reach * np.sin(angles), strict=True):
        ask = partial(arm.inverse_kinematics, [x, 0.0, z], limits=False)
        refused += bool(_refusal(ask))
    return refused / _DIRECTIONS


def _refusal(ask: Callable[[], object]) -> str:
    try:
        ask()
    except InputError as error:
        return str(error)
    return ""
