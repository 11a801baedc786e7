"""The study of S2, chapter 6: an arm's geometry from circles, and from all poses at once.

`study.py` is the whole of it. `source.py` has what S2 publishes, `runs.py` what is simulated and
fitted; then `claims.py`, `figures.py` and `chapters.py` of the report.
"""

from armwright.studies.kinematic_identification.study import STUDY

__all__ = ["STUDY"]
