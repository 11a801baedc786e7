"""Compiled arms against equations of motion in closed form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
import pytest

import armwright as aw
from tests.closed_forms import library, robots
from tests.closed_forms.agreement import differences, random_states, relative
from tests.closed_forms.arms import (
    aa300,
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
    underwater_two_link,
)
from tests.closed_forms.arms.equations import Array, Equations
from tests.support.motors import motor_inertias

TOLERANCE = 1e-12


class Case(NamedTuple):
    """A mechanism as a robot and as equations with its numbers; `idle` numbers move nothing."""

    robot: aw.Robot
    equations: Callable[[Any, Array, Array], Equations]
    numbers: Any
    idle: tuple[str, ...] = ()


def of_library(
    name: str,
    equations: Callable[[Any, Array, Array], Equations],
    numbers_of: Callable[[aw.Robot], Any],
    idle: tuple[str, ...] = (),
) -> Case:
    robot = aw.load(name)
    return Case(robot, equations, numbers_of(robot), idle)


def built(
    build: Callable[[Any], aw.Robot],
    equations: Callable[[Any, Array, Array], Equations],
    numbers: Any,
) -> Case:
    return Case(build(numbers), equations, numbers)


def hanging() -> Case:
    """The cart with two rods under gravity as S2, appendix A.3, has it: along plus y."""
    robot = aw.load("cart_double_pendulum")
    robot = replace(robot, gravity=-robot.gravity)
    numbers = library.cart_double_pendulum_numbers(robot)
    return Case(robot, cart_double_pendulum.equations, numbers)


def out_of_water() -> Case:
    robot = aw.load("underwater_two_link")
    links = tuple(replace(link, hull=None) for link in robot.links)
    numbers = library.underwater_numbers(robot)
    return Case(replace(robot, links=links), underwater_two_link.equations, numbers)


CASES = {
    "two_axis": of_library("two_axis", two_axis.equations, library.two_axis_numbers, ("l2",)),
    "two_link_nonplanar": of_library(
        "two_link_nonplanar", nonplanar.equations, library.nonplanar_numbers, ("height",)
    ),
    "cart_pendulum": of_library(
        "cart_pendulum", cart_pendulum.equations, library.cart_pendulum_numbers
    ),
    "cart_double_pendulum": of_library(
        "cart_double_pendulum",
        cart_double_pendulum.equations,
        library.cart_double_pendulum_numbers,
    ),
    "cart_double_pendulum, hanging": hanging(),
    "scara": of_library("scara", scara.equations, library.scara_numbers),
    "aa300": of_library("aa300", aa300.equations, library.aa300_numbers),
    "underwater_two_link, dry": out_of_water(),
    "pendulum": built(robots.physical_pendulum, pendulum.equations, pendulum.Numbers()),
    "planar": built(robots.planar_arm, planar.equations, planar.Numbers()),
    "polar": built(robots.polar_arm, polar.plane, polar.PlaneNumbers()),
    "polar_on_turntable": built(
        robots.polar_arm_on_turntable, polar.turntable, polar.TurntableNumbers()
    ),
    "flywheel": built(robots.gimballed_flywheel, gimbal.flywheel, gimbal.FlywheelNumbers()),
    "gimballed_body": built(robots.gimballed_body, gimbal.body, gimbal.BodyNumbers()),
}
NUMBERS = [
    (name, field.name)
    for name, case in CASES.items()
    for field in fields(case.numbers)
    if field.name not in case.idle
]


@cache
def compiled(name: str) -> aw.Arm:
    return aw.compile(CASES[name].robot)


def found(name: str, numbers: Any) -> dict[str, float]:
    arm, form = compiled(name), partial(CASES[name].equations, numbers)
    states = random_states(len(arm.robot.joint_names), seed=sum(map(ord, name)))
    return differences(arm, library.in_our_coordinates(arm.robot.name, form), states)


@pytest.mark.parametrize("name", CASES)
def test_equations(name: str) -> None:
    wrong = {k: e for k, e in found(name, CASES[name].numbers).items() if not e < TOLERANCE}
    assert not wrong


@pytest.mark.crosscheck
@pytest.mark.parametrize(("name", "number"), NUMBERS)
def test_every_number_counts(name: str, number: str) -> None:
    """The comparison sees a millionth of a change in any number of the closed form."""
    numbers = CASES[name].numbers
    changed = replace(numbers, **{number: getattr(numbers, number) * (1 + 1e-6)})
    assert max(found(name, changed).values()) > 100 * TOLERANCE


def test_puma560_armstrong3() -> None:
    """S2's program has its numbers written out: nothing is taken from the description, except for
    the motors, which it counts as parts of the links."""
    arm = aw.compile("puma560_armstrong3")

    def form(q: Array, v: Array) -> Equations:
        M, bias = puma_three_links.equations(q, v)
        return Equations(M - motor_inertias(arm.robot), bias)

    errors = differences(arm, form, random_states(3, seed=560))
    wrong = {k: e for k, e in errors.items() if not e < TOLERANCE}
    assert not wrong


def test_coriolis_matrix_of_christoffel_symbols() -> None:
    n = planar.Numbers()
    q, v, _ = random_states(2, seed=7)
    expected = np.array([planar.coriolis(n, *state) for state in zip(q, v, strict=True)])
    assert relative(compiled("planar").coriolis(q, v), expected) < TOLERANCE


def test_lagrangian() -> None:
    n = CASES["two_link_nonplanar"].numbers
    q, v, _ = random_states(2, seed=236)
    kinetic, potential = compiled("two_link_nonplanar").energy(q, v)
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
