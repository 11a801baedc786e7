"""S2, chapter 4: a measuring system, from a simulated motion to files and back.

`study.py` is the whole of it. `source.py` has what S2 publishes, `runs.py` the motion and its
files, `measures.py` what is measured in them; then `claims.py`, `figures.py` and `chapters.py`.
"""

from armwright.studies.measuring.study import STUDY

__all__ = ["STUDY"]
