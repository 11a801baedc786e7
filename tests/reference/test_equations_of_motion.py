"""Compiled arms against equations of motion in closed form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
import pytest

import armwright as aw
from tests.reference import robots
from tests.reference.agreement import differences, random_states, relative
from tests.reference.closed_forms import (
    cart_double_pendulum,
    cart_pendulum,
    gimbal,
    nonplanar,
    pendulum,
    planar,
    polar,
    puma_three_links,
    scara,
    two_axis,
)
from tests.reference.closed_forms.equations import Equations

TOLERANCE = 1e-12


class Case(NamedTuple):
    """A mechanism with its numbers, as equations and as a robot; `idle` numbers move nothing."""

    numbers: Any
    equations: Callable[..., Equations]
    robot: Callable[..., aw.Robot]
    idle: tuple[str, ...] = ()


CASES = {
    "two_axis": Case(two_axis.Numbers(), two_axis.equations, robots.two_axis_arm, ("l2",)),
    "nonplanar": Case(nonplanar.Numbers(), nonplanar.equations, robots.nonplanar_arm, ("height",)),
    "cart_pendulum": Case(
        cart_pendulum.Numbers(), cart_pendulum.equations, robots.cart_with_pendulum
    ),
    "cart_double_pendulum": Case(
        cart_double_pendulum.Numbers(),
        cart_double_pendulum.equations,
        robots.cart_with_double_pendulum,
    ),
    "cart_double_pendulum_sdfast": Case(
        cart_double_pendulum.Numbers(),
        cart_double_pendulum.equations_sdfast,
        robots.cart_with_double_pendulum_sdfast,
    ),
    "scara": Case(scara.Numbers(), scara.equations, robots.scara_arm),
    "pendulum": Case(pendulum.Numbers(), pendulum.equations, robots.physical_pendulum),
    "planar": Case(planar.Numbers(), planar.equations, robots.planar_arm),
    "polar": Case(polar.PlaneNumbers(), polar.plane, robots.polar_arm),
    "polar_on_turntable": Case(
        polar.TurntableNumbers(), polar.turntable, robots.polar_arm_on_turntable
    ),
    "flywheel": Case(gimbal.FlywheelNumbers(), gimbal.flywheel, robots.gimballed_flywheel),
    "gimballed_body": Case(gimbal.BodyNumbers(), gimbal.body, robots.gimballed_body),
}
NUMBERS = [
    (name, field.name)
    for name, case in CASES.items()
    for field in fields(case.numbers)
    if field.name not in case.idle
]


@cache
def compiled(name: str) -> aw.Arm:
    case = CASES[name]
    return aw.compile(case.robot(case.numbers))


def found(name: str, numbers: Any) -> dict[str, float]:
    arm = compiled(name)
    states = random_states(len(arm.robot.joint_names), seed=sum(map(ord, name)))
    return differences(arm, partial(CASES[name].equations, numbers), states)


@pytest.mark.parametrize("name", CASES)
def test_equations(name: str) -> None:
    wrong = {k: e for k, e in found(name, CASES[name].numbers).items() if not e < TOLERANCE}
    assert not wrong


@pytest.mark.parametrize(("name", "number"), NUMBERS)
def test_every_number_counts(name: str, number: str) -> None:
    """The comparison sees a millionth of a change in any number of the closed form."""
    numbers = CASES[name].numbers
    changed = replace(numbers, **{number: getattr(numbers, number) * (1 + 1e-6)})
    assert max(found(name, changed).values()) > 100 * TOLERANCE


def test_puma_three_links() -> None:
    arm = aw.compile(robots.puma_three_links())
    errors = differences(arm, puma_three_links.equations, random_states(3, seed=560))
    wrong = {k: e for k, e in errors.items() if not e < TOLERANCE}
    assert not wrong


def test_coriolis_matrix_of_christoffel_symbols() -> None:
    n = planar.Numbers()
    q, v, _ = random_states(2, seed=7)
    expected = np.array([planar.coriolis(n, *state) for state in zip(q, v, strict=True)])
    assert relative(compiled("planar").coriolis(q, v), expected) < TOLERANCE


def test_lagrangian() -> None:
    n = nonplanar.Numbers()
    q, v, _ = random_states(2, seed=236)
    kinetic, potential = compiled("nonplanar").energy(q, v)
    expected = np.array([nonplanar.lagrangian(n, *state) for state in zip(q, v, strict=True)])
    assert relative(kinetic - potential, expected) < TOLERANCE


def test_gyroscopic_torque_is_a_large_part() -> None:
    """A rotor at 300 rad/s: without ω × I ω the torques would be wrong by more than half."""
    n = gimbal.BodyNumbers()
    q, v, a = random_states(3, seed=3)
    v[:, 2] += 300
    ours = compiled("gimballed_body").inverse_dynamics(q, v, a)
    M, bias = (np.array(part) for part in zip(*map(partial(gimbal.body, n), q, v), strict=True))
    torque = np.einsum("kij,kj->ki", M, a) + bias
    lost = np.array([gimbal.gyroscopic(n, *state) for state in zip(q, v, strict=True)])
    assert relative(ours, torque) < TOLERANCE
    assert relative(torque - lost, torque) > 0.5
