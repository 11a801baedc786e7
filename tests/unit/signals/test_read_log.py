"""Columns of files as signals: units, signs, offsets, sides, and what is said of mistakes."""

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import armwright as aw
from armwright.errors import InputError

TWO = {"time": {"column": "t"}, "signals": {"joint_position": {"columns": ["a", "b"]}}}


def table(folder: Path, text: str, name: str = "line.csv") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def small(folder: Path) -> Path:
    return table(folder, "t,a,b\n0,1,10\n0.5,2,20\n1,3,30\n1.5,4,40\n")


def with_signal(**keys: object) -> dict:
    return {"time": {"column": "t"}, "signals": {"joint_position": {"columns": ["a"], **keys}}}


def test_columns_named_after_signals_need_no_columns_file(tmp_path: Path) -> None:
    path = table(
        tmp_path, "time,joint_position.lift,joint_position.turn,motor_current_1\n0,1,2,3\n"
    )
    log = aw.read_log(path)
    assert log["joint_position"].tolist() == [[1.0, 2.0]]
    assert log.data["joint"].values.tolist() == ["lift", "turn"]
    assert log.data["motor"].values.tolist() == ["motor1"]
    assert log["motor_current"].tolist() == [[3.0]]
    assert log.findings == ()


def test_the_columns_file_beside_a_log_is_found(tmp_path: Path) -> None:
    path = small(tmp_path)
    table(
        tmp_path,
        '[time]\ncolumn = "t"\nunit = "ms"\n[signals.motor_position]\ncolumns = ["a", "b"]\n'
        'unit = "deg"\n[attributes]\noperator = "me"\n',
        "line.toml",
    )
    log = aw.read_log(path)
    assert log["motor_position"][1].tolist() == [2 * math.pi / 180, 20 * math.pi / 180]
    assert log.time.tolist() == [0.0, 0.0005, 0.001, 0.0015]
    assert log.data.attrs == {"operator": "me", "file": "line.csv"}


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({}, 3.0),
        ({"unit": "rev"}, 6 * math.pi),
        ({"unit": "mm"}, 0.003),
        ({"offset": 1.0, "sign": -1}, -4.0),
        ({"scale": 0.5, "offset": 1.0, "unit": "deg"}, 2 * math.pi / 180),
        ({"unit": "counts", "counts_per_turn": 4000}, 3 * 2 * math.pi / 4000),
        ({"side": "motor"}, 3 / 50),
    ],
)
def test_a_column_becomes_si(tmp_path: Path, keys: dict, expected: float) -> None:
    log = aw.read_log(small(tmp_path), with_signal(**keys) | {"gears": [50.0]})
    assert log["joint_position"][2, 0] == pytest.approx(expected, rel=1e-15)


def test_volts_become_amperes_and_torques(tmp_path: Path) -> None:
    signals = {
        "motor_current": {"columns": ["a", "b"], "scale": [20, -20], "unit": "A"},
        "motor_torque": {
            "columns": ["a", "b"],
            "scale": 20,
            "unit": "A",
            "torque_constant": [0.25, 0.5],
        },
    }
    log = aw.read_log(small(tmp_path), {"time": {"column": "t"}, "signals": signals})
    assert log["motor_current"][0].tolist() == [20.0, -200.0]
    assert log["motor_torque"][0].tolist() == [5.0, 100.0]


def test_what_gears_do_not_carry_has_no_other_side(tmp_path: Path) -> None:
    """How a name of one's own ends does not say whether it is a torque."""
    (tmp_path / "log.csv").write_text("time,a\n0,1\n1,2\n")
    for name in ("motor_current", "motor_torque_raw", "joint_power"):
        told = {
            "time": {"column": "time"},
            "gears": [50.0],
            "signals": {name: {"columns": "a", "side": "joint" if "motor" in name else "motor"}},
        }
        with pytest.raises(InputError, match="has no other side of the gear"):
            aw.read_log(tmp_path / "log.csv", told)


def test_coupled_gears_carry_positions_and_torques_to_either_side(tmp_path: Path) -> None:
    gears = [[40.0, 0.0], [32.0, 32.0]]
    signals = {
        "motor_position": {"columns": ["a", "b"], "side": "joint"},
        "joint_velocity": {"columns": ["a", "b"], "side": "motor"},
        "joint_torque": {"columns": ["a", "b"], "side": "motor"},
        "motor_torque": {"columns": ["a", "b"], "side": "joint"},
    }
    log = aw.read_log(
        small(tmp_path), {"time": {"column": "t"}, "signals": signals, "gears": gears}
    )
    eta, raw = np.array(gears), np.array([2.0, 20.0])
    assert np.allclose(log["motor_position"][1], eta @ raw)
    assert np.allclose(eta @ log["joint_velocity"][1], raw)
    assert np.allclose(log["joint_torque"][1], eta.T @ raw)
    assert np.allclose(eta.T @ log["motor_torque"][1], raw)
    # An ideal gear keeps power: the same products on both sides.
    assert log["joint_torque"][1] @ log["joint_velocity"][1] == pytest.approx(raw @ raw)


def test_names_and_gears_come_from_the_robot(tmp_path: Path) -> None:
    robot = aw.load("puma560")
    names = ",".join("abcdef")
    path = table(tmp_path, f"t,{names}\n0,1,2,3,4,5,6\n1,2,3,4,5,6,7\n")
    columns = {
        "robot": "puma560",
        "time": {"column": "t"},
        "signals": {"joint_position": {"columns": list("abcdef"), "side": "motor"}},
    }
    log = aw.read_log(path, columns)
    assert tuple(log.data["joint"].values) == robot.joint_names
    assert np.allclose(robot.gear_matrix @ log["joint_position"][0], [1, 2, 3, 4, 5, 6])


def test_rows_without_a_time_column_have_a_rate_or_a_period(tmp_path: Path) -> None:
    path = table(tmp_path, "1;2\n3;4\n5;6\n", "plain.txt")
    signals = {"joint_position": {"columns": "*"}}
    assert aw.read_log(path, {"time": {"rate": 5000}, "signals": signals}).time.tolist() == [
        0 / 5000,
        1 / 5000,
        2 / 5000,
    ]
    log = aw.read_log(path, {"time": {"period": 0.5, "start": 2}, "signals": signals})
    assert log.time.tolist() == [2.0, 2.5, 3.0]
    assert log["joint_position"].tolist() == [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]


def test_files_of_one_recording_are_joined_by_their_rows(tmp_path: Path) -> None:
    path = small(tmp_path)
    table(tmp_path, "u\n7\n8\n9\n10\n", "currents.csv")
    columns = with_signal() | {"ignore": ["b"]}
    columns["signals"]["motor_current"] = {"file": "currents.csv", "columns": "u"}
    assert aw.read_log(path, columns)["motor_current"].ravel().tolist() == [7.0, 8.0, 9.0, 10.0]
    chosen = aw.read_log(path, columns, every=2, first=0.6)
    assert chosen["motor_current"].ravel().tolist() == [9.0]
    assert chosen["joint_position"].ravel().tolist() == [3.0]
    table(tmp_path, "u\n7\n8\n", "currents.csv")
    with pytest.raises(
        InputError, match=r"currents.csv: another number of rows .*got 2, expected 4"
    ):
        aw.read_log(path, columns)


def test_what_is_asked_for_is_read_and_no_more(tmp_path: Path) -> None:
    columns = TWO | {"signals": TWO["signals"] | {"motor_current": {"columns": "a"}}}
    log = aw.read_log(small(tmp_path), columns, signals=["motor_current"], first=0.5, last=1.0)
    assert list(log.data.data_vars) == ["motor_current"]
    assert log.time.tolist() == [0.5, 1.0]
    with pytest.raises(InputError, match=r"no such signal.*'motor_curent'.*'motor_current'\?"):
        aw.read_log(small(tmp_path), columns, signals=["motor_curent"])
    with pytest.raises(InputError, match=r"no rows \(got 4 in all"):
        aw.read_log(small(tmp_path), columns, first=9)


def test_unknown_columns_are_listed_with_what_they_may_be(tmp_path: Path) -> None:
    path = table(tmp_path, "time,joint_position.1,joint_positon.2,temperature\n0,1,2,3\n")
    (finding,) = aw.read_log(path).findings
    assert finding.severity == "warning"
    assert finding.got == "'joint_positon.2' (joint_position?), 'temperature'"
    quiet = {"time": {"column": "time"}, "signals": {"joint_position": {"columns": "joint*"}}}
    assert aw.read_log(path, quiet | {"ignore": ["temp*"]}).findings == ()


def test_times_that_do_not_increase_are_left_out_and_told(tmp_path: Path) -> None:
    path = table(tmp_path, "t,a,b\n0,1,1\n1,2,2\n1,3,3\n0.5,4,4\nnan,5,5\n2,6,6\n3,7,7\n4,8,8\n")
    log = aw.read_log(path, TWO)
    assert log["joint_position"][:, 0].tolist() == [1.0, 2.0, 6.0, 7.0, 8.0]
    (finding,) = log.findings
    assert finding.got == "3 of 8, the first in row 3, at 1.0 s"


def test_missing_and_infinite_samples_are_nan(tmp_path: Path) -> None:
    path = table(tmp_path, "t,a,b\n0,,1\n1,NaN,inf\n2,lost,3\n")
    with pytest.raises(InputError, match=r"column 'a'.*cannot be read as numbers.*lost"):
        aw.read_log(path, TWO)
    log = aw.read_log(path, TWO | {"csv": {"missing": ["lost"]}})
    assert np.isnan(log["joint_position"][:, 0]).all()
    assert np.isnan(log["joint_position"][1, 1])
    (finding,) = log.findings
    assert finding.what == "infinite values count as missing"


def test_the_largest_number_there_is_stands_for_infinity(tmp_path: Path) -> None:
    """Interpolated, it would overflow."""
    rows = "".join(f"{k / 100},{np.sin(k / 9)},{1.7e308 if k == 50 else 1.0}\n" for k in range(200))
    log = aw.read_log(table(tmp_path, f"t,a,b\n{rows}"), TWO)
    assert np.flatnonzero(np.isnan(log["joint_position"][:, 1])).tolist() == [50]
    (finding,) = log.findings
    assert (finding.what, finding.expected) == (
        "infinite values count as missing",
        "numbers up to 1e+305",
    )
    assert log.resampled(50.0).time.size == 100


def test_an_unfinished_last_line_is_left_out_and_told(tmp_path: Path) -> None:
    log = aw.read_log(table(tmp_path, "t,a,b\n0,1,2\n1,3,4\n2,5"), TWO)
    assert log.time.tolist() == [0.0, 1.0]
    assert log.findings[0].what == "rows with another number of cells are left out"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"signals": {"joint_position": {"columns": ["a", "bb"]}}}, r"no such column \(got 'bb'"),
        ({"signals": {"joint_position": {"columns": "q*"}}}, r"no such column \(got 'q\*'"),
        ({"signals": {"joint_position": {"colums": "a"}}}, r"colums: unknown key"),
        ({"time": {"column": "time"}}, r"columns: time.column: no such column \(got 'time'.*'t'"),
        ({"time": {}}, r"the time of the rows is not known"),
        (with_signal(unit="degs"), r"unknown unit \(got 'degs'.*Did you mean .*'deg'"),
        ({"signals": {"joint_position": {"columns": []}}}, r"columns: input should be a text"),
        (with_signal(scale="x"), r"joint_position.scale: input should be a number, or a list of n"),
        (with_signal(unit="A"), r"wrong kind of unit \(got A, expected rad\)"),
        (with_signal(unit=["deg", "deg"]), r"wrong number of entries \(got 2, expected 1 or 1\)"),
        (with_signal(unit="counts"), r"counts_per_turn: is missing"),
        (with_signal(sign=2), r"not a sign \(got 2"),
        (with_signal(side="motor"), r"the gears are not known. Say robot or gears."),
        (with_signal(file="../x.csv"), r"does not belong to the description"),
        ({"time": {"column": "t"}, "signals": {"motor_current": {"columns": "a", "unit": "V"}}},
         r"wrong kind of unit \(got V, expected A\). Say what a volt stands for"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_columns_is_told_in_one_line(
    tmp_path: Path, change: dict, message: str
) -> None:
    with pytest.raises(InputError, match=message) as caught:
        aw.read_log(small(tmp_path), TWO | change)
    assert "\n" not in str(caught.value)


def test_a_table_of_strangers_is_refused_with_its_columns(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no column has the name of a known.*'t', 'a', 'b'"):
        aw.read_log(small(tmp_path))
    with pytest.raises(InputError, match=r"not a kind of log \(got suffix '.x'"):
        aw.read_log(table(tmp_path, "", "log.x"))
    with pytest.raises(InputError, match="no such file"):
        aw.read_log(tmp_path / "none.csv")
    with pytest.raises(InputError, match="no table"):
        aw.read_log(table(tmp_path, "", "empty.csv"))


def test_importing_armwright_and_reading_csv_bring_no_library_of_another_format(
    tmp_path: Path,
) -> None:
    log = small(tmp_path)
    table(tmp_path, '[time]\ncolumn = "t"\n[signals.joint_position]\ncolumns = "a"\n', "line.toml")
    words = ["pyarrow", "mcap", "rosbags", "h5py", "pydantic", "xarray", "numpy"]
    code = (
        f"import sys, armwright; print([m for m in {words} if m in sys.modules])\n"
        f"armwright.read_log({str(log)!r})\n"
        "print([m for m in ('mcap', 'rosbags', 'h5netcdf', 'matplotlib') "
        "if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n[]\n"
