"""What `robot.check()` says of real descriptions, beside what their text says.

Only what is certain is asserted: a finding is there if, and only if, the numbers in the file are
such. Whether an inertia is implausible for its link cannot be told from the text.
"""

from __future__ import annotations

import math
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import numpy as np
import pinocchio as pin
import pytest

from armwright import InputError, Robot, load
from armwright.robot import Finding
from tests.crosscheck.real_robots import MASSLESS, REFUSED, all_urdfs
from tests.support.mimics import released
from tools import urdf_findings

pytestmark = pytest.mark.crosscheck
LOADED = sorted(set(all_urdfs()) - set(REFUSED))
LIST = Path(__file__).parents[2] / "docs" / "urdf_findings.md"


class Case(NamedTuple):
    text: Element
    robot: Robot
    findings: tuple[Finding, ...]

    def places(self, *kinds: str) -> set[str]:
        """Names of the links or joints that have a finding of one of these kinds."""
        named = [finding.where for finding in self.findings if finding.what in kinds]
        return {where.split("'")[1] for where in named}


@cache
def case(name: str) -> Case:
    path = all_urdfs()[name]
    robot = load(path)
    return Case(ElementTree.parse(path).getroot(), robot, robot.check(path.parent))


@pytest.mark.parametrize("name", sorted(all_urdfs()))
def test_loads_or_is_refused_with_a_reason(name: str) -> None:
    try:
        load(all_urdfs()[name])
    except InputError as error:
        assert REFUSED.get(name, "not to be refused") in error.what
        assert error.where
    else:
        assert name not in REFUSED


@pytest.mark.parametrize("name", LOADED)
def test_findings_say_everything(name: str) -> None:
    for finding in case(name).findings:
        assert finding.severity in ("error", "warning")
        parts = (finding.what, finding.where, finding.got, finding.expected, finding.hint)
        assert all(part is not None and str(part).strip() for part in parts), finding
    severities = [finding.severity for finding in case(name).findings]
    assert all(one <= next_one for one, next_one in pairwise(severities)), "errors come first"


@pytest.mark.parametrize("name", LOADED)
def test_joints_that_move_nothing(name: str) -> None:
    """Pinocchio's mass matrix has a zero on its diagonal there, and nowhere else."""
    model = pin.buildModelFromXML(all_urdfs()[name].read_text())
    diagonal = np.diag(pin.crba(model, model.createData(), pin.neutral(model)))
    idle = {str(model.names[i]) for i in range(1, model.njoints) if not diagonal[model.idx_vs[i]]}
    free = released(case(name).robot)  # as Pinocchio reads it
    found = case(name)._replace(findings=free.check())
    assert found.places("moves nothing that has mass") == idle
    assert bool(idle) == (name in MASSLESS)


@pytest.mark.parametrize("name", LOADED)
def test_impossible_inertias(name: str) -> None:
    """Principal moments from the text. They do not depend on the axes in which they are given."""
    broken, doubtful = set(), set()
    for link in case(name).text.findall("link"):
        if link.find("inertial/inertia") is None:
            continue
        numbers = {k: float(v) for k, v in link.find("inertial/inertia").items()}
        matrix = [[numbers["i" + "".join(sorted(a + b))] for a in "xyz"] for b in "xyz"]
        low, middle, high = np.linalg.eigvalsh(matrix)
        excess = max(-low, high - low - middle) / (abs(high) or 1)
        if excess > 1e-12 and high > 1e-15:
            (broken if excess > 1e-4 else doubtful).add(link.get("name"))
    found = case(name).places(
        "inertia is not positive definite", "inertia violates the triangle inequality"
    )
    assert broken <= found <= broken | doubtful


@pytest.mark.parametrize("name", LOADED)
def test_limits(name: str) -> None:
    swapped, narrow = set(), set()
    still: dict[str, set[str | None]] = {"velocity": set(), "effort": set()}
    for joint in case(name).text.findall("joint"):
        limit, kind = joint.find("limit"), joint.get("type")
        if limit is None or kind == "fixed":
            continue
        lower, upper = (float(limit.get(side, 0)) for side in ("lower", "upper"))
        if kind != "continuous" and lower >= upper:
            (swapped if lower > upper else narrow).add(joint.get("name"))
        for what, joints in still.items():
            if float(limit.get(what, "inf")) == 0:
                joints.add(joint.get("name"))
    assert case(name).places("limits are swapped") == swapped
    assert case(name).places("limits leave no room") == narrow
    for what, joints in still.items():
        assert case(name).places(f"{what} limit is zero") == joints


#: Angles near π in the text of a hand that was measured, not rounded.
MEASURED = {"3.14148426", "3.14036612", "-3.14036612"}


@pytest.mark.parametrize("name", LOADED)
def test_truncated_angles(name: str) -> None:
    joints = {
        joint.get("name")
        for joint in case(name).text.findall("joint")
        for origin in joint.findall("origin")
        if any(truncated(word) for word in origin.get("rpy", "").split())
    }
    kinds = ("angle looks like a truncated π", "angle looks like a truncated π/2")
    assert case(name).places(*kinds) == joints


def truncated(word: str) -> bool:
    angle = float(word)
    quarters = round(angle / (math.pi / 2))
    off = abs(angle - quarters * math.pi / 2)
    return bool(quarters) and 1e-10 < off < 4e-3 and word not in MEASURED


#: The collection keeps its packages side by side in one folder.
PACKAGE = r"^(file:/|package:/+(example-robot-data/robots/)?)"


@pytest.mark.parametrize("name", LOADED)
def test_missing_meshes(name: str) -> None:
    folder = all_urdfs()[name].parents[2]
    missing = set()
    for link in case(name).text.findall("link"):
        for mesh in link.findall("visual/geometry/mesh"):
            file = re.sub(PACKAGE, "", mesh.get("filename", ""))
            if not (folder / file).is_file():
                missing.add(link.get("name"))
    assert case(name).places("mesh file is missing") == missing


def test_the_list_in_the_documentation_is_up_to_date() -> None:
    text = LIST.read_text()
    assert text == urdf_findings.report() + "\n", "run python -m tools.urdf_findings again"
