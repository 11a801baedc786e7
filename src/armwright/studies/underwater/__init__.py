"""The study of S2, chapter 7: a planar arm under water, and what was thought not to be achievable.

`study.py` is the whole of it. `source.py` has S2's own equations, `runs.py` what is simulated by
them and by the arm that is generated; then `claims.py`, `figures.py` and `chapters.py`.
`vehicle/` puts an arm in space on a vehicle.
"""

from armwright.studies.underwater.study import STUDY

__all__ = ["STUDY"]
