"""`armwright calibrate`."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from armwright import compile, load
from armwright.calibrate.tables import read_circle_table, read_pose_table
from tests.support.calibration import circle_table, disturbed_cell, pose_table
from tests.unit.cli.conftest import Run

CELL = disturbed_cell("scara", np.random.default_rng(30))


@pytest.fixture
def data() -> str:
    rng = np.random.default_rng(31)
    q = CELL.joints(40, rng)
    Path("poses.csv").write_text(pose_table(CELL.nominal, q, CELL.points(q)))
    fresh = CELL.joints(10, rng)
    Path("fresh.csv").write_text(pose_table(CELL.nominal, fresh, CELL.points(fresh)))
    return "poses.csv"


def test_poses_give_a_report_and_the_calibrated_robot(run: Run, data: str) -> None:
    code, out, err = run(
        *("calibrate", "poses", data, "--robot", "scara", "--out", "made", "--check", "fresh.csv")
    )
    assert (code, err) == (0, "")
    assert "mm off on the average, once the base was aligned" in out
    names = {path.name for path in Path("made").iterdir()}
    assert {
        "report.html",
        "calibrated.toml",
        "calibrated_dh.toml",
        "calibrated.urdf",
        "calibrated.xacro",
        "calibration.json",
        "figures",
    } <= names
    found = json.loads(Path("made/calibration.json").read_text())
    q = CELL.joints(5, np.random.default_rng(32))
    for name in ("calibrated.toml", "calibrated_dh.toml", "calibrated.urdf"):
        pose = np.array(found["base"]) @ compile(load(f"made/{name}")).pose(q, "target")
        assert pose[:, :3, 3] == pytest.approx(CELL.points(q), abs=1e-7)


@pytest.mark.crosscheck
def test_effects_can_be_chosen_by_the_data(run: Run, data: str) -> None:
    code, _, _ = run(
        *("calibrate", "poses", data, "--robot", "scara", "--effects", "auto", "--out", "made")
    )
    assert code == 0
    assert "What each effect buys" in Path("made/report.html").read_text()


def test_circles_give_a_report(run: Run) -> None:
    Path("circles.csv").write_text(circle_table(CELL, arc=3.2, count=40))
    code, _, err = run("calibrate", "circles", "circles.csv", "--robot", "scara", "--out", "made")
    assert (code, err) == (0, "")
    assert Path("made/report.html").exists() and Path("made/calibrated.urdf").exists()
    sweeps = read_circle_table("circles.csv", CELL.nominal)
    assert list(sweeps) == list(CELL.nominal.joint_names)


HEAD = "joint1,joint2,slide,x,y,z\n"
ROW = "1,2,3,4,5,6\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "poses.csv: no rows"),
        (HEAD, "poses.csv: no rows"),
        ("joint1,joint2,x,y,z\n1,2,3,4,5\n", "no column for a joint"),
        (HEAD.replace("z", "z,temperature") + "1,2,3,4,5,6,7\n", "a column that nobody asked for"),
        (HEAD.replace("z", "x") + ROW, "a column is there twice (got 'x')"),
        (HEAD + "1,2,3,4,5\n", "row 2: wrong number of cells (got 5, expected 6)"),
        (HEAD + ROW.replace("2", "two"), "row 2, column 'joint2': not a number (got 'two')"),
        (HEAD + ROW.replace("2", "nan"), "row 2, column 'joint2': not a number (got 'nan')"),
        (HEAD.replace(",z", "") + "1,2,3,4,5\n", "an incomplete target"),
        ("joint1,joint2,slide\n1,2,3\n", "nothing was measured"),
        (HEAD + ROW, "fewer measured numbers than unknowns"),
    ],
)
def test_what_is_wrong_with_a_table_is_one_line(run: Run, text: str, message: str) -> None:
    Path("poses.csv").write_text(text)
    code, _, err = run("calibrate", "poses", "poses.csv", "--robot", "scara", "--out", "made")
    if "all poses" in err:
        message = "all poses are alike"
    assert code == 2 and message in err and err.count("\n") == 1
    assert not Path("made").exists()


def test_tables_hold_several_targets_poses_and_distances(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(
        "joint_1,joint_2,joint_3,a_x,a_y,a_z,hand_x,hand_y,hand_z,hand_roll,hand_pitch,hand_yaw,"
        "wire_distance,# note\n"
        "90,0,100,1,2,3,1,2,3,0,0,90,500,fine\n"
        "0,0,0,,,,1,2,3,0,0,0,,\n"
    )
    joints, seen = read_pose_table(tmp_path / "t.csv", CELL.nominal)
    assert joints[0] == pytest.approx([np.pi / 2, 0, 0.1])
    assert np.asarray(seen["a"])[0] == pytest.approx([1e-3, 2e-3, 3e-3])
    assert np.isnan(np.asarray(seen["a"])[1]).all()
    assert np.asarray(seen["hand"])[0, :2, 0] == pytest.approx([0, 1])
    assert seen["wire"].values[0] == pytest.approx(0.5)  # type: ignore[union-attr]


def test_circles_need_to_know_which_joint_moves(run: Run) -> None:
    Path("c.csv").write_text(HEAD + ROW)
    code, _, err = run("calibrate", "circles", "c.csv", "--robot", "scara", "--out", "made")
    assert code == 2 and "no column that says which joint moves" in err
    Path("c.csv").write_text("moving," + HEAD + "elbow," + ROW)
    code, _, err = run("calibrate", "circles", "c.csv", "--robot", "scara", "--out", "made")
    assert code == 2 and "column 'moving': no such joint (got 'elbow'" in err
