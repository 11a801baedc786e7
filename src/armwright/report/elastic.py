"""Axes in which the structure gives way, to print."""

from __future__ import annotations

from collections.abc import Mapping

from rich.table import Table

from armwright.report.drives import UNITS
from armwright.report.layout import make_table
from armwright.report.words import plain
from armwright.robot import FOUNDATION, ElasticAxis, Robot

AXES = {
    "x": "along x",
    "y": "along y",
    "z": "along z",
    "rx": "about x",
    "ry": "about y",
    "rz": "about z",
}


def elastic_table(robot: Robot) -> Table:
    """One line each. A column without entries is left out."""
    rows = [
        (
            plain(axis.name),
            _place(axis),
            AXES[axis.axis],
            _law(axis.spring_law, axis.spring, axis),
            _law(axis.friction_law, axis.friction, axis) if axis.friction else "",
            "" if axis.inertia is None else f"{axis.inertia.mass:.4g}",
        )
        for axis in robot.elastic
    ]
    headers = ("elastic axis", "where", "gives way", "spring", "friction", "mass kg:")
    kept = [k for k in range(len(headers)) if any(row[k] for row in rows)]
    table = make_table(*(headers[k] for k in kept))
    for row in rows:
        table.add_row(*(row[k] for k in kept))
    return table


def _place(axis: ElasticAxis) -> str:
    if axis.at == FOUNDATION:
        return "foundation"
    kind = "link" if axis.place == "on" else "joint"
    return f"{axis.place} {kind} {plain(axis.at)}"


def _law(law: str, numbers: Mapping[str, float], axis: ElasticAxis) -> str:
    """`linear, stiffness 1e+06 N m/rad, damping 100 N m s/rad`"""
    words = [plain(law)]
    for name, value in numbers.items():
        units = next((unit for start, unit in UNITS.items() if name.startswith(start)), ("", ""))
        words.append(f"{plain(name)} {value:.4g} {units[not axis.turns]}".rstrip())
    return ", ".join(words)
