"""An arm as functions for GNU Octave and MATLAB."""

from armwright.export.octave.functions import octave

__all__ = ["octave"]
