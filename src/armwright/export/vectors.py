"""What the vectors of a system mean: for whoever reads an exported model."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import Output
from armwright.export.events import MODE
from armwright.export.model import INDICATORS, ModelVector
from armwright.plant import Coordinate, Plant
from armwright.plant.coordinates import ROTOR
from armwright.signals.names import known_signal
from armwright.simulation.sampled import flag_counters
from armwright.system.layout import LAYOUT
from armwright.system.names import INERTIA
from armwright.system.system import System

#: Role of a coordinate → how its label begins.
_ROLES = {"elastic": "elastic axis ", "rotor": "motor of ", "shaft": "shaft "}


def labels_of(plant: Plant) -> dict[str, tuple[str, ...]]:
    """Dimension → what its elements are called."""
    return {
        "joint": plant.robot.joint_names,
        "motor": plant.motor_names,
        "axis": ("x", "y", "z"),
        "elastic": plant.elastic_names,
        "coordinate": tuple(_label(one) for one in plant.coordinates),
        "friction": tuple(f"{f.label} ({f.channel.side} side)" for f in plant.frictions),
    }


def _label(one: Coordinate) -> str:
    return _ROLES.get(one.role, "joint ") + one.name.removeprefix(ROTOR)


class Meanings:
    """Unit and meaning of every vector by its name."""

    def __init__(self, system: System) -> None:
        self._circuit = system.circuit
        self._labels = labels_of(system.plant)
        self._known: dict[str, tuple[str, str]] = {
            slot.name: (slot.unit, slot.meaning) for slot in LAYOUT
        }
        self._known[MODE] = ("", "of dry friction: it slides forward (1), backward (-1) or sticks")
        self._known[INDICATORS] = ("", "positive as long as the equations hold")
        self._known[INERTIA] = ("", "mass matrix and bias, as they are held for some steps")
        for instance in system.circuit.instances:
            for name, declared in instance.block.declared.items():
                meaning = f"{declared.meaning or name}, of '{instance.name}'"
                self._known[instance.place(name)] = (declared.unit, meaning)
            for port, signal in system.circuit.outputs(instance).items():
                own = instance.block.of(Output)[port]
                self._known[signal] = (own.unit, f"{own.meaning or port}, of '{instance.name}'")
            for flag, (count, first) in flag_counters(instance).items():
                place = instance.place(flag)
                self._known[count] = ("", f"samples in which '{place}' was up")
                self._known[first] = (
                    "",
                    f"tick at which it first was, plus 1; 0: never ('{place}')",
                )

    def vector(self, name: str, size: int, start: Mapping[str, Array]) -> ModelVector:
        unit, meaning, dimension = self._about(name)
        first = np.zeros(size) + start.get(name, 0.0)
        labels = self._labels.get(dimension, ())
        return ModelVector(
            name,
            size,
            unit,
            meaning,
            tuple(float(value) for value in first),
            dimension,
            labels if len(labels) == size else (),
        )

    def _about(self, name: str) -> tuple[str, str, str]:
        standard = known_signal(name)
        if standard is not None:
            return standard.unit, standard.meaning, standard.dimension
        found = self._circuit.unit_and_size(name)
        dimension = found[1] if found and isinstance(found[1], str) else ""
        if name in self._known:
            return *self._known[name], dimension
        return (found[0], "a signal", dimension) if found else ("", "work of the integrator", "")
