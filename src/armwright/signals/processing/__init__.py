"""From what was measured to what can be used: pure functions of arrays, then of whole logs.

`stretches.py` first: gaps are never smeared; then `filtering.py`, `resampling.py` and
`differentiation.py`, which `datasets.py` applies to all signals. Two recorders' clocks are aligned
(`alignment.py`) by `triggers.py` or `correlation.py` with `losses.py`; `joining.py` makes one log.
"""

from armwright.signals.processing.alignment import ClockAlignment, LostSamples

__all__ = ["ClockAlignment", "LostSamples"]
