"""A scenario driven by a log: what was measured and what is simulated, side by side."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.blocks.controllers import TorqueSamples
from armwright.blocks.references.from_samples import Samples, spline
from armwright.errors import InputError
from armwright.plant import Plant
from armwright.signals import Log, Run
from armwright.signals.records import array_of, channels_of
from armwright.simulation.observation import USUAL, known
from armwright.system import Recording, Setup, System

#: What a scenario is driven by.
DrivenBy = Literal["references", "torques"]
#: In front of what was measured, beside what is simulated.
MEASURED = "measured_"
_POSITIONS = ("reference_joint_position", "reference_motor_position")
_MOTIONS = ("joint_position", "motor_position")
#: Slower than this, of its largest speed, a joint is at rest.
_STILL = 1e-3
_TORQUES = ("motor_torque", "commanded_motor_torque", "motor_current")


@dataclass(frozen=True)
class Agreement:
    """Simulated minus measured, of one channel in its unit: `rms` and the `largest`. `share`: rms
    over the standard deviation of what was measured; infinite for something that never changed."""

    rms: float
    largest: float
    share: float


@dataclass(frozen=True, eq=False)
class Replay:
    """`run`: what was simulated. `data`: at the times of the log, every signal that both have, and
    what was measured of it with `measured_` in front. `agreement`: by signal and channel.
    `source`: the signal of the log that drove the scenario. `not_simulated`: signals of the log
    that the run does not have."""

    run: Run
    data: xr.Dataset
    agreement: Mapping[str, Mapping[str, Agreement]]
    source: str
    not_simulated: tuple[str, ...]


def replayed(
    scenario: Setup, log: Log, driven_by: DrivenBy, simulate: Callable[[Setup], Run]
) -> Replay:
    """See `Scenario.replay`."""
    if driven_by not in ("references", "torques"):
        raise InputError(
            "unknown way to drive a scenario",
            where="replay",
            got=repr(driven_by),
            expected="'references' or 'torques'",
        )
    source, changed = (_by_references if driven_by == "references" else _by_torques)(scenario, log)
    run = simulate(_recording_alike(changed, log))
    data, agreement = _compared(run, log)
    if not agreement:
        raise InputError(
            "the log has no signal that the scenario simulates",
            where="replay",
            got=", ".join(map(str, log.data.data_vars)),
            expected="one of " + ", ".join(map(str, run.data.data_vars)),
        )
    missing = tuple(str(name) for name in log.data.data_vars if name not in agreement)
    return Replay(run, data, agreement, source, missing)


def _recording_alike(setup: Setup, log: Log) -> Setup:
    """All that the log has, beside what a run usually records; at the rate of the reference."""
    there = known(System(setup))
    wanted = [*USUAL, *(str(name) for name in log.data.data_vars)]
    signals = tuple(dict.fromkeys(name for name in wanted if name in there))
    return dataclasses.replace(setup, recording=Recording(signals, setup.recording.rate))


def _by_references(scenario: Setup, log: Log) -> tuple[str, Setup]:
    source = _first(log, (*_POSITIONS, *_MOTIONS), "references")
    plant = Plant(scenario.robot)
    q = _of_joints(plant, log, source)
    rate, rows = _grid(scenario, log)
    motion = spline("replay", log.time - log.time[0], q, np.arange(rows) / rate)
    reference = Samples(name="reference", positions=motion[0], rate=rate)
    return source, _driven(scenario, log, rate, motion[:2], reference=reference)


def _by_torques(scenario: Setup, log: Log) -> tuple[str, Setup]:
    source = _first(log, _TORQUES, "torques")
    plant = Plant(scenario.robot)
    torque = log[source]
    if source == "motor_current":
        torque = torque * _torque_constants(plant)
    _check_finite(torque, source)
    rate, rows = _grid(scenario, log)
    own = log.time - log.time[0]
    # A torque is held for a sample: its value is that of the middle.
    middle = (np.arange(rows - 1) + 0.5) / rate
    torques = np.stack([np.interp(middle, own, column) for column in torque.T], axis=1)
    q = _of_joints(plant, log, _first(log, _MOTIONS, "torques"))
    motion = spline("replay", own, q, own)[:2]
    controller = (TorqueSamples(name="controller", torques=torques, rate=rate),)
    return source, _driven(
        scenario, log, rate, motion, reference=None, controller=controller, motor=None
    )


def _driven(
    scenario: Setup,
    log: Log,
    rate: float,
    motion: Array,
    **blocks: Block | tuple[Block, ...] | None,
) -> Setup:
    """`motion`: positions and velocities of the joints, (2, samples, joints). A run whose log
    begins at rest does so, too."""
    (position, velocity), speeds = motion[:, 0], np.abs(motion[1]).max(axis=0)
    moves = bool((np.abs(velocity) > _STILL * speeds).any())
    start = dataclasses.replace(
        scenario.start,
        joint_position=tuple(position),
        joint_velocity=tuple(velocity) if moves else None,
        at_rest=not moves,
    )
    return dataclasses.replace(
        scenario.with_blocks(**blocks),
        duration=_ticks(scenario, log) * scenario.tick,
        start=start,
        recording=Recording(None, rate),
    )


def _ticks(scenario: Setup, log: Log) -> int:
    return max(1, int((log.time[-1] - log.time[0]) / scenario.tick + 1e-6))


def _grid(scenario: Setup, log: Log) -> tuple[float, int]:
    """A rate near to that of the log which divides the fast clock's, and the samples of the run."""
    if log.time.size < 2:
        raise InputError("too few samples", where="replay", got=log.time.size, expected="2 or more")
    every = max(1, round(float(np.median(np.diff(log.time))) / scenario.tick))
    return 1.0 / (every * scenario.tick), _ticks(scenario, log) // every + 2


def _first(log: Log, names: tuple[str, ...], driven_by: str) -> str:
    found = [name for name in names if name in log]
    if not found:
        raise InputError(
            f"the log has no signal for a replay by {driven_by}",
            where="replay",
            got=", ".join(map(str, log.data.data_vars)),
            expected="one of " + ", ".join(names),
        )
    return found[0]


def _of_joints(plant: Plant, log: Log, name: str) -> Array:
    """A position in the log as one of the joints, (samples, joints)."""
    values = log[name]
    if "motor" in name:
        values = values @ plant.gears.inverse.T
    if values.shape[1] != plant.arrangement.joints:
        raise InputError(
            "not the same joints",
            where=f"replay, signal '{name}'",
            got=f"{values.shape[1]} channels",
            expected=f"{plant.arrangement.joints}, for {', '.join(plant.robot.joint_names)}",
        )
    _check_finite(values, name)
    return np.asarray(values, dtype=np.float64)


def _torque_constants(plant: Plant) -> Array:
    constants = [motor.drive.torque_constant for motor in plant.arrangement.motors]
    if None in constants:
        raise InputError(
            "currents cannot be taken for torques",
            where=f"replay, robot '{plant.robot.name}'",
            expected="a torque_constant of every drive",
        )
    return np.array(constants, dtype=np.float64)


def _check_finite(values: Array, name: str) -> None:
    missing = int((~np.isfinite(values)).any(axis=1).sum())
    if missing:
        raise InputError(
            "samples are missing",
            where=f"replay, signal '{name}'",
            got=f"{missing} of {len(values)}",
            hint="Cut the log, or resample it, so that none is missing.",
        )


def _compared(run: Run, log: Log) -> tuple[xr.Dataset, dict[str, dict[str, Agreement]]]:
    own = log.time - log.time[0]
    t = run.data["time"].values
    inside = own <= t[-1] + 1e-9
    data = log.data.isel(time=np.flatnonzero(inside)).drop_vars(list(log.data.data_vars))
    agreement: dict[str, dict[str, Agreement]] = {}
    for name in map(str, log.data.data_vars):
        if name not in run.data or "time" not in run.data[name].dims:
            continue
        simulated = array_of(run.data, name)[0]
        measured = log[name][inside]
        if simulated.shape[1] != measured.shape[1]:
            continue
        model = np.stack([np.interp(own[inside], t, column) for column in simulated.T], axis=1)
        dims, shape = log.data[name].dims, measured.shape[: log.data[name].ndim]
        data[name] = (dims, model.reshape(shape), run.data[name].attrs)
        data[MEASURED + name] = (dims, measured.reshape(shape), log.data[name].attrs)
        agreement[name] = {
            channel: _agreement(measured[:, k], model[:, k])
            for k, channel in enumerate(channels_of(log.data, name))
        }
    return data, agreement


def _agreement(measured: Array, simulated: Array) -> Agreement:
    known = np.isfinite(measured)
    if not known.any():
        return Agreement(float("nan"), float("nan"), float("nan"))
    off = simulated[known] - measured[known]
    rms, size = float(np.sqrt(np.mean(off**2))), float(np.std(measured[known]))
    return Agreement(rms, float(np.abs(off).max()), rms / size if size > 0 else float("inf"))
