"""What equations of the links may have beside them: drives with rigid gears, and a moved base.

    M(q) q̈ + c(q, q̇) + g(q) + f(q̇) + b(q, q̇, w₀) = τ + …,   τ = ηᵀ u of the motors' torques u.

Rotors are in M, which gains ηᵀ J η. f is Coulomb and viscous friction, b what the base's motion
takes: its angular velocity w₀, angular acceleration e₀ and acceleration a₀, in base axes, which
are W0, E0 and A0 of S2's program (A.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy as sp

from armwright.equations.algebra import AlgebraScalar, AlgebraVector, array
from armwright.equations.equations_of_motion import AddedTerm, Entry
from armwright.equations.kinematics import BaseSpin
from armwright.equations.newton_euler import torques_of
from armwright.equations.steps import Step
from armwright.equations.symbolic_arm import SymbolicArm
from armwright.robot import Drive, Robot
from armwright.robot.contents import motor_path

#: By what code calls them: symbols, what they are, and their unit.
BASE_INPUTS: tuple[tuple[str, tuple[sp.Symbol, ...], str, str], ...] = (
    ("base_angular_velocity", sp.symbols("w0x w0y w0z"), "angular velocity", "rad/s"),
    ("base_angular_acceleration", sp.symbols("e0x e0y e0z"), "angular acceleration", "rad/s²"),
    ("base_acceleration", sp.symbols("a0x a0y a0z"), "acceleration", "m/s²"),
)
BASE_SYMBOLS = tuple(symbol for _, symbols, *_ in BASE_INPUTS for symbol in symbols)
#: The law of friction that has an equation; others have states, or curves of their own.
_LAW = "coulomb"


@dataclass(frozen=True)
class DriveTerms:
    """`inertia`: what rotors add to M. `friction`: f, in the order of the coordinates."""

    inertia: sp.ImmutableDenseMatrix
    friction: sp.ImmutableDenseMatrix
    legend: tuple[Entry, ...]
    left_out: tuple[str, ...]


def base_force(arm: SymbolicArm) -> list[AlgebraScalar]:
    """b: the torques of a motion without q̈ and gravity, less those with the base at rest."""
    omega, alpha, linear = (_vector(arm, symbols) for _, symbols, *_ in BASE_INPUTS)
    dq, still = arm.symbols(arm.coordinates.dq), [arm.algebra.number(0)] * arm.size
    moved = torques_of(arm, dq, still, linear, turning=BaseSpin(omega, alpha))
    alone = torques_of(arm, dq, still, arm.zeros())
    return [a - b for a, b in zip(moved, alone, strict=True)]


def base_term(values: Sequence[sp.Expr]) -> AddedTerm:
    inputs = tuple((name, symbols) for name, symbols, *_ in BASE_INPUTS)
    return AddedTerm("b", "base_force", "b(q, q̇, w₀, e₀, a₀)", tuple(values), inputs)


def base_legend() -> tuple[Entry, ...]:
    return tuple(
        Entry(symbol, f"{what} of the base, base axes, {axis}", None, unit)
        for _, symbols, what, unit in BASE_INPUTS
        for symbol, axis in zip(symbols, "xyz", strict=True)
    )


def renamed(
    new: Sequence[Step], values: Sequence[sp.Expr], old: Sequence[Step]
) -> tuple[tuple[Step, ...], list[sp.Expr]]:
    """Steps of another derivation behind `old` ones: what is there already is taken from there, and
    all other names end in _b."""
    known = {value: name for name, value in old}
    swap: dict[sp.Symbol, sp.Symbol] = {}
    added: list[Step] = []
    for name, value in new:
        own = value.xreplace(swap)
        if own in known:
            swap[name] = known[own]
            continue
        swap[name] = sp.Symbol(f"{name.name}_b")
        added.append((swap[name], own))
    return tuple(added), [sp.sympify(value).xreplace(swap) for value in values]


def drive_terms(robot: Robot, rates: Sequence[sp.Symbol], *, symbols: bool) -> DriveTerms:
    """`rates`: q̇ of the coordinates, joints first. `symbols`: whether numbers of the drives are
    letters."""
    n, names = len(rates), robot.joint_names
    inertia, friction = sp.zeros(n, n), [sp.Integer(0)] * n
    book = _Book(symbols)
    lacks: list[str] = []
    for k, motor in enumerate(robot.all_motors, 1):
        drive = motor.drive
        row = [(names.index(joint), ratio, joint) for joint, ratio in motor.along.items() if ratio]
        alone = len(row) == 1
        letters = {
            j: book(f"eta{k}" if alone else f"eta{k}_{j + 1}", ratio, *_ratio(motor.name, joint))
            for j, ratio, joint in row
        }
        J = book(f"Jm{k}", drive.motor_inertia, f"inertia of motor {motor.name}", "kg m²")
        for i, one in letters.items():
            for j, two in letters.items():
                inertia[i, j] += J * one * two
        path = f"{motor_path(robot, motor)}.friction"
        if drive.friction and drive.friction_law != _LAW:
            lacks.append(f"friction of the law {drive.friction_law}: {path}")
        elif drive.friction and drive.friction_side == "joint":
            j, ratio, _ = row[0]
            friction[j] += _friction(book, k, drive, rates[j], rates[j])
        elif drive.friction:
            speed = sp.Add(*(letter * rates[j] for j, letter in letters.items()))
            sense = speed
            if alone:  # which way it turns does not depend on how much a gear makes of it
                j, ratio, _ = row[0]
                sense = rates[j] if ratio > 0 else -rates[j]
            torque = _friction(book, k, drive, speed, sense)
            for j, letter in letters.items():
                friction[j] += letter * torque
    if any(friction):
        lacks.append("what friction holds at rest: the sign of no velocity is 0")
    return DriveTerms(
        sp.ImmutableDenseMatrix(inertia),
        sp.ImmutableDenseMatrix(n, 1, friction),
        tuple(book.legend.values()),
        tuple(lacks),
    )


def _friction(book: _Book, k: int, drive: Drive, speed: sp.Expr, sense: sp.Expr) -> sp.Expr:
    """α v + F_c sign(v), with F_c of both directions as mean and half difference: S2 (5.1)."""
    numbers, side = drive.friction, f"{drive.friction_side} side"
    both = numbers.get("coulomb", 0.0)
    ahead = float(numbers.get("coulomb_positive", both))
    back = float(numbers.get("coulomb_negative", both))
    slip = book(
        f"Fv{k}", float(numbers.get("viscous", 0.0)), f"viscous friction, {side}", "N m s/rad"
    )
    dry = book(f"Fc{k}", 0.5 * (ahead + back), f"Coulomb friction, {side}", "N m")
    lean = book(
        f"Fd{k}", 0.5 * (ahead - back), f"half of what more of it there is forwards, {side}", "N m"
    )
    sliding = sp.sign(sense)
    return slip * speed + dry * sliding + lean * sliding**2


def _ratio(motor: str, joint: str) -> tuple[str, str]:
    return f"turns of motor {motor} for one of joint {joint}", ""


class _Book:
    """Numbers that become letters, each with its entry of the legend; zeros stay zeros."""

    def __init__(self, symbols: bool) -> None:
        self._symbols = symbols
        self.legend: dict[str, Entry] = {}

    def __call__(self, name: str, value: float, meaning: str, unit: str) -> sp.Expr:
        if not value:
            return sp.Integer(0)
        if not self._symbols:
            return sp.Float(value, 17)
        self.legend[name] = Entry(sp.Symbol(name), meaning, float(value), unit)
        return self.legend[name].symbol


def _vector(arm: SymbolicArm, symbols: tuple[sp.Symbol, ...]) -> AlgebraVector:
    return array(arm.symbols(symbols))
