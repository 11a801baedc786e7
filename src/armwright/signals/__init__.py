"""What a run or a log holds: signals with names and units, their file, and what they say.

`names.py` and `units.py` first; `records.py` makes a dataset of arrays, `run.py` a run of it, with
its `provenance.py` and its `file.py`; `run_figures.py` sums it up, `summary.py` is what one reads.
`log.py` is what was measured.
"""

from armwright.signals.log import Log
from armwright.signals.names import KnownSignal, known_signal
from armwright.signals.run import Run
from armwright.signals.run_figures import summarise
from armwright.signals.summary import Summary

__all__ = ["KnownSignal", "Log", "Run", "Summary", "known_signal", "summarise"]
