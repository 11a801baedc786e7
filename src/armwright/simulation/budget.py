"""What runs need of memory, told before any work is done for them."""

from __future__ import annotations

from armwright.memory import afford
from armwright.plant.meters import METERS
from armwright.simulation.loop import Loop
from armwright.simulation.observation import chosen
from armwright.system.setup import Setup
from armwright.system.system import System

#: What is recorded is there once; copies come and go in summaries and pictures.
_COPIES = 2.5
#: The vectors of each of many runs, which are copied while it runs (bytes, of a six-axis arm).
_PER_RUN = 40_000


def check_runs(setup: Setup, runs: int) -> None:
    """Refuse more runs than there can be, before anything is done for them."""
    where = f"scenario '{setup.name}', sweep"
    afford(
        _PER_RUN * runs,
        f"{runs} runs",
        where,
        "Try fewer runs, or sweep_to (armwright sweep), which keeps them in a folder.",
    )


def check_memory(system: System, runs: int) -> None:
    """Refuse runs whose records would not fit into the memory there is."""
    numbers = sum(_size(system, signal) for signal in chosen(system))
    _check(system.setup, runs, numbers)


def check_records(loop: Loop, runs: int) -> None:
    """The same for a loop that is there already."""
    _check(loop.system.setup, runs, sum(loop.march.sizes[name] for name in loop.march.record))


def _check(setup: Setup, runs: int, numbers: int) -> None:
    rows = setup.ticks // setup.every(setup.recording.rate, "recording") + 1
    needed = _COPIES * 8 * runs * rows * numbers + (_PER_RUN * runs if runs > 1 else 0)
    afford(
        needed,
        f"{rows} records of {numbers} numbers" + (f" for each of {runs} runs" if runs > 1 else ""),
        f"scenario '{setup.name}', recording",
        "Try a shorter duration, a lower recording.rate, fewer recording.signals"
        + (", or fewer runs." if runs > 1 else "."),
    )


def _size(system: System, signal: str) -> int:
    return 1 if signal in METERS else int(system.circuit.value(signal).shape[0])
