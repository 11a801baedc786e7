"""What moves the joints: gears, motors, friction, springs; one column per joint."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.table import Table

from armwright.report.layout import tables_across
from armwright.report.words import plain
from armwright.robot import Joint, Robot

Row = tuple[tuple[str, str], list[str]]

MOTOR = (
    ("motor inertia", "kg m²", "motor_inertia"),
    ("torque constant", "N m/A", "torque_constant"),
    ("torque limit", "N m", "torque_limit"),
    ("current limit", "A", "current_limit"),
    ("stiffness", "N m/rad", "stiffness"),
    ("damping", "N m s/rad", "damping"),
)
#: Units of what laws of friction commonly have, by how the name begins: on a turning and on a
#: sliding part. Other parameters mean what their law says.
UNITS = {
    "viscous": ("N m s/rad", "N s/m"),
    "coulomb": ("N m", "N"),
    "static": ("N m", "N"),
    "stribeck_velocity": ("rad/s", "m/s"),
    "stiffness": ("N m/rad", "N/m"),
    "damping": ("N m s/rad", "N s/m"),
}


def drive_tables(robot: Robot, width: int) -> list[Table]:
    """Quantities on the motor's side, unless the table says otherwise. Empty without drives."""
    joints = robot.moving_joints
    if all(joint.drive is None for joint in joints):
        return []
    coupled = any(joint.drive.coupling for joint in joints if joint.drive)
    rows = [*_motors(joints), *_friction(joints), *_springs(joints), *_electrical(joints)]
    names = [joint.name for joint in joints]
    tables = tables_across(
        ("drive, motor side", ""), names, rows if coupled else [_gears(joints), *rows], width
    )
    if coupled:
        gears = [
            ((plain(name),), [f"{value:.4g}" for value in row])
            for name, row in zip(names, robot.gear_matrix, strict=True)
        ]
        tables += tables_across(("gears: motor \\ joint",), names, gears, width)
    return tables


def _gears(joints: Sequence[Joint]) -> Row:
    kinds = {joint.kind for joint in joints}
    unit = {"revolute": "", "prismatic": "1/m"}[kinds.pop()] if len(kinds) == 1 else "1 or 1/m"
    return ("gear ratio", unit), [f"{j.drive.gear_ratio:.4g}" if j.drive else "" for j in joints]


def _motors(joints: Sequence[Joint]) -> Iterator[Row]:
    for label, unit, field in MOTOR:
        values = [getattr(joint.drive, field, None) for joint in joints]
        # Neither None nor zero says anything.
        yield (label, unit), [f"{value:.4g}" if value else "" for value in values]


def _friction(joints: Sequence[Joint]) -> Iterator[Row]:
    drives = [joint.drive if joint.drive and joint.drive.friction else None for joint in joints]
    yield ("friction law", ""), [plain(drive.friction_law) if drive else "" for drive in drives]
    yield (
        ("  side of the gear", ""),
        [f"{drive.friction_side}" if drive else "" for drive in drives],
    )
    slides = [
        joint.kind == "prismatic" and drive is not None and drive.friction_side == "joint"
        for joint, drive in zip(joints, drives, strict=True)
    ]
    yield from _parameters([drive.friction if drive else {} for drive in drives], slides)


def _springs(joints: Sequence[Joint]) -> Iterator[Row]:
    drives = [joint.drive if joint.drive and joint.drive.spring else None for joint in joints]
    yield ("spring law, joint side", ""), [plain(d.spring_law) if d else "" for d in drives]
    slides = [joint.kind == "prismatic" for joint in joints]
    yield from _parameters([drive.spring if drive else {} for drive in drives], slides)


def _electrical(joints: Sequence[Joint]) -> Iterator[Row]:
    tables = [joint.drive.electrical if joint.drive else {} for joint in joints]
    yield ("current loop", ""), ["given" if table else "" for table in tables]
    yield from _parameters(tables)


def _parameters(
    tables: Sequence[Mapping[str, float]], slides: Sequence[bool] | None = None
) -> Iterator[Row]:
    """A row for each name in any of `tables`; there is one table for each joint. `slides`: which
    of them are about a sliding part; None if units are not known."""
    for name in dict.fromkeys(name for table in tables for name in table):
        units = dict.fromkeys(
            unit[slide]
            for table, slide in zip(tables, slides or (), strict=False)
            for start, unit in UNITS.items()
            if name in table and name.startswith(start)
        )
        cells = [f"{table[name]:.4g}" if name in table else "" for table in tables]
        yield (f"  {plain(name)}", " or ".join(units)), cells
