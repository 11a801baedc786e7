"""The five pictures that S1 draws of every case: which signals, in which panels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from armwright.arrays import Array
from armwright.signals import Run
from armwright.studies.six_axis.errors import error, values


@dataclass(frozen=True)
class Panel:
    """`values`: (records, 6)."""

    title: str
    unit: str
    values: Callable[[Run], Array]


@dataclass(frozen=True)
class Row:
    """The panels of one picture, side by side. `says`: what they show."""

    name: str
    says: str
    panels: tuple[Panel, ...]


def _signal(title: str, unit: str, name: str) -> Panel:
    return Panel(title, unit, lambda run: values(run, name))


def _motion(title: str, name: str, symbol: str, unit: str) -> Row:
    """The error is against what is measured, as in S1's pictures."""
    return Row(
        title,
        f"{title} of the joints: reference, error against what is measured, actual",
        (
            _signal(f"reference {symbol}ᵣ", unit, f"reference_joint_{name}"),
            Panel(f"error {symbol}ᵣ − {symbol}", unit, lambda run: error(run, name, measured=True)),
            _signal(f"actual {symbol}", unit, f"joint_{name}"),
        ),
    )


def _limited(name: str, says: str, symbol: str, unit: str, wanted: str, served: str) -> Row:
    return Row(
        name,
        says,
        (
            _signal(f"{symbol}ₛ, within its limit", unit, served),
            Panel(
                f"{symbol} − {symbol}ₛ, what the limit cuts off",
                unit,
                lambda run: values(run, wanted) - values(run, served),
            ),
        ),
    )


ROWS = (
    _motion("angles", "position", "q", "rad"),
    _motion("velocities", "velocity", "q̇", "rad/s"),
    Row(
        "torque-parts",
        "the parts of the torque: inertia, and Coriolis with gravity",
        (
            _signal("B(q) y", "N m", "inertial_joint_torque"),
            _signal("n(q, q̇)", "N m", "bias_joint_torque"),
        ),
    ),
    _limited("torques", "torque and its limit", "u", "N m", "wanted_joint_torque", "joint_torque"),
    _limited(
        "accelerations",
        "commanded acceleration and its limit",
        "y",
        "rad/s²",
        "wanted_joint_acceleration",
        "commanded_joint_acceleration",
    ),
)
