"""Pictures of a run: what `Run.plot` and `armwright simulate` draw.

`pictures.py` lists them. Each has a file of its name, drawn from a run as `recorded.py` gives it,
with the title of `page.py` and the curves of `lines.py`; `origin.py` has its scenario.
"""

from armwright.report.runs.origin import drives_of_run, drives_text
from armwright.report.runs.pictures import draw_run

__all__ = ["draw_run", "drives_of_run", "drives_text"]
