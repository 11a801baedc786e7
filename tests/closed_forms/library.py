"""The library's robots as the closed forms see them.

The numbers are read out of the descriptions, so that the two cannot drift apart. Axes, directions
and zero positions are those of the sources, but for `COORDINATES`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from armwright import Inertia, Robot
from tests.closed_forms.arms import (
    aa300,
    cart_double_pendulum,
    cart_pendulum,
    nonplanar,
    scara,
    two_axis,
    underwater_two_link,
)
from tests.closed_forms.arms.equations import Array, Equations

#: The closed form's coordinates are sign · ours + offset. S2 counts the first rod's angle from the
#: level x axis, about z; the library has both rods upright at zero, and turning towards x.
COORDINATES = {"cart_double_pendulum": (np.array([1.0, -1, -1]), np.array([0, np.pi / 2, 0]))}


def in_our_coordinates(
    name: str, form: Callable[[Array, Array], Equations]
) -> Callable[[Array, Array], Equations]:
    if name not in COORDINATES:
        return form
    sign, offset = COORDINATES[name]

    def equations(q: Array, v: Array) -> Equations:
        M, bias = form(sign * q + offset, sign * v)
        return Equations(sign[:, None] * M * sign, sign * bias)

    return equations


def body(robot: Robot, link: str) -> Inertia:
    inertia = robot.link(link).inertia
    assert inertia is not None
    return inertia


def origin(robot: Robot, joint: str) -> Array:
    return robot.joint(joint).origin.translation


def two_axis_numbers(robot: Robot) -> two_axis.Numbers:
    one, two = body(robot, "link1"), body(robot, "link2")
    return two_axis.Numbers(
        m1=one.mass,
        m2=two.mass,
        j1=one.tensor[1, 1],
        j2=two.tensor[1, 1],
        l1=origin(robot, "joint2")[2],
        l2=robot.frame("tool").pose.translation[0],
        xi1=one.centre[2],
        xi2=two.centre[0],
        g=-robot.gravity[2],
    )


def nonplanar_numbers(robot: Robot) -> nonplanar.Numbers:
    """Lengths from the shapes: that the inertias belong to them, S1 (2.33), is tested as well."""
    radius, height = robot.link("base").shapes[0].size
    lx, ly, lz = robot.link("arm").shapes[0].size
    masses = body(robot, "base").mass, body(robot, "arm").mass
    return nonplanar.Numbers(*masses, height, radius, lx, ly, lz, g=-robot.gravity[2])


def cart_pendulum_numbers(robot: Robot) -> cart_pendulum.Numbers:
    """The rod's length from its tip: that centre and inertia belong to it is tested as well."""
    return cart_pendulum.Numbers(
        m_cart=body(robot, "cart").mass,
        m_rod=body(robot, "rod").mass,
        length=robot.frame("tip").pose.translation[1],
        g=-robot.gravity[1],
    )


def cart_double_pendulum_numbers(robot: Robot) -> cart_double_pendulum.Numbers:
    rod1, rod2 = body(robot, "rod1"), body(robot, "rod2")
    return cart_double_pendulum.Numbers(
        m_cart=body(robot, "cart").mass,
        m_rod1=rod1.mass,
        m_rod2=rod2.mass,
        j_rod1=rod1.tensor[2, 2],
        j_rod2=rod2.tensor[2, 2],
        length1=origin(robot, "pendulum2")[1],
        length2=robot.frame("tip").pose.translation[1],
        g=-robot.gravity[1],
    )


def scara_numbers(robot: Robot) -> scara.Numbers:
    one, two, quill = body(robot, "link1"), body(robot, "link2"), body(robot, "quill")
    return scara.Numbers(
        l1=origin(robot, "joint2")[0],
        l2=origin(robot, "slide")[0],
        cx1=one.centre[0],
        cx2=two.centre[0],
        ma=one.mass,
        mb=two.mass,
        mc=quill.mass,
        iazz=one.tensor[2, 2],
        ibzz=two.tensor[2, 2],
        iczz=quill.tensor[2, 2],
        g=-robot.gravity[2],
    )


def underwater_numbers(robot: Robot) -> underwater_two_link.Numbers:
    one, two = body(robot, "link1"), body(robot, "link2")
    return underwater_two_link.Numbers(
        l1=origin(robot, "joint2")[0],
        cx1=one.centre[0],
        cx2=two.centre[0],
        ma=one.mass,
        mb=two.mass,
        iazz=one.tensor[2, 2],
        ibzz=two.tensor[2, 2],
    )


def aa300_numbers(robot: Robot) -> aa300.Numbers:
    """y is up: a turn about it takes z to x."""

    def level(vector: Array) -> complex:
        return complex(vector[2], vector[0])

    def numbers(link: str) -> tuple[float, complex, float]:
        inertia = body(robot, link)
        return inertia.mass, level(inertia.centre), inertia.tensor[1, 1]

    return aa300.Numbers(
        *numbers("column"),
        level(origin(robot, "slide")),
        *numbers("upper_arm"),
        level(origin(robot, "extension")),
        *numbers("extension_tube"),
        level(origin(robot, "gripper")),
        *numbers("gripper"),
        g=-robot.gravity[1],
    )
