"""Identification: which numbers of a robot explain what was measured, and how well they are known.

Read `regressor.py` (from the plant), `base.py` (what can be known at all), `motion.py` and
`reduction.py` (from a log to a triangle), then `estimators.py`; `rigid.py` puts them together.
"""

from armwright.identify.rigid import rigid

__all__ = ["rigid"]
