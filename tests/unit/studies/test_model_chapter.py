"""Numbers and equations of the arms behind a study."""

from __future__ import annotations

import pytest

from armwright.report.html import Fold, Paragraph, Preformatted, ReportTable
from armwright.robot import Joint, Link, Robot, load
from armwright.signals import Run
from armwright.studies.model_chapter import model_chapter, robot_parts, robots_of
from tests.unit.signals.arm_run import arm_run


def folds(robot: Robot) -> list[Fold]:
    return [part for part in model_chapter([robot]).parts if isinstance(part, Fold)]


def test_every_number_has_unit_side_and_origin() -> None:
    numbers, origins = folds(load("two_axis"))[0].parts
    assert isinstance(numbers, ReportTable) and isinstance(origins, ReportTable)
    rows = {row[0]: row[1:5] for row in numbers.rows}
    assert rows["links.link1.mass"] == ("90", "kg", "–", "assumed")
    assert rows["joints.joint1.drive.motor_inertia"] == ("0.006", "kg m²", "motor", "assumed")
    assert rows["joints.joint1.drive.spring.psi"] == ("0.0015", "rad", "joint", "assumed")
    assert not any("first_moment" in path or path.startswith("links.base") for path in rows)
    assert ("joints.*.axis", "published", "S0, figure 1.1") in origins.rows


def test_what_a_dh_table_gives_has_its_origin() -> None:
    first = next(robot_parts(load("six_axis")))  # its equations would take seconds
    assert isinstance(first, Fold)
    numbers = first.parts[0]
    assert isinstance(numbers, ReportTable)
    origins = {row[0]: row[4] for row in numbers.rows}
    assert origins["joints.LA.translation"] == "published"
    assert origins["links.lower_arm.mass"] == "assumed"


def test_laws_stand_beside_the_equations_of_the_links() -> None:
    laws, links = folds(load("two_axis"))[1].parts
    assert isinstance(laws, ReportTable) and isinstance(links, Preformatted)
    assert [(row[0], row[2]) for row in laws.rows] == [
        ("friction: tanh_stribeck", "joint1, joint2"),
        ("spring: stiffening", "joint1, joint2"),
    ]
    assert laws.rows[0][1].startswith("τ = f_d v + f_c")
    assert "M[1,1] = " in links.text and "not in these equations: friction" in links.text


def test_an_arm_without_masses_has_no_equations_of_motion() -> None:
    joint = Joint("turn", "revolute", "base", "link")
    bare = Robot("bare", (Link("base"), Link("link")), (joint,))
    numbers, equations = folds(bare)
    (words,) = equations.parts
    assert isinstance(words, Paragraph) and "no masses" in words.words
    assert len(numbers.parts) == 1  # no table of origins without any


@pytest.mark.parametrize(("names", "found"), [(["scara", "scara"], ["scara"]), (["mine"], [])])
def test_robots_of_the_library_are_found_by_their_runs(names: list[str], found: list[str]) -> None:
    runs = {
        str(k): Run(arm_run(records=11).data.assign_attrs(robot=name))
        for k, name in enumerate(names)
    }
    own = Robot("own", (Link("base"),), ())
    assert [robot.name for robot in robots_of(runs, [own])] == [*found, "own"]
