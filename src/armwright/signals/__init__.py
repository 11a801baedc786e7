"""What a run or a log holds: signals with names and units, their file, and what they say."""

from armwright.signals.names import Signal, describe
from armwright.signals.run import Run
from armwright.signals.summary import Summary, summarise

__all__ = ["Run", "Signal", "Summary", "describe", "summarise"]
