"""Logs of all formats, broken: bytes of files, columns files, and what messages hold."""

from __future__ import annotations

import contextlib
import io
import json
import random
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import h5py
import numpy as np

from armwright import InputError, Log, read_log
from armwright.signals.flat import flattened

#: What nobody may do while a file is read.
FORBIDDEN = {
    *("os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "subprocess.Popen"),
    *("pickle.find_class", "socket.connect", "socket.bind", "os.remove", "os.rename", "exec"),
    *("os.mkdir", "os.chmod", "os.truncate", "ctypes.dlopen", "shutil.rmtree"),
}
_watching: list[str] | None = None
_hooked = False


@contextmanager
def watched() -> Iterator[None]:
    """Nothing is executed, removed or sent, and no file is written."""
    global _watching, _hooked
    if not _hooked:
        sys.addaudithook(_hook)
        _hooked = True
    _watching = []
    try:
        yield
    finally:
        seen, _watching = _watching, None
    if seen:
        raise AssertionError(f"done while a log was read: {seen[:3]}")


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if _watching is None:
        return
    writes = event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+")
    if event == "exec" and Path(getattr(arguments[0], "co_filename", "")).is_file():
        return  # a module of Python's, imported late
    if event in FORBIDDEN or writes:
        _watching.append(f"{event} {str(arguments)[:80]}")


@cache
def sound() -> Log:
    time = np.arange(30) / 100
    wave = np.sin(time[:, None] * np.arange(1, 3))
    signals = {
        "joint_position": wave,
        "motor_torque": 3 * wave,
        "tool_position": wave[:, [0, 1, 0]],
    }
    return Log.from_arrays(time, signals, joints=["lift", "turn"], attributes={"who": "me"})


@cache
def sound_bytes(suffix: str) -> bytes:
    if suffix == ".h5":
        return _hdf5()
    if suffix == ".json.mcap":
        return _json()
    with tempfile.TemporaryDirectory() as folder:
        return sound().save(Path(folder) / f"log{suffix}").read_bytes()


def _hdf5() -> bytes:
    """As others write it: groups, chunks, packed."""
    file = io.BytesIO()
    log = sound()
    with h5py.File(file, "w") as base:
        base["time"] = log.time
        base.create_dataset("arm/joint_position", data=log["joint_position"], chunks=(10, 2))
        base.create_dataset("arm/torque", data=log["motor_torque"], compression="gzip")
        base["linked"] = h5py.SoftLink("/arm/torque")
        base["away"] = h5py.ExternalLink("other.h5", "x")
    return file.getvalue()


def _json() -> bytes:
    from mcap.writer import CompressionType, Writer

    file = io.BytesIO()
    writer = Writer(file, compression=CompressionType.NONE, enable_crcs=False)
    writer.start()
    schema = writer.register_schema("sensor_msgs/msg/JointState", "jsonschema", b"{}")
    channel = writer.register_channel("/joint_states", "json", schema)
    for k, row in enumerate(sound()["joint_position"]):
        stamp = {"sec": 0, "nanosec": k * 10_000_000}
        content = {"header": {"stamp": stamp}, "name": ["a", "b"], "position": row.tolist()}
        content |= {"velocity": [], "effort": []}
        writer.add_message(channel, k * 10_000_000, json.dumps(content).encode(), k)
    writer.finish()
    return file.getvalue()


HDF5_COLUMNS = {
    "time": {"column": "time"},
    "signals": {
        "joint_position": {"columns": "arm/joint_position/*"},
        "joint_torque": {"columns": "arm/torque/*", "unit": "N m"},
    },
}


def columns_texts() -> list[str]:
    flat = flattened(sound().data)
    return [
        flat.columns_file(flat.names()),
        """robot = "two_axis"
topic = "/joint_states"
ignore = ["motor*"]
gears = [[50.0, 0.0], [1.0, 40.0]]
[time]
column = "time"
unit = "ms"
start = 0.5
[csv]
separator = ","
decimal = "."
skip = 0
header = true
missing = ["none"]
[signals.motor_position]
columns = "joint_position.*"
unit = ["deg", "counts"]
counts_per_turn = [1, 4000]
offset = [1.5, 0]
sign = [1, -1]
side = "joint"
[signals.motor_torque]
columns = ["motor_torque.lift", "motor_torque.turn"]
scale = 20.0
unit = "A"
torque_constant = 0.2
[signals.odd]
file = "log.csv"
columns = "tool_position.x"
dimension = ""
[constants.load]
dimension = "joint"
values = [1.0, 2.0]
unit = "kg"
[attributes]
who = "me"
""",
        """labels = {channel = ["p", "q"]}
[time]
rate = 100.0
[signals.pair]
columns = ["motor_torque.lift", "motor_torque.turn"]
dimension = "channel"
""",
    ]


def read(path: Path, rng: random.Random, columns: object = None) -> Log:
    """In one of the ways that there are."""
    every = rng.choice((1, 1, 1, 2, 7))
    first = rng.choice((None, None, None, 0.1, float("nan")))
    with watched():
        return read_log(path, columns, every=every, first=first)  # type: ignore[arg-type]


def check(log: Log) -> Iterator[str]:
    """What a log that was read must be; yields the texts in it."""
    assert (np.diff(log.time) > 0).all() and np.isfinite(log.time).all(), "time does not increase"
    for name in log.data.data_vars:
        assert not np.isinf(log.data[name].values).any(), f"{name} is infinite"
    yield from map(str, log.findings)


def of_bytes(
    suffix: str, broken: Callable[[random.Random, bytes], bytes]
) -> Callable[[random.Random, Path], Log]:
    def attempt(rng: random.Random, folder: Path) -> Log:
        path = folder / f"log{suffix.rpartition('.json')[2]}"
        # What is imported late, and made of ROS's own types, is not of the file.
        warm(suffix)
        path.write_bytes(broken(rng, sound_bytes(suffix)))
        return read(path, rng, HDF5_COLUMNS if suffix == ".h5" else None)

    return attempt


@cache
def warm(suffix: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"log{suffix.rpartition('.json')[2]}"
        path.write_bytes(sound_bytes(suffix))
        if suffix == ".csv":
            for text in columns_texts():
                (Path(folder) / "log.toml").write_text(text)
                with contextlib.suppress(InputError):
                    read_log(path)
            return
        read_log(path, HDF5_COLUMNS if suffix == ".h5" else None)


def broken_database(rng: random.Random, content: bytes, spoil: Callable[..., bytes]) -> bytes:
    """Cells changed by SQL, so that the file is whole; or its bytes."""
    if rng.random() < 0.5:
        return spoil(rng, content)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.db3"
        path.write_bytes(content)
        base = sqlite3.connect(path)
        values = (None, -1, 2**62, "x", b"", "/joint_states", "json", "cdr", b"\xff" * 30, 1.5)
        column = rng.choice(("topic_id", "timestamp", "data", "name", "type", "id"))
        table = "topics" if column in ("name", "type") else rng.choice(("topics", "messages"))
        count = base.execute("SELECT count(*) FROM messages").fetchone()[0]
        try:
            if column == "data":
                key = rng.randrange(1, count + 1)
                (old,) = base.execute("SELECT data FROM messages WHERE id = ?", (key,)).fetchone()
                new = spoil(rng, old)
                base.execute("UPDATE messages SET data = ? WHERE id = ?", (new, key))
            else:
                base.execute(
                    f"UPDATE {table} SET {column} = ? WHERE id % ? = 0",
                    (rng.choice(values), rng.randrange(1, 9)),
                )
            if rng.random() < 0.1:
                base.execute(rng.choice(_SQL))
        except sqlite3.Error:
            pass
        base.commit()
        base.close()
        return path.read_bytes()


_SQL = (
    "DROP TABLE topics",
    "DELETE FROM messages",
    "ALTER TABLE messages ADD COLUMN more GENERATED ALWAYS AS (length(randomblob(9))) VIRTUAL",
    "CREATE TRIGGER bad AFTER INSERT ON messages BEGIN DELETE FROM topics; END",
)
