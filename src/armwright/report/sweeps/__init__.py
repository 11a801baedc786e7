"""The report of a sweep: how its figures are distributed, and which parameters matter.

`sweep.py` is what there is to report, `importance.py` what the runs say about it. Chapters are made
in `distributions.py`, `influence.py` and `noteworthy.py`; `page.py` puts them together. `tables.py`
is for terminals and spreadsheets.
"""

from armwright.report.sweeps.page import write_sweep_report
from armwright.report.sweeps.summary import sweep_summary
from armwright.report.sweeps.tables import sweep_data, sweep_parts, sweep_table

__all__ = ["sweep_data", "sweep_parts", "sweep_summary", "sweep_table", "write_sweep_report"]
