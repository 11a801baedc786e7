"""The study of S0: a two-axis flexible arm with an accelerometer at its tool.

`study.py` is the whole of it. `source.py` has S0's equations, `runs.py` what is simulated,
`measures.py`, `whiteness.py` and `estimates.py` what is measured in it; then `claims/`, `figures/`
and `chapters/` of the report."""

from armwright.studies.two_axis.study import STUDY

__all__ = ["STUDY"]
