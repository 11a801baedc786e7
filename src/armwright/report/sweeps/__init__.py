"""The report of a sweep: how its figures are distributed, and which parameters matter.

`sweep.py` is what there is to report, `importance.py` what the runs say about it. Chapters are made
in `distributions.py`, `influence.py` and `noteworthy.py`; `page.py` puts them together.
"""

from armwright.report.sweeps.page import write_sweep_report

__all__ = ["write_sweep_report"]
