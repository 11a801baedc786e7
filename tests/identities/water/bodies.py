"""Bodies in water for the tests: free ones, and one that swings."""

from __future__ import annotations

from typing import Any

import numpy as np

from armwright import Hull, Inertia, Joint, Link, Robot

X, Y, Z = np.eye(3)
AXES = {"x": X, "y": Y, "z": Z, "yaw": Z, "pitch": Y, "roll": X}


def free_body(hull: Hull, inertia: Inertia, **fields: Any) -> Robot:
    """On three slides and three turns."""
    names = list(AXES)
    links = [Link("ground"), *(Link(f"after {name}") for name in names[:-1])]
    links.append(Link("body", inertia, hull=hull))
    joints = tuple(
        Joint(
            name,
            "prismatic" if k < 3 else "revolute",
            links[k].name,
            links[k + 1].name,
            axis=AXES[name],
        )
        for k, name in enumerate(names)
    )
    return Robot("free body", tuple(links), joints, tool="body", **fields)


def swinging(hull: Hull, inertia: Inertia, **fields: Any) -> Robot:
    """On one upright axis."""
    joint = Joint("swing", "revolute", "base", "arm", axis=Z)
    return Robot("swinging", (Link("base"), Link("arm", inertia, hull=hull)), (joint,), **fields)


def added(seed: int = 3) -> np.ndarray:
    """A full 6 × 6 matrix, positive definite."""
    root = np.random.default_rng(seed).normal(size=(6, 6))
    return root @ root.T + np.eye(6)


def cross(p: np.ndarray) -> np.ndarray:
    return np.array([[0, -p[2], p[1]], [p[2], 0, -p[0]], [-p[1], p[0], 0]])
