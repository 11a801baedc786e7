"""The mechanisms of `closed_forms`, described to armwright.

What a planar mechanism never feels is filled in as for a slender rod.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armwright import Frame, Inertia, Joint, Link, Pose, Robot
from tests.reference.closed_forms import (
    cart_double_pendulum,
    cart_pendulum,
    gimbal,
    nonplanar,
    pendulum,
    planar,
    polar,
    scara,
    two_axis,
)
from tests.reference.closed_forms.denavit_hartenberg import Row

X, Y, Z = np.eye(3)


def at(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Pose:
    return Pose(translation=np.array([x, y, z]))


def body(name: str, mass: float, centre: Sequence[float], diagonal: Sequence[float]) -> Link:
    return Link(name, Inertia(mass, np.array(centre), np.diag(diagonal)))


def rod(name: str, mass: float, centre: np.ndarray, inertia: float) -> Link:
    """A slender rod along the direction of its centre, `inertia` across it."""
    along = centre / np.linalg.norm(centre)
    return Link(name, Inertia(mass, centre, inertia * (np.eye(3) - np.outer(along, along))))


def chain(
    name: str,
    gravity: np.ndarray,
    *steps: tuple[str, Pose, np.ndarray, Link],
    tool: Pose | None = None,
) -> Robot:
    """A serial arm; each step is (kind of joint, origin in the link before, axis, link)."""
    links, joints = [Link("base")], []
    for i, (kind, origin, axis, link) in enumerate(steps, start=1):
        joints.append(Joint(f"joint{i}", kind, links[-1].name, link.name, origin, axis))
        links.append(link)
    frame = Frame("tool", links[-1].name, tool or Pose())
    return Robot(name, tuple(links), tuple(joints), (frame,), "tool", gravity)


def two_axis_arm(n: two_axis.Numbers) -> Robot:
    return chain(
        "two_axis",
        -n.g * Z,
        ("revolute", at(), Y, rod("link1", n.m1, n.xi1 * Z, n.j1)),
        ("revolute", at(z=n.l1), Y, rod("link2", n.m2, n.xi2 * X, n.j2)),
        tool=at(x=n.l2),
    )


def nonplanar_arm(n: nonplanar.Numbers) -> Robot:
    """Inertias of cylinder and box: S1 (2.33)."""
    r2, h2, m = n.radius**2, n.height**2, n.m_arm / 12
    lx2, ly2, lz2 = n.lx**2, n.ly**2, n.lz**2
    upright = n.m_base * (h2 + 3 * r2) / 12
    cylinder = (upright, upright, n.m_base * r2 / 2)
    box = (m * (ly2 + lz2), m * (lx2 + lz2), m * (lx2 + ly2))
    return chain(
        "two_link_nonplanar",
        -n.g * Z,
        ("revolute", at(), Z, body("column", n.m_base, (0, 0, n.height / 2), cylinder)),
        ("revolute", at(z=n.height), X, body("arm", n.m_arm, (0, n.ly / 2, 0), box)),
        tool=at(y=n.ly / 2),
    )


def cart_with_pendulum(n: cart_pendulum.Numbers) -> Robot:
    """x forward, z up; θ turns about y."""
    inertia = n.m_rod * n.length**2 / 12
    return chain(
        "cart_pendulum",
        -n.g * Z,
        ("prismatic", at(), X, body("cart", n.m_cart, (0, 0, 0), (0, 0, 0))),
        ("revolute", at(), Y, rod("rod", n.m_rod, n.length / 2 * Z, inertia)),
    )


def cart_with_double_pendulum(n: cart_double_pendulum.Numbers) -> Robot:
    """As S2 appendix A.4: rods along x at zero angles, turning about z; y up."""
    return chain(
        "cart_double_pendulum",
        -n.g * Y,
        ("prismatic", at(), X, body("cart", n.m_cart, (0, 0, 0), (0, 0, 0))),
        ("revolute", at(), Z, rod("rod1", n.m_rod1, n.length1 / 2 * X, n.j_rod1)),
        ("revolute", at(x=n.length1), Z, rod("rod2", n.m_rod2, n.length2 / 2 * X, n.j_rod2)),
    )


def cart_with_double_pendulum_sdfast(n: cart_double_pendulum.Numbers) -> Robot:
    """As S2 appendix A.3: rods along y at zero angles, turning about −z; gravity along +y."""
    return chain(
        "cart_double_pendulum_sdfast",
        n.g * Y,
        ("prismatic", at(), X, body("cart", n.m_cart, (0, 0, 0), (0, 0, 0))),
        ("revolute", at(), -Z, rod("rod1", n.m_rod1, n.length1 / 2 * Y, n.j_rod1)),
        ("revolute", at(y=n.length1), -Z, rod("rod2", n.m_rod2, n.length2 / 2 * Y, n.j_rod2)),
    )


def puma_three_links() -> Robot:
    """The arm of S2 appendix C.1; `closed_forms.puma_three_links` takes its numbers apart.

    Frames 2 and 3 lie in the vertical plane through the column, x outwards and y down at zero
    angles; z is level. Motors turn with the links: 1.14 and 4.71 kg m² are added about their axes.
    """
    column = body("link1", 0.0, (0, 0, 0), (0, 0, 0.35 + 1.14))
    upper_arm = body("link2", 17.4, (0.068, 0.006, 0.2275), (0.130, 0.524, 0.539 + 4.71))
    forearm = body("link3", 8.688, (0.0, -0.244, 0.1645), (0.333, 1.183, 0.212))
    shoulder = Pose(np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]]))
    return chain(
        "puma560_armstrong3",
        -9.80665 * Z,
        ("revolute", at(), Z, column),
        ("revolute", shoulder, Z, upper_arm),
        ("revolute", at(x=0.4318), Z, forearm),
    )


def scara_arm(n: scara.Numbers) -> Robot:
    return chain(
        "scara",
        -n.g * Z,
        ("revolute", at(), Z, rod("link1", n.ma, n.cx1 * X, n.iazz)),
        ("revolute", at(x=n.l1), Z, rod("link2", n.mb, n.cx2 * X, n.ibzz)),
        ("prismatic", at(x=n.l2), Z, body("quill", n.mc, (0, 0, 0.1), (0.03, 0.03, n.iczz))),
    )


def physical_pendulum(n: pendulum.Numbers) -> Robot:
    link = rod("link", n.mass, -n.distance * Z, n.inertia)
    return chain("pendulum", -n.g * Z, ("revolute", at(), Y, link))


def planar_arm(n: planar.Numbers) -> Robot:
    return chain(
        "planar",
        -n.g * Y,
        ("revolute", at(), Z, rod("link1", n.m1, n.lc1 * X, n.i1)),
        ("revolute", at(x=n.l1), Z, rod("link2", n.m2, n.lc2 * X, n.i2)),
    )


def polar_arm(n: polar.PlaneNumbers) -> Robot:
    return chain(
        "polar",
        -n.g * Y,
        ("revolute", at(), Z, rod("link1", n.m1, n.lc1 * X, n.i1)),
        ("prismatic", at(), X, body("link2", n.m2, (0, n.offset, 0), (0, n.i2, n.i2))),
    )


def polar_arm_on_turntable(n: polar.TurntableNumbers) -> Robot:
    """A positive elevation turns about −y."""
    return chain(
        "polar_on_turntable",
        -n.g * Z,
        ("revolute", at(), Z, body("turntable", 0.0, (0, 0, 0), (0, 0, n.turntable))),
        ("revolute", at(), -Y, Link("slide")),
        ("prismatic", at(), X, body("boom", n.mass, (0, n.side, 0), (n.a, n.b, n.c))),
    )


def gimballed_flywheel(n: gimbal.FlywheelNumbers) -> Robot:
    wheel = (n.across, n.across, n.along)
    return chain(
        "gimballed_flywheel",
        -n.g * Z,
        ("revolute", at(), Z, body("outer", 0.0, (0, 0, 0), (0, 0, n.outer))),
        ("revolute", at(), X, body("inner", 0.0, (0, 0, 0), (n.inner_x, n.inner_y, n.inner_z))),
        ("revolute", at(), Z, body("flywheel", n.mass, (0, 0, n.offset), wheel)),
    )


def gimballed_body(n: gimbal.BodyNumbers) -> Robot:
    return chain(
        "gimballed_body",
        -9.81 * Z,
        ("revolute", at(), Z, Link("outer")),
        ("revolute", at(), X, Link("inner")),
        ("revolute", at(), Z, Link("body", Inertia(1.7, np.zeros(3), n.tensor))),
    )


def dh_file(rows: Sequence[Row]) -> str:
    """The text of a robot's file with that standard D-H table."""
    lines = [
        "{ "
        + ", ".join(f"{key} = {float(value)!r}" for key, value in row._asdict().items())
        + " },"
        for row in rows
    ]
    return "\n".join(['name = "table"', "[dh]", 'convention = "standard"', "rows = [", *lines, "]"])
