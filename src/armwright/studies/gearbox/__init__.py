"""S4, section 3.2: a coupled wrist, from teeth and shafts to the stiffness at its joints.

`study.py` is the whole of it. `source.py` has what S4 publishes, `wrist.py` the gears, `runs.py`
the models of them, `measures.py` what is measured; then `claims.py`, `figures.py`, `chapters.py`.
"""

from armwright.studies.gearbox.study import STUDY

__all__ = ["STUDY"]
