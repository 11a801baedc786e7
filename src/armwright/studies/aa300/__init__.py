"""The study of S2's section 3.8: the AA300 in a manoeuvre, its torques, and motors for it.

`study.py` is the whole of it. `source.py` has what S2 publishes, `motors.toml` the list to choose
from, `runs.py` what is simulated, `measures.py` the numbers of it; then `claims.py`, `figures.py`
and `chapters.py`.
"""

from armwright.studies.aa300.study import STUDY

__all__ = ["STUDY"]
