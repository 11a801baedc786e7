"""Random trees with full inertias, arbitrary axes, fixed joints in between, joints in any order."""

from __future__ import annotations

import numpy as np

from armwright import Frame, Inertia, Joint, Link, Pose, Robot


def random_rotation(rng: np.random.Generator) -> np.ndarray:
    Q, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return Q * np.linalg.det(Q)


def random_pose(rng: np.random.Generator, size: float = 0.4) -> Pose:
    return Pose(random_rotation(rng), rng.normal(size=3) * size)


def random_inertia(rng: np.random.Generator) -> Inertia:
    """The inertia of eight random point masses: physical by construction."""
    masses, points = rng.uniform(0.1, 1.0, 8), rng.normal(size=(8, 3)) * 0.2
    centre = masses @ points / masses.sum()
    r = points - centre
    second = np.einsum("k,ki,kj->ij", masses, r, r)
    return Inertia(masses.sum(), centre, np.trace(second) * np.eye(3) - second)


def random_axis(rng: np.random.Generator) -> np.ndarray:
    if rng.random() < 0.4:
        return np.eye(3)[rng.integers(3)] * rng.choice([-1.0, 1.0])
    axis = rng.normal(size=3)
    return axis / np.linalg.norm(axis)


def random_tree(
    seed: int, joints: int, *, fixed: float = 0.15, prismatic: float = 0.25, shuffle: bool = True
) -> Robot:
    """A tree with `joints` moving joints; now and then a fixed one, with mass behind it."""
    rng = np.random.default_rng(seed)
    links, made, path = [Link("base", random_inertia(rng))], [], ["base"]
    moving = 0
    while moving < joints:
        if rng.random() < 0.25:
            path = path[: rng.integers(1, len(path) + 1)]
        kind = rng.choice(
            ["fixed", "prismatic", "revolute"], p=[fixed, prismatic, 1 - fixed - prismatic]
        )
        name = f"link{len(links)}"
        links.append(Link(name, random_inertia(rng)))
        made.append(
            Joint(f"to_{name}", str(kind), path[-1], name, random_pose(rng), random_axis(rng))
        )
        path.append(name)
        moving += kind != "fixed"
    if shuffle:
        made = [made[k] for k in rng.permutation(len(made))]
    frames = (Frame("probe", links[-1].name, random_pose(rng)),)
    gravity = rng.normal(size=3) * 6
    return Robot(f"tree{seed}", tuple(links), tuple(made), frames, "probe", gravity)


def random_chain(seed: int, joints: int) -> Robot:
    """A serial arm with revolute joints at random angles and full inertias."""
    rng = np.random.default_rng(seed)
    links = [Link("base"), *(Link(f"link{k}", random_inertia(rng)) for k in range(joints))]
    made = [
        Joint(f"joint{k}", "revolute", links[k].name, links[k + 1].name, random_pose(rng))
        for k in range(joints)
    ]
    return Robot(f"chain{seed}", tuple(links), tuple(made))


def random_state(robot: Robot, seed: int, count: int = 3) -> list[np.ndarray]:
    """`count` vectors of joint size: positions, velocities, accelerations …"""
    rng = np.random.default_rng(seed)
    return list(rng.normal(size=(count, len(robot.moving_joints))) * 1.5)
