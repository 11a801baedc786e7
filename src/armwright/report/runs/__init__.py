"""Pictures of a run: what `Run.plot` and `armwright simulate` draw.

`pictures.py` lists them. Each has a file of its name, drawn from a run as `recorded.py` gives it,
with the title of `page.py` and the curves of `lines.py`.
"""

from armwright.report.runs.pictures import draw_run, plot_run

__all__ = ["draw_run", "plot_run"]
