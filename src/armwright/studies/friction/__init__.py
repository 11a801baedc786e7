"""S4, chapter 5: friction at constant speeds, in a slow chirp, and while a gear warms up.

`source.py` and `arm.py` (the machine, assumed numbers), then `runs.py` identifies it, `claims.py`
judges, `chapters.py` shows it; `thermal` has the hour of section 5.3, `adaptive` the filter of 5.4.
`study.py` is the script: its PARTS are the sections.
"""

from armwright.studies.friction.study import STUDY

__all__ = ["STUDY"]
