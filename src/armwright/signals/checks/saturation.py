"""Stretches in which a signal stands at its limit, or does not change at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from armwright.arrays import Array
from armwright.robot.finding import Finding
from armwright.signals.checks.columns import LogColumn, base_name, finding
from armwright.signals.units import duration_text

_FORCES, _MOTIONS = ("torque", "current", "force", "accelerometer"), ("velocity", "acceleration")
#: Equal samples in a row at the largest or smallest value.
SHORTEST = 4
#: How steep the signal goes into its limit and comes out of it: in smallest changes, and in usual
#: changes (rms). A motion that comes to rest at its end has no slope there.
COUNTS, SLOPE = 4.0, 0.2
#: Noise: so many samples at the extreme, and so many times those at each of the next levels.
PILE, PILED, LEVELS = 8, 6.0, 10
#: Samples that tell how noisy a signal is.
LOOKED_AT = 100_000
#: Over how many samples the slope is looked at.
WINDOWS = (3, 8)


def check_saturation(time: Array, columns: Sequence[LogColumn]) -> Iterator[Finding]:
    """Of what drives and converters give. Positions rest and references have plateaus; they, and
    signals that nobody knows, are not judged, velocities only where noise shows the edge."""
    by_signal: dict[str, list[tuple[int, float, int, LogColumn]]] = {}
    for column in columns:
        base = base_name(column.signal).removeprefix("spring_").split("_", 1)[-1]
        if column.signal.startswith("reference_") or base not in (*_FORCES, *_MOTIONS):
            continue
        tops = flat_tops(column.values, column.resolution, plateaus=base in _MOTIONS)
        for level, first, count in tops:
            by_signal.setdefault(column.signal, []).append((count, level, first, column))
    for signal, found in by_signal.items():
        count, level, first, column = max(found, key=lambda one: one[0])
        together = sum(one[0] for one in found)
        yield finding(
            "warning",
            "the signal is cut off",
            signal,
            list(dict.fromkeys(one[3].channel for one in found)),
            f"{level:.6g} {column.unit} for {duration_text(count * _step(time))} from "
            f"{time[first]:.4g} s, {together} samples in {len(found)} stretches",
            "no stretch of equal samples at the largest or smallest value",
            "A converter, a drive or a controller is at its limit there.",
        )


def flat_tops(x: Array, resolution: float, plateaus: bool = False) -> list[tuple[float, int, int]]:
    """Level, first sample and number of samples of each stretch. `plateaus`: equal samples without
    noise may be right."""
    there = np.isfinite(x)
    if there.sum() < 3 * SHORTEST:
        return []
    changes = np.diff(x[there])
    usual = float(np.sqrt(np.mean(changes**2)))
    noise = float(np.median(np.abs(np.diff(changes[:LOOKED_AT]))))
    result = []
    for level in (float(np.max(x[there])), float(np.min(x[there]))):
        piled = noise > 2 * resolution and _piled(x[there], level, resolution)
        at = np.concatenate([[0], (x == level).astype(np.int8), [0]])
        edges = np.flatnonzero(np.diff(at))
        for first, end in zip(edges[::2], edges[1::2], strict=True):
            # A stretch at the start or the end of a log may be rest.
            if end - first < (1 if piled else SHORTEST) or first == 0 or end == x.size:
                continue
            if piled or (
                not plateaus and _steep(x, level, int(first), int(end), usual, resolution)
            ):
                result.append((level, int(first), int(end - first)))
    return result


def _piled(x: Array, level: float, resolution: float) -> bool:
    """A noisy signal has few samples at its extreme, unless it is cut off there."""
    at = int((x == level).sum())
    near = int((np.abs(x - level) < (LEVELS + 0.5) * resolution).sum()) - at
    return at >= max(PILE, PILED * near / LEVELS)


def _steep(x: Array, level: float, first: int, end: int, usual: float, resolution: float) -> bool:
    """On both sides, over one of the windows."""
    length = end - first
    for window in WINDOWS:
        if first < window or end + window > x.size:
            continue
        change = min(abs(level - x[first - window]), abs(level - x[end + window - 1]))
        # A rounded top of `length` equal samples falls off like a parabola beside them.
        rounded = 4 * resolution * window * (window + length) / length**2
        if change > max(COUNTS * resolution, 2.5 * rounded, SLOPE * window * usual):
            return True
    return False


def _step(time: Array) -> float:
    return float((time[-1] - time[0]) / (time.size - 1))
