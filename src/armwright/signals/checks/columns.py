"""What the checks look at: one channel of a signal at a time, and what a finding says of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.robot.finding import Finding, Severity
from armwright.signals.names import PREFIXES
from armwright.signals.records import array_of, channels_of

#: Signals that jump by their nature: what is asked for, and what follows from forces.
_ASKED = ("reference_", "commanded_", "feedforward_", "disturbance_")
_CONTINUOUS = ("position", "velocity", "deflection")


@dataclass(frozen=True, eq=False)
class LogColumn:
    """`values` (samples,) with NaN where they are missing; `span`: largest minus smallest;
    `resolution`: the smallest change from sample to sample."""

    signal: str
    channel: str
    unit: str
    values: Array
    span: float
    resolution: float

    @property
    def continuous(self) -> bool:
        """A mass cannot jump."""
        return not self.signal.startswith(_ASKED) and self.signal.endswith(_CONTINUOUS)


def columns_of(data: xr.Dataset) -> Iterator[LogColumn]:
    """Of all signals over time; flags and whole numbers are left out."""
    for name in map(str, data.data_vars):
        if "time" not in data[name].dims or data[name].dtype.kind != "f":
            continue
        values = array_of(data, name)[0]
        unit = str(data[name].attrs.get("units", ""))
        for k, channel in enumerate(channels_of(data, name)):
            yield _column(name, channel, unit, np.ascontiguousarray(values[:, k]))


def _column(signal: str, channel: str, unit: str, values: Array) -> LogColumn:
    whole = np.isfinite(values).all()
    there = values if whole else values[np.isfinite(values)]
    if there.size < 2:
        return LogColumn(signal, channel, unit, values, 0.0, 0.0)
    span = float(there.max() - there.min())
    changes = np.abs(np.diff(there))
    changes = changes[changes > 1e-12 * span]
    return LogColumn(
        signal, channel, unit, values, span, float(changes.min()) if changes.size else 0.0
    )


def finding(
    severity: Severity,
    what: str,
    signal: str,
    channels: Sequence[str],
    got: str,
    expected: str,
    hint: str,
) -> Finding:
    """About a signal, in some of its channels."""
    where = f"signal '{signal}'"
    named = [channel for channel in channels if channel]
    if named:
        where += " of " + ", ".join(named[:8]) + (" …" if len(named) > 8 else "")
    return Finding(severity, what, where, got, expected, hint)


def base_name(signal: str) -> str:
    """Without `reference_` and the like."""
    for prefix in PREFIXES:
        if signal.startswith(prefix):
            return signal.removeprefix(prefix)
    return signal
