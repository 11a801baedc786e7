"""Which columns of which file make which signal: what a columns file says, or else their names."""

from __future__ import annotations

import difflib
import fnmatch
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from armwright.errors import InputError
from armwright.robot.finding import Finding
from armwright.signals.columns import ColumnsFile, SignalTable, TimeTable
from armwright.signals.formats.column_reader import no_such_column
from armwright.signals.names import PREFIXES, SIGNALS, known_signal

#: What the column of the time may be called where nobody says.
TIMES = ("time", "t", "timestamp", "stamp", "time_s", "time [s]", "time (s)", "seconds")


@dataclass(frozen=True)
class Assigned:
    """A signal's columns in its file; `file` is empty for the log's own."""

    name: str
    file: str
    columns: tuple[str, ...]
    table: SignalTable


def assigned(
    columns: ColumnsFile, names: Mapping[str, Sequence[str]], where: str
) -> tuple[Assigned, ...]:
    """`names`: the columns of every file; that of the log itself is called ''."""
    found = []
    for name, table in columns.signals.items():
        place = f"{where}: signals.{name}"
        file = table.file or ""
        there = names[file]
        wanted = table.columns
        if isinstance(wanted, str):
            chosen = [one for one in there if one == wanted] or _matching(wanted, there)
            if not chosen:
                raise no_such_column(wanted, there, f"{place}.columns")
        else:
            chosen = list(wanted)
            for one in chosen:
                if one not in there:
                    raise no_such_column(one, there, f"{place}.columns")
            twice = [one for one in chosen if chosen.count(one) > 1]
            if twice:
                raise InputError("named twice", where=f"{place}.columns", got=repr(twice[0]))
        found.append(Assigned(name, file, tuple(chosen), table))
    return tuple(found)


def guessed(names: Sequence[str]) -> ColumnsFile:
    """What the names of the columns alone say: `joint_position.elbow`, `motor_torque_2`, `time`."""
    signals: dict[str, list[str]] = {}
    labels: dict[str, list[str]] = {}
    for name in names:
        signal, label = _parts(name)
        if signal:
            signals.setdefault(signal, []).append(name)
            labels.setdefault(signal, []).append(label)
    time = next((name for name in names if name.lower() in TIMES), None)
    return ColumnsFile(
        time=TimeTable(column=time),
        signals={name: SignalTable(columns=tuple(found)) for name, found in signals.items()},
        joints=_labels(labels, "joint"),
        motors=_labels(labels, "motor"),
    )


def _parts(name: str) -> tuple[str, str]:
    """The signal, and which element of it; empty where the name is of no known signal."""
    if known_signal(name):
        return name, ""
    # The longest signal that the name begins with: what follows is the label.
    for end in range(len(name) - 1, 0, -1):
        if name[end] in "._/ [" and known_signal(name[:end]):
            return name[:end], name[end + 1 :].rstrip("]")
    return "", ""


def _labels(found: Mapping[str, list[str]], dimension: str) -> tuple[str, ...] | None:
    for name, labels in found.items():
        known = known_signal(name)
        if known and known.dimension == dimension and all(labels):
            named = not any(label.isdecimal() for label in labels)
            return tuple(labels if named else [f"{dimension}{label}" for label in labels])
    return None


def unknown_columns(names: Sequence[str], used: set[str], ignore: Sequence[str]) -> list[str]:
    ignored = {one for pattern in ignore for one in _matching(pattern, names)}
    return [name for name in names if name not in used and name not in ignored]


def not_read(unknown: Sequence[str], where: str) -> Finding:
    """Unknown columns in one finding, with the signals that they may be."""
    every = [*SIGNALS, *(prefix + name for prefix in PREFIXES for name in SIGNALS)]
    shown = []
    for name in unknown:
        near = difflib.get_close_matches(name.lower(), every, n=1, cutoff=0.6)
        shown.append(f"'{name}' ({near[0]}?)" if near else f"'{name}'")
    return Finding(
        "warning",
        "columns that no signal is made of",
        where,
        ", ".join(shown),
        "columns of known signals",
        "Name them in [signals] of a columns file, or in its list ignore.",
    )


def _matching(pattern: str, names: Sequence[str]) -> list[str]:
    return [name for name in names if fnmatch.fnmatchcase(name, pattern)]
