"""S1, section 2.5: the two-link arm, its equations and its three validation runs."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.arm import compile
from armwright.equations import GROUPS, derive
from armwright.equations import Equations as Derived
from armwright.report.html.parts import Chapter, Equations, Picture, Text
from armwright.robot import load
from armwright.scenario import load_scenario
from armwright.signals import Run
from armwright.studies.claim import Claim, in_kind, in_number
from armwright.studies.six_axis.errors import values
from armwright.studies.six_axis.section import Section
from armwright.studies.six_axis.source import Array
from armwright.studies.six_axis.two_link_figure import validation_figure
from armwright.studies.six_axis.two_link_source import Numbers, lagrangian, torques
from armwright.studies.six_axis.words import fixed, short

ROBOT = "two_link_nonplanar"
#: Torques above the holding ones under which the arm does not go round, N m.
NEARLY_LEVEL = (7.0, 19.4)
_WHERE = "S1, section 2.5.3"
_STATES = 1000


def run_two_link() -> dict[str, Run]:
    """S1's three runs, and one that it does not have."""
    spinning = load_scenario("two-link/spinning")
    level = {"joint_torque.torque": list(NEARLY_LEVEL), "duration": 5.0}
    return {
        "two-link-free": load_scenario("two-link/free").simulate(),
        "two-link-balanced": load_scenario("two-link/balanced").simulate(),
        "two-link-spinning": spinning.simulate(),
        "two-link-level": spinning.changed(level).simulate(),
    }


def two_link_section(runs: Mapping[str, Run]) -> Section:
    robot = load(ROBOT)
    numbers, derived = Numbers.of(robot), derive(robot, method="lagrange", symbols=GROUPS)
    claims = [
        _model(numbers),
        _derived(numbers, derived),
        _free(runs["two-link-free"]),
        _balanced(numbers, runs["two-link-balanced"]),
        _spinning(runs["two-link-spinning"]),
        _any_torques(numbers, runs["two-link-level"]),
    ]
    return Section(claims, _chapter(runs, derived))


def _model(n: Numbers) -> Claim:
    q, v, a = _states()
    arm = compile(ROBOT)
    off = np.abs(torques(n, q, v, a) - arm.inverse_dynamics(q, v, a)).max()
    energy = arm.energy(q, v)
    off_energy = np.abs(lagrangian(n, q, v) - (energy.kinetic - energy.potential)).max()
    return in_number(
        "S1 (2.36) to (2.38)",
        "Lagrangian and equations of motion of the two-link arm in closed form",
        f"at {_STATES} random states the compiled model differs by at most {short(off, 1)} N m and "
        f"{short(off_energy, 1)} J",
        bool(off < 1e-12 and off_energy < 1e-11),
        "The masses cancel in the comparison: any will do.",
    )


def _derived(n: Numbers, derived: Derived) -> Claim:
    q, v, a = _states()
    torque = derived.function("torque")
    found = np.array([torque(*state) for state in zip(q, v, a, strict=True)])
    off = np.abs(found - torques(n, q, v, a)).max()
    return in_number(
        "S1, section 2.5.2",
        "Lagrange's method gives these equations",
        f"derived in symbols from the robot's description, they differ by at most {short(off, 1)} "
        f"N m at {_STATES} random states",
        bool(off < 1e-12),
    )


def _states() -> tuple[Array, Array, Array]:
    """Positions, velocities, accelerations at random."""
    q, v, a = np.random.default_rng(1).uniform(-np.pi, np.pi, (3, _STATES, 2))
    return q, v, a


def _free(run: Run) -> Claim:
    first, second = np.degrees(values(run, "joint_position")).T
    return in_number(
        _WHERE,
        "no torque: the arm swings between 0 and −π",
        f"between {fixed(second.max(), 2)} and {fixed(second.min(), 2)} degrees; the column turns "
        f"by {fixed(np.abs(first).max(), 2)}",
        bool(abs(second.max()) < 0.05 and abs(second.min() + 180) < 0.05 and not first.any()),
    )


def _balanced(n: Numbers, run: Run) -> Claim:
    q = values(run, "joint_position")
    return in_number(
        _WHERE,
        "τ₁ = 0, τ₂ = g m_A L_y/2: stays where it is, but for 1e−13 rad of rounding",
        f"with {fixed(n.holding_torque, 3)} N m it moves by {short(np.abs(q).max(), 1)} rad in "
        f"{fixed(values(run, 'time')[-1], 0)} s",
        bool(np.abs(q).max() < 1e-12),
    )


def _spinning(run: Run) -> Claim:
    q = values(run, "joint_position")
    grows = bool((np.diff(q, axis=0) > 0).all())
    turns, third = q[-1] / (2 * np.pi), len(q) // 3
    faster = (q[-1] - q[-third]) / q[third]
    return in_kind(
        _WHERE,
        "larger torques: both axes turn faster and faster, without end",
        f"with 1.25 and 26.5 N m both angles {'only grow' if grows else 'do not only grow'}; after "
        f"{fixed(values(run, 'time')[-1], 1)} s the axes have made {fixed(turns[0], 1)} and "
        f"{fixed(turns[1], 1)} turns, in the last third {fixed(faster[0], 1)} and "
        f"{fixed(faster[1], 1)} times as much as in the first",
        grows and bool((faster > 1).all() and turns[1] > 1),
    )


def _any_torques(n: Numbers, run: Run) -> Claim:
    q = values(run, "joint_position")
    highest = float(np.degrees(np.abs(q[:, 1]).max()))
    return in_kind(
        _WHERE,
        "this happens for torques above 0 and g m_A L_y/2, whatever they are",
        f"with {fixed(NEARLY_LEVEL[0], 0)} and {fixed(NEARLY_LEVEL[1], 1)} N m the column makes "
        f"{fixed(q[-1, 0] / (2 * np.pi), 0)} turns in 5 s, the arm never rises above "
        f"{fixed(highest, 0)} degrees",
        bool(highest > 360),
        f"{fixed(NEARLY_LEVEL[1], 1)} N m is more than the {fixed(n.holding_torque, 2)} N m that "
        "hold the arm. But the column soon turns so fast that the centrifugal torque keeps the "
        "arm down.",
    )


def _chapter(runs: Mapping[str, Run], derived: Derived) -> Chapter:
    return Chapter(
        "The two-link arm",
        [
            Text(
                "A box, the arm, tilts on top of a turning cylinder. S1 derives its equations of "
                "motion by hand, as an example of Lagrange's method, and validates them by three "
                "runs from the level arm at rest."
            ),
            Equations(_PRINTED, "The equations of motion, S1 (2.37), with q for its θ"),
            Equations(derived.text(), "The same, derived from the robot's description"),
            Picture(
                "two-link",
                validation_figure(runs),
                "The three validation runs, and a fourth: S1's figure 2.6. Torques in N m.",
                "Four panels with both joint angles over time.",
            ),
        ],
    )


_PRINTED = """\
τ1 = q̈1 (m_A (L_x² + 4 L_y² cos²(q2) + L_z² sin²(q2)) + 6 m_B r²)/12
     − q̇1 q̇2 m_A (4 L_y² − L_z²) sin(2 q2)/12
τ2 = q̈2 m_A (4 L_y² + L_z²)/12 + q̇1² m_A (4 L_y² − L_z²) sin(2 q2)/24 + g m_A L_y cos(q2)/2"""
