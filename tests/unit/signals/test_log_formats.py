"""One and the same run in every format: what is read is what was written, bit by bit."""

import json
import shutil
import sqlite3
import sys
from pathlib import Path

import h5py
import numpy as np
import pytest
import xarray as xr

import armwright as aw
from armwright import Log, Run
from armwright.errors import InputError
from tests.unit.signals.arm_run import arm_run

SUFFIXES = [".csv", ".parquet", ".nc", ".mcap", ".db3", ""]


@pytest.fixture(scope="module")
def log() -> Log:
    return Log.from_run(arm_run(records=121))


def assert_same(found: Log, expected: Log) -> None:
    assert set(found.data.data_vars) == set(expected.data.data_vars)
    assert found.time.tobytes() == expected.time.tobytes()
    for name, values in expected.data.data_vars.items():
        got = found.data[name]
        assert got.dims == values.dims, name
        assert got.values.tobytes() == values.values.tobytes(), name
        assert got.attrs["units"] == values.attrs["units"], name
    for name, values in expected.data.coords.items():
        assert found.data[name].values.tolist() == values.values.tolist(), name
    attributes = {**found.data.attrs}
    attributes.pop("file")
    assert attributes == {k: v for k, v in expected.data.attrs.items() if k != "file"}
    assert found.findings == ()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_run_reads_back_equal(tmp_path: Path, log: Log, suffix: str) -> None:
    path = log.save(tmp_path / f"line{suffix}")
    assert_same(aw.read_log(path), log)


def test_missing_samples_and_uneven_times_keep_their_bits(tmp_path: Path) -> None:
    time = np.array([-0.25, 0.1, 0.1 + 1e-12, 1 / 3, 7.0])
    values = np.array([[np.nan, 1e-310], [0.1, -0.0], [1 / 3, 5e300], [2.0, 3.0], [4.0, 5.0]])
    log = Log.from_arrays(
        time,
        {"joint_position": values, "flow": values[:, 0], "probe.x": values},
        joints=["a, b", 'c "d"'],
        units={"flow": "m³/s"},
        dimensions={"flow": "", "probe.x": "channel"},
        attributes={"who": 'me "there"', "count": 3, "part": 0.1, "done": True},
    )
    for suffix in SUFFIXES:
        assert_same(aw.read_log(log.save(tmp_path / f"log{suffix}")), log)


def test_a_file_of_a_run_is_read_as_what_its_sensors_showed(tmp_path: Path) -> None:
    run = arm_run(records=21)
    found = aw.read_log(run.save(tmp_path / "run.nc"))
    expected = Log.from_run(run)
    assert set(found.data.data_vars) == set(expected.data.data_vars)
    for name in expected.data.data_vars:
        assert np.array_equal(found[str(name)], expected[str(name)], equal_nan=True)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_parts_of_a_log_are_read_alike_in_every_format(
    tmp_path: Path, log: Log, suffix: str
) -> None:
    path = log.save(tmp_path / f"line{suffix}")
    found = aw.read_log(path, signals=["motor_torque"], first=0.1, last=1.4, every=3)
    rows = np.flatnonzero((np.arange(log.time.size) % 3 == 0) & (log.time >= 0.1))
    rows = rows[log.time[rows] <= 1.4]
    assert list(found.data.data_vars) == ["motor_torque"]
    assert found.time.tolist() == log.time[rows].tolist()
    assert found["motor_torque"].tolist() == log["motor_torque"][rows].tolist()


def test_without_pyarrow_csv_is_read_to_the_same_bits(
    tmp_path: Path, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = log.save(tmp_path / "line.csv")
    for name in [*sys.modules]:
        if name.partition(".")[0] == "pyarrow":
            monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.csv", None)
    assert_same(aw.read_log(path), log)
    with pytest.raises(InputError, match=r"'pyarrow' is needed.*pip install 'armwright\[logs\]'"):
        aw.read_log(tmp_path / "line.parquet")


def test_a_failed_save_leaves_what_was_there(tmp_path: Path, log: Log) -> None:
    path = log.save(tmp_path / "line.mcap")
    before = path.read_bytes()
    late = Log.from_arrays([0.0, 1e10], {"joint_position": np.zeros((2, 1))}, joints=["a"])
    with pytest.raises(InputError, match="time is too late"):
        late.save(path)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["line.mcap"]
    with pytest.raises(InputError, match=r"not a kind of log that can be written.*'.xlsx'"):
        log.save(tmp_path / "line.xlsx")


def test_joint_states_of_others_become_signals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """MCAP with JSON, as a foreign recorder writes it, and a gripper on the same topic."""
    monkeypatch.setattr("armwright.signals.formats.messages.ROWS", 1)
    from mcap.writer import Writer

    path = tmp_path / "foreign.mcap"
    start = 1_700_000_000_123_456_789
    with path.open("wb") as file:
        writer = Writer(file)
        writer.start()
        schema = writer.register_schema("sensor_msgs/msg/JointState", "jsonschema", b"{}")
        channel = writer.register_channel("/joint_states", "json", schema)
        other = writer.register_channel("/wrench", "json", 0)
        for k in range(5):
            stamp = start + k * 1_000_001
            header = {"stamp": {"sec": stamp // 10**9, "nanosec": stamp % 10**9}}
            names = ["finger"] if k == 3 else ["a", "b"]
            numbers = [0.1 * k] * len(names)
            content = {"header": header, "name": names, "position": numbers, "velocity": []}
            content["effort"] = numbers
            writer.add_message(channel, stamp + 50 * k, json.dumps(content).encode(), stamp)
            if k % 2:
                force = json.dumps({"force": {"x": k, "y": [1, 2]}}).encode()
                writer.add_message(other, stamp, force, stamp)
        writer.finish()
    log = aw.read_log(path)
    assert log.time.tolist() == [k * 1_000_001 / 1e9 for k in (0, 1, 2, 4)]
    assert log.data["joint"].values.tolist() == ["a", "b"]
    assert log["joint_torque"][:, 1].tolist() == [0.0, 0.1, 0.2, 0.4]
    assert "joint_velocity" not in log
    whats = [finding.what for finding in log.findings]
    assert "messages with other joints or sizes than the first count as missing" in whats
    assert "topics that were recorded at other times are left out" in whats
    force = aw.read_log(
        path,
        {
            "topic": "/wrench",
            "time": {"column": "time"},
            "signals": {
                "push": {"columns": ["/wrench/force/x", "/wrench/force/y/1"], "unit": "kN"}
            },
        },
    )
    assert force.time.tolist() == [0.0, 2_000_002 / 1e9]
    assert force["push"].tolist() == [[1000.0, 2000.0], [3000.0, 2000.0]]
    with pytest.raises(
        InputError, match=r"no such topic \(got '/x', expected one of /joint_states"
    ):
        aw.read_log(path, {"topic": "/x"})


def test_a_bag_of_several_parts_and_without_metadata(tmp_path: Path, log: Log) -> None:
    folder = log.save(tmp_path / "bag")
    assert sorted(one.name for one in folder.iterdir()) == ["bag.db3", "metadata.yaml"]
    (folder / "metadata.yaml").unlink()
    assert_same(aw.read_log(folder), log)
    assert_same(aw.read_log(folder / "bag.db3"), log)
    packed = tmp_path / "packed"
    packed.mkdir()
    shutil.copy(log.save(tmp_path / "line.mcap"), packed / "packed_0.mcap")
    assert_same(aw.read_log(packed), log)


def test_what_ros_wrote_is_what_rosbags_reads(tmp_path: Path, log: Log) -> None:
    """Another reader finds the same numbers in our bag."""
    from rosbags.highlevel import AnyReader

    with AnyReader([log.save(tmp_path / "bag")]) as reader:
        (one,) = [c for c in reader.connections if c.topic == "/joint_states"]
        rows = [reader.deserialize(raw, one.msgtype) for _, _, raw in reader.messages([one])]
    assert rows[0].name == log.data["joint"].values.tolist()
    assert np.array([row.position for row in rows]).tolist() == log["joint_position"].tolist()


def test_a_database_of_others_does_nothing_but_give_its_rows(tmp_path: Path, log: Log) -> None:
    path = log.save(tmp_path / "log.db3")
    base = sqlite3.connect(path)
    base.execute("ALTER TABLE messages RENAME TO kept")
    base.execute(
        "CREATE VIEW messages AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id FROM n) "
        "SELECT id, 1 AS topic_id, 2 AS timestamp, randomblob(1000) AS data FROM n"
    )
    base.commit()
    base.close()
    with pytest.raises(InputError, match="it has no tables topics and messages"):
        aw.read_log(path)


def test_hdf5_of_others(tmp_path: Path) -> None:
    path = tmp_path / "log.h5"
    with h5py.File(path, "w") as file:
        file["time"] = np.arange(5) / 10
        file["arm/q"] = np.arange(10.0).reshape(5, 2)
        file["arm/across"] = np.arange(15.0).reshape(3, 5)
        file["arm/packed"] = np.array([1, 2, 3, 4, -9], dtype=np.int16)
        file["arm/packed"].attrs.update({"_FillValue": np.int16([-9]), "scale_factor": 0.5})
        file["stolen"] = h5py.ExternalLink("other.h5", "q")
        file["name"] = "text"
    other = tmp_path / "other.h5"
    with h5py.File(other, "w") as file:
        file["q"] = np.arange(5.0)
    signals = {
        "joint_position": {"columns": "arm/q/*", "unit": "deg"},
        "tool_position": {"columns": ["arm/across/0", "arm/across/1", "arm/across/2"]},
        "level": {"columns": "arm/packed"},
    }
    log = aw.read_log(path, {"time": {"column": "time"}, "signals": signals})
    assert np.allclose(np.degrees(log["joint_position"]), np.arange(10.0).reshape(5, 2))
    assert log["tool_position"][:, 2].tolist() == [10.0, 11.0, 12.0, 13.0, 14.0]
    assert log["level"][:, 0].tolist()[:4] == [0.5, 1.0, 1.5, 2.0]
    assert np.isnan(log["level"][4, 0])
    assert log.findings == ()
    stolen = {"time": {"column": "time"}, "signals": {"level": {"columns": "stolen"}}}
    with pytest.raises(InputError, match=r"no such column \(got 'stolen'"):
        aw.read_log(path, stolen)


def test_netcdf_of_others(tmp_path: Path, log: Log) -> None:
    path = tmp_path / "foreign.nc"
    log.data[["joint_position", "motor_torque"]].drop_attrs().to_netcdf(path, engine="h5netcdf")
    found = aw.read_log(path)
    assert np.array_equal(found["joint_position"], log["joint_position"])
    assert np.array_equal(found["motor_torque"], log["motor_torque"])
    (tmp_path / "old.nc").write_bytes(b"CDF\x01" + bytes(100))
    with pytest.raises(InputError, match=r"not an HDF5 file.*NetCDF 3"):
        aw.read_log(tmp_path / "old.nc")


def test_time_stamps_of_parquet_count_from_the_first(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    stamps = pa.array([1_700_000_000_000_000_007, 1_700_000_000_000_001_007], pa.timestamp("ns"))
    table = pa.table({"time": stamps, "joint_position.a": [1, 2], "note": ["x", "y"]})
    pq.write_table(table, tmp_path / "log.parquet")
    log = aw.read_log(tmp_path / "log.parquet")
    assert log.time.tolist() == [0.0, 1e-6]
    assert log["joint_position"].tolist() == [[1.0], [2.0]]


def test_a_log_that_does_not_fit_is_refused_before_it_is_read(
    tmp_path: Path, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armwright.memory.available", lambda: 20_000)
    for suffix in (".csv", ".parquet", ".mcap", ".db3"):
        path = log.save(tmp_path / f"line{suffix}")
        with pytest.raises(InputError, match=r"not enough memory for \d+ columns of \d+ rows"):
            aw.read_log(path)
        aw.read_log(path, signals=["joint_position"], every=10)


def test_many_runs_are_no_log(tmp_path: Path) -> None:
    data = xr.Dataset(coords={"time": [0.0, 1.0], "run": [0, 1]})
    data["joint_position"] = (("run", "time"), np.zeros((2, 2)))
    path = Run(data).save(tmp_path / "runs.nc")
    assert aw.read_log(path).time.size == 2


@pytest.mark.parametrize("suffix", [*SUFFIXES, ".h5"])
def test_many_small_pieces_make_the_same_log(
    tmp_path: Path, log: Log, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    monkeypatch.setattr("armwright.signals.formats.csv.PIECE", 5000)
    for module in ("csv", "parquet", "hdf5", "messages"):
        monkeypatch.setattr(f"armwright.signals.formats.{module}.ROWS", 7)
    log = Log(log.data[["joint_position", "tool_position"]])
    if suffix == ".h5":
        log.data.drop_attrs().to_netcdf(tmp_path / "line.h5", engine="h5netcdf")
        found = aw.read_log(tmp_path / "line.h5")
    else:
        found = aw.read_log(log.save(tmp_path / f"line{suffix}"))
    assert found.time.tobytes() == log.time.tobytes()
    assert found["joint_position"].tobytes() == log["joint_position"].tobytes()
    assert found["tool_position"].tobytes() == log["tool_position"].tobytes()


def test_pieces_of_two_files_need_not_begin_at_the_same_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armwright.signals.formats.csv.PIECE", 300)
    rows = range(200)
    (tmp_path / "a.csv").write_text("q\n" + "".join(f"{k}\n" for k in rows))
    (tmp_path / "b.csv").write_text("u\n" + "".join(f"{k}.000000\n" for k in rows))
    signals = {"motor_position": {"columns": "q"}, "motor_current": {"file": "b.csv"}}
    signals["motor_current"]["columns"] = "u"
    columns = {"time": {"rate": 10}, "signals": signals}
    log = aw.read_log(tmp_path / "a.csv", columns, first=3, last=17, every=3)
    assert log["motor_position"].ravel().tolist() == [
        k for k in rows if 30 <= k <= 170 and k % 3 == 0
    ]
    assert log["motor_current"].tolist() == log["motor_position"].tolist()


def test_a_row_of_another_length_far_down_costs_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armwright.signals.formats.csv.PIECE", 300)
    lines = [f"{k},{2 * k}" for k in range(200)]
    lines.insert(150, "7")
    (tmp_path / "a.csv").write_text("time,joint_position.1\n" + "\n".join(lines))
    log = aw.read_log(tmp_path / "a.csv")
    assert log["joint_position"].ravel().tolist() == [2.0 * k for k in range(200)]
    assert log.findings[0].got == "1, the first in line 152"
