"""Three derivations, one set of equations: exactly the same in closed form, and the compiled arm's
numbers in either form."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp

from armwright import Frame, Inertia, Joint, Link, Pose, Robot, load
from armwright.equations import GROUPS, METHODS, Method, derive
from armwright.equations.deriving import Problem, closed_elements
from armwright.equations.parameters import choose
from armwright.robot.pose import rotation_about
from tests.closed_forms.arms.polar import TurntableNumbers
from tests.closed_forms.robots import polar_arm_on_turntable
from tests.support.planar_chain import PlanarChain
from tests.support.random_robots import random_inertia, random_tree
from tests.support.symbolic import largest_difference

TOLERANCE = 1e-10
SMALL = (
    "cart_pendulum",
    "cart_double_pendulum",
    "scara",
    "puma560_armstrong3",
    "two_axis",
    "two_link_nonplanar",
    "aa300",
)


def chain(size: int) -> Robot:
    return PlanarChain([0.0] * size, [0.0] * size).robot()


def upright_tree(seed: int) -> Robot:
    """Two branches, one of them behind a fixed joint with mass on it; right angles between all
    axes, a slide, joints not in the order of the tree, gravity in three directions."""
    rng = np.random.default_rng(seed)
    turns = [rotation_about(axis, np.pi / 2 * k) for axis in np.eye(3) for k in (1, 2, 3)]
    swap = np.roll(np.eye(3), 1, axis=0)  # x → y → z → x
    links = [Link("base"), *(Link(f"body{k}", random_inertia(rng)) for k in range(5))]
    parents = ("base", "body0", "body0", "body2", "body1")
    kinds = ("revolute", "prismatic", "fixed", "revolute", "revolute")
    joints = [
        Joint(
            f"joint{k}",
            kind,
            parent,
            f"body{k}",
            Pose(swap if kind == "fixed" else turns[rng.integers(9)], rng.normal(size=3) * 0.4),
            np.eye(3)[rng.integers(3)] * rng.choice([-1, 1]),
        )
        for k, (parent, kind) in enumerate(zip(parents, kinds, strict=True))
    ]
    frames = (Frame("probe", "body3", Pose(translation=rng.normal(size=3))),)
    order = [joints[k] for k in (4, 1, 2, 0, 3)]
    gravity = rng.normal(size=3) * 6
    return Robot(f"upright{seed}", tuple(links), tuple(order), frames, "probe", gravity)


def tilted_arm() -> Robot:
    """Axes at 30 and 45 degrees: their cosines are roots."""
    rng = np.random.default_rng(5)
    turns = [rotation_about([1, 0, 0], np.pi / 6), rotation_about([0, 1, 0], np.pi / 4)]
    links = [Link("base"), *(Link(f"link{k}", random_inertia(rng)) for k in range(2))]
    joints = [
        Joint(f"joint{k}", "revolute", links[k].name, links[k + 1].name, Pose(turn, [0.3, 0, 0.1]))
        for k, turn in enumerate(turns)
    ]
    return Robot("tilted", tuple(links), tuple(joints))


def elements(robot: Robot, method: Method, symbols: tuple[str, ...]) -> list[object]:
    """Plain dictionaries, so that they compare by content."""
    problem = Problem(robot, method, choose(robot, symbols), end_forces=True)
    found = closed_elements(problem, 10**7)
    return [{wave: dict(p) for wave, p in series.terms.items()} for series in found]


CASES = {
    **{name: load(name) for name in SMALL},
    **{f"chain of {n}": chain(n) for n in (1, 3, 6)},
    "tree": upright_tree(1),
    "tilted": tilted_arm(),
    "polar": polar_arm_on_turntable(TurntableNumbers()),
}


@pytest.mark.parametrize("name", CASES)
def test_closed_forms_are_identical(name: str) -> None:
    """Term by term, with exact coefficients; so one of them may be compared with numbers."""
    first, *others = (elements(CASES[name], method, GROUPS) for method in METHODS)
    assert all(other == first for other in others)
    assert any(first)


@pytest.mark.parametrize("name", [name for name in CASES if name != "chain of 6"])
def test_closed_form_against_the_compiled_arm(name: str) -> None:
    found = derive(CASES[name], "lagrange", form="closed", end_forces=True)
    assert max(largest_difference(found, CASES[name]).values()) < TOLERANCE


@pytest.mark.parametrize("symbols", [(), ("masses", "links.*.centre")], ids=str)
@pytest.mark.parametrize("name", ["two_axis", "puma560_armstrong3", "aa300", "tree"])
def test_numbers_instead_of_symbols(name: str, symbols: tuple[str, ...]) -> None:
    found = derive(CASES[name], "kane", symbols, form="closed", end_forces=True)
    assert max(largest_difference(found, CASES[name]).values()) < TOLERANCE


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.crosscheck if name == "chain of 6" else ())
        for name in CASES
    ],
)
def test_sequence_against_the_compiled_arm(name: str, method: Method) -> None:
    found = derive(CASES[name], method, form="sequence", end_forces=True)
    assert found.steps
    assert max(largest_difference(found, CASES[name]).values()) < TOLERANCE


@pytest.mark.crosscheck
@pytest.mark.parametrize("method", METHODS)
def test_six_axes(method: Method) -> None:
    robot = load("six_axis")
    found = derive(robot, method, end_forces=True)
    assert found.form == "sequence"
    assert max(largest_difference(found, robot).values()) < TOLERANCE


@pytest.mark.parametrize("method", METHODS)
def test_a_tree_with_axes_at_any_angle(method: Method) -> None:
    robot = random_tree(12, 3)
    found = derive(robot, method, form="sequence", end_forces=True)
    assert max(largest_difference(found, robot).values()) < TOLERANCE
    found = derive(robot, method, (), form="closed", end_forces=True)
    assert max(largest_difference(found, robot).values()) < TOLERANCE


def test_parallel_axes_at_any_angle_still_add_up() -> None:
    """Rounding errors of the rotations leave no terms behind: no angle but the links' own."""
    rng = np.random.default_rng(3)
    tilt = Pose(rotation_about([0.6, 0.0, 0.8], 0.7))
    rod = Inertia(2.0, [0.3, 0, 0], np.diag([0.01, 0.2, 0.2]))
    links = (Link("base"), Link("one", rod), Link("two", rod))
    back = Pose(np.eye(3), [0.5, 0, 0])
    axis = rng.normal(size=3)
    axis /= np.linalg.norm(axis)
    joints = (
        Joint("a", "revolute", "base", "one", tilt, axis),
        Joint("b", "revolute", "one", "two", back, axis),
    )
    robot = Robot("slanted", links, joints)
    found = derive(robot, "newton-euler", (), form="closed", end_forces=True)
    assert max(largest_difference(found, robot).values()) < TOLERANCE
    q1, q2 = found.coordinates.q
    assert {f.args[0] for f in found.mass_matrix.atoms(sp.sin, sp.cos)} == {q2}
    assert {f.args[0] for f in found.gravity.atoms(sp.sin, sp.cos)} == {q1, q1 + q2}
