"""Which springs of a gear train matter, and what is left of it with those alone.

S4 3.2 keeps one spring for each shaft line from a motor to its joint. Springs in series carry the
same torque: the one that gives way most is the softest, seen from one side, and its share is
(1/K)/Σ(1/K). The source's (3.12) has K in place of 1/K, and would keep the stiffest.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from armwright.arrays import Array
from armwright.robot.gear_train import HOUSING, GearTrain


class TrainRows(NamedTuple):
    """A train as matrices over its free angles: `names`, those of joints and motors first (wheels).
    `shafts`: twist of every shaft that can, (shafts, free); `wheels`: angle of every wheel."""

    names: tuple[str, ...]
    shafts: Array
    wheels: Array


def rows_of(train: GearTrain, twisting: Collection[str]) -> TrainRows:
    """With only the shafts `twisting` elastic."""
    angles = train.angles(twisting)
    free = tuple(wheel for wheel in train.wheels if wheel in angles[wheel])
    table = {HOUSING: np.zeros(len(free))}
    for wheel, angle in angles.items():
        table[wheel] = np.array([float(angle.get(name, 0)) for name in free])
    own = [shaft for shaft in train.shafts if shaft.name in twisting]
    twists = [table[shaft.end] - table[shaft.start] for shaft in own]
    return TrainRows(
        free,
        np.array(twists).reshape(len(own), len(free)),
        np.array([table[wheel] for wheel in train.wheels]).reshape(-1, len(free)),
    )


def lines(train: GearTrain) -> dict[str, tuple[str, ...]]:
    """For each joint the shafts on the way to its motor: what shafts and gears connect. An arm that
    turns carries the two wheels of its gear, and is on the way only where one of them is fixed."""
    group = {wheel: wheel for wheel in train.wheels}

    def root(wheel: str) -> str:
        while group[wheel] != wheel:
            wheel = group[wheel]
        return wheel

    pairs = [(shaft.start, shaft.end) for shaft in train.shafts]
    for gear in train.gears:
        turning = [wheel for wheel in (*gear.wheels, gear.arm) if wheel != HOUSING]
        pairs += [(turning[0], turning[1])] if len(turning) > 1 else []
    for a, b in pairs:
        if HOUSING not in (a, b):
            group[root(a)] = root(b)
    return {
        joint: tuple(s.name for s in train.shafts if root(s.start) == root(wheel))
        for joint, wheel in train.joints.items()
    }


def joint_stiffness(train: GearTrain, twisting: Collection[str] | None = None) -> Array:
    """K at the joints (N m/rad) with the motors held: of all springs, or of some with the others
    rigid. Wheels between are where their springs balance."""
    chosen = [s for s in train.shafts if twisting is None or s.name in twisting]
    rows, held = _held(train, [s.name for s in chosen])
    K = rows.T @ np.diag([s.stiffness for s in chosen]) @ rows
    n, between = held, slice(held, None)
    if K.shape[0] == n:
        return K
    return np.asarray(
        K[:n, :n] - K[:n, between] @ np.linalg.solve(K[between, between], K[between, :n]),
        dtype=np.float64,
    )


def torques(train: GearTrain) -> Array:
    """What each shaft carries for a unit of torque at a joint, motors held. (joints, shafts)"""
    rows, joints = _held(train, [shaft.name for shaft in train.shafts])
    K = np.diag([shaft.stiffness for shaft in train.shafts])
    loads = np.eye(rows.shape[1])[:, :joints]
    return np.asarray((K @ rows @ np.linalg.solve(rows.T @ K @ rows, loads)).T, dtype=np.float64)


def shares(train: GearTrain) -> dict[str, dict[str, float]]:
    """For each joint, the part of its deflection that each shaft of its line has, under a torque
    at this joint with the motors held: S4 table 3.1."""
    names = [shaft.name for shaft in train.shafts]
    K = np.array([shaft.stiffness for shaft in train.shafts])
    found = {}
    for (joint, line), carried in zip(lines(train).items(), torques(train), strict=True):
        energy = carried**2 / K
        own = np.array([energy[names.index(name)] for name in line])
        found[joint] = dict(zip(line, (own / own.sum()).tolist(), strict=True))
    return found


def dominant(train: GearTrain) -> tuple[str, ...]:
    """The shaft of each line that gives way most."""
    return tuple(max(own, key=lambda name: own[name]) for own in shares(train).values())


def _held(train: GearTrain, twisting: Collection[str]) -> tuple[Array, int]:
    """Twists of the shafts over the free angles, those of motors at zero, joints first; how many
    joints there are."""
    names, shafts, _ = rows_of(train, twisting)
    joints = list(train.joints.values())
    order = [names.index(wheel) for wheel in joints]
    held = {*joints, *train.motors.values()}
    order += [k for k, name in enumerate(names) if name not in held]
    return shafts[:, order], len(joints)
