"""The study of S1: a six-axis arm under inverse-dynamics control.

`study.py` is the whole of it. `source.py` has what S1 publishes, `runs.py` what is simulated,
`measures.py` what is measured in it; then `claims/`, `figures.py` and `chapters.py` of the report.
"""

from armwright.studies.six_axis.study import STUDY

__all__ = ["STUDY"]
