"""The study of S2: formulations of the equations of motion, and programs that make equations.

`study.py` is the whole of it. `source.py` has what S2 publishes, `runs.py` what is compared, by
`evaluation.py` and `falling.py`; then `claims.py`, `figures.py` and `chapters.py` of the report.
"""

from armwright.studies.formulations.study import STUDY

__all__ = ["STUDY"]
