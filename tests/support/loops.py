"""Mechanisms with closed loops, and what they are compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pinocchio as pin

import armwright as aw
from armwright import Joint, Link, Plant, Pose, Robot
from armwright.plant.loop_structure import LoopNumbers
from armwright.robot import LoopClosure, LoopEnd, rotation_about
from tests.identities.plant.arms import body, evaluated, pose
from tests.support.pinocchio_model import Peer, se3, to_pinocchio

NO_NUMBERS = (np.zeros(0), np.zeros(0))


def spatial_loop(kind: str, *, joints: int = 4, axis: Sequence[float] = (0.0, 0.0, 1.0)) -> Robot:
    """Two chains of joints whose axes point anywhere, closed at their ends. Closed where all
    joints are at 0.1, 0.2, …"""
    links, own = [Link("base")], []
    for side in ("a", "b"):
        parent = "base"
        for k in range(joints):
            seed = 10 * k + (5 if side == "b" else 0)
            name = f"{side}{k}"
            links.append(Link(name, body(seed + 1)))
            direction = np.random.default_rng(seed).normal(size=3)
            direction /= np.linalg.norm(direction)
            passive = not (side == "a" and k < 2)
            slides = "prismatic" if (side, k) == ("b", 1) else "revolute"
            own.append(
                Joint(name, slides, parent, name, pose(seed), direction, passive=passive)  # type: ignore[arg-type]
            )
            parent = name
    robot = Robot("spatial", tuple(links), tuple(own), gravity=np.array([0.3, -0.4, -9.7]))
    arm = aw.compile(robot)
    q = 0.1 * np.arange(1, 2 * joints + 1)
    first, second = (arm.pose(q, f"{side}{joints - 1}") for side in ("a", "b"))
    own_pose = pose(77)
    there = first @ own_pose.matrix()
    axis = np.asarray(axis, dtype=float) / np.linalg.norm(axis)
    if kind in ("revolute", "prismatic"):
        free = np.eye(4)
        if kind == "revolute":
            free[:3, :3] = rotation_about(axis, 0.7)
        else:
            free[:3, 3] = 0.3 * axis
        there = there @ free
    elif kind == "spherical":
        there[:3, :3] = there[:3, :3] @ rotation_about([0.0, 0.6, 0.8], 1.1)
    relative = np.linalg.inv(second) @ there
    ends = (
        LoopEnd(f"a{joints - 1}", own_pose),
        LoopEnd(f"b{joints - 1}", Pose(relative[:3, :3], relative[:3, 3])),
    )
    return replace(robot, loops=(LoopClosure("closure", kind, *ends, axis),))  # type: ignore[arg-type]


def numbers(plant: Plant) -> LoopNumbers:
    assert plant.loops is not None
    return plant.loops.numbers


def admissible(plant: Plant, guess: Any, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """A position near the guess with closed loops, and velocities that keep them closed."""
    rng = np.random.default_rng(seed)
    loops, own = plant.loops, numbers(plant)
    assert loops is not None
    x = np.zeros(len(plant.coordinates))
    x[: len(guess)] = guess
    x = own.closed(x, list(range(x.size)), NO_NUMBERS)
    psi = own.at(x, NO_NUMBERS)[1]
    v = rng.normal(size=x.size)
    v -= np.linalg.pinv(psi, rcond=1e-9) @ (psi @ v)
    return x, v


def open_tree(robot: Robot) -> Robot:
    return replace(robot, loops=())


def minimal_acceleration(
    robot: Robot, x: np.ndarray, v: np.ndarray, **inputs: np.ndarray
) -> np.ndarray:
    """ẍ by the equations of the open tree in as many coordinates as the loops leave: with v = N u
    for the null space N of Ψ at x, Nᵀ (M (N u̇ + Ṅ u) + bias) = Nᵀ applied. Ṅ u by differences of
    Φ alone."""
    plant, tree = Plant(robot), Plant(open_tree(robot))
    own = numbers(plant)

    def jacobian(at: np.ndarray) -> np.ndarray:
        """By differences of Φ, so that nothing of Ψ is believed."""
        h, columns = 1e-4, []
        for k in range(at.size):
            step = np.zeros(at.size)
            step[k] = h
            near = [own.at(at + s * step, NO_NUMBERS)[0] for s in (-2, -1, 1, 2)]
            columns.append((near[0] - 8 * near[1] + 8 * near[2] - near[3]) / (12 * h))
        return np.array(columns).T

    psi = jacobian(x)
    h = 1e-4
    ahead, behind = jacobian(x + h * v), jacobian(x - h * v)
    rate = (ahead - behind) / (2 * h)
    _, sizes, directions = np.linalg.svd(psi)
    rank = int((sizes > 1e-7).sum())
    N = directions[rank:].T
    curved = -np.linalg.pinv(psi, rcond=1e-7) @ (rate @ v)
    mass = np.zeros((x.size, x.size))
    for (i, j), value in tree.mass().items():
        mass[i, j] = mass[j, i] = evaluated(tree, value, x, v).item()
    force = evaluated(tree, tree.acceleration, x, v, **inputs)
    total = mass @ force.ravel()  # what is left of all forces to accelerate the tree
    u = np.linalg.solve(N.T @ mass @ N, N.T @ (total - mass @ curved))
    return N @ u + curved


@dataclass
class ConstrainedPeer:
    """A Pinocchio model with its constraints."""

    peer: Peer
    data: pin.Data
    models: Any
    datas: Any
    settings: pin.ProximalSettings


def constrained_peer(robot: Robot) -> ConstrainedPeer:
    """A robot with one loop, spherical or welded, handed to Pinocchio."""
    peer = to_pinocchio(open_tree(robot))
    model, data, (loop,) = peer.model, peer.model.createData(), robot.loops
    ids, places = [], []
    for end in loop.ends:
        frame = model.frames[model.getFrameId(end.link)]
        ids.append(frame.parentJoint)
        places.append(frame.placement * se3(end.pose))
    kind = pin.ContactType.CONTACT_3D if loop.kind == "spherical" else pin.ContactType.CONTACT_6D
    constraint = pin.RigidConstraintModel(kind, model, ids[0], places[0], ids[1], places[1])
    models, datas = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    models.append(constraint)
    datas.append(constraint.createData())
    pin.initConstraintDynamics(model, data, models, datas)
    return ConstrainedPeer(peer, data, models, datas, pin.ProximalSettings(1e-14, 1e-10, 200))
