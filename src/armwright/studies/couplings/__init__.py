"""The study of S4's section 3.1: what rotors that ride on links do to the links.

`study.py` is the whole of it. `source.py` has what S4 publishes, `runs.py` what is computed and
simulated, `measures.py` the numbers of it; then `claims.py`, `figures.py` and `chapters.py`.
"""

from armwright.studies.couplings.study import STUDY

__all__ = ["STUDY"]
