"""Names, units and meanings of signals."""

from __future__ import annotations

import pytest

from armwright.signals import known_signal
from armwright.signals.names import PREFIXES, SIGNALS
from armwright.signals.units import readable


@pytest.mark.parametrize(
    ("name", "dimension", "unit"),
    [
        ("joint_position", "joint", "rad"),
        ("joint_acceleration", "joint", "rad/s²"),
        ("motor_current", "motor", "A"),
        ("spring_deflection", "motor", "rad"),
        ("tool_velocity", "axis", "m/s"),
        ("kinetic_energy", "", "J"),
        ("reference_tool_position", "axis", "m"),
        ("commanded_motor_torque", "motor", "N m"),
        ("disturbance_tool_force", "axis", "N"),
    ],
)
def test_dimension_and_unit(name: str, dimension: str, unit: str) -> None:
    signal = known_signal(name)
    assert signal is not None
    assert (signal.name, signal.dimension, signal.unit) == (name, dimension, unit)


def test_a_prefix_keeps_the_unit_and_shows_in_the_meaning() -> None:
    for name, base in SIGNALS.items():
        for prefix, word in PREFIXES.items():
            signal = known_signal(prefix + name)
            assert signal is not None
            assert signal.unit == base.unit
            assert signal.meaning == f"{word}: {base.meaning}"


@pytest.mark.parametrize("name", ["gain", "reference_", "reference_gain", "Joint_position", ""])
def test_other_names_are_the_users_own(name: str) -> None:
    assert known_signal(name) is None


@pytest.mark.parametrize(
    ("largest", "unit", "factor", "text"),
    [
        (0.5, "m", 1e3, "mm"),
        (1e-6, "m", 1e6, "µm"),
        (-3e-4, "rad", 1e6, "µrad"),
        (2e-3, "rad/s", 1e3, "mrad/s"),
        (0.5, "N m", 1, "N m"),
        (2e-3, "A", 1e3, "mA"),
        (7, "J", 1, "J"),
        (0, "m", 1, "m"),
        (float("inf"), "m", 1, "m"),
        (1e-17, "J", 1, "J"),
        (1e-5, "m²", 1, "m²"),
        (1e-5, "", 1, ""),
    ],
)
def test_readable_units(largest: float, unit: str, factor: float, text: str) -> None:
    assert readable(largest, unit) == (factor, text)
