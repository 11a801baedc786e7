"""The mechanisms of `closed_forms` that the library does not have, described to armwright.

What a planar mechanism never feels is filled in as for a slender rod.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armwright import Frame, Inertia, Joint, Link, Pose, Robot
from tests.closed_forms.arms import gimbal, pendulum, planar, polar
from tests.closed_forms.arms.denavit_hartenberg import Row

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
