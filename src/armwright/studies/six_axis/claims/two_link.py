"""S1, section 2.5: the two-link arm, its equations and its three validation runs."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.arm import compile
from armwright.arrays import Array
from armwright.equations import Equations
from armwright.robot import load
from armwright.signals import Run
from armwright.studies.claim import Claim, Statement, at_least, at_most, near
from armwright.studies.six_axis.measures import values
from armwright.studies.six_axis.runs import NEARLY_LEVEL, TWO_LINK, spinning_torques
from armwright.studies.six_axis.source import TwoLinkNumbers, two_link_lagrangian, two_link_torques
from armwright.studies.wording import fixed, short

_WHERE = "S1, section 2.5.3"
_STATES = 1000
_ROUNDING = "rounding of terms of some 10 N m"

MODEL = Statement(
    "two-link-model",
    "S1 (2.36) to (2.38)",
    "Lagrangian and equations of motion of the two-link arm in closed form",
    "number",
    {
        "torque": at_most("largest difference of torques", 1e-12, "N m", _ROUNDING),
        "energy": at_most("largest difference of T − U", 1e-11, "J", "rounding of some 100 J"),
    },
)
DERIVED = Statement(
    "two-link-derived",
    "S1, section 2.5.2",
    "Lagrange's method gives these equations",
    "number",
    {"torque": at_most("largest difference of torques", 1e-12, "N m", _ROUNDING)},
)
FREE = Statement(
    "two-link-free",
    _WHERE,
    "no torque: the arm swings between 0 and −π",
    "number",
    {
        "highest": near("highest angle of the arm", 0.0, 0.05, "°", "a line's width in figure 2.6"),
        "lowest": near(
            "lowest angle of the arm", -180.0, 0.05, "°", "a line's width in figure 2.6"
        ),
        "column": at_most("largest angle of the column", 1e-9, "°", "nothing turns it"),
    },
)
BALANCED = Statement(
    "two-link-balanced",
    _WHERE,
    "τ₁ = 0, τ₂ = g m_A L_y/2: stays where it is, but for 1e−13 rad of rounding",
    "number",
    {"moved": at_most("largest motion", 1e-12, "rad", "rounding adds up differently")},
)
SPINNING = Statement(
    "two-link-spinning",
    _WHERE,
    "larger torques: both axes turn faster and faster, without end",
    "kind",
    {
        "back": at_most("records in which an angle does not grow", 0, "", "“without end”"),
        "faster": at_least(
            "way in the last third of the time, times that in the first", 1, "", "“faster”"
        ),
        "turns": at_least("turns of the arm", 1, "", "less is a swing"),
    },
)
ANY_TORQUES = Statement(
    "two-link-any-torques",
    _WHERE,
    "both axes turn under any torques above 0 and g m_A L_y/2, whatever they are",
    "kind",
    {"highest": at_least("highest angle of the arm", 360, "°", "less is not once round")},
)


def two_link_claims(runs: Mapping[str, Run], derived: Equations) -> list[Claim]:
    """`derived`: the equations of motion by Lagrange's method."""
    numbers = TwoLinkNumbers.of(load(TWO_LINK))
    return [
        _model(numbers),
        _derived(numbers, derived),
        _free(runs["two-link-free"]),
        _balanced(numbers, runs["two-link-balanced"]),
        _spinning(runs["two-link-spinning"]),
        _any_torques(numbers, runs["two-link-level"]),
    ]


def _model(n: TwoLinkNumbers) -> Claim:
    q, v, a = _states()
    arm = compile(TWO_LINK)
    off = np.abs(two_link_torques(n, q, v, a) - arm.inverse_dynamics(q, v, a)).max()
    energy = arm.energy(q, v)
    off_energy = np.abs(two_link_lagrangian(n, q, v) - (energy.kinetic - energy.potential)).max()
    return MODEL.judged(
        f"at {_STATES} random states the compiled model differs by at most {short(off, 1)} N m and "
        f"{short(off_energy, 1)} J",
        "S1 leaves masses and lengths open: both sides have ours.",
        torque=off,
        energy=off_energy,
    )


def _derived(n: TwoLinkNumbers, derived: Equations) -> Claim:
    q, v, a = _states()
    torque = derived.function("torque")
    found = np.array([torque(*state) for state in zip(q, v, a, strict=True)])
    off = np.abs(found - two_link_torques(n, q, v, a)).max()
    return DERIVED.judged(
        f"derived in symbols from the robot's description, they differ by at most {short(off, 1)} "
        f"N m at {_STATES} random states",
        torque=off,
    )


def _states() -> tuple[Array, Array, Array]:
    """Positions, velocities, accelerations at random."""
    q, v, a = np.random.default_rng(1).uniform(-np.pi, np.pi, (3, _STATES, 2))
    return q, v, a


def _free(run: Run) -> Claim:
    first, second = np.degrees(values(run, "joint_position")).T
    return FREE.judged(
        f"between {fixed(second.max(), 2)} and {fixed(second.min(), 2)} degrees; the column turns "
        f"by {fixed(np.abs(first).max(), 2)}",
        highest=second.max(),
        lowest=second.min(),
        column=np.abs(first).max(),
    )


def _balanced(n: TwoLinkNumbers, run: Run) -> Claim:
    q = values(run, "joint_position")
    return BALANCED.judged(
        f"with {fixed(n.holding_torque, 3)} N m it moves by {short(np.abs(q).max(), 1)} rad in "
        f"{fixed(values(run, 'time')[-1], 0)} s",
        moved=np.abs(q).max(),
    )


def _spinning(run: Run) -> Claim:
    q = values(run, "joint_position")
    back = int((np.diff(q, axis=0) <= 0).any(axis=1).sum())
    turns, third = q[-1] / (2 * np.pi), len(q) // 3
    faster = (q[-1] - q[-third]) / q[third]
    column, arm = spinning_torques()
    return SPINNING.judged(
        f"with {column:g} and {arm:.1f} N m both angles {'do not only' if back else 'only'} grow; "
        f"after {fixed(values(run, 'time')[-1], 1)} s the axes have made {fixed(turns[0], 1)} and "
        f"{fixed(turns[1], 1)} turns, in the last third {fixed(faster[0], 1)} and "
        f"{fixed(faster[1], 1)} times as much as in the first",
        back=back,
        faster=faster.min(),
        turns=turns[1],
    )


def _any_torques(n: TwoLinkNumbers, run: Run) -> Claim:
    q = values(run, "joint_position")
    highest = float(np.degrees(q[:, 1].max()))
    return ANY_TORQUES.judged(
        f"with {fixed(NEARLY_LEVEL[0], 0)} and {fixed(NEARLY_LEVEL[1], 1)} N m the column makes "
        f"{fixed(q[-1, 0] / (2 * np.pi), 0)} turns in {values(run, 'time')[-1]:g} s, the arm never "
        "rises above "
        f"{fixed(highest, 0)} degrees",
        f"{fixed(NEARLY_LEVEL[1], 1)} N m is more than the {fixed(n.holding_torque, 2)} N m that "
        "hold the arm. But the column soon turns so fast that the centrifugal torque keeps the "
        "arm down.",
        highest=highest,
    )
