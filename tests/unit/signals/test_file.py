"""Files of runs: other tools read them, and ours reads nothing that was not written so."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
import xarray as xr

from armwright.errors import InputError
from armwright.signals import Run
from tests.unit.signals.test_run import make

#: A mark and a digest of 32 bytes.
END = 48


def sealed(path: Path) -> Path:
    """What anybody can do who has read the source: a file of his own with the right end."""
    content = path.read_bytes()
    path.write_bytes(content + b"\narmwright sha256" + hashlib.sha256(content).digest())
    return path


def changed(path: Path, change: Callable[[h5py.File], object]) -> Path:
    """A run's file, changed by HDF5 itself, with the right end."""
    make().save(path)
    with h5py.File(path, "r+") as file:
        change(file)
    return sealed(path)


def test_other_tools_read_it(tmp_path: Path) -> None:
    """They stop where NetCDF ends; xarray knows the format by itself."""
    run = make()
    path = run.save(tmp_path / "run.nc")
    with xr.open_dataset(path) as data:
        np.testing.assert_array_equal(data["joint_position"], run.data["joint_position"])
    with h5py.File(path) as file:
        np.testing.assert_array_equal(file["joint_position"], run.data["joint_position"])


def test_files_that_are_no_runs(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.nc: no such file"):
        Run.load(tmp_path / "none.nc")
    with pytest.raises(InputError, match="is a folder"):
        Run.load(tmp_path)
    (tmp_path / "text.nc").write_text("time, q\n0, 1\n" * 10)
    (tmp_path / "empty.nc").touch()
    foreign = tmp_path / "foreign.nc"
    xr.Dataset({"rain": ("day", [1.0])}).to_netcdf(foreign, engine="h5netcdf")
    for name in ("text.nc", "empty.nc", "foreign.nc"):
        with pytest.raises(
            InputError, match=rf"{name}: does not end like .*Run\(xarray\.load_data"
        ):
            Run.load(tmp_path / name)
    with pytest.raises(
        InputError, match=r"not of a run \(got variables rain, expected .*armwright_"
    ):
        Run.load(sealed(foreign))


def test_what_another_tool_wrote_can_be_used_as_the_message_says(tmp_path: Path) -> None:
    run = make()
    path = tmp_path / "run.nc"
    run.data.drop_attrs().to_netcdf(path, engine="h5netcdf")
    with pytest.raises(InputError, match="does not end like a file of a run"):
        Run.load(path)
    again = Run(xr.load_dataset(path))
    np.testing.assert_array_equal(again.data["joint_position"], run.data["joint_position"])


def test_no_damage_reaches_hdf5(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every byte counts: HDF5 would take some of them for other signals, or look for ever."""

    def parsed(*_: Any, **__: Any) -> None:
        pytest.fail("HDF5 saw a damaged file")

    whole = make().save(tmp_path / "run.nc").read_bytes()
    monkeypatch.setattr(h5py, "File", parsed)
    path = tmp_path / "bad.nc"
    random = np.random.default_rng(800)
    for at in [0, len(whole) - 1, *random.integers(len(whole), size=100).tolist()]:
        bad = bytearray(whole)
        bad[at] ^= random.integers(1, 256)
        path.write_bytes(bad)
        message = "does not end" if -END <= at - len(whole) < 16 - END else "is damaged"
        with pytest.raises(InputError, match=message):
            Run.load(path)
    for size in (len(whole) // 2, len(whole) - 1, END, END - 1, 1):
        path.write_bytes(whole[:size])
        with pytest.raises(InputError, match="cut short"):
            Run.load(path)
    path.write_bytes(whole + b"\0")
    with pytest.raises(InputError, match="does not end"):
        Run.load(path)


def external_link(file: h5py.File) -> None:
    file["stolen"] = h5py.ExternalLink("/etc/other.nc", "/joint_position")


def soft_link(file: h5py.File) -> None:
    file["twice"] = h5py.SoftLink("/joint_position")


def group(file: h5py.File) -> None:
    file.create_group("inside")


def external_storage(file: h5py.File) -> None:
    file.create_dataset("passwords", (10,), "u1", external=[("/etc/passwd", 0, 10)])


def virtual_storage(file: h5py.File) -> None:
    layout = h5py.VirtualLayout((3,), "f8")
    layout[:] = h5py.VirtualSource("/etc/other.nc", "time", (3,))
    file.create_virtual_dataset("elsewhere", layout)


def terabytes_of_nothing(file: h5py.File) -> None:
    file.create_dataset("bomb", (2**40,), "f8", fillvalue=1.0)


def terabytes_in_chunks(file: h5py.File) -> None:
    file.create_dataset("bomb", (2**40,), "f8", chunks=(1024,), fillvalue=1.0)


def packed_zeros(file: h5py.File) -> None:
    file.create_dataset("bomb", data=np.zeros(10**6), compression="gzip")


def almost_a_dimension(file: h5py.File) -> None:
    terabytes_of_nothing(file)
    file["bomb"].attrs["NAME"] = np.bytes_(b"This is a netCDF dimension but not a netCDF variable")


def many_values_in_an_attribute(file: h5py.File) -> None:
    file.attrs["many"] = np.zeros(3)


def a_name_of_another_kind(file: h5py.File) -> None:
    file["time"].attrs.create("when", np.array((1, 2.0), dtype=[("a", "i4"), ("b", "f8")]))


ELSEWHERE, MORE = "leads to another place", "declares more than it holds"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (external_link, f"'stolen' {ELSEWHERE}"),
        (soft_link, f"'twice' {ELSEWHERE}"),
        (group, "'inside' is not a signal"),
        (external_storage, "the values of '/passwords' are in another file"),
        (virtual_storage, "the values of '/elsewhere' are in another file"),
        (terabytes_of_nothing, MORE),
        (terabytes_in_chunks, "the values of '/bomb' are packed"),
        (packed_zeros, "the values of '/bomb' are packed"),
        (almost_a_dimension, MORE),
        (many_values_in_an_attribute, "attribute 'many' is neither text nor a number"),
        (a_name_of_another_kind, "attribute 'when' is neither text nor a number"),
    ],
)
def test_what_a_run_does_not_have_is_refused_before_it_is_read(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[h5py.File], None],
    message: str,
) -> None:
    path = changed(tmp_path / "run.nc", change)
    monkeypatch.setattr(xr, "load_dataset", lambda *_, **__: pytest.fail("it was read"))
    with pytest.raises(InputError, match=rf"run\.nc: cannot be read as a run: .*{message}"):
        Run.load(path)


def aliased(path: Path, times: int) -> Path:
    """Many names that are one and the same long text in the file."""
    names = ["x" * 5000, *(f"name{k:05}" for k in range(times))]
    kind = h5py.string_dtype()
    changed(path, lambda file: file.create_dataset("label", data=names, dtype=kind))
    content = bytearray(path.read_bytes()[:-END])
    with h5py.File(path) as file:
        at, count = file["label"].id.get_offset(), file["label"].size
    first = content[at : at + 16]
    content[at : at + 16 * count] = first * count
    path.write_bytes(content)
    return sealed(path)


def test_texts_are_no_longer_than_the_file(tmp_path: Path) -> None:
    path = aliased(tmp_path / "run.nc", 3000)
    with h5py.File(path) as file:
        assert sum(map(len, file["label"][:])) > 50 * path.stat().st_size
    with pytest.raises(InputError, match=MORE):
        Run.load(path)


def test_a_changed_file_of_plain_values_is_read(tmp_path: Path) -> None:
    """The checks above refuse what they name, and not all that HDF5 has touched."""
    path = changed(tmp_path / "run.nc", lambda file: file.attrs.update(note="mine"))
    assert Run.load(path).data.attrs["note"] == "mine"


def test_texts_of_all_shapes_are_kept(tmp_path: Path) -> None:
    data = xr.Dataset(
        {"one": ((), "alone"), "many": (("row", "time"), [["a", "bc"], ["ü", ""]])},
        coords={"time": [0.0, 1.0]},
    )
    back = Run.load(Run(data).save(tmp_path / "run.nc")).data
    xr.testing.assert_identical(back, Run(data).data)


def test_a_file_of_a_later_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armwright.signals.file.LAYOUT", 2)
    path = make().save(tmp_path / "run.nc")
    monkeypatch.undo()
    with pytest.raises(InputError, match=r"newer armwright \(got layout 2, expected at most 1\)"):
        Run.load(path)


FULL = """
import resource, sys
import xarray
from armwright.errors import InputError
from armwright.signals import Run
run = Run(xarray.Dataset(coords={"time": [float(k) for k in range(1000)]}))
resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
try:
    run.save(sys.argv[1])
except InputError as error:
    print(error)
"""


@pytest.mark.crosscheck
@pytest.mark.skipif(sys.platform == "win32", reason="it has no such limit")
def test_a_disk_that_is_full_is_a_message(tmp_path: Path) -> None:
    """In a program of its own: HDF5 once took the whole of it down."""
    done = subprocess.run(
        [sys.executable, "-c", FULL, tmp_path / "run.nc"], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{tmp_path / 'run.nc'}: cannot be written: File too large\n"
    assert list(tmp_path.iterdir()) == []
