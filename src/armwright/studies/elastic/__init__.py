"""S4, chapter 4: elastic parameters from frequency responses, on arms whose truth is known.

`study.py` is the whole of it. `source.py` has what S4 says, `runs.py` the arms, their experiments
and fits, `measures.py` what is measured in them; then `claims.py`, `figures.py`, `chapters.py`.
"""

from armwright.studies.elastic.study import STUDY

__all__ = ["STUDY"]
