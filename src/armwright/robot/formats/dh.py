"""Denavit and Hartenberg's parameters, turned into joints.

Standard: A = Rz(θ) Tz(d) Tx(a) Rx(α), with Ry(β) behind it for nearly parallel axes (Hayati and
Mirmirani 1985). Frame i sits at the far end of link i, off the axis that moves the link. Modified
(Craig): A = Rx(α) Tx(a) Rz(θ) Tz(d); frame i sits on the axis.

A Joint needs the child's frame on its axis. For standard D-H the link's frame is therefore the one
right after the joint's motion; `Placed.dh_frame` is the D-H frame seen from there, and what the
literature gives in the D-H frame is moved with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from armwright.robot.pose import Pose, shift, turn

X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)


@dataclass(frozen=True)
class DhRow:
    """One row, in m and rad; a revolute joint adds to theta, a prismatic one to d."""

    theta: float = 0.0
    d: float = 0.0
    a: float = 0.0
    alpha: float = 0.0
    beta: float = 0.0
    kind: Literal["revolute", "prismatic"] = "revolute"


@dataclass(frozen=True)
class Placed:
    """A row's joint frame in the frame of the link before, and its D-H frame in its own link."""

    joint_origin: Pose
    dh_frame: Pose


def standard_step(row: DhRow) -> Pose:
    """Rz(θ) Tz(d) Tx(a) Rx(α) Ry(β): the joint at zero."""
    across = shift(row.a, 0, 0) @ turn(X, row.alpha) @ turn(Y, row.beta)
    return turn(Z, row.theta) @ shift(0, 0, row.d) @ across


def place_standard(rows: tuple[DhRow, ...], base: Pose) -> tuple[Placed, ...]:
    placed, before = [], base
    for row in rows:
        origin = before @ turn(Z, row.theta)
        across = shift(row.a, 0, 0) @ turn(X, row.alpha) @ turn(Y, row.beta)
        if row.kind == "prismatic":
            origin, after = origin @ shift(0, 0, row.d), across
        else:
            after = shift(0, 0, row.d) @ across
        placed.append(Placed(origin, after))
        before = after
    return tuple(placed)


def place_modified(rows: tuple[DhRow, ...], base: Pose) -> tuple[Placed, ...]:
    placed, before = [], base
    for row in rows:
        across = turn(X, row.alpha) @ shift(row.a, 0, 0)
        placed.append(Placed(before @ across @ turn(Z, row.theta) @ shift(0, 0, row.d), Pose()))
        before = Pose()
    return tuple(placed)
