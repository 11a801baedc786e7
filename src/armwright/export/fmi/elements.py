"""What the elements of vectors are: which joint, motor or axis, and in which unit."""

from __future__ import annotations

import dataclasses

from armwright.export.fmi.units import of_prismatic
from armwright.export.model import Vector
from armwright.robot import Robot
from armwright.system import Setup
from armwright.system.drive_train import drive_train
from armwright.system.system import setting

_DERIVED = {"rad": "rad/s", "rad/s": "rad/s²", "J": "W"}


class Elements:
    """Labels of elements by the dimension of their vector."""

    def __init__(self, setup: Setup) -> None:
        robot, train = setup.robot, drive_train(setup, setting(setup, None))
        joints = list(robot.joint_names)
        elastic = [one.name for one in setup.elastic]
        behind = [joints[k] for k in train.flexible]
        self._slides = _prismatic(robot)
        self._labels = {
            "joint": joints,
            "motor": joints,
            "axis": ["x", "y", "z"],
            "elastic": elastic,
            "coordinate": [
                *(f"joint {name}" for name in joints),
                *(f"elastic axis {name}" for name in elastic),
                *(f"motor of {name}" for name in behind),
            ],
        }

    def meanings(self, vector: Vector) -> tuple[str, ...]:
        labels = self._labels.get(_dimension(vector), [])
        if len(labels) != vector.size or vector.size == 1:
            numbers = [f", element {k + 1}" if vector.size > 1 else "" for k in range(vector.size)]
            return tuple(f"{vector.meaning}{number}" for number in numbers)
        return tuple(f"{vector.meaning}: {label}" for label in labels)

    def units(self, vector: Vector) -> tuple[str, ...]:
        """Of prismatic joints m and N; of their motors it depends on the gear, and is left open."""
        kind, plain = _dimension(vector), (vector.unit,) * vector.size
        if kind not in ("joint", "motor", "coordinate") or not any(self._slides):
            return plain
        slides = [*self._slides, *(False for _ in range(vector.size - len(self._slides)))]
        other = "" if kind == "motor" else of_prismatic(vector.unit)
        return tuple(other if slide else vector.unit for slide in slides[: vector.size])

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


def _prismatic(robot: Robot) -> list[bool]:
    return [joint.kind == "prismatic" for joint in robot.moving_joints]
