"""What the elements of vectors are: which joint, motor or axis, and in which unit."""

from __future__ import annotations

import dataclasses

from armwright.export.fmi.units import of_prismatic
from armwright.export.model import Vector
from armwright.plant import Coordinate, Plant
from armwright.plant.coordinates import ROTOR
from armwright.robot import Motor
from armwright.system import Setup
from armwright.system.system import plant_of

_DERIVED = {"rad": "rad/s", "rad/s": "rad/s²", "J": "W"}
#: Role of a coordinate → how its label begins.
_LABELS = {"elastic": "elastic axis ", "rotor": "motor of "}


class Elements:
    """Labels of elements by the dimension of their vector."""

    def __init__(self, setup: Setup) -> None:
        plant = plant_of(setup)
        self._labels = {
            "joint": list(plant.robot.joint_names),
            "motor": list(plant.motor_names),
            "axis": ["x", "y", "z"],
            "elastic": list(plant.elastic_names),
            "coordinate": [_label(one) for one in plant.coordinates],
        }
        self._slides = _sliding(plant)

    def meanings(self, vector: Vector) -> tuple[str, ...]:
        labels = self._labels.get(_dimension(vector), [])
        if len(labels) != vector.size or vector.size == 1:
            numbers = [f", element {k + 1}" if vector.size > 1 else "" for k in range(vector.size)]
            return tuple(f"{vector.meaning}{number}" for number in numbers)
        return tuple(f"{vector.meaning}: {label}" for label in labels)

    def units(self, vector: Vector) -> tuple[str, ...]:
        """Of what slides m and N; of the motors of joints that slide it depends on the gear, and is
        left open."""
        kind, plain = _dimension(vector), (vector.unit,) * vector.size
        slides = self._slides.get(kind, [])
        if len(slides) != vector.size:
            return plain
        other = "" if kind == "motor" else of_prismatic(vector.unit)
        return tuple(other if slide else vector.unit for slide in slides)

    def derivative(self, derivative: Vector, state: Vector) -> Vector:
        """With unit and meaning."""
        return dataclasses.replace(
            derivative,
            unit=_DERIVED.get(state.unit, ""),
            meaning=f"time derivative of {state.name}",
            dimension=_dimension(state),
        )


def _dimension(vector: Vector) -> str:
    return "coordinate" if vector.name in ("position", "velocity") else vector.dimension


def _label(one: Coordinate) -> str:
    return _LABELS.get(one.role, "joint ") + one.name.removeprefix(ROTOR)


def _sliding(plant: Plant) -> dict[str, list[bool]]:
    """Dimension → for each of its elements whether it slides, or is the motor of what slides."""

    def motor_slides(motor: Motor) -> bool:
        return all(plant.robot.joint(joint).kind == "prismatic" for joint in motor.along)

    return {
        "joint": [joint.kind == "prismatic" for joint in plant.robot.moving_joints],
        "motor": [motor_slides(motor) for motor in plant.arrangement.motors],
        "elastic": [not axis.turns for axis in plant.arrangement.elastic],
        "coordinate": [one.unit == "m" for one in plant.coordinates],
    }
