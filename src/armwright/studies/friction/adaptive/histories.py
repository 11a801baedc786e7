"""Arms that age: histories of ten batches of 60 s each, followed and diagnosed, all side by side in
lanes.

Friction of joint 3 and what acts along with it: its motor's constant, and what the arm carries,
which the motor before it feels too. Each arm differs from the others, and so does the
temperature of its batches. A fault begins in the third to the sixth batch and grows to the last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.identify.adaptive_lanes import LaneExperiment
from armwright.identify.adaptive_model import adaptive_models
from armwright.identify.adaptive_run import PLAIN, belief, inputs
from armwright.identify.diagnosis import (
    CONSTANT,
    DRY,
    HEALTHY,
    PAYLOAD,
    WORN,
    Diagnosis,
    GearConditions,
    diagnosed,
    gear_conditions,
)
from armwright.identify.link_motion import LinkMotion
from armwright.studies.friction.adaptive.cycle import cycles
from armwright.studies.friction.adaptive.source import COLD, JOINT, WARM, serial_arm

BATCHES, SECONDS, RATE = 10, 60.0, 250.0
#: A, white, of the measured currents: assumed.
CURRENT_NOISE = 0.04
CARRIED = "links.output_shaft.mass"
TORQUE_CONSTANT = f"joints.{JOINT}.drive.torque_constant"
#: How large faults become, at least and at most, by their directions: friction in parts of itself,
#: kg, a part of the constant.
SIZES = {WORN: (0.25, 0.5), DRY: (0.25, 0.5), PAYLOAD: (0.5, 2.0), CONSTANT: (0.06, 0.15)}
#: What histories there are, and how many of each: without a fault cold, warm or in between.
KINDS = (("cold", 20), ("normal", 40), ("warm", 20), *((fault, 30) for fault in SIZES))


@dataclass(frozen=True, eq=False)
class HistoryResults:
    """`kinds`: what each history is. `warmth` and `size`: as they truly are, (histories, batches).
    `diagnoses`: by history and batch. `estimates`: (histories, batches, numbers)."""

    conditions: GearConditions
    kinds: tuple[str, ...]
    warmth: Array
    size: Array
    diagnoses: tuple[tuple[Diagnosis, ...], ...]
    estimates: Array
    truths: Array

    def with_fault(self, kind: str) -> list[tuple[Diagnosis, ...]]:
        return [one for one, own in zip(self.diagnoses, self.kinds, strict=True) if own == kind]

    @property
    def false_alarms(self) -> float:
        """The part of histories without a fault in which any batch tells of one."""
        sound = [one for kind in ("cold", "normal", "warm") for one in self.with_fault(kind)]
        return float(np.mean([any(d.fault != HEALTHY for d in one) for one in sound]))

    @property
    def detections(self) -> dict[str, float]:
        """By fault, the part of histories in which the last batch tells of it, and of no other."""
        return {
            kind: float(np.mean([one[-1].fault == kind for one in self.with_fault(kind)]))
            for kind in SIZES
        }

    @property
    def temperatures(self) -> float:
        """The part of histories without a fault whose temperature is told right at the end."""
        right = [
            one[-1].temperature == kind
            for kind in ("cold", "normal", "warm")
            for one in self.with_fault(kind)
        ]
        return float(np.mean(right))

    def told(self) -> dict[str, dict[str, int]]:
        """What the last batches of each kind are told to be."""
        found: dict[str, dict[str, int]] = {}
        for kind, one in zip(self.kinds, self.diagnoses, strict=True):
            last = one[-1]
            word = last.temperature if last.fault == HEALTHY else last.fault
            row = found.setdefault(kind, {})
            row[word] = row.get(word, 0) + 1
        return found


def histories(seed: int = 22, kinds: tuple[tuple[str, int], ...] = KINDS) -> HistoryResults:
    rng = np.random.default_rng(seed)
    cold, warm = serial_arm(COLD), serial_arm(WARM)
    known = gear_conditions(cold, warm, JOINT, carried=CARRIED, constant=TORQUE_CONSTANT)
    names = tuple(kind for kind, count in kinds for _ in range(count))
    warmth, size = _ageing(names, rng)
    arms = len(names)
    own = 1.0 + known.spread / np.maximum(np.abs(known.healthy), 1e-300) * rng.normal(
        size=(arms, len(known.numbers))
    )
    experiment, order = _experiment(known)
    first = np.tile(known.healthy, (arms, 1))
    truths, estimates = (np.zeros((arms, BATCHES, len(known.numbers))) for _ in range(2))
    diagnoses: list[list[Diagnosis]] = [[] for _ in names]
    opened = (10.0 * known.spread) ** 2
    for batch in range(BATCHES):
        true = known.healthy * own + warmth[:, batch, None] * known.warmer
        for k, kind in enumerate(names):
            if kind in known.faults:
                true[k] += size[k, batch] * known.faults[kind]
        seeds = np.arange(1 + batch * arms, 1 + (batch + 1) * arms, dtype=np.float64)
        found, covariances = experiment.run(true[:, order], first[:, order], opened[order], seeds)
        back = np.argsort(order)
        first = found[:, back]
        for k in range(arms):
            diagnoses[k].append(diagnosed(first[k], covariances[k][np.ix_(back, back)], known))
        truths[:, batch], estimates[:, batch] = true, first
    told = tuple(tuple(one) for one in diagnoses)
    return HistoryResults(known, names, warmth, size, told, estimates, truths)


def _ageing(names: tuple[str, ...], rng: np.random.Generator) -> tuple[Array, Array]:
    """How warm the batches are, and how large the faults, (histories, batches)."""
    ranges: Mapping[str, tuple[float, float]] = {
        "cold": (-1.0, -0.6),
        "normal": (-0.2, 0.2),
        "warm": (0.6, 1.0),
    }
    warmth, size = (np.zeros((len(names), BATCHES)) for _ in range(2))
    for k, name in enumerate(names):
        warmth[k] = rng.uniform(*ranges.get(name, (-0.8, 0.8)), BATCHES)
        if name in SIZES:
            begin = rng.integers(2, 6)
            grown = np.clip((np.arange(BATCHES) - begin + 1) / (BATCHES - begin), 0.0, 1.0)
            size[k] = rng.uniform(*SIZES[name]) * grown
    return warmth, size


def _experiment(known: GearConditions) -> tuple[LaneExperiment, Array]:
    robot = serial_arm({name: 0.5 * (COLD[name] + WARM[name]) for name in COLD})
    places = [robot.joint_names.index(name) for name in ("LA", JOINT)]
    (model,) = adaptive_models(robot, "motor_current", known.numbers, 1.0 / RATE, channels=places)
    order = np.array([known.numbers.index(name) for name in model.numbers])
    motion = cycles(robot, SECONDS, RATE)
    given = inputs(model, LinkMotion(motion.q, motion.v, motion.a), motion.v, motion.a)
    noise = np.full(2, CURRENT_NOISE)
    values = belief(robot, model, noise, 10.0 * known.spread[order], PLAIN, 1.0 / RATE)
    slow = {"fading": np.zeros(1), "disturbance": np.zeros(2)}
    return LaneExperiment(model, given, model.parameters({**values, **slow}), noise), order
