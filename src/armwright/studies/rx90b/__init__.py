"""The study of S3: its welding robot on a straight line, and the perturbation method.

`study.py` is the whole of it. `source.py` has what S3 publishes, `runs.py` what is simulated,
`measures.py` what is measured in it; then `claims/`, `figures.py` and `chapters.py` of the report.
"""

from armwright.studies.rx90b.study import STUDY

__all__ = ["STUDY"]
