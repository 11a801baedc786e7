"""The study of S2's chapter 8: what joint flexibility is good for in force control.

`study.py` is the whole of it. `source.py` has what S2 wishes for, `runs.py` what is simulated,
`measures.py` the numbers of it; then `claims.py`, `figures.py` and `chapters.py`.
"""

from armwright.studies.force_control.study import STUDY

__all__ = ["STUDY"]
