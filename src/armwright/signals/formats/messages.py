"""Columns of messages: what topics of an MCAP file or a rosbag2 carry.

A message is a row. Its numbers are columns `/topic/field`, `/topic/field/2` or, of JointState
messages, `/topic/position/elbow`. Topics that were recorded at the same instants belong together,
as those of a log that we wrote; all others are told and left out.

ROS messages are decoded by rosbags, which knows the types of ROS itself. Definitions that stand in
a file are not used: rosbags would make code of them.
"""

from __future__ import annotations

import json
import struct
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.finding import Finding
from armwright.signals.columns import ColumnsFile
from armwright.signals.formats.column_reader import (
    MOST_COLUMNS,
    ROWS,
    ColumnReader,
    Rows,
    needed,
    refusing,
)

JOINTS = "sensor_msgs/msg/JointState"
TEXT = "std_msgs/msg/String"
#: Where a log that we wrote says what its columns are.
COLUMNS = "/armwright/columns"
#: The column with the time of the container, s since the first message.
TIME = "time"
#: Fields of JointState messages, and the signals that they are.
FIELDS = {"position": "joint_position", "velocity": "joint_velocity", "effort": "joint_torque"}
#: Longer arrays of numbers are pictures and the like.
LONGEST = 1000
DEEPEST = 12


@dataclass(frozen=True)
class Topic:
    """`kind`: the type of its messages. `encoding`: cdr or json."""

    name: str
    kind: str
    encoding: str


@dataclass
class _Seen:
    """What a first pass finds of a topic: when its messages came (ns), the first and the last."""

    stamps: array[int] = field(default_factory=lambda: array("q"))
    first: bytes = b""
    last: bytes = b""


#: All messages of a file in their order: topic, time in ns, content.
Messages = Callable[[], Iterator[tuple[Topic, int, bytes]]]
_ERRORS = (
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    OverflowError,
    RecursionError,
)


def reader(messages: Messages, columns: ColumnsFile, where: str) -> ColumnReader:
    seen: dict[Topic, _Seen] = {}
    for topic, stamp, content in messages():
        one = seen.setdefault(topic, _Seen())
        if not one.stamps:
            one.first = content
        if not -(2**63) <= stamp < 2**63:
            raise InputError("time out of range", where=f"{where}, topic '{topic.name}'", got=stamp)
        one.stamps.append(stamp)
        one.last = content
    text = _own_columns(seen, where)
    every = {topic: tuple(_values(topic, one.first, 0, where) or ()) for topic, one in seen.items()}
    readable = {topic: one for topic, one in seen.items() if every[topic]}
    main = _main(readable, columns.topic, where)
    together = [topic for topic, one in readable.items() if one.stamps == readable[main].stamps]
    layouts = {topic: every[topic] for topic in together}
    bases = {topic: _first_stamp(topic, readable[topic], where) for topic in together}
    names = (TIME, *(f"{topic.name}/{name}" for topic, lay in layouts.items() for name in lay))
    if len(names) > MOST_COLUMNS:
        raise InputError(
            "too many columns", where=where, got=len(names), expected=f"at most {MOST_COLUMNS}"
        )
    findings = _left_out([topic.name for topic in readable if topic not in layouts], main, where)
    stamps = readable[main].stamps

    def pieces(wanted: Sequence[str]) -> Iterator[Rows]:
        rows: dict[Topic, list[Array]] = {topic: [] for topic in together}
        begin, lost = 0, 0
        for topic, _, content in messages():
            if topic not in rows:
                continue
            found = _values(topic, content, bases[topic], where)
            if found is None or tuple(found) != layouts[topic]:
                found = dict.fromkeys(layouts[topic], np.nan)
                lost += 1
            rows[topic].append(np.array(list(found.values())))
            if all(len(one) >= ROWS for one in rows.values()):
                yield _piece(rows, layouts, stamps, begin, wanted)
                begin += ROWS
        if any(rows.values()):
            yield _piece(rows, layouts, stamps, begin, wanted)
        if lost:
            findings.append(_other_layout(lost, where))

    clocks = (TIME, *(name for name in names if name.endswith("/stamp")))
    last = _values(main, readable[main].last, bases[main], where) or {}
    stamped = last.get("stamp", 0.0) > 0
    said: Mapping[str, object] | str = text or _usual(main, layouts[main], stamped)
    return ColumnReader(names, len(stamps), pieces, said, clocks, findings)


def _piece(
    rows: dict[Topic, list[Array]],
    layouts: Mapping[Topic, Sequence[str]],
    stamps: array[int],
    begin: int,
    wanted: Sequence[str],
) -> Rows:
    """Takes the first rows out of all topics."""
    count = min(ROWS, *(len(found) for found in rows.values()))
    columns: dict[str, Array] = {}
    for topic, found in rows.items():
        table = np.array(found[:count]).reshape(count, -1)
        del found[:count]
        columns.update(
            {f"{topic.name}/{name}": table[:, k] for k, name in enumerate(layouts[topic])}
        )
    columns[TIME] = (np.array(stamps[begin : begin + count]) - stamps[0]) / 1e9
    return {name: columns[name] for name in wanted}


def _main(seen: Mapping[Topic, _Seen], told: str | None, where: str) -> Topic:
    """The topic that gives the rows."""
    listed = ", ".join(f"{topic.name} ({topic.kind})" for topic in seen) or "none"
    if told is not None:
        found = [topic for topic in seen if topic.name == told]
        if not found:
            raise InputError(
                "no such topic",
                where=f"{where}: topic",
                got=repr(told),
                expected=f"one of {listed}",
            )
        return found[0]
    if not seen:
        raise InputError("no messages with numbers", where=where)
    candidates = [topic for topic in seen if topic.kind == JOINTS] or list(seen)
    if any(seen[topic].stamps != seen[candidates[0]].stamps for topic in candidates):
        raise InputError(
            "several topics, recorded at different times",
            where=where,
            got=listed,
            expected="one of them",
            hint='Say which: columns={"topic": "…"}, or topic = "…" in the columns file.',
        )
    return candidates[0]


def _usual(main: Topic, layout: Sequence[str], stamped: bool) -> dict[str, object]:
    """What JointState messages are, if nobody says otherwise. Their own stamps are nearer to the
    truth than the container's, if somebody has filled them in."""
    time = {"time": {"column": f"{main.name}/stamp" if stamped else TIME}}
    found = {}
    for one, signal in FIELDS.items():
        columns = [name for name in layout if name.startswith(f"{one}/")]
        if main.kind == JOINTS and columns:
            found[signal] = {"columns": [f"{main.name}/{name}" for name in columns]}
    joints = [name.partition("/")[2] for name in layout if name.startswith("position/")]
    return {**time, "signals": found, **({"joints": joints} if found and joints else {})}


def _own_columns(seen: dict[Topic, _Seen], where: str) -> str | None:
    for topic in list(seen):
        if topic.name == COLUMNS and topic.kind == TEXT:
            with refusing("a message", where, *_ERRORS):
                return str(_decoded(topic, seen.pop(topic).first, where).data)
    return None


def _left_out(names: Sequence[str], main: Topic, where: str) -> list[Finding]:
    if not names:
        return []
    return [
        Finding(
            "warning",
            "topics that were recorded at other times are left out",
            where,
            ", ".join(names[:12]),
            f"the times of {main.name}",
            'Read each by itself: columns={"topic": "…"}.',
        )
    ]


def _other_layout(count: int, where: str) -> Finding:
    return Finding(
        "error",
        "messages with other joints or sizes than the first count as missing",
        where,
        count,
        "messages that are all alike",
        "Two programs publish on one topic, or a message is damaged.",
    )


# One message: what columns it has, and their values


def _values(topic: Topic, content: bytes, base: int, where: str) -> dict[str, float] | None:
    """The numbers of a message by their columns; None for one that cannot be decoded. `base`: the
    stamp (ns) from which others are counted: a float has no room for ns since 1970."""
    try:
        message = _decoded(topic, content, where)
        if topic.kind != JOINTS:
            return _leaves(_of(message, "data") if _is_array(message) else message)
        return _joint_values(message, base)
    except InputError:
        raise
    except _ERRORS:
        return None


def _decoded(topic: Topic, content: bytes, where: str) -> Any:
    if topic.encoding == "json":
        return json.loads(content)
    needed("rosbags", where)
    store, errors = ros()
    if topic.kind not in store.types:
        raise KeyError(topic.kind)
    try:
        return store.deserialize_cdr(content, topic.kind)
    except errors as error:
        raise ValueError(str(error)) from None


@cache
def ros() -> tuple[Any, tuple[type[Exception], ...]]:
    """The types of ROS 2, and what their decoders raise."""
    types, serde = needed("rosbags.typesys", "log"), needed("rosbags.serde", "log")
    store = types.get_typestore(types.Stores.ROS2_HUMBLE)
    return store, (serde.SerdeError, struct.error, AssertionError)


def _of(message: Any, name: str) -> Any:
    return message[name] if isinstance(message, Mapping) else getattr(message, name)


def _is_array(message: Any) -> bool:
    """One of std_msgs' arrays, whose layout is of no interest."""
    return hasattr(message, "layout") and hasattr(message, "data")


def _joint_values(message: Any, base: int) -> dict[str, float]:
    names = list(_of(message, "name"))
    if len(set(names)) != len(names):
        raise ValueError("two joints of one name")
    values: dict[str, float] = {}
    for one in FIELDS:
        numbers = _of(message, one)
        if len(numbers) == len(names):
            values.update((f"{one}/{name}", x) for name, x in zip(names, numbers, strict=True))
    values["stamp"] = (_stamp(message) - base) / 1e9
    return values


def _stamp(message: Any) -> int:
    """In ns."""
    stamp = _of(_of(message, "header"), "stamp")
    return int(_of(stamp, "sec")) * 10**9 + int(_of(stamp, "nanosec"))


def _first_stamp(topic: Topic, one: _Seen, where: str) -> int:
    if topic.kind != JOINTS:
        return 0
    with refusing("a message", where, *_ERRORS):
        return _stamp(_decoded(topic, one.first, where))


def _leaves(message: Any) -> dict[str, float]:
    """All numbers in a message by their paths."""
    found: dict[str, float] = {}
    todo: list[tuple[str, Any]] = [("", message)]
    while todo:
        path, value = todo.pop()
        if isinstance(value, bool | int | float | np.number | np.bool_):
            found[path] = float(value)
            if len(found) > MOST_COLUMNS:
                raise ValueError("too many numbers in a message")
        elif path.count("/") < DEEPEST:
            inner = _inside(value)
            todo += [(f"{path}/{key}" if path else key, one) for key, one in reversed(inner)]
    return found


def _inside(value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, Mapping):
        return [(str(key), one) for key, one in value.items()]
    if hasattr(value, "__dataclass_fields__"):
        keys = [key for key in value.__dataclass_fields__ if not key.startswith("__")]
        return [(key, getattr(value, key)) for key in keys]
    if isinstance(value, list | np.ndarray) and len(value) <= LONGEST:
        return [(str(k), one) for k, one in enumerate(value)]
    return []
