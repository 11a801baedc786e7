"""Is what was measured believable? Findings, never exceptions.

`run.py` calls the checks, of which there is one file for each subject; `columns.py` has what they
look at. `relations.py` compares signals with each other, `limits.py` with a robot.
"""

from armwright.signals.checks.run import check

__all__ = ["check"]
