"""Which poses to measure, and how many: before anything is measured.

The exchange of Mitchell (DETMAX, 1974): add the pose that helps most, drop the one that is missed
least, until nothing is gained.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.calibrate.measurements import Kind, PoseMask
from armwright.calibrate.observability import Index, observability
from armwright.calibrate.structure import example_model, random_joints, structural
from armwright.errors import InputError
from armwright.robot import Robot

_CANDIDATES, _EXCHANGES = 200, 200


@dataclass(frozen=True, eq=False)
class ChosenPoses:
    """`joints` (count, n); `value` of the index, and of as many poses at random, on the average."""

    joints: Array
    index: Index
    value: float
    at_random: float


def choose_poses(
    robot: Robot,
    count: int,
    candidates: ArrayLike | None = None,
    *,
    targets: Sequence[Kind] = ("position",),
    index: Index = "O1",
    seed: int = 0,
) -> ChosenPoses:
    """The poses that tell most, out of `candidates` (m, n), or of poses at random within limits."""
    rng = np.random.default_rng(seed)
    q = (
        random_joints(robot, max(_CANDIDATES, 3 * count), rng)
        if candidates is None
        else np.array(candidates, dtype=np.float64)
    )
    information = _information(robot, q, targets)
    fewest = -(-information.shape[1] // _rank(information[0]))
    if not fewest <= count <= len(q):
        raise InputError(
            "wrong number of poses",
            where="count",
            got=count,
            expected=f"{fewest} to {len(q)}",
        )
    chosen = np.zeros(len(q), np.bool_)
    chosen[rng.choice(len(q), count, replace=False)] = True
    value = _index(information[chosen].sum(0)[None], count, index)[0]
    for _ in range(_EXCHANGES):
        new = _exchanged(information, chosen, index)
        better = _index(information[new].sum(0)[None], count, index)[0]
        if better <= value * (1 + 1e-9):
            break
        chosen, value = new, better
    draws = [information[rng.choice(len(q), count, replace=False)].sum(0) for _ in range(30)]
    usual = float(_index(np.array(draws), count, index).mean())
    return ChosenPoses(q[chosen], index, float(value), usual)


def expected_error(
    robot: Robot,
    count: int,
    noise: float,
    *,
    targets: Sequence[Kind] = ("position",),
    seed: int = 0,
) -> float:
    """Rms distance (m) of fresh poses from their predictions, after `count` poses at random were
    measured with this standard error (m): what geometry and noise allow."""
    rng = np.random.default_rng(seed)
    tests = random_joints(robot, 100, rng)
    J_test = _jacobians(robot, tests, targets)[:, :3]
    information = _information(robot, random_joints(robot, count, rng), targets).sum(0)
    values, axes = np.linalg.eigh(information)
    if values[0] < 1e-9 * values[-1]:
        return float("inf")
    known = (J_test @ axes) / np.sqrt(values)
    return float(noise * np.sqrt((known**2).sum() / len(tests)))


def enough_poses(
    robot: Robot,
    noise: float,
    wanted: float,
    *,
    targets: Sequence[Kind] = ("position",),
    most: int = 2000,
) -> int:
    """How many poses at random bring fresh poses within `wanted` (m, rms)."""
    count = 8
    while count <= most:
        if expected_error(robot, count, noise, targets=targets) <= wanted:
            return count
        count = int(np.ceil(count * 1.2))
    raise InputError(
        "not enough poses",
        where="enough_poses",
        got=f"{1e3 * expected_error(robot, most, noise, targets=targets):.2g} mm with {most}",
        expected=f"{1e3 * wanted:.2g} mm",
        hint="Measure with less noise.",
    )


def _jacobians(robot: Robot, q: Array, targets: Sequence[Kind]) -> Array:
    """(m, rows, k) by what can be told, scaled; angles count at the arm's reach."""
    model = example_model(robot, q, targets)
    seen = model.elements.scale[:, None] * structural(model).seen
    reach = model.geometry.reach
    parts = []
    for target, J in zip(
        model.measured.targets, model.evaluated(np.zeros(len(seen)))[1], strict=True
    ):
        if target.kind == "pose":
            J = np.concatenate([J[:, :3], reach * J[:, 3:]], axis=1)
        parts.append(J @ seen)
    return np.concatenate(parts, axis=1)


def _information(robot: Robot, q: Array, targets: Sequence[Kind]) -> Array:
    J = _jacobians(robot, q, targets)
    return np.asarray(J.transpose(0, 2, 1) @ J)


def _rank(matrix: Array) -> int:
    return max(1, int(np.linalg.matrix_rank(matrix)))


def _index(information: Array, count: int, index: Index) -> Array:
    """Of each of several information matrices (…, k, k)."""
    values = np.sqrt(np.maximum(np.linalg.eigvalsh(information), 0))
    return np.array([observability(one, count, index) for one in values])


def _exchanged(information: Array, chosen: PoseMask, index: Index) -> PoseMask:
    """One more, then one less."""
    total, new = information[chosen].sum(0), chosen.copy()
    outside = np.flatnonzero(~chosen)
    if outside.size:
        gains = _index(total + information[outside], int(chosen.sum()) + 1, index)
        best = outside[gains.argmax()]
        new[best] = True
        total = total + information[best]
    inside = np.flatnonzero(new)
    losses = _index(total - information[inside], int(chosen.sum()), index)
    new[inside[losses.argmax()]] = outside.size == 0
    return new
