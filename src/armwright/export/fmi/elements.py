"""What the elements of vectors are: which joint, motor or axis, and in which unit."""

from __future__ import annotations

import dataclasses
from typing import Literal

from armwright.export.fmi.units import of_prismatic
from armwright.export.model import ModelVector
from armwright.export.vectors import labels_of
from armwright.plant import Plant
from armwright.plant.law import Channel
from armwright.robot import Motor
from armwright.system import Setup
from armwright.system.system import plant_of

_DERIVED = {"rad": "rad/s", "rad/s": "rad/s²", "J": "W"}
#: How an element moves: it turns, it slides, or it is the motor of what slides.
_Moves = Literal["turns", "slides", "drives"]


class VectorElements:
    """Labels of elements by the dimension of their vector."""

    def __init__(self, setup: Setup) -> None:
        plant = plant_of(setup)
        self._labels = labels_of(plant)
        self._slides = _sliding(plant)

    def meanings(self, vector: ModelVector) -> tuple[str, ...]:
        labels = self._labels.get(_dimension(vector), ())
        if len(labels) != vector.size or vector.size == 1:
            numbers = [f", element {k + 1}" if vector.size > 1 else "" for k in range(vector.size)]
            return tuple(f"{vector.meaning}{number}" for number in numbers)
        return tuple(f"{vector.meaning}: {label}" for label in labels)

    def units(self, vector: ModelVector) -> tuple[str, ...]:
        """Of what slides m and N; of the motors of joints that slide it depends on the gear, and is
        left open."""
        kind, plain = _dimension(vector), (vector.unit,) * vector.size
        slides = self._slides.get(kind, [])
        if len(slides) != vector.size:
            return plain
        units = {"turns": vector.unit, "slides": of_prismatic(vector.unit), "drives": ""}
        return tuple(units[how] for how in slides)

    def derivative(self, derivative: ModelVector, state: ModelVector) -> ModelVector:
        """With unit and meaning."""
        return dataclasses.replace(
            derivative,
            unit=_DERIVED.get(state.unit, ""),
            meaning=f"time derivative of {state.name}",
            dimension=_dimension(state),
        )


def _dimension(vector: ModelVector) -> str:
    return "coordinate" if vector.name in ("position", "velocity") else vector.dimension


def _sliding(plant: Plant) -> dict[str, list[_Moves]]:
    """Dimension → how each of its elements moves."""

    def of_motor(motor: Motor) -> _Moves:
        slides = all(plant.robot.joint(joint).kind == "prismatic" for joint in motor.along)
        return "drives" if slides else "turns"

    joints = [_moves(joint.kind == "prismatic") for joint in plant.robot.moving_joints]
    motors = [of_motor(motor) for motor in plant.arrangement.motors]
    coordinates = {one.name: _moves(one.unit == "m") for one in plant.coordinates}

    def of_friction(channel: Channel) -> _Moves:
        if channel.side == "motor" and channel.motor is not None:
            return motors[channel.motor]
        return coordinates[channel.name] if channel.joint is None else joints[channel.joint]

    return {
        "joint": joints,
        "motor": motors,
        "elastic": [_moves(not axis.turns) for axis in plant.arrangement.elastic],
        "coordinate": list(coordinates.values()),
        "friction": [of_friction(place.channel) for place in plant.frictions],
    }


def _moves(slides: bool) -> _Moves:
    return "slides" if slides else "turns"
