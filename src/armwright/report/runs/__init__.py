"""Pictures of runs. Whoever imports this package can also say `run.plot()`."""

from armwright.report.runs.pictures import draw_run, plot_run
from armwright.signals import plotting

plotting.register(plot_run)

__all__ = ["draw_run", "plot_run"]
