"""The study of the AA300: its claims, from numbers that are measured in runs."""

from __future__ import annotations

import numpy as np
import pytest

import armwright as aw
from armwright.progress import silence
from armwright.robot import Robot
from armwright.studies import find
from armwright.studies.aa300 import measures
from armwright.studies.aa300.source import MASSES


@pytest.fixture(scope="module")
def robot() -> Robot:
    return aw.load("aa300")


def test_the_robot_has_the_masses_of_table_3_2(robot: Robot) -> None:
    assert tuple(link.inertia.mass for link in robot.links if link.inertia) == MASSES


def test_every_number_of_the_robot_says_where_it_is_from(robot: Robot) -> None:
    assert set(robot.sources) == {"gravity", "links", "joints"}
    assert all(text.startswith(("published:", "assumed:")) for text in robot.sources.values())


def test_inertias_are_possible_about_centres_only(robot: Robot) -> None:
    assert measures.inertia_margin(robot, origins=False) > 0
    assert measures.inertia_margin(robot, origins=True) < 0


@pytest.mark.crosscheck
def test_the_study_from_beginning_to_end() -> None:
    outcome = find("aa300").run(silence)
    verdicts = {claim.key: claim.verdict for claim in outcome.claims}
    assert verdicts.pop("peak-rule") == "differs"
    assert set(verdicts.values()) == {"kind", "observed"}
    data = outcome.runs["with_motors"].data
    assert data["motor_limit.limited_count"].values.sum() == 0
    joint = outcome.runs["whole"].data["joint_torque"].values
    # Level turns cost no work against gravity: what the rotations need is inertia alone.
    assert np.abs(joint[0, [0, 2]]).max() < 1e-9
    assert joint[0, 1] == pytest.approx(9.81 * sum(MASSES[1:]))
