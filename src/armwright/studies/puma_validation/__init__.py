"""S2, chapter 5: is a model valid, and for what? One motor and link, the PUMA 560, a SCARA.

`source.py`, then the machines: `motor_link.py`, `puma.py`, `scara.py`; `runs.py` identifies them,
`measures.py` and `claims.py` judge, `study.py` is the script.
"""

from armwright.studies.puma_validation.study import STUDY

__all__ = ["STUDY"]
