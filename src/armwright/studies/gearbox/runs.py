"""One wrist, modelled in seven ways: where its arm rests, vibrates, and goes along a line."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from armwright.arrays import Array
from armwright.block.fidelity import Fidelity
from armwright.linear import LinearModel, linearise
from armwright.plant import Plant
from armwright.progress import Tell
from armwright.robot import GearTrain, Robot
from armwright.robot.train_springs import dominant, joint_stiffness, shares
from armwright.signals import Run
from armwright.studies.gearbox.wrist import scenario, train, with_matrix, with_train

FULL, DOMINANT, SOFTENED = (
    "full train",
    "softest springs",
    "softest springs, as soft as their lines",
)
CONDENSED, PRINTED = "matrix K of the train", "matrix (3.13)"
DIAGONAL, TESTED = "diagonal of K", "diagonal K by load tests"
#: rad: the posture of the frequency responses.
POSTURE = np.radians([-20.0, 110.0, -30.0, 10.0, 20.0, 15.0])
#: Hz, of the frequency responses.
FREQUENCIES = np.geomspace(5.0, 300.0, 300)


@dataclass(frozen=True, eq=False)
class WristModels:
    """By the names of the models: `models` linear, from motor torques to motor accelerations;
    `runs` along the line. `stiffness`: K at the joints."""

    train: GearTrain
    stiffness: Mapping[str, Array]
    models: Mapping[str, LinearModel]
    runs: Mapping[str, Run]
    seconds: Mapping[str, float]


def printed_matrix(gears: GearTrain) -> Array:
    """(3.13) as far as it can be told: k4 and k5 on the motor's side, k6 at its joint."""
    k = {shaft.name: shaft.stiffness for shaft in gears.shafts}
    n4, (n45, n5) = gears.ratios[0, 0], gears.ratios[1, :2]
    # K52 turns with a5: a5 = −r52 · motor 5.
    teeth = next(gear.teeth for gear in gears.gears if gear.wheels == ("s5", "a5"))
    k4, k5, k6 = k["K41"], k["K52"] * (teeth[0] / teeth[1]) ** 2, k["K65"]
    return np.array(
        [[n4**2 * k4 + n45**2 * k5, n45 * n5 * k5, 0], [n45 * n5 * k5, n5**2 * k5, 0], [0, 0, k6]]
    )


def softened(gears: GearTrain) -> GearTrain:
    """The springs that are kept, as soft as the whole line was under a torque at its joint."""
    kept = {name: share for line in shares(gears).values() for name, share in line.items()}
    chosen = dominant(gears)
    shafts = tuple(
        replace(one, stiffness=one.stiffness * kept[one.name]) if one.name in chosen else one
        for one in gears.shafts
    )
    return replace(gears, shafts=shafts)


def matrices(gears: GearTrain) -> dict[str, Array]:
    K = joint_stiffness(gears)
    return {
        FULL: K,
        DOMINANT: joint_stiffness(gears, dominant(gears)),
        SOFTENED: joint_stiffness(softened(gears), dominant(gears)),
        CONDENSED: K,
        PRINTED: printed_matrix(gears),
        DIAGONAL: np.diag(np.diag(K)),
        TESTED: np.diag(1.0 / np.diag(np.linalg.inv(K))),
    }


def robots(gears: GearTrain, arm: Robot) -> dict[str, tuple[Robot, Fidelity]]:
    own = Fidelity(friction=False)
    reduced = replace(own, gears="dominant")
    K = matrices(gears)
    found = {
        FULL: (with_train(arm, gears), own),
        DOMINANT: (with_train(arm, gears), reduced),
        SOFTENED: (with_train(arm, softened(gears)), reduced),
    }
    for name in (CONDENSED, PRINTED, DIAGONAL, TESTED):
        found[name] = (with_matrix(arm, gears, K[name]), own)
    return found


def compared(tell: Tell) -> WristModels:
    gears, line = train(), scenario()
    models, runs, seconds = {}, {}, {}
    every = robots(gears, line.robot)
    for k, (name, (robot, fidelity)) in enumerate(every.items()):
        tell(name, 0.85 * k / len(every))
        plant = Plant(robot, fidelity)
        models[name] = linearise(plant, POSTURE, outputs="motor_acceleration")
        prepared = replace(line, robot=robot, fidelity=fidelity).prepare()
        start = time.perf_counter()
        runs[name] = prepared.simulate({})
        seconds[name] = time.perf_counter() - start
    return WristModels(gears, matrices(gears), models, runs, seconds)
