"""Symbolic equations of the whole library and of random trees."""

from __future__ import annotations

import pytest

from armwright import Robot, library_names, load
from armwright.equations import GROUPS, METHODS, Method, derive
from armwright.equations.deriving import Problem, closed_elements
from armwright.equations.parameters import choose
from armwright.studies.formulations import STUDY
from tests.support.exported_models import stiff_and_dry
from tests.support.planar_chain import PlanarChain
from tests.support.random_robots import random_chain, random_tree
from tests.support.symbolic import largest_difference

pytestmark = pytest.mark.crosscheck


def is_open(robot: Robot) -> bool:
    """Without loops, and without joints that follow others."""
    return not robot.loops and not any(joint.mimic for joint in robot.joints)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", [name for name in library_names() if is_open(load(name))])
def test_every_robot_of_the_library(name: str, method: Method) -> None:
    robot = stiff_and_dry(load(name))
    found = derive(robot, method, end_forces=True)
    assert max(largest_difference(found, robot).values()) < 1e-10


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(4))
def test_random_trees(seed: int, method: Method) -> None:
    for robot in (random_tree(seed, 5), random_chain(seed, 4)):
        found = derive(robot, method, form="sequence", end_forces=True)
        assert max(largest_difference(found, robot).values()) < 1e-10


def test_the_closed_form_of_a_level_chain_with_six_axes() -> None:
    robot = PlanarChain([0.0] * 6, [0.0] * 6).robot()
    found = derive(robot, "kane", form="closed", end_forces=True)
    assert max(largest_difference(found, robot).values()) < 1e-10


def test_closed_forms_of_six_axes_are_the_same_for_all_methods() -> None:
    """Some ten thousand terms."""
    robot = load("six_axis")
    found = []
    for method in METHODS:
        problem = Problem(robot, method, choose(robot, GROUPS), end_forces=False)
        elements = closed_elements(problem, 10**7)
        found.append([{wave: dict(p) for wave, p in x.terms.items()} for x in elements])
    assert found[0] == found[1] == found[2]
    assert sum(len(p) for x in found[0] for p in x.values()) > 10_000


def test_the_study_of_formulations() -> None:
    """Its verdicts, and that two times give the same words."""
    first, second = (STUDY.run(lambda what, done: None).claims for _ in range(2))
    assert list(first) == list(second)
    assert [claim.verdict for claim in first] == [
        *("number", "number", "differs", "differs", "differs", "kind"),
        *("kind", "kind", "number", "kind", "kind"),
    ]
