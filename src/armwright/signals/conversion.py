"""From the units and the side of the gear in which something was recorded to those of a signal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError, did_you_mean
from armwright.signals.columns import SignalTable

_T = TypeVar("_T")
_TURN = 2 * math.pi
_PREFIXES = {"": 1.0, "m": 1e-3, "µ": 1e-6}
#: Unit → its SI unit, and how many of those it is.
UNITS: dict[str, tuple[str, float]] = {
    "1": ("", 1.0),
    **{f"{p}rad": ("rad", f) for p, f in _PREFIXES.items()},
    **dict.fromkeys(("deg", "°"), ("rad", _TURN / 360)),
    **dict.fromkeys(("rev", "turn"), ("rad", _TURN)),
    **{f"{p}m": ("m", f) for p, f in _PREFIXES.items()},
    "cm": ("m", 1e-2),
    "inch": ("m", 0.0254),
    **{f"{p}rad/s": ("rad/s", f) for p, f in _PREFIXES.items()},
    **dict.fromkeys(("deg/s", "°/s"), ("rad/s", _TURN / 360)),
    **dict.fromkeys(("rev/s", "turn/s"), ("rad/s", _TURN)),
    **dict.fromkeys(("rpm", "rev/min"), ("rad/s", _TURN / 60)),
    **{f"{p}m/s": ("m/s", f) for p, f in _PREFIXES.items()},
    "rad/s²": ("rad/s²", 1.0),
    **dict.fromkeys(("deg/s²", "°/s²"), ("rad/s²", _TURN / 360)),
    "rev/s²": ("rad/s²", _TURN),
    **{f"{p}m/s²": ("m/s²", f) for p, f in _PREFIXES.items()},
    "g": ("m/s²", 9.80665),
    **{f"{p}N m": ("N m", f) for p, f in {**_PREFIXES, "k": 1e3}.items()},
    "N mm": ("N m", 1e-3),
    "N cm": ("N m", 1e-2),
    **{f"{p}N": ("N", f) for p, f in {**_PREFIXES, "k": 1e3}.items()},
    **{f"{p}A": ("A", f) for p, f in _PREFIXES.items()},
    **{f"{p}V": ("V", f) for p, f in _PREFIXES.items()},
    **{f"{p}W": ("W", f) for p, f in {**_PREFIXES, "k": 1e3}.items()},
    **{f"{p}J": ("J", f) for p, f in {**_PREFIXES, "k": 1e3}.items()},
    **{f"{p}s": ("s", f) for p, f in {**_PREFIXES, "n": 1e-9}.items()},
    "us": ("s", 1e-6),
    "min": ("s", 60.0),
    "h": ("s", 3600.0),
    "Hz": ("Hz", 1.0),
    "K": ("K", 1.0),
    "°C": ("°C", 1.0),
}
#: A joint or a motor may slide: what stands for the unit of a turning one.
_SLIDING = {"rad": "m", "rad/s": "m/s", "rad/s²": "m/s²", "N m": "N"}
#: How signals end that gears carry to their other side.
_MOTIONS, _TORQUE = ("_position", "_velocity", "_acceleration"), "_torque"
_SPELLINGS = {"Nm": "N m", "mNm": "mN m", "kNm": "kN m", "N*m": "N m", "N·m": "N m", "Nmm": "N mm"}


def unit_named(name: str, where: str) -> tuple[str, float]:
    """The SI unit, and how many of it."""
    plain = name.strip().replace("^2", "²").replace("s2", "s²").replace("u", "µ", name[:1] == "u")
    plain = _SPELLINGS.get(plain, plain)
    if plain in UNITS:
        return UNITS[plain]
    raise InputError(
        "unknown unit",
        where=where,
        got=repr(name),
        expected="counts, or one of " + ", ".join(UNITS),
        hint=did_you_mean(plain, UNITS, most=3),
    )


def in_si(values: Array, table: SignalTable, unit: str | None, where: str) -> tuple[Array, str]:
    """Columns (samples, size) in SI, and their unit; `unit` is that of the signal, None where any
    will do, also one that is not listed here. Values that need no change keep their bits."""
    size = values.shape[1]
    units = _each(table.unit or unit or "1", size, f"{where}, unit")
    turns = _each(table.counts_per_turn, size, f"{where}, counts_per_turn")
    found = [
        _counted(n, f"{where}, counts_per_turn")
        if one == "counts"
        else (one, 1.0)
        if unit is None and one not in UNITS
        else unit_named(one, where)
        for one, n in zip(units, turns, strict=True)
    ]
    if table.counts_per_turn is not None and "counts" not in units:
        raise InputError('needs unit = "counts"', where=f"{where}, counts_per_turn")
    constants = np.ones(size)
    if table.torque_constant is not None:
        if {si for si, _ in found} != {"A"} or unit != "N m":
            raise InputError(
                "makes a torque of a current",
                where=f"{where}, torque_constant",
                got=f"{units[0]} for a signal in {unit or 'no unit'}",
                expected='unit = "A" for a torque',
            )
        constants = _numbers(table.torque_constant, size, f"{where}, torque_constant")
        found = [("N m", factor) for _, factor in found]
    for si, _ in found:
        if unit is not None and si not in (unit, _SLIDING.get(unit)):
            raise _wrong_unit(si, unit, where)
    sign = _numbers(table.sign, size, f"{where}, sign")
    if not np.isin(sign, (-1.0, 1.0)).all():
        raise InputError("not a sign", where=f"{where}, sign", got=table.sign, expected="1 or -1")
    offset = _numbers(table.offset, size, f"{where}, offset")
    scale = _numbers(table.scale, size, f"{where}, scale")
    factor = sign * scale * np.array([f for _, f in found]) * constants
    if offset.any():
        values = values + offset
    if (factor != 1).any():
        values = values * factor
    return values, found[0][0] if unit is None else unit


def through_gears(values: Array, name: str, side: str | None, gears: Array | None) -> Array:
    """Columns (samples, size) that count on `side`, on the side of the signal `name`.

    θ = η q for positions, velocities and accelerations; τ_joint = ηᵀ τ_motor for torques.
    """
    where = f"signal '{name}', side"
    own = own_side(name)
    if side is None or side == own:
        return values
    if own is None or not name.endswith((*_MOTIONS, _TORQUE)):
        raise InputError("this signal has no other side of the gear", where=where, got=side)
    if gears is None:
        raise InputError("the gears are not known", where=where, hint="Say robot or gears.")
    torque = name.endswith(_TORQUE)
    if (own == "motor") == torque:
        gears = _inverse(gears, where)
    # Samples are rows: what maps a sample stands on their right, transposed.
    matrix = gears if torque else gears.T
    if values.shape[1] != matrix.shape[0]:
        raise InputError(
            "wrong number of columns", where=where, got=values.shape[1], expected=matrix.shape[0]
        )
    result: Array = values @ matrix
    return result


def _inverse(gears: Array, where: str) -> Array:
    motors, joints = gears.shape
    if motors != joints or np.linalg.matrix_rank(gears) < joints:
        raise InputError(
            "the gears cannot be inverted",
            where=where,
            got=f"{motors} motors, {joints} joints",
            expected="motors that determine all joints",
        )
    inverse: Array = np.linalg.inv(gears).astype(np.float64)
    return inverse


def own_side(name: str) -> str | None:
    """On which side of the gear a signal counts, by its name."""
    return next((one for one in ("motor", "joint") if f"{one}_" in name), None)


def _counted(turns: float | None, where: str) -> tuple[str, float]:
    if not turns:
        raise InputError("is missing", where=where, expected="encoder counts of one turn")
    return "rad", _TURN / turns


def _wrong_unit(got: str, expected: str, where: str) -> InputError:
    hint = "A torque from a current needs torque_constant, in N m/A." if got == "A" else ""
    if got == "V":
        hint = 'Say what a volt stands for: scale = 20 and unit = "A" for 20 A/V, say.'
    return InputError(
        "wrong kind of unit", where=f"{where}, unit", got=got, expected=expected, hint=hint
    )


def _each(value: _T | tuple[_T, ...], size: int, where: str) -> list[_T]:
    """One for each column."""
    if not isinstance(value, tuple):
        return [value] * size
    if len(value) != size:
        raise InputError(
            "wrong number of entries", where=where, got=len(value), expected=f"1 or {size}"
        )
    return list(value)


def _numbers(value: float | tuple[float, ...], size: int, where: str) -> Array:
    return np.array(_each(value, size, where), dtype=np.float64)


def gear_matrix(gears: Sequence[float | tuple[float, ...]], where: str) -> Array:
    """Ratios of the joints' own motors, or the rows of η: motors × joints."""
    rows = [row if isinstance(row, tuple) else None for row in gears]
    if all(row is None for row in rows):
        return np.diag(np.array(gears, dtype=np.float64))
    sizes = {len(row) if row is not None else 0 for row in rows}
    if len(sizes) != 1 or not sizes - {0}:
        raise InputError(
            "neither one ratio for each joint nor a row for each motor",
            where=where,
            got=list(gears),
        )
    return np.array(rows, dtype=np.float64)
