"""Which signals of a loop are inputs and outputs of its linear model, and where they enter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as cs

from armwright.errors import InputError
from armwright.linear.names import Chosen, chosen, labels, split
from armwright.plant.plant import FORCE, JOINT_TORQUE, MOTOR_TORQUE
from armwright.system.system import System
from armwright.system.taps import Tap, Taps

_SIZES: dict[str, str] = {JOINT_TORQUE: "joint", FORCE: "coordinate", MOTOR_TORQUE: "motor"}


@dataclass(frozen=True, eq=False)
class PutIn:
    """A symbol for elements of a signal. `cut`: it stands for them, and is not added."""

    what: Chosen
    symbol: cs.SX
    cut: bool


def input_of(system: System, wanted: str) -> Chosen:
    """What acts on the arm from outside, or else a signal."""
    name, _ = split(wanted)
    if acts_on_arm(system, name):
        return chosen(system.plant, wanted, name, "N m", _SIZES[name])
    return signal_of(system, wanted)


def acts_on_arm(system: System, name: str) -> bool:
    """`joint_torque` as an input acts at the joints; as an output it is what the drives exert."""
    return name in _SIZES and not (name == MOTOR_TORQUE and system.circuit.exists(name))


def signal_of(system: System, wanted: str) -> Chosen:
    name, _ = split(wanted)
    found = system.circuit.unit_and_size(name)
    if found is None:
        raise InputError(
            f"there is no signal '{name}'",
            where=f"linearise, scenario '{system.setup.name}'",
            expected=", ".join(sorted(_known(system))),
        )
    return chosen(system.plant, wanted, name, *found)


def _known(system: System) -> set[str]:
    circuit = system.circuit
    written = {one for i in circuit.instances for one in circuit.outputs(i).values()}
    return {*circuit.plant, *written, *_SIZES}


def tapped(system: System, inputs: Sequence[Chosen], added: int) -> tuple[Taps, list[PutIn]]:
    """The first `added` of the inputs are added to what is there, the others stand for it."""
    signals: dict[str, Tap] = {}
    forces: dict[str, Tap] = {}
    found = []
    for number, one in enumerate(inputs):
        if one.signal in signals or one.signal in forces:
            raise InputError(
                "a signal is named twice among inputs and cuts", where="linearise", got=one.signal
            )
        symbol = cs.SX.sym(f"input {one.signal}", len(one.places))
        acts = number < added and acts_on_arm(system, one.signal)
        size = _size(system, one.signal, acts)
        whole = cs.SX.zeros(size)
        whole[list(one.places)] = symbol
        cut = number >= added
        kept = tuple(0.0 if cut and k in one.places else 1.0 for k in range(size))
        (forces if acts else signals)[one.signal] = Tap(whole, kept)
        found.append(PutIn(one, symbol, cut))
    return Taps(signals, forces), found


def _size(system: System, signal: str, acts: bool) -> int:
    if acts:
        return len(labels(system.plant, _SIZES[signal]))
    known = system.circuit.unit_and_size(signal)
    assert known is not None  # `signal_of` has found it
    return len(labels(system.plant, known[1]))
