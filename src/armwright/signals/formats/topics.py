"""A log as ROS messages: JointState where there is one for it, arrays of numbers for all else.

`/joint_states` and `/motor_states` carry position, velocity and torque; with a prefix they are
`/reference/joint_states`. Any other signal has a topic of its own, `/signals/tool_position`, and so
has the time in s: a stamp in ns would round it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.signals.flat import FlatLog
from armwright.signals.formats.messages import COLUMNS, JOINTS, TEXT, Topic, ros
from armwright.signals.names import PREFIXES

ARRAY = "std_msgs/msg/Float64MultiArray"
TIME = Topic("/signals/time", ARRAY, "cdr")
#: Fields of JointState messages, and how the names of their signals end.
_FIELDS = {"position": "position", "velocity": "velocity", "effort": "torque"}
#: s; a stamp has no room for more.
_LATEST = 2**31 - 1


@dataclass(frozen=True)
class _Place:
    """Where a signal is: a field of a topic, with the names of its elements."""

    topic: Topic
    field: str
    labels: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        if self.topic.kind == JOINTS:
            return tuple(f"{self.topic.name}/{self.field}/{label}" for label in self.labels)
        return tuple(f"{self.topic.name}/{k}" for k in range(len(self.labels)))


def messages_of(log: FlatLog) -> Iterator[tuple[Topic, int, bytes]]:
    """All messages, in the order of time; first the columns file."""
    places = _places(log)
    text = log.columns_file(
        {name: place.columns for name, place in places.items()}, time=f"{TIME.name}/0"
    )
    stamps = _stamps(log.time)
    yield Topic(COLUMNS, TEXT, "cdr"), stamps[0], _encoded(TEXT, data=text)
    groups: dict[Topic, dict[str, str]] = {}
    for name, place in places.items():
        groups.setdefault(place.topic, {})[place.field] = name
    for k, stamp in enumerate(stamps):
        yield TIME, stamp, _array(log.time[k : k + 1])
        for topic, fields in groups.items():
            rows = {one: log.tables[name][k] for one, name in fields.items()}
            if topic.kind == JOINTS:
                labels = places[next(iter(fields.values()))].labels
                yield topic, stamp, _joint_state(stamp, labels, rows)
            else:
                yield topic, stamp, _array(rows["data"])


def definition(kind: str) -> str:
    """The text that describes a type of messages, as ROS has it."""
    store, _ = ros()
    return str(store.generate_msgdef(kind, ros_version=2)[0])


def _places(log: FlatLog) -> dict[str, _Place]:
    found = {}
    for prefix in ("", *PREFIXES):
        for side in ("joint", "motor"):
            name = f"/{prefix.replace('_', '/')}{side}_states"
            for one, end in _FIELDS.items():
                signal = f"{prefix}{side}_{end}"
                if signal in log.tables:
                    topic = Topic(name, JOINTS, "cdr")
                    found[signal] = _Place(topic, one, log.labels[signal])
    for signal in log.tables:
        if signal not in found:
            words = "".join(c if c.isalnum() or c == "_" else "_" for c in signal)
            topic = Topic(f"/signals/{words}", ARRAY, "cdr")
            if any(place.topic == topic for place in found.values()):
                raise InputError("two signals have the same topic", where=signal, got=topic.name)
            found[signal] = _Place(topic, "data", log.labels[signal])
    return found


def _stamps(time: Array) -> list[int]:
    """In ns, from 0 if there are times before it."""
    if time[-1] - min(time[0], 0.0) > _LATEST:
        raise InputError(
            "time is too late for messages", where="log", got=f"{time[-1]:g} s", expected=_LATEST
        )
    return [round(float(t) * 1e9) for t in time - min(time[0], 0.0)]


def _encoded(kind: str, **fields: Any) -> bytes:
    store, _ = ros()
    return bytes(store.serialize_cdr(store.types[kind](**fields), kind))


def _array(values: Array) -> bytes:
    store, _ = ros()
    layout = store.types["std_msgs/msg/MultiArrayLayout"](dim=[], data_offset=0)
    return _encoded(ARRAY, layout=layout, data=np.asarray(values, dtype=np.float64))


def _joint_state(stamp: int, labels: tuple[str, ...], rows: dict[str, Array]) -> bytes:
    store, _ = ros()
    sec, nanosec = divmod(stamp, 10**9)
    header = store.types["std_msgs/msg/Header"](
        stamp=store.types["builtin_interfaces/msg/Time"](sec=sec, nanosec=nanosec), frame_id=""
    )
    empty = np.zeros(0)
    return _encoded(
        JOINTS,
        header=header,
        name=list(labels),
        **{one: np.asarray(rows.get(one, empty), dtype=np.float64) for one in _FIELDS},
    )
