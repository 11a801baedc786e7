"""What a run says in a few numbers, and how it reads: tables with one unit each, chosen so that the
numbers are easy to read."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.signals.figures import Statistics, statistics
from armwright.signals.provenance import Plain
from armwright.signals.units import duration_text, readable


@dataclass(frozen=True, eq=False)
class Group:
    """Figures of one kind. `columns` (max, rms, …): (channels,), or (runs, channels) for many."""

    name: str
    title: str
    unit: str
    channels: tuple[str, ...]
    columns: Mapping[str, Array]
    #: Whether a table shows all values in the same unit; else each gets its own.
    alike: bool = True

    def __getitem__(self, column: str) -> Array:
        return self.columns[column]


@dataclass(frozen=True)
class LimitReached:
    """A limit that was reached. Over many runs: `count` in all, `first_time` and `run` of the
    earliest one, and in how many `runs` it happened."""

    flag: str
    channel: str
    count: int
    first_time: float
    run: int | None
    runs: int | None


@dataclass(frozen=True, eq=False)
class Summary:
    """`groups`: whichever of joint_error, tool_error, motor_torque or joint_torque, motor_current,
    spring_deflection, energy the recorded signals allow; SI units.

    Errors are reference minus actual; at the tool, the length of that, and for a straight path also
    of its part across the path. `runs`: their numbers, or None for a single run without the
    dimension; `failed`: the numbers of those with signals that are not finite.
    """

    groups: Mapping[str, Group]
    saturations: tuple[LimitReached, ...]
    provenance: Mapping[str, Plain]
    runs: tuple[int, ...] | None
    failed: tuple[int, ...]

    def __getitem__(self, group: str) -> Group:
        if group not in self.groups:
            raise InputError(
                f"no figures '{group}': the signals for them were not recorded",
                where="summary",
                expected=f"one of {', '.join(self.groups) or 'none'}",
            )
        return self.groups[group]

    @property
    def real_time_factor(self) -> float | None:
        factor = self.provenance.get("real_time_factor")
        return float(factor) if isinstance(factor, int | float) else None

    def text(self) -> str:
        """Tables for the terminal."""
        return _text(self)

    def to_dict(self) -> dict[str, object]:
        """For JSON; SI units; None for what is not finite."""
        result: dict[str, object] = {
            "provenance": {name: _finite(value) for name, value in self.provenance.items()},
            "runs": None if self.runs is None else len(self.runs),
            "failed_runs": list(self.failed),
        }
        for group in self.groups.values():
            result[group.name] = {
                "unit": group.unit,
                **{
                    channel: {name: self._leaf(group, name, k) for name in group.columns}
                    for k, channel in enumerate(group.channels)
                },
            }
        result["saturations"] = [asdict(saturation) for saturation in self.saturations]
        return result

    def statistics(self, group: str, column: str, channel: int) -> Statistics | None:
        """Over all runs that did not fail; None if there is none, or only a single run."""
        if self.runs is None:
            return None
        values = np.where(np.isin(self.runs, self.failed), np.nan, self[group][column][:, channel])
        return statistics(values, np.array(self.runs))

    def _leaf(self, group: Group, column: str, channel: int) -> object:
        if self.runs is None:
            return _finite(float(group[column][channel]))
        found = self.statistics(group.name, column, channel)
        return asdict(found) if found else None


def _text(summary: Summary) -> str:
    parts = [_head(summary)]
    for group in summary.groups.values():
        if summary.runs is None:
            parts.append(_table_of_one(group))
        else:
            parts.append(_table_of_many(summary, group))
    if summary.saturations:
        parts.append(_limits(summary))
    if missing := str(summary.provenance.get("left_out", "")):
        parts.append("\n".join(f"not in the model: {part}" for part in missing.splitlines()))
    return "\n\n".join(part for part in parts if part) + "\n"


def _channel_text(channel: str) -> str:
    """kinetic_energy_gain reads as words; the names of joints are the user's, and stay."""
    return channel.replace("_", " ")


def _head(summary: Summary) -> str:
    known = summary.provenance
    names = [str(known[key]) for key in ("scenario", "robot") if known.get(key)]
    lines = [" · ".join(names)] if names else []
    facts = []
    duration, wall = known.get("duration"), known.get("wall_seconds")
    runs = "" if summary.runs is None else f"{len(summary.runs)} runs of "
    if isinstance(duration, int | float):
        facts.append(f"{runs}{duration_text(duration)} simulated")
        if isinstance(wall, int | float):
            facts[0] += f" in {duration_text(wall)}"
    if summary.real_time_factor is not None:
        facts.append(f"{summary.real_time_factor:.0f} × real time")
    if facts:
        lines.append(", ".join(facts))
    lines += _step_line(known)
    if known.get("complete") is False:
        lines.append("NOT COMPLETE: the run stopped before its end")
    if summary.failed:
        lines.append(f"NOT FINITE: {_failed(summary)}")
    return "\n".join(lines)


def _step_line(known: Mapping[str, Plain]) -> list[str]:
    """How long the steps were, and what that costs in accuracy."""
    step, error = known.get("step"), known.get("step_error")
    if not isinstance(step, float) or not isinstance(error, float):
        return []
    held = known.get("inertia_steps", 1)
    inertia = f" (inertia every {held})" if isinstance(held, int) and held > 1 else ""
    step_text = f"steps of {duration_text(step)}{inertia}"
    line = f"{step_text}, which put joints off by about {error:.1g} rad (or m)"
    tolerance = known.get("step_tolerance")
    if isinstance(tolerance, float) and error > tolerance:
        return [f"STEPS TOO LONG: {line}; {tolerance:g} are allowed"]
    return [line]


def _failed(summary: Summary) -> str:
    if summary.runs is None:
        return "some signals are not numbers everywhere"
    some = ", ".join(map(str, summary.failed[:8])) + (" …" if len(summary.failed) > 8 else "")
    word = "run" if len(summary.failed) == 1 else "runs"
    return f"{len(summary.failed)} of {len(summary.runs)} runs, left out below: {word} {some}"


def _table_of_one(group: Group) -> str:
    columns = group.columns
    if not group.alike:
        rows = [
            [
                _channel_text(channel),
                *(_with_unit(column[k], group.unit) for column in columns.values()),
            ]
            for k, channel in enumerate(group.channels)
        ]
        return text_table([group.title, *("" for _ in columns)], rows)
    factor, unit, decimals = _scale(group)
    rows = [
        [channel, *(_number(column[k] * factor, decimals) for column in columns.values())]
        for k, channel in enumerate(group.channels)
    ]
    return text_table([f"{group.title}, {unit}", *columns], rows)


def _table_of_many(summary: Summary, group: Group) -> str:
    factor, unit, decimals = _scale(group)
    rows = []
    for k, channel in enumerate(group.channels):
        for name in group.columns:
            found = summary.statistics(group.name, name, k)
            values = (
                (found.median, found.low, found.high, found.worst) if found else 4 * (math.nan,)
            )
            worst_run = str(found.worst_run) if found else ""
            if group.alike:
                cells = [_number(value * factor, decimals) for value in values]
                rows.append([f"{channel}  {name}", *cells, worst_run])
            else:
                cells = [_with_unit(value, group.unit) for value in values]
                rows.append([_channel_text(channel), *cells, worst_run])
    title = f"{group.title}, {unit}" if group.alike else group.title
    return text_table([title, "median", "5 %", "95 %", "worst", "in run"], rows)


def _limits(summary: Summary) -> str:
    rows = []
    for flag in summary.saturations:
        row = [f"{flag.flag}  {flag.channel}".rstrip(), str(flag.count), _time(flag.first_time)]
        rows.append(row if summary.runs is None else [*row, str(flag.run), str(flag.runs)])
    header = ["limits reached", "times", "first at"]
    return text_table(header if summary.runs is None else [*header, "in run", "runs"], rows)


def _time(seconds: float) -> str:
    return f"{seconds:.4g} s" if math.isfinite(seconds) else "—"


def _scale(group: Group) -> tuple[float, str, int]:
    """Factor, unit and decimals for all figures of a group: four digits of the largest."""
    values = np.concatenate([np.ravel(column) for column in group.columns.values()])
    finite = np.abs(values[np.isfinite(values)])
    largest = float(finite.max()) if finite.size else 0.0
    factor, unit = readable(largest, group.unit)
    return factor, unit, _decimals(largest * factor)


def _decimals(value: float) -> int:
    return min(3, max(0, 3 - math.floor(math.log10(abs(value))))) if value else 3


def _number(scaled: float, decimals: int) -> str:
    if not math.isfinite(scaled):
        return "—"
    text = f"{scaled:.{decimals}f}"
    return text.lstrip("-") if float(text) == 0 else text


def _with_unit(value: float, unit: str) -> str:
    if not math.isfinite(value):
        return "—"
    factor, text = readable(value, unit)
    scaled = value * factor
    if 0 < abs(scaled) < 1e-3:
        return f"{scaled:.1e} {text}"
    return f"{_number(scaled, _decimals(scaled))} {text}"


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The first column to the left and indented, the others to the right."""
    table = [header, *([f"  {row[0]}", *row[1:]] for row in rows)]
    widths = [max(len(row[k]) for row in table) for k in range(len(header))]
    lines = []
    for row in table:
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        cells[0] = row[0].ljust(widths[0])
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _finite(value: Plain) -> Plain | None:
    return None if isinstance(value, float) and not math.isfinite(value) else value
