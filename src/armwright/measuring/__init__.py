"""A virtual measuring system: what instruments would have left of a simulated run in their files.

`instruments.py` (counters, converters, trackers) shows raw values; `recorder.py` samples them with
a clock of its own.
"""

from armwright.measuring.instruments import Converter, Counter, Instrument, TrackerHead
from armwright.measuring.recorder import Clock, RawRecording, Recorder

__all__ = ["Clock", "Converter", "Counter", "Instrument", "RawRecording", "Recorder", "TrackerHead"]
