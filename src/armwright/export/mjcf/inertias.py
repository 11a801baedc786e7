"""Inertias that MuJoCo takes.

It refuses bodies that move without mass, and tensors that no solid body has: those whose second
moments Σ = ½ tr(I) 1 − I are not all positive. Published inertias often break that, for what
nobody can feel is left out of them. What nobody can feel is used here to mend them: a thin rod
along a joint's axis turns unnoticed by that joint, so it may be given to the link in front of the
joint and taken from the link behind it. It adds c z zᵀ to Σ, c (1 − z zᵀ) to I; no motion changes.
Across a joint that slides, or does not move, any tensor may be shifted so.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.robot import Inertia, Joint, Link, Robot
from armwright.robot.links import joints_behind

#: Stands for no mass (kg) and no inertia (kg m²): ten times MuJoCo's least.
NEARLY_NOTHING = 1e-14
#: As a part of a body's inertia: below this a change is not worth a word, and not felt.
_UNFELT = 1e-12


def acceptable(robot: Robot) -> tuple[Robot, list[str]]:
    """The robot that moves alike and that MuJoCo takes; one sentence for each link it changes."""
    behind = joints_behind(robot.links, robot.joints)
    order, still = [robot.base], {robot.base}
    for name in order:
        order += [joint.child for joint in behind[name]]
        still |= {joint.child for joint in behind[name] if name in still and not joint.moves}
    carrying = {joint.child: joint for joint in robot.joints}
    tensors = {link.name: _tensor(link) for link in robot.links}
    sentences: list[str] = []
    for name in reversed(order):
        joint = carrying.get(name)
        mended = _mended(tensors[name], joint)
        tensors[name] = tensors[name] + mended.more
        if joint is not None and mended.exact and joint.parent not in still:
            R = joint.origin.rotation
            tensors[joint.parent] = tensors[joint.parent] - R @ mended.more @ R.T
        sentences += _sentence(name, joint, mended, still)
    links = tuple(_link(link, tensors[link.name], carrying.get(link.name)) for link in robot.links)
    sentences += [
        f"link '{link.name}': mass {link.inertia.mass:g} kg is written as {NEARLY_NOTHING:g}"
        for link in robot.links
        if link.inertia is not None and link.inertia.mass < 0
    ]
    return dataclasses.replace(robot, links=links), sentences


@dataclass(frozen=True)
class _Mended:
    """What is added to a link's tensor; `exact` if the link before it can give it."""

    more: Array
    exact: bool = True
    felt: bool = False


def _mended(tensor: Array, joint: Joint | None) -> _Mended:
    second = 0.5 * np.trace(tensor) * np.eye(3) - tensor
    size = float(np.abs(tensor).max())
    least = NEARLY_NOTHING + 0.1 * _UNFELT * size
    lowest = float(np.linalg.eigvalsh(second)[0])
    if lowest >= least or size == 0.0:
        return _Mended(np.zeros((3, 3)))
    if lowest > -_UNFELT * size:  # flat, up to rounding
        return _Mended(_of_second((least - lowest) * np.eye(3)), exact=False)
    if joint is not None and joint.kind == "revolute":
        rod = _rod(second, joint.axis, least)
        if rod is not None:
            return _Mended(_of_second(rod), felt=True)
    values, vectors = np.linalg.eigh(second)
    raised = vectors @ np.diag(np.maximum(values, least) - values) @ vectors.T
    turning = joint is None or joint.kind == "revolute"
    return _Mended(_of_second(raised), exact=not turning, felt=True)


def _rod(second: Array, axis: Array, least: float) -> Array | None:
    """The shortest rod along the axis that makes the second moments positive, if one does."""
    across = np.linalg.svd(axis[None])[2][1:]
    A = across @ second @ across.T - least * np.eye(2)
    b = across @ second @ axis
    if np.linalg.eigvalsh(A)[0] <= least:
        return None
    c = least - axis @ second @ axis + b @ np.linalg.solve(A, b)
    return np.asarray(c * np.outer(axis, axis))


def _of_second(second: Array) -> Array:
    """The tensor of second moments: I = tr(Σ) 1 − Σ."""
    return np.asarray(np.trace(second) * np.eye(3) - second)


def _tensor(link: Link) -> Array:
    return np.zeros((3, 3)) if link.inertia is None else np.array(link.inertia.tensor)


def _link(link: Link, tensor: Array, joint: Joint | None) -> Link:
    mass = 0.0 if link.inertia is None else link.inertia.mass
    centre = np.zeros(3) if link.inertia is None else link.inertia.centre
    if joint is not None and joint.moves:
        mass = max(mass, NEARLY_NOTHING)
        tensor = tensor if tensor.any() else NEARLY_NOTHING * np.eye(3)
    elif link.inertia is None and not tensor.any():
        return link
    return dataclasses.replace(link, inertia=Inertia(max(mass, 0.0), centre, tensor))


def _sentence(name: str, joint: Joint | None, mended: _Mended, still: set[str]) -> list[str]:
    if not mended.felt:
        return []
    amount = float(np.linalg.eigvalsh(mended.more)[-1])
    text = f"link '{name}': its inertia breaks the triangle inequality, which MuJoCo refuses; "
    text += f"{amount:g} kg m² are added"
    if name in still:
        return [f"{text}, without effect as it does not move"]
    if not mended.exact or joint is None:
        return [f"{text}: no other link can make up for them, and motion changes"]
    if joint.parent not in still:
        text += f" and taken from link '{joint.parent}'"
    return [f"{text}: joint '{joint.name}' does not feel them, and no motion changes"]
