"""What commands print as tables, for programs: rows of plain values in SI units."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # a command imports what it needs, and no more
    from armwright.arrays import Array
    from armwright.equations import Equations
    from armwright.linear import LinearModel
    from armwright.linear.margins import StabilityMargins
    from armwright.measures.iso9283 import Characteristic
    from armwright.plant.spring_modes import DriveMode
    from armwright.report.sheet import Sheet
    from armwright.robot import Finding, Robot
    from armwright.robot.dh_table import Convention
    from armwright.scenario.library_files import LibraryScenario
    from armwright.scenario.replay import Replay
    from armwright.signals import Log
    from armwright.signals.summary import Summary
    from armwright.sizing import MotorChoice

DataRow = dict[str, Any]


@dataclass(frozen=True)
class Data:
    """A table. `units`: of the columns that have one; where rows differ, they have a `unit`."""

    rows: Sequence[DataRow]
    units: Mapping[str, str] = field(default_factory=dict)


def as_json(
    command: str,
    version: str,
    tables: Mapping[str, Data],
    notes: Sequence[str],
    files: Sequence[str],
    *,
    plain: bool,
) -> str:
    """One shape for all commands. `plain`: in ASCII."""
    document = {
        "armwright": version,
        "command": command,
        "tables": {
            name: {"units": dict(table.units), "rows": [_plain(row) for row in table.rows]}
            for name, table in tables.items()
        },
        "notes": list(notes),
        "files": list(files),
    }
    return json.dumps(document, indent=1, ensure_ascii=plain, allow_nan=False)


def _plain(value: Any) -> Any:
    """What JSON has: numbers that are not finite become null, as missing ones are."""
    if hasattr(value, "tolist"):  # NumPy's, which lists need not import
        value = value.tolist()
    match value:
        case Mapping():
            return {str(key): _plain(one) for key, one in value.items()}
        case float():
            return value if math.isfinite(value) else None
        case list() | tuple():
            return [_plain(one) for one in value]
        case str() | int() | None:
            return value
    return str(value)


def robots_data(robots: Iterable[Robot]) -> Data:
    return Data(
        [
            {"robot": one.name, "joints": len(one.moving_joints), "description": one.description}
            for one in robots
        ]
    )


def scenarios_data(scenarios: Iterable[LibraryScenario]) -> Data:
    rows = [
        {
            "scenario": one.name,
            "robot": one.robot,
            "duration": one.duration,
            "description": one.description,
        }
        for one in scenarios
    ]
    return Data(rows, {"duration": "s"})


def findings_rows(name: str, findings: Iterable[Finding]) -> list[DataRow]:
    return [
        {
            "name": name,
            "severity": one.severity,
            "where": one.where,
            "what": one.what,
            "got": None if one.got is None else str(one.got),
            "expected": None if one.expected is None else str(one.expected),
            "try": one.hint,
        }
        for one in findings
    ]


def sheet_data(sheet: Sheet, convention: Convention) -> dict[str, Data]:
    """Joints and links, the D-H table, the drives' numbers, and what holds at the pose."""
    from armwright.plant.registry import registry

    robot, rest = sheet.robot, sheet.dynamics
    joints = [
        {
            "joint": one.name,
            "kind": one.kind,
            "moves": one.child,
            "lower": one.limits.lower,
            "upper": one.limits.upper,
            "velocity": one.limits.velocity,
            "effort": one.limits.effort,
            "unit": "rad" if one.kind == "revolute" else "m",
        }
        for one in robot.joints
        if one.moves
    ]
    at_pose = [
        {
            "joint": one.name,
            "position": sheet.position[k],
            "holding_torque": None if rest is None else rest.holding[k],
            "inertia": None if rest is None else rest.inertia[k],
            "acceleration_if_let_go": None if rest is None else rest.falling[k],
            "unit": "rad" if one.kind == "revolute" else "m",
        }
        for k, one in enumerate(robot.moving_joints)
    ]
    links = [
        {
            "link": one.name,
            "mass": one.inertia.mass,
            "centre": one.inertia.centre,
            "inertia": one.inertia.tensor,
        }
        for one in robot.links
        if one.inertia is not None
    ]
    numbers = [
        {
            "path": path,
            "value": float(one.value.ravel()[0]) if one.value.size == 1 else one.value,
            "unit": one.unit,
            "side": one.side,
            "meaning": one.meaning,
        }
        for path, one in registry(robot).items()
    ]
    about = {
        "robot": robot.name,
        "description": robot.description,
        "tool": robot.tool,
        "tool_position": sheet.tool_position,
        "mass": sheet.mass,
        "reach": sheet.reach,
    }
    sources = [{"of": key, "source": text} for key, text in robot.sources.items()]
    return {
        "robot": Data([about], {"tool_position": "m", "mass": "kg", "reach": "m"}),
        "joints": Data(joints),
        "at_pose": Data(at_pose),
        "links": Data(links, {"mass": "kg", "centre": "m", "inertia": "kg m²"}),
        "dh": dh_data(robot, convention),
        "numbers": Data(numbers),
        "sources": Data(sources),
    }


def dh_data(robot: Robot, convention: Convention) -> Data:
    """With Hayati's β where axes are nearly parallel."""
    from armwright.robot import dh_table

    found = dh_table(robot, convention)
    rows = [
        {"joint": name, "theta": row.theta, "d": row.d, "a": row.a, "alpha": row.alpha}
        | ({"beta": row.beta} if row.beta else {})
        for name, row in zip(found.joints, found.rows, strict=True)
    ]
    return Data(rows, {"theta": "rad", "d": "m", "a": "m", "alpha": "rad"})


def equations_data(equations: Equations, language: str, text: str) -> dict[str, Data]:
    """As they are written, and what the symbols stand for; inputs have no value."""
    about = {
        "robot": equations.robot,
        "method": equations.method,
        "form": equations.form,
        "language": language,
        "text": text,
    }
    symbols = [
        {"symbol": str(one.symbol), "meaning": one.meaning, "value": one.value, "unit": one.unit}
        for one in equations.legend
    ]
    return {"equations": Data([about]), "symbols": Data(symbols)}


def modes_data(model: LinearModel) -> Data:
    """Poles in 1/s; what does not vibrate has no frequency."""
    rows = [
        {
            "mode": number,
            "frequency": one.frequency if one.oscillates else None,
            "damping_ratio": one.damping,
            "pole_real": one.pole.real,
            "pole_imaginary": one.pole.imag,
            "what_moves": one.name,
        }
        for number, one in enumerate(model.modes(), start=1)
    ]
    return Data(rows, {"frequency": "Hz", "pole_real": "1/s", "pole_imaginary": "1/s"})


def peaks_data(model: LinearModel, hertz: Array) -> Data:
    import numpy as np

    sizes = np.abs(model.frequency_response(2 * math.pi * hertz))
    rows = []
    for row, to in enumerate(model.output_names):
        for column, begin in enumerate(model.input_names):
            size = sizes[:, row, column]
            top = int(np.argmax(size))
            rows.append(
                {
                    "from": begin,
                    "to": to,
                    "unit": f"({model.outputs.units[row] or '1'})"
                    f"/({model.inputs.units[column] or '1'})",
                    "lowest_frequency": hertz[0],
                    "gain_at_lowest": size[0],
                    "largest_gain": size[top],
                    "frequency_of_largest": hertz[top],
                }
            )
    return Data(rows, {"lowest_frequency": "Hz", "frequency_of_largest": "Hz"})


def margins_data(margins: StabilityMargins) -> Data:
    """No value: any gain, phase or delay will do."""
    angular = ("gain_frequency", "phase_frequency", "modulus_frequency")
    units = {"phase": "rad", "delay": "s", **dict.fromkeys(angular, "rad/s")}
    return Data([asdict(margins)], units)


def motors_data(choice: MotorChoice) -> dict[str, Data]:
    """Torques on the motor's side."""

    def row(axis: str, one: Any) -> DataRow:
        return {
            "axis": axis,
            "motor": one.motor.name,
            "gear": one.gear.name if one.gear else None,
            "ratio": one.ratio,
            "mass": one.mass,
            "peak_torque": one.peak_torque,
            "peak_share": one.peak_share,
            "rms_torque": one.rms_torque,
            "thermal_share": one.thermal_share,
            "speed_share": one.speed_share,
            "inertia_ratio": one.inertia_ratio,
            "refused_for": list(one.reasons),
        }

    units = {"mass": "kg", "peak_torque": "N m", "rms_torque": "N m"}
    chosen = [row(axis, one) for axis, one in choice.chosen.items()]
    tried = [row(axis, one) for axis, every in choice.trials.items() for one in every]
    return {"chosen": Data(chosen, units), "tried": Data(tried, units)}


def log_data(log: Log) -> Data:
    import numpy as np

    from armwright.signals.conversion import own_side
    from armwright.signals.records import channels_of

    rows = []
    for name in map(str, log.data.data_vars):
        if "time" not in log.data[name].dims:
            continue
        values = log[name]
        finite = values[np.isfinite(values)]
        rows.append(
            {
                "signal": name,
                "of": [one for one in channels_of(log.data, name) if one],
                "side": own_side(name) or "",
                "unit": str(log.data[name].attrs.get("units", "")),
                "least": finite.min() if finite.size else None,
                "largest": finite.max() if finite.size else None,
                "missing": (values.size - finite.size) / values.size,
            }
        )
    return Data(rows)


def summary_data(summary: Summary) -> dict[str, Data]:
    """A table for each group of figures; over many runs, their statistics."""
    tables = {"run": Data([dict(summary.provenance)])}
    for name, group in summary.groups.items():
        rows: list[DataRow] = []
        for k, channel in enumerate(group.channels):
            if summary.runs is None:
                values = {column: one[k] for column, one in group.columns.items()}
                rows.append({"of": channel, **values})
                continue
            for column in group.columns:
                found = summary.statistics(name, column, k)
                rows.append({"of": channel, "figure": column, **(asdict(found) if found else {})})
        keys = {key for row in rows for key in row} - {"of", "figure", "worst_run", "count"}
        tables[name] = Data(rows, dict.fromkeys(sorted(keys), group.unit))
    tables["limits_reached"] = Data([asdict(one) for one in summary.saturations], _SECONDS)
    return tables


_SECONDS = {"first_time": "s"}


def drives_data(drives: Sequence[DriveMode]) -> Data:
    """Stiffness of gears on either side, each with its `unit`, and how fast they swing."""
    return Data([asdict(one) for one in drives], {"held": "Hz", "free": "Hz"})


def replay_data(replay: Replay) -> Data:
    return Data(
        [
            {
                "signal": signal,
                "of": name,
                "unit": str(replay.data[signal].attrs.get("units", "")),
                "rms": one.rms,
                "largest": one.largest,
                "share_of_variation": one.share,
            }
            for signal, channels in replay.agreement.items()
            for name, one in channels.items()
        ]
    )


def characteristics_data(rows: Iterable[Characteristic]) -> Data:
    from armwright.report.iso9283.certificate import characteristic_row

    return Data([characteristic_row(row) for row in rows])
