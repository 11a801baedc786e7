"""S4, chapters 4 and 6: an arm with a parallel linkage, its loop and what may stand for it.

`study.py` is the whole of it. `arms.py` has the arm's forms, `responses.py` its linear models,
`runs.py` what is simulated, `measures.py` what is measured in it; then `claims.py`, `figures.py`
and `chapters.py`; `source.py` has what S4 publishes.
"""

from armwright.studies.parallel_linkage.study import STUDY

__all__ = ["STUDY"]
