"""Who draws a run. Drawing is a layer above this one, so it introduces itself here."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from armwright.errors import ArmwrightError

if TYPE_CHECKING:
    from armwright.signals.run import Run

Plotter = Callable[["Run", str | os.PathLike[str]], list[Path]]

_plotter: Plotter | None = None


def register(plotter: Plotter) -> None:
    """From now on `Run.plot` draws with `plotter`."""
    global _plotter
    _plotter = plotter


def plotter() -> Plotter:
    if _plotter is None:
        raise ArmwrightError("nothing is here that draws runs. Try: import armwright.report.runs")
    return _plotter
