"""`armwright new`: a first scenario for a robot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import armwright as aw
from armwright.scenario.draft import draft_scenario

Run = Callable[..., tuple[int, str, str]]

URDF = """<robot name="mine"><link name="base"/>
<link name="upper"><inertial><origin xyz="0 0 0.25"/><mass value="4"/>
<inertia ixx="0.09" iyy="0.09" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="fore"><inertial><origin xyz="0 0 0.2"/><mass value="2"/>
<inertia ixx="0.03" iyy="0.03" izz="0.004" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
<origin xyz="0 0 0.3"/><axis xyz="0 1 0"/>
<limit lower="0.5" upper="2" effort="100" velocity="3"/></joint>
<joint name="elbow" type="continuous"><parent link="upper"/><child link="fore"/>
<origin xyz="0 0 0.5"/><axis xyz="0 1 0"/></joint></robot>"""


def test_a_robot_gets_a_scenario_that_runs_inside_its_limits(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.urdf").write_text(URDF)
    code, out, err = run("new", "mine.urdf")
    assert (code, err) == (0, "")
    assert out == "scenario: mine-scenario.toml\nnext: armwright simulate mine-scenario.toml\n"
    scenario = aw.load_scenario(tmp_path / "mine-scenario.toml")
    assert scenario.notes() == ()
    data = scenario.simulate().data
    shoulder = data["joint_position"].sel(joint="shoulder").values
    assert shoulder.min() > 0.5 and shoulder.max() < 2
    assert np.abs(data["joint_velocity"].sel(joint="shoulder")).max() < 3
    assert np.abs(100 * data["motor_torque"].values[:, 0]).max() < 100
    error = data["joint_position"].values - data["reference_joint_position"].values
    assert np.abs(error).max() < 0.02  # of a way of 0.4 to 0.5 rad
    assert np.abs(error[-1]).max() < 0.002


def test_only_what_a_robot_does_not_say_is_assumed() -> None:
    text = draft_scenario(aw.load("rx90b"), "rx90b")
    assert "gear_ratio =" not in text
    assert "motor_inertia =" not in text
    assert "torque_constant =" not in text
    assert "stiffness = " in text


def test_a_file_that_is_there_is_kept(run: Run, tmp_path: Path) -> None:
    (tmp_path / "scara-scenario.toml").write_text("mine")
    code, out, err = run("new", "scara")
    assert (code, out) == (2, "")
    assert err == (
        "error: scara-scenario.toml: there is a file already (expected another name with --out)\n"
    )
    assert (tmp_path / "scara-scenario.toml").read_text() == "mine"


def test_a_robot_beyond_a_draft_is_refused_with_a_way_out(run: Run, tmp_path: Path) -> None:
    code, _, err = run("new", "four_bar")
    assert code == 2
    assert "closed loops (closure)" in err and "armwright scenarios NAME --show" in err
    assert not list(tmp_path.glob("*.toml"))


@pytest.mark.parametrize("name", ["scara", "my.urdf"])
def test_a_robot_that_is_to_be_simulated_is_pointed_to_new(run: Run, name: str) -> None:
    code, _, err = run("simulate", name)
    assert code == 2
    assert "this is a robot, not a scenario" in err and f"`armwright new {name}`" in err


@pytest.mark.crosscheck
@pytest.mark.parametrize(
    "name", ["aa300", "manutec_r3", "panda", "puma560", "reach_alpha5", "rx90b", "scara", "wam"]
)
def test_drafts_follow_their_references(tmp_path: Path, name: str) -> None:
    """Within a tenth of the way, whatever the arm; and they come to rest near its end."""
    (tmp_path / "draft.toml").write_text(draft_scenario(aw.load(name), name))
    data = aw.load_scenario(tmp_path / "draft.toml").simulate().data
    reference = data["reference_joint_position"].values
    error = data["joint_position"].values - reference
    way = np.ptp(reference, axis=0)
    assert np.all(np.abs(error).max(axis=0) < 0.15 * way)
    assert np.all(np.abs(error[-1]) < 0.03 * way)
