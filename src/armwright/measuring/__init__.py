"""A virtual measuring system: what instruments would have left of a simulated run in their files.

`instruments.py` (counters, converters, trackers) shows raw values; `recorder.py` samples them with
a clock of its own; `files.py` writes them as tables that the reader of logs takes.
"""

from armwright.measuring.files import save_recordings
from armwright.measuring.instruments import Converter, Counter, Instrument, TrackerHead
from armwright.measuring.recorder import RawRecording, Recorder, SampleClock

__all__ = [
    "Converter",
    "Counter",
    "Instrument",
    "RawRecording",
    "Recorder",
    "SampleClock",
    "TrackerHead",
    "save_recordings",
]
