"""S0, sections 1.1 and 1.2, against the compiled arm."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from armwright.arm import Arm
from armwright.errors import InputError
from armwright.studies.claim import Claim, in_kind, in_number
from armwright.studies.two_axis.claims.rounding import farthest, to_rounding
from armwright.studies.two_axis.source.kinematics import forward, inverse, jacobian
from armwright.studies.two_axis.source.numbers import Array, Numbers
from armwright.studies.two_axis.wording import scientific

POSTURES, SEED = 500, 0
#: m from the first axis, where no posture gets.
BEYOND = 2.5
_PLANE = (0, 2)


def kinematics_claims(arm: Arm) -> list[Claim]:
    n = Numbers.of(arm.robot)
    q = postures()
    points = forward(n, q)
    return [
        to_rounding(
            "S0 (1.2)",
            "forward kinematics: x = l₁ sin q₁ + l₂ cos(q₁+q₂), z = l₁ cos q₁ − l₂ sin(q₁+q₂)",
            f"compiled arm at {POSTURES} postures",
            farthest(arm.pose(q)[:, _PLANE, 3], points),
            1e-12,
            "m",
        ),
        _branch(n, points, elbow_up=True),
        _branch(n, points, elbow_up=False),
        _both(arm, n, points),
        _out_of_reach(arm, n),
        to_rounding(
            "S0 (2.5)",
            "Jacobian J(q) of the tool's position",
            f"compiled arm at {POSTURES} postures",
            farthest(arm.jacobian(q)[:, _PLANE], jacobian(n, q)),
            1e-12,
            "m",
        ),
    ]


def postures() -> Array:
    """Joint angles from −π to π, (POSTURES, 2)."""
    return np.random.default_rng(SEED).uniform(-np.pi, np.pi, (POSTURES, 2))


def out_of_reach_words(arm: Arm, n: Numbers) -> tuple[str, str]:
    """What S0's closed form and the arm say about a point that is too far away."""
    return (
        _refusal(lambda: inverse(n, np.array([BEYOND, 0.0]), elbow_up=True)),
        _refusal(lambda: arm.inverse_kinematics([BEYOND, 0.0, 0.0], limits=False)),
    )


def _branch(n: Numbers, points: Array, *, elbow_up: bool) -> Claim:
    which, sign = ("elbow-up", "plus") if elbow_up else ("elbow-down", "minus")
    return to_rounding(
        "S0 (1.4)–(1.7)",
        f"inverse kinematics, {which}: {sign} signs in (1.5) and (1.6)",
        "(1.2) of the angles leads back to the point",
        farthest(forward(n, inverse(n, points, elbow_up=elbow_up)), points),
        1e-9,
        "m",
    )


def _both(arm: Arm, n: Numbers, points: Array) -> Claim:
    """The arm's own inverse kinematics has the same two solutions."""
    targets = np.insert(points, 1, 0.0, axis=1)
    found = arm.inverse_kinematics(targets, limits=False)
    branches = np.stack([inverse(n, points, elbow_up=up) for up in (True, False)], axis=1)
    turns = found.all[:, :, None] - branches[:, None]
    miss = np.abs((turns + np.pi) % (2 * np.pi) - np.pi).max(axis=-1)
    apart = float(miss.min(axis=1).max())
    two = bool((found.count == 2).all())
    return in_number(
        "S0, section 1.2",
        "two different sets of joint angles give the same position",
        f"the arm's own inverse kinematics finds {found.count.min()} to {found.count.max()} "
        f"solutions at {len(points)} points, both of S0's among them to {scientific(apart)} rad "
        "(tolerance 1e−6)",
        two and apart <= 1e-6,
        "Near the stretched arm both meet, and angles are less certain than places.",
    )


def _out_of_reach(arm: Arm, n: Numbers) -> Claim:
    words = out_of_reach_words(arm, n)
    return in_kind(
        "S0, section 1.2",
        "the inverse kinematics has several solutions or no solution at all",
        f"a point {BEYOND} m away is refused: “{words[0]}”; by the arm: “{words[1]}”",
        all(words),
    )


def _refusal(ask: Callable[[], object]) -> str:
    try:
        ask()
    except InputError as error:
        return str(error)
    return ""
