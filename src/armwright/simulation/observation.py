"""What a run records, computed at the instants of recording only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import casadi as cs

from armwright.compiler import Program
from armwright.errors import InputError
from armwright.plant.meters import METERS, meters_of
from armwright.simulation.instants import at_tick, program
from armwright.system.layout import frame_inputs
from armwright.system.system import System

#: Recorded unless a scenario says otherwise, where they exist.
USUAL = (
    "reference_joint_position",
    "reference_joint_velocity",
    "joint_position",
    "joint_velocity",
    "joint_torque",
    "motor_position",
    "motor_velocity",
    "motor_torque",
    "motor_current",
    "commanded_motor_torque",
    "commanded_motor_current",
    "spring_deflection",
    "friction_torque",
    "reference_tool_position",
    "tool_position",
)


def chosen(system: System) -> tuple[str, ...]:
    """The signals to record, each once: those asked for that have any element. `friction_torque`
    has none where friction is switched off."""
    asked = system.setup.recording.signals
    wanted = () if asked is None else tuple(dict.fromkeys(asked))
    if asked is None:
        wanted = tuple(signal for signal in USUAL if system.circuit.exists(signal))
    for signal in wanted:
        if signal not in meters_of(system.plant) and not system.circuit.exists(signal):
            raise InputError(
                f"there is no signal '{signal}' to record",
                where=f"scenario '{system.setup.name}', recording.signals",
                expected="one of " + ", ".join(known(system)),
            )
    return tuple(
        signal for signal in wanted if signal in METERS or system.circuit.value(signal).shape[0]
    )


def known(system: System) -> list[str]:
    """All signals that could be recorded."""
    written = [
        signal for i in system.circuit.instances for signal in system.circuit.outputs(i).values()
    ]
    derived = [signal for signal in USUAL if system.circuit.exists(signal)]
    return sorted({*system.circuit.plant, *written, *derived, *meters_of(system.plant)})


def continuous_flags(system: System) -> dict[str, cs.SX]:
    """The flags of blocks in continuous time that may ever be up: no sample counts them, so that
    they are recorded. A limit that is infinite, or switched off, is never reached."""
    found = {
        instance.place(flag): system.circuit.value(instance.place(flag))
        for instance in system.continuous
        for flag in instance.flags
    }
    return {name: value for name, value in found.items() if not value.is_constant()}


def observation(
    system: System,
    signals: Sequence[str],
    more: Mapping[str, cs.SX] | None = None,
    *,
    staggered: bool = True,
) -> Program | None:
    """Computes the signals that no program writes anyway, and `more`; None if there are none.
    `staggered` as in `at_tick`."""
    circuit = system.circuit
    vectors = dict(frame_inputs(system))
    outputs = {
        signal: circuit.value(signal)
        for signal in signals
        if signal not in circuit.held and signal not in METERS
    }
    for k, meter in enumerate(meters_of(system.plant)):
        if meter in signals:
            outputs[meter] = system.meters[k]
    outputs |= more or {}
    if not outputs:
        return None
    return program("observe", at_tick(system, outputs, staggered=staggered), vectors)
