"""The run: coordinates, units, and its file."""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

from armwright.errors import InputError
from armwright.signals import Run

JOINTS = ("shoulder", "Ellbögen")


def make(count: int = 1, **more: Any) -> Run:
    t = np.array([0.0, 0.1, 0.3])
    q = np.arange(count * 6, dtype=float).reshape(count, 3, 2) / 3
    q[0, 1, 1], q[0, 2, 0], q[0, 0, 0] = math.nan, math.inf, -0.0
    first = np.full((count, 2), math.nan)
    first[0, 0] = 0.1
    settings: dict[str, Any] = {
        "joints": JOINTS,
        "motors": ("m1", "m2"),
        "dimensions": {"gain": "", "modes": "mode"},
        "units": {"gain": "1/s"},
        "saturations": {"torque_limited": (np.array([[2, 0]] * count), first)},
        "provenance": {"scenario": "täst", "seed": 2**64 - 1, "complete": False, "step": 0.1},
        "single": count == 1,
    }
    return Run.from_records(
        t,
        {
            "joint_position": q,
            "measured_motor_current": q,
            "tool_position": np.ones((count, 3, 3)),
            "kinetic_energy": np.ones((count, 3, 1)),
            "gain": np.ones((count, 3, 1)),
            "modes": np.ones((count, 3, 5)),
        },
        **{**settings, **more},
    )


def test_coordinates_dimensions_and_units() -> None:
    data = make(2).data
    assert data["joint_position"].dims == ("run", "time", "joint")
    assert data["measured_motor_current"].dims == ("run", "time", "motor")
    assert data["tool_position"].dims == ("run", "time", "axis")
    assert data["kinetic_energy"].dims == data["gain"].dims == ("run", "time")
    assert data["modes"].dims == ("run", "time", "mode")
    assert data["torque_limited_count"].dims == ("run", "channel")
    assert data["joint"].values.tolist() == list(JOINTS)
    assert data["motor"].values.tolist() == ["m1", "m2"]
    assert data["axis"].values.tolist() == ["x", "y", "z"]
    assert data["run"].values.tolist() == [0, 1]
    assert data["time"].attrs["units"] == "s"
    assert data["joint_position"].attrs == {"units": "rad", "long_name": "position of the joints"}
    assert data["measured_motor_current"].attrs["units"] == "A"
    assert data["gain"].attrs == {"units": "1/s", "long_name": "gain"}
    assert data["torque_limited_first_time"].attrs["units"] == "s"


def test_a_single_run_has_no_dimension_for_it() -> None:
    data = make().data
    assert "run" not in data.dims
    assert data["joint_position"].dims == ("time", "joint")
    assert float(data["joint_position"].sel(time=0.3, joint="Ellbögen")) == 5 / 3


def test_runs_can_have_numbers_of_their_own() -> None:
    assert make(2, runs=[7, 3]).data["run"].values.tolist() == [7, 3]


def test_provenance_is_completed() -> None:
    attributes = make(2, provenance={"wall_seconds": 0.3, "seed": np.int64(3)}).data.attrs
    assert attributes["duration"] == 0.3
    assert attributes["real_time_factor"] == pytest.approx(2)
    assert type(attributes["seed"]) is int
    assert attributes["created"].endswith("+00:00")
    packages = ("armwright", "python", "casadi", "llvmlite")
    assert all(re.match(r"\d+\.\d+", attributes[f"{package}_version"]) for package in packages)
    assert json.loads(json.dumps(attributes)) == attributes


def test_signals_cannot_be_written_to() -> None:
    run = make()
    with pytest.raises(ValueError, match="read-only"):
        run.data["joint_position"].values[0, 0] = 1
    copy = run.data.copy(deep=True)
    copy["joint_position"].values[0, 0] = 1
    assert run.data["joint_position"].values[0, 0] == 0


@pytest.mark.parametrize("runs", [1, 2])
def test_a_file_gives_back_exactly_what_was_saved(tmp_path: Path, runs: int) -> None:
    run = make(runs)
    path = run.save(tmp_path / "new" / "run.nc")
    back = Run.load(path).data
    xr.testing.assert_identical(back, run.data)
    assert list(back.variables) == list(run.data.variables)
    for name, variable in run.data.variables.items():
        assert back[name].dtype == variable.dtype, name
        if variable.dtype.kind == "f":
            assert back[name].values.tobytes() == variable.values.tobytes(), name
    types = {name: type(value) for name, value in run.data.attrs.items()}
    assert {name: type(value) for name, value in back.attrs.items()} == types
    assert back.attrs["complete"] is False
    assert back.attrs["seed"] == 2**64 - 1


def test_saved_twice_is_the_same(tmp_path: Path) -> None:
    run = Run.load(make().save(tmp_path / "a.nc"))
    xr.testing.assert_identical(Run.load(run.save(tmp_path / "a.nc")).data, make_like(run))
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.nc"]


def make_like(run: Run) -> xr.Dataset:
    return make(provenance=run.data.attrs).data


def test_a_dataset_of_other_kinds_of_values(tmp_path: Path) -> None:
    data = xr.Dataset(
        {"on": ("time", np.array([True, False])), "small": ("time", np.float32([0.1, math.nan]))},
        coords={"time": [0.0, 1.0], "phase": ("time", ["a", "bc"])},
        attrs={"empty": "", "not": math.nan, "yes": np.bool_(True)},
    )
    run = Run(data)
    back = Run.load(run.save(tmp_path / "run.nc")).data
    assert math.isnan(back.attrs.pop("not"))
    assert back.attrs == {"empty": "", "yes": True}
    xr.testing.assert_identical(back.drop_attrs(), run.data.drop_attrs())
    assert back["small"].dtype == np.float32


def test_a_failed_save_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make().save(tmp_path / "run.nc")
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match=r"run\.nc: cannot be written: No space left"):
        make().save(path)
    with pytest.raises(InputError):
        make().save(tmp_path / "new" / "other.nc")
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"dimensions": {}}, r"'gain': the dimension of this signal is not known .*dimensions=\{"),
        (
            {"dimensions": {"gain": "joint", "modes": "mode"}},
            r"'gain': wrong shape \(got \(2, 3, 1",
        ),
        ({"dimensions": {"gain": "", "modes": ""}}, r"'modes': wrong shape .*one number"),
        (
            {"joints": ("one",)},
            r"'joint_position': wrong shape \(got \(2, 3, 2\), expected \(2, 3, 1",
        ),
        ({"joints": ()}, "no joints"),
        ({"runs": [1, 2, 3]}, r"'joint_position': wrong shape"),
        ({"single": True}, r"not a single run \(got 2 runs\)"),
        ({"provenance": {"x": None}}, r"run, 'x': neither text nor a number \(got NoneType"),
        ({"provenance": {"x": "a\0"}}, "text that cannot be written to a file"),
        ({"provenance": {"x": 2**64}}, "too large"),
        (
            {"saturations": {"a": ([[0]] * 2, [[0]] * 2), "b": ([[0, 0]] * 2, [[0, 0]] * 2)}},
            r"'b_count': wrong shape .* dimension of its own",
        ),
    ],
)
def test_what_cannot_be_right_is_refused(more: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        make(2, **more)


@pytest.mark.parametrize("time", [[0.0, 0.2, 0.1], [0.0, math.nan, 1], [], [[0.0, 1, 2]]])
def test_time_has_to_grow(time: Any) -> None:
    with pytest.raises(InputError, match="time must increase"):
        Run.from_records(time, {}, joints=JOINTS)


@pytest.mark.parametrize("name", ["time", "joint", "a/b", "a\nb"])
def test_names_that_signals_cannot_have(name: str) -> None:
    with pytest.raises(InputError, match="name"):
        Run.from_records([0.0], {name: np.zeros((1, 1, 1))}, joints=JOINTS, dimensions={name: ""})


def test_a_run_needs_time_and_the_mark_of_files_is_reserved(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no time"):
        Run(xr.Dataset())
    for nothing in (make().data.isel(time=[]), make().data.isel(time=0)):
        with pytest.raises(InputError, match=r"nothing was recorded .*at least one time"):
            Run(nothing)
    with pytest.raises(InputError, match="'armwright_run': this name is reserved"):
        make(provenance={"armwright_run": 1}).save(tmp_path / "run.nc")


@pytest.mark.crosscheck
def test_plot_draws_without_an_import_of_the_report(tmp_path: Path) -> None:
    make().save(tmp_path / "run.nc")
    code = (
        "import armwright, sys; "
        "run = armwright.Run.load(sys.argv[1]); "
        "assert 'armwright.report' not in sys.modules; "
        "print(*(f'{name}.png' for name in run.plot(sys.argv[2])))"
    )
    arguments = [sys.executable, "-c", code, str(tmp_path / "run.nc"), str(tmp_path / "drawn")]
    found = subprocess.run(arguments, capture_output=True, text=True, check=True)
    names = set(found.stdout.split())
    assert "tracking.png" in names
    assert names == {path.name for path in (tmp_path / "drawn").iterdir()}


def test_a_table_has_a_column_for_each_element_with_its_unit() -> None:
    table = make().table()
    names = [f"joint_position.{joint} [rad]" for joint in JOINTS]
    assert {"time [s]", *names, "gain [1/s]"} <= {*table.columns}
    np.testing.assert_array_equal(table[names], make().data["joint_position"].values)


def test_runs_stand_below_each_other_in_a_table() -> None:
    run = make(2)
    table = run.table()
    assert list(table["run"]) == [
        *[run.data["run"].values[0]] * 3,
        *[run.data["run"].values[1]] * 3,
    ]
    second = table[table["run"] == run.data["run"].values[1]]
    column = f"joint_position.{JOINTS[0]} [rad]"
    np.testing.assert_array_equal(second[column], run.data["joint_position"].values[1, :, 0])
