"""What is in a log: its samples, its signals with unit, side and range, and what else it says."""

from __future__ import annotations

import numpy as np
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from armwright.report.terminal import folded, make_table
from armwright.report.words import plain
from armwright.signals import Log
from armwright.signals.conversion import own_side
from armwright.signals.records import channels_of
from armwright.signals.units import duration_text


def log_parts(log: Log, name: str) -> list[RenderableType]:
    """To print one below the other."""
    parts: list[RenderableType] = [Text(f"{plain(name)}: {sampling_text(log)}", style="bold")]
    parts.append(_signals(log))
    known = [(str(key), str(value)) for key, value in log.data.attrs.items() if key != "file"]
    if known:
        wide = max(len(plain(key)) for key, _ in known) + 2
        lines = [f"{plain(key):<{wide}}{folded(value, wide)}" for key, value in known]
        parts.append(Text("\n".join([*lines, ""])))
    return parts


def sampling_text(log: Log) -> str:
    """How many samples, how long, how often; and how far the steps of time differ."""
    time = log.time
    if time.size < 2:
        return f"{time.size} sample"
    steps = np.diff(time)
    middle = float(np.median(steps))
    text = f"{time.size:,} samples in {duration_text(float(time[-1] - time[0]))}"
    text += f", from {time[0]:.6g} s, at {1 / middle:.5g} Hz"
    spread = max(steps.max() - middle, middle - steps.min()) / middle
    if spread > 1e-3:
        text += f" (steps of {duration_text(steps.min())} to {duration_text(steps.max())})"
    return text


def _signals(log: Log) -> Table:
    table = make_table("signal", "of", "side", "unit", "least:", "largest:", "missing:")
    for name in map(str, log.data.data_vars):
        if "time" not in log.data[name].dims:
            continue
        values = log[name]
        finite = values[np.isfinite(values)]
        least, most = (finite.min(), finite.max()) if finite.size else (np.nan, np.nan)
        missing = values.size - finite.size
        channels = channels_of(log.data, name)
        table.add_row(
            plain(name),
            ", ".join(plain(one) for one in channels if one),
            own_side(name) or "",
            plain(str(log.data[name].attrs.get("units", ""))),
            f"{least:.4g}",
            f"{most:.4g}",
            f"{100 * missing / values.size:.2g} %" if missing else "",
        )
    return table
