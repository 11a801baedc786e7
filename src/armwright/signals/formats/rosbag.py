"""rosbag2: messages in an SQLite file (.db3), with or without its folder and metadata; or in MCAP.

SQLite reads the file and does nothing else: no view, no function, no other file, and only as many
steps as a file of that size can need.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import quote

from armwright.errors import InputError
from armwright.files import Content
from armwright.inputs import opened
from armwright.signals.columns import ColumnsFile
from armwright.signals.flat import FlatLog
from armwright.signals.formats import mcap, messages
from armwright.signals.formats.column_reader import ColumnReader, needed, refusing
from armwright.signals.formats.messages import Topic, ros
from armwright.signals.formats.topics import messages_of

_MAGIC = b"SQLite format 3\0"
#: Bytes of a message; topics in a file.
LARGEST, MOST_TOPICS = 2**24, 10_000
#: Steps of SQLite's machine after which it is asked whether to go on; for each byte of the file.
_STEPS, _PER_BYTE = 100_000, 20
_ALLOWED = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_PRAGMA)


def reader(path: Path, columns: ColumnsFile) -> ColumnReader:
    files = _files(path)
    if files[0].suffix == ".mcap":
        if len(files) > 1:
            raise _several(path, files)
        return mcap.reader(files[0], columns)
    return messages.reader(lambda: _messages(files), columns, str(path))


def _files(path: Path) -> list[Path]:
    """The parts of a bag, in order."""
    if not os.path.isdir(path):
        if path.suffix != ".db3":
            with opened(path):  # which says so if there is no such file
                raise InputError("neither a log nor the folder of a rosbag2", where=str(path))
        return [path]
    try:
        found = sorted(one for one in path.iterdir() if one.suffix in (".db3", ".mcap"))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", where=str(path)) from None
    if not found:
        raise InputError(
            "no rosbag2", where=str(path), expected="a folder with a .db3 or .mcap file"
        )
    if len({one.suffix for one in found}) > 1:
        raise _several(path, found)
    # bag_10.db3 comes after bag_9.db3
    return sorted(found, key=lambda one: (len(one.name), one.name))


def _several(path: Path, files: list[Path]) -> InputError:
    return InputError(
        "several files",
        where=str(path),
        got=", ".join(one.name for one in files[:6]),
        expected="one .mcap file, or .db3 files only",
        hint="Read each by itself.",
    )


def _messages(files: list[Path]) -> Iterator[tuple[Topic, int, bytes]]:
    """In the order in which they were recorded."""
    for path in files:
        where = str(path)
        with opened(path) as file:
            magic, size = file.read(len(_MAGIC)), file.seek(0, 2)
        if magic != _MAGIC:
            raise InputError("not an SQLite file", where=where, expected="a rosbag2")
        errors = (sqlite3.Error, ValueError, TypeError, OverflowError, MemoryError)
        with refusing("a rosbag2", where, *errors), closing(_connected(path, size)) as base:
            topics = _topics(base)
            for topic, stamp, content in base.execute(
                "SELECT topic_id, timestamp, data FROM messages ORDER BY id"
            ):
                if not isinstance(stamp, int) or not isinstance(content, bytes):
                    raise ValueError("a message without time or content")
                if topic in topics:
                    yield topics[topic], stamp, content


def _connected(path: Path, size: int) -> sqlite3.Connection:
    name = quote(str(path.resolve()))
    base = sqlite3.connect(f"file:{name}?mode=ro&immutable=1", uri=True)
    base.text_factory = partial(str, encoding="utf-8", errors="replace")
    base.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST)
    base.execute("PRAGMA trusted_schema = OFF")
    base.execute("PRAGMA cell_size_check = ON")
    base.set_authorizer(
        lambda action, *_: sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY
    )
    left = [10 + _PER_BYTE * size // _STEPS]

    def stop() -> bool:
        left[0] -= 1
        return left[0] < 0

    base.set_progress_handler(stop, _STEPS)
    return base


def _topics(base: sqlite3.Connection) -> dict[int, Topic]:
    kinds: dict[str, str] = dict(base.execute("SELECT name, type FROM sqlite_master"))
    if kinds.get("topics") != "table" or kinds.get("messages") != "table":
        raise ValueError("it has no tables topics and messages")
    rows: list[Any] = base.execute(
        "SELECT id, name, type, serialization_format FROM topics"
    ).fetchmany(MOST_TOPICS)
    return {
        number: Topic(name, kind, form)
        for number, name, kind, form in rows
        if isinstance(name, str) and isinstance(kind, str) and form in ("cdr", "json")
    }


def write(file: BinaryIO, log: FlatLog) -> None:
    """The .db3 file alone."""
    with tempfile.TemporaryDirectory() as folder:
        bag = _written(Path(folder) / "log", log)
        with (bag / "log.db3").open("rb") as made:
            shutil.copyfileobj(made, file)


def contents(name: str, log: FlatLog) -> dict[str, Content]:
    """The files of a bag's folder, by their names in it."""
    with tempfile.TemporaryDirectory() as folder:
        bag = _written(Path(folder) / name, log)
        return {one.name: one.read_bytes() for one in sorted(bag.iterdir())}


def _written(bag: Path, log: FlatLog) -> Path:
    store, _ = ros()
    rosbag2 = needed("rosbags.rosbag2", "log")
    with rosbag2.Writer(bag, version=9) as writer:
        connections: dict[Topic, Any] = {}
        for topic, stamp, content in messages_of(log):
            if topic not in connections:
                connections[topic] = writer.add_connection(topic.name, topic.kind, typestore=store)
            writer.write(connections[topic], stamp, content)
    return bag
