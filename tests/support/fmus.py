"""FMUs, made once each and opened by FMPy, in the same way for both versions of FMI."""

from __future__ import annotations

import itertools
import os
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest

import armwright as aw
from armwright.block.block import Block
from armwright.blocks.disturbances import DISTURBANCES
from armwright.export.to_fmu import fmu
from tests.support.c_code import COMPILER
from tests.support.two_axes import two_axes

fmpy = pytest.importorskip("fmpy")

Array = np.ndarray
_NUMBERS = itertools.count()
_FOLDER = tempfile.TemporaryDirectory(prefix="fmus")
TYPES = {"co-simulation": "CoSimulation", "model-exchange": "ModelExchange"}


@cache
def scenario(name: str, duration: float | None = None) -> aw.Scenario:
    if name == "noisy":
        return two_axes(duration or 0.1)
    found = SCENARIOS[name]() if name in SCENARIOS else aw.load_scenario(name)
    return found.changed({"duration": duration}) if duration else found


def _moving() -> aw.Scenario:
    """A pendulum that begins in motion, with bent bristles and a wave on its motor."""
    bristles = {"law": "lugre", "coulomb": 0.5, "static": 0.7, "stiffness": 500.0, "damping": 1.0}
    changes = {
        "joints.1.friction": {**bristles, "stribeck_velocity": 0.1, "side": "joint"},
        "start.joint_velocity": [1.0],
    }
    wave = _wave(amplitude=2.0, first_frequency=1.0, last_frequency=3.0)
    found = aw.load_scenario("pendulum/swing").changed(changes)
    return found.with_blocks(disturbances=(wave,))


def _sticking() -> aw.Scenario:
    """Two links, pushed to and fro by their motors, that stop and break away."""
    law = {"law": "coulomb", "side": "joint"}
    changes = {
        "joints.1.friction": {**law, "coulomb": 6.0, "static": 8.0},
        "joints.2.friction": {**law, "coulomb": 10.0, "static": 12.0},
    }
    wave = _wave(amplitude=10.0, first_frequency=0.7, last_frequency=1.0)
    found = aw.load_scenario("two-link/free").changed({**changes, **_COARSE})
    return found.with_blocks(disturbances=(wave,))


def _wave(**settings: float) -> Block:
    return DISTURBANCES["torque_chirp"](name="wave", duration=2.0, **settings)


def _settling() -> aw.Scenario:
    """A pendulum that turns back earlier each time, and sticks off the vertical."""
    return aw.load_scenario("pendulum/settling").changed({"start.joint_position": [0.5], **_COARSE})


#: For solvers that choose their steps themselves.
_COARSE = {"tick": 0.01, "recording.rate": 100}
#: Those that no library has.
SCENARIOS: dict[str, Callable[[], aw.Scenario]] = {
    "moving": _moving,
    "sticking": _sticking,
    "settling": _settling,
}


@cache
def exported(
    name: str, version: int, duration: float | None = None, **options: Any
) -> tuple[Path, tuple[str, ...]]:
    """The FMU, compiled in haste, and what it lacks. Sequences in `options` are tuples."""
    path = Path(_FOLDER.name) / f"{next(_NUMBERS)}.fmu"
    with mock.patch.dict(os.environ, {"CC": f"{COMPILER} -O0"}):
        written = fmu(scenario(name, duration), path, version=version, **options)  # type: ignore[arg-type]
    return path, written.lost


@cache
def opened(path: Path) -> tuple[Any, str]:
    """Its description, and the folder where it is unpacked."""
    return fmpy.read_model_description(str(path)), fmpy.extract(str(path))


def whole(name: str) -> str:
    """The name of the vector that an element belongs to."""
    return re.sub(r"\[\d+\](?=\)?$)", "", name)


def vectors(result: Array) -> dict[str, Array]:
    """What FMPy has recorded, (instants, size), by the names of signals."""
    found: dict[str, Array] = {}
    for name in result.dtype.names:
        rows = result[name].reshape(len(result), -1)
        base = whole(name)
        found[base] = np.hstack([found[base], rows]) if base in found else rows
    return found


def simulated(path: Path, **options: Any) -> dict[str, Array]:
    return vectors(fmpy.simulate_fmu(str(path), **options))


def ours(run: aw.Run) -> dict[str, Array]:
    """What our own run has recorded, in the same form."""
    count = len(run.data["time"])
    signals = {name: v for name, v in run.data.data_vars.items() if "time" in v.dims}
    return {str(name): v.values.reshape(count, -1) for name, v in signals.items()}


def differences(
    found: Mapping[str, Array], expected: Mapping[str, Array], names: Sequence[str] | None = None
) -> dict[str, float]:
    """The largest of each signal, as a part of its largest value; signals of nothing but zeros as
    they are."""
    result = {}
    for name in names or [one for one in expected if one in found]:
        size = np.abs(expected[name]).max() or 1.0
        result[name] = float(np.abs(found[name] - expected[name]).max() / size)
    return result


class Instance:
    """One instance of an FMU, from its instantiation on. `log`: what it has complained about."""

    def __init__(self, path: Path, kind: str = "co-simulation") -> None:
        self.description, folder = opened(path)
        self.version = int(self.description.fmiVersion[0])
        self.log: list[str] = []
        self.fmu = fmpy.instantiate_fmu(folder, self.description, TYPES[kind], logger=self._logger)
        self._references: dict[str, list[int]] = {}
        for variable in self.description.modelVariables:
            name = whole(variable.name)
            self._references.setdefault(name, []).append(variable.valueReference)
        self._sizes = {
            v.name: int(np.prod(v.shape or (1,))) for v in self.description.modelVariables
        }

    def initialise(self, start_time: float = 0.0, **values: Any) -> Instance:
        """Parameters by their names, with __ for the dot."""
        if self.version == 2:
            self.fmu.setupExperiment(startTime=start_time)
            self.fmu.enterInitializationMode()
        else:
            self.fmu.enterInitializationMode(startTime=start_time)
        for name, value in values.items():
            self.set(name.replace("__", "."), value)
        self.fmu.exitInitializationMode()
        return self

    def get(self, name: str) -> Array:
        references = self._references[name]
        if self.version == 2:
            return np.array(self.fmu.getReal(references))
        return np.array(self.fmu.getFloat64(references, nValues=self._sizes[name]))

    def set(self, name: str, value: Any) -> None:
        references = self._references[name]
        values = np.atleast_1d(value).tolist()
        if name == "seed":
            (self.fmu.setInteger if self.version == 2 else self.fmu.setInt32)(references, values)
        else:
            (self.fmu.setReal if self.version == 2 else self.fmu.setFloat64)(references, values)

    def step(self, time: float, size: float) -> None:
        self.fmu.doStep(currentCommunicationPoint=time, communicationStepSize=size)

    def steps(self, count: int, size: float, first: int = 0) -> None:
        for k in range(first, first + count):
            self.step(k * size, size)

    def save(self) -> Any:
        return self.fmu.getFMUstate() if self.version == 2 else self.fmu.getFMUState()

    def restore(self, saved: Any) -> None:
        (self.fmu.setFMUstate if self.version == 2 else self.fmu.setFMUState)(saved)

    def bytes_of(self, saved: Any) -> bytes:
        fmu = self.fmu
        return bytes(
            fmu.serializeFMUstate(saved) if self.version == 2 else fmu.serializeFMUState(saved)
        )

    def from_bytes(self, content: bytes) -> Any:
        fmu = self.fmu
        if self.version == 2:
            return fmu.deSerializeFMUstate(content)
        return fmu.deserializeFMUState(content)

    def close(self) -> None:
        self.fmu.terminate()
        self.fmu.freeInstance()

    def _logger(self, *arguments: Any) -> None:
        self.log.append(arguments[-1].decode())
