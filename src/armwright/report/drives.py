"""What moves the joints (gears, motors, friction, springs), and what gives way; to print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.table import Table

from armwright.report.terminal import make_table, tables_across
from armwright.report.words import plain
from armwright.robot import FOUNDATION, Drive, ElasticAxis, Robot
from armwright.robot.train_springs import joint_stiffness, shares

LabelledRow = tuple[tuple[str, str], list[str]]

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
AXES = {
    "x": "along x",
    "y": "along y",
    "z": "along z",
    "rx": "about x",
    "ry": "about y",
    "rz": "about z",
}


@dataclass(frozen=True)
class _Column:
    """A motor. `drive`: None if nothing is said of it. `ratio`: of its only or first joint;
    `slides`: does that joint?"""

    name: str
    drive: Drive | None
    ratio: float
    slides: bool


def drive_tables(robot: Robot, width: int) -> list[Table]:
    """Quantities on the motor's side, unless the table says otherwise. Empty without drives."""
    motors = _columns(robot)
    if all(motor.drive is None for motor in motors):
        return []
    single = all(len(motor.along) == 1 for motor in robot.all_motors)
    named = all(motor.name in motor.along for motor in robot.all_motors)
    rows = [*_motors(motors), *_friction(motors), *_springs(motors), *_electrical(motors)]
    names = [motor.name for motor in motors]
    ratios = [_gears(motors)] if single and named else []
    tables = tables_across(("drive, motor side", ""), names, [*ratios, *rows], width)
    if not ratios:
        gears = [
            ((plain(name),), [f"{value:.4g}" for value in row])
            for name, row in zip(names, robot.gear_matrix, strict=True)
        ]
        tables += tables_across(("gears: motor \\ joint",), robot.joint_names, gears, width)
    return tables


def mountings(robot: Robot) -> str:
    """Where the rotors are, as far as that is known; a line each."""
    return "\n".join(
        f"motor {plain(motor.name)} is mounted in link {plain(motor.link)}, its axis along "
        + ", ".join(f"{value:.4g}" for value in motor.axis)
        for motor in robot.all_motors
        if motor.link
    )


def _columns(robot: Robot) -> list[_Column]:
    columns = []
    own = len(robot.all_motors) - len(robot.motors)
    for k, motor in enumerate(robot.all_motors):
        ratios = {name: ratio for name, ratio in motor.along.items() if ratio} or motor.along
        drive: Drive | None = motor.drive
        if k < own:  # the joint's own: what is on the joint's side is about this joint
            drive, ratios = robot.joint(motor.name).drive, {motor.name: motor.along[motor.name]}
        slides = all(robot.joint(name).kind == "prismatic" for name in ratios)
        columns.append(_Column(motor.name, drive, next(iter(ratios.values())), slides))
    return columns


def _gears(motors: Sequence[_Column]) -> LabelledRow:
    kinds = {motor.slides for motor in motors}
    unit = "1 or 1/m" if len(kinds) > 1 else "1/m" if True in kinds else ""
    return ("gear ratio", unit), [f"{m.ratio:.4g}" if m.drive else "" for m in motors]


def _motors(motors: Sequence[_Column]) -> Iterator[LabelledRow]:
    for label, unit, field in MOTOR:
        values = [getattr(motor.drive, field, None) for motor in motors]
        # Neither None nor zero says anything.
        yield (label, unit), [f"{value:.4g}" if value else "" for value in values]


def _friction(motors: Sequence[_Column]) -> Iterator[LabelledRow]:
    drives = [motor.drive if motor.drive and motor.drive.friction else None for motor in motors]
    yield ("friction law", ""), [plain(drive.friction_law) if drive else "" for drive in drives]
    yield (
        ("  side of the gear", ""),
        [f"{drive.friction_side}" if drive else "" for drive in drives],
    )
    slides = [
        motor.slides and drive is not None and drive.friction_side == "joint"
        for motor, drive in zip(motors, drives, strict=True)
    ]
    yield from _parameters([drive.friction if drive else {} for drive in drives], slides)


def _springs(motors: Sequence[_Column]) -> Iterator[LabelledRow]:
    drives = [motor.drive if motor.drive and motor.drive.spring else None for motor in motors]
    yield ("spring law, joint side", ""), [plain(d.spring_law) if d else "" for d in drives]
    slides = [motor.slides for motor in motors]
    yield from _parameters([drive.spring if drive else {} for drive in drives], slides)


def _electrical(motors: Sequence[_Column]) -> Iterator[LabelledRow]:
    tables = [motor.drive.electrical if motor.drive else {} for motor in motors]
    yield ("current loop", ""), ["given" if table else "" for table in tables]
    yield from _parameters(tables)


def _parameters(
    tables: Sequence[Mapping[str, float]], slides: Sequence[bool] | None = None
) -> Iterator[LabelledRow]:
    """A row for each name in any of `tables`; there is one table for each motor. `slides`: which
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


def elastic_table(robot: Robot) -> Table:
    """One line each. A column without entries is left out."""
    coupled = {name for one in robot.spring_matrices for name in one.springs}
    rows = [
        (
            plain(axis.name),
            _place(axis),
            AXES[axis.axis],
            _law(axis.spring_law, axis.spring, axis) if axis.name not in coupled else "in a matrix",
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


def spring_matrix_tables(robot: Robot, width: int) -> list[Table]:
    """Stiffness and damping of coupled springs; those of motors on the motor's side."""
    found = []
    for one in robot.spring_matrices:
        for what in ("stiffness", "damping"):
            matrix = getattr(one, what)
            if matrix.any():
                rows = [
                    ((plain(name),), [f"{value:.4g}" for value in row])
                    for name, row in zip(one.springs, matrix, strict=True)
                ]
                head = (f"{what} of spring matrix {plain(one.name)}, SI",)
                found += tables_across(head, one.springs, rows, width)
    return found


def gear_train_tables(robot: Robot, width: int) -> list[Table]:
    """Of each train: shafts with their share of the deflection of their joint, as S4 table 3.1; and
    the stiffness at the joints with the motors held."""
    found = []
    for train in robot.gear_trains:
        table = make_table(
            f"shaft of gear train {plain(train.name)}",
            "on the way to joint",
            "stiffness N m/rad:",
            "share of deflection %:",
        )
        own = {shaft.name: shaft.stiffness for shaft in train.shafts}
        for joint, line in shares(train).items():
            for name, share in line.items():
                row = (plain(name), plain(joint), f"{own[name]:.4g}", f"{100 * share:.2f}")
                table.add_row(*row)
        rows = [
            ((plain(name),), [f"{value:.4g}" for value in row])
            for name, row in zip(train.joints, joint_stiffness(train), strict=True)
        ]
        head = ("stiffness at the joints, N m/rad",)
        found += [table, *tables_across(head, tuple(train.joints), rows, width)]
    return found


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
