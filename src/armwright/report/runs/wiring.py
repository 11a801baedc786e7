"""The closed loop of a scenario as a graph: its blocks and the arm, and the signals between."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from armwright.block.block import Assembly, Block
from armwright.block.declarations import Input, Output
from armwright.scenario import Scenario
from armwright.system import System

#: Where a block is drawn: from left to right to the arm, beside it, or on the way back.
WiredPlace = Literal["reference", "controller", "motor", "arm", "beside", "sensor"]
ARM = ""


@dataclass(frozen=True)
class WiredBlock:
    """`name`: ARM for the arm itself."""

    name: str
    title: str
    subtitle: str
    place: WiredPlace


@dataclass(frozen=True)
class Wire:
    """Signals that one block gets of another."""

    source: str
    target: str
    signals: tuple[str, ...]


@dataclass(frozen=True)
class Wiring:
    blocks: tuple[WiredBlock, ...]
    wires: tuple[Wire, ...]


def wiring_of(scenario: Scenario) -> Wiring:
    """As the circuit has it: signals that are derived lead to whoever writes what they are derived
    from."""
    system = System(scenario)
    circuit, found = system.circuit, dict[tuple[str, str], list[str]]()

    def connect(signal: str, target: str) -> None:
        for source in circuit.writers(signal):
            if source != target:
                found.setdefault((source, target), []).append(signal)

    for instance in circuit.instances:
        for port in instance.block.of(Input):
            connect(instance.block.signal(port), instance.name)
        for port, declared in instance.block.of(Output).items():
            if declared.acts not in (None, "energy"):
                connect(circuit.outputs(instance)[port], ARM)
    if circuit.exists("motor_torque") and ARM not in circuit.writers("motor_torque"):
        connect("motor_torque", ARM)
    places = _places(scenario)
    blocks = [
        WiredBlock(
            one.name,
            one.name,
            _subtitle(one.block.kind or type(one.block).__name__, one.block.rate, one.name),
            places.get(one.name, "controller"),
        )
        for one in circuit.instances
    ]
    arm = WiredBlock(ARM, scenario.robot.name, "the arm with its drives", "arm")
    wires = tuple(Wire(*ends, tuple(dict.fromkeys(names))) for ends, names in found.items())
    return Wiring((*blocks, arm), wires)


def _subtitle(kind: str, rate: float | None, name: str) -> str:
    when = (
        "continuous"
        if rate is None
        else f"{rate:.4g} Hz"
        if rate < 1e3
        else f"{rate / 1e3:.4g} kHz"
    )
    return when if kind == name else f"{kind}, {when}"


def _places(scenario: Scenario) -> dict[str, WiredPlace]:
    """By the names of blocks; assemblies are taken apart."""
    blocks = scenario.blocks
    slots: dict[WiredPlace, tuple[Block | None, ...]] = {
        "reference": (blocks.reference,),
        "motor": (blocks.motor,),
        "sensor": blocks.sensors,
        "beside": (*blocks.disturbances, *blocks.compensators, *blocks.others),
    }
    return {
        part.name: place
        for place, given in slots.items()
        for one in given
        if one is not None
        for part in (one.parts() if isinstance(one, Assembly) else (one,))
    }


def in_words(signals: tuple[str, ...]) -> str:
    """`joint position, velocity`, `acceleration, rotation of tool`: which of several they are, as
    measured or as wanted, the block that writes them says."""
    before, after, alone = dict[str, list[str]](), dict[str, list[str]](), list[str]()
    for signal in signals:
        for prefix in ("reference_", "measured_", "commanded_"):
            signal = signal.removeprefix(prefix)
        words = signal.replace("_", " ")
        head, _, tail = words.partition(" ")
        what, _, frame = words.rpartition(" of ")
        if what:
            after.setdefault(frame, []).append(what)
        elif head in ("joint", "motor", "tool") and tail:
            before.setdefault(head, []).append(tail)
        else:
            alone.append(words)
    found = [f"{head} {_listed(tails)}" for head, tails in before.items()]
    found += [f"{_listed(what)} of {frame}" for frame, what in after.items()]
    return "; ".join([*found, *alone])


def _listed(words: list[str]) -> str:
    return ", ".join(dict.fromkeys(words))
