"""Every library scenario at every fidelity with every integrator, run for a while, inertia computed
at every step.

`python -m tests.support.recordings FILE` writes what comes out of them, with the length of their
programs, and `… --add FILE` what it does not have yet; `… --compare` compares all with what was
written when the equations were last known to be right, `tests/crosscheck/test_recordings.py` a part
of them. `… --programs FILE` writes the digests of the programs alone, which takes a minute: what
has the same digests has the same bits.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import armwright as aw
from armwright.compiler import Program
from armwright.errors import ArmwrightError
from armwright.plant.meters import METERS
from armwright.scenario.file import scenario_names
from armwright.simulation.loop import Loop, make_loop
from armwright.simulation.observation import continuous_flags
from armwright.simulation.recall import recalled
from armwright.system import System

RECORDED = Path(__file__).parent.parent / "data" / "recordings.npz"

#: Each effect switched the other way, one at a time.
FIDELITIES: dict[str, dict[str, Any]] = {
    "as described": {},
    "no gravity": {"gravity": False},
    "no friction": {"friction": False},
    "no drives": {"drives": False},
    "rigid": {"joints": "rigid"},
    "linear springs": {"springs": "linear"},
    "no ripple": {"ripple": False},
    "no noise": {"noise": False},
    "no saturation": {"saturation": False},
}
INTEGRATORS = ("midpoint", "implicit", "rk4")
PERTURBATION = "perturbation"
#: Recorded where they exist.
SIGNALS = (
    "joint_position",
    "joint_velocity",
    "joint_acceleration",
    "joint_torque",
    "transmitted_torque",
    "motor_position",
    "motor_velocity",
    "motor_torque",
    "motor_current",
    "spring_deflection",
    "tool_position",
    "tool_velocity",
    "tool_acceleration",
    "kinetic_energy",
    "potential_energy",
    "motor_work",
    "friction_loss",
    "damping_loss",
)
TICKS = 1600
#: As a part of the largest value of a signal: sums may be taken in another order.
CLOSE = 1e-8
#: The least that counts as a signal's largest value: at rest torques cancel, and their rounding is
#: left of an acceleration, of a creep of nanometres in a second, and of its work.
LEAST = {"acceleration": 1e-3, "velocity": 1e-4, "work": 1e-4}
#: Recorded at the beginning, in the middle and at the end.
PARTS = 2

Array = NDArray[np.float64]
Case = tuple[str, str, str]


def cases() -> Iterator[Case]:
    """Scenario, fidelity, and integrator, or the perturbation method with the scenario's own."""
    for name in scenario_names():
        for fidelity in FIDELITIES:
            for integrator in INTEGRATORS:
                yield name, fidelity, integrator
        yield name, "as described", PERTURBATION


def part() -> Iterator[Case]:
    """Every integrator as described, and each switch with one of them, another one from scenario to
    scenario: each pair of switch and integrator is there in a third of the scenarios."""
    names, switches = scenario_names(), list(FIDELITIES)
    for case in cases():
        name, fidelity, integrator = case
        turn = (names.index(name) + switches.index(fidelity)) % len(INTEGRATORS)
        if fidelity == "as described" or integrator == INTEGRATORS[turn]:
            yield case


def scenario_of(case: Case) -> aw.Scenario:
    name, fidelity, integrator = case
    scenario = aw.load_scenario(name)
    ticks = min(scenario.ticks, TICKS) // 4 * 4
    method = scenario.integration.method if integrator == PERTURBATION else integrator
    scenario = dataclasses.replace(
        scenario,
        duration=ticks * scenario.tick,
        fidelity=dataclasses.replace(scenario.fidelity, **FIDELITIES[fidelity]),
        integration=dataclasses.replace(scenario.integration, method=method, inertia_steps=1),
    )
    circuit = System(scenario).circuit
    signals = tuple(one for one in SIGNALS if one in METERS or circuit.exists(one))
    rate = PARTS / (scenario.tick * ticks)
    recording = dataclasses.replace(scenario.recording, signals=signals, rate=rate)
    return dataclasses.replace(scenario, recording=recording)


def recorded(case: Case) -> tuple[dict[str, Array], dict[str, int]]:
    """Signals at a few instants, (instants, size), and the instructions of each program of a tick;
    nothing if the run is refused."""
    try:
        scenario = scenario_of(case)
        if case[2] == PERTURBATION:
            data, lengths = scenario.simulate(method="perturbation").data, {}
        else:
            data = scenario.simulate().data
            loop = recalled(scenario).loop
            lengths = {one.name: len(one.code) for one in of_a_tick(loop)}
    except ArmwrightError:
        return {}, {}
    signals = {
        signal: data[signal].values.reshape(data.sizes["time"], -1)
        for signal in SIGNALS
        if signal in data
    }
    return signals, lengths


def limits(case: Case) -> int:
    """How many limits of blocks in continuous time may be reached, one for each element."""
    try:
        flags = continuous_flags(System(scenario_of(case)))
    except ArmwrightError:
        return 0
    return sum(flag.shape[0] for flag in flags.values())


def of_a_tick(loop: Loop) -> list[Program]:
    """Without what is computed once for a whole run."""
    return [one for one in loop.march.programs if one not in loop.march.first]


def digests(case: Case) -> dict[str, tuple[int, str]]:
    """Of the whole tick: program → instructions, digest."""
    try:
        loop = make_loop(System(scenario_of(case), open_step=True))
    except ArmwrightError:
        return {}
    found = {one.name: one for one in of_a_tick(loop)}
    return {name: (len(one.code), one.digest()) for name, one in found.items()}


def write(path: str, found: Mapping[str, Mapping[str, Array]], lengths: Mapping[str, Any]) -> None:
    """Equal arrays are kept once: most switches change nothing in most scenarios."""
    parts: list[Array] = []
    places: dict[str, tuple[int, list[int]]] = {}
    index: dict[str, dict[str, tuple[int, list[int]]]] = {}
    end = 0
    for key, signals in found.items():
        index[key] = {}
        for signal, values in signals.items():
            digest = hashlib.sha256(repr(values.shape).encode() + values.tobytes()).hexdigest()
            if digest not in places:
                places[digest] = (end, list(values.shape))
                parts.append(values.ravel())
                end += values.size
            index[key][signal] = places[digest]
    text = json.dumps({"signals": index, "programs": lengths})
    np.savez_compressed(path, values=np.concatenate(parts), index=np.array(text))


@cache
def read(path: Path = RECORDED) -> tuple[dict[str, dict[str, Array]], dict[str, dict[str, int]]]:
    """By case: the signals, and the lengths of the programs."""
    with np.load(path) as file:
        values, index = file["values"], json.loads(str(file["index"]))
    signals = {
        key: {
            signal: values[first : first + int(np.prod(shape))].reshape(shape)
            for signal, (first, shape) in one.items()
        }
        for key, one in index["signals"].items()
    }
    return signals, index["programs"]


def key_of(case: Case) -> str:
    return " | ".join(case)


def differences(case: Case) -> list[str]:
    """What is not as it was recorded: signals, or programs that are longer.

    One instruction more is allowed in a tick, for a difference may come out as a sum and a sign,
    two percent for the length of steps, which was a constant when they were recorded, and two for
    every limit of a block in continuous time, which is counted since. The benchmark's tick has to
    do without.
    """
    before, lengths = read()
    signals, programs = recorded(case)
    known = before[key_of(case)]
    if signals.keys() != known.keys():
        return [f"{case}: {sorted(signals.keys() ^ known.keys())}"]
    wrong = []
    for signal, values in known.items():
        size = max(LEAST.get(signal.rpartition("_")[2], 1e-9), np.abs(values).max())
        if not np.allclose(signals[signal], values, rtol=0, atol=CLOSE * size):
            off = np.abs(signals[signal] - values).max() / size
            wrong.append(f"{case}: {signal} is off by {off:.2g} of its size")
    if case[2] != PERTURBATION:
        allowed = 1.0 if case[0] == "six-axis-line" else 1.02
        most = allowed * sum(lengths[key_of(case)].values()) + 1 + 2 * limits(case)
        if sum(programs.values()) > most:
            wrong.append(f"{case}: {sum(programs.values())} instructions, at most {most:.0f}")
    return wrong


def main(arguments: list[str]) -> None:
    every = list(cases())
    with ProcessPoolExecutor() as pool:
        if arguments[0] == "--compare":
            wrong = [line for lines in pool.map(differences, every, chunksize=9) for line in lines]
            print("\n".join(wrong) or f"all {len(every)} are as recorded")
            sys.exit(bool(wrong))
        if arguments[0] == "--programs":
            full = [case for case in every if case[2] != PERTURBATION]
            found = dict(zip(map(key_of, full), pool.map(digests, full, chunksize=9), strict=True))
            Path(arguments[1]).write_text(json.dumps(found, indent=1))
            return
        adds = arguments[0] == "--add"
        signals, lengths = read(Path(arguments[1])) if adds else ({}, {})
        new = [case for case in every if key_of(case) not in signals]
        runs = dict(zip(map(key_of, new), pool.map(recorded, new, chunksize=9), strict=True))
    signals = signals | {key: one for key, (one, _) in runs.items()}
    write(arguments[-1], signals, lengths | {key: one for key, (_, one) in runs.items()})


if __name__ == "__main__":
    main(sys.argv[1:])
