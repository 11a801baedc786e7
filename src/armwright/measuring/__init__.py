"""A virtual measuring system: what instruments would have left of a simulated run in their files.

`instruments.py` (counters, converters, trackers) shows raw values; `recorder.py` samples them with
a clock of its own; `files.py` writes them as tables that `read_log` reads.
"""

from armwright.measuring.files import save_recordings
from armwright.measuring.instruments import Converter, Counter, Instrument, TrackerHead
from armwright.measuring.recorder import Clock, RawRecording, Recorder

__all__ = [
    "Clock",
    "Converter",
    "Counter",
    "Instrument",
    "RawRecording",
    "Recorder",
    "TrackerHead",
    "save_recordings",
]
