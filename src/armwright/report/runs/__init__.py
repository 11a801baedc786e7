"""Pictures of runs. Whoever imports this package can also say `run.plot()`."""

from armwright.report.runs.pictures import plot_run
from armwright.signals import plotting

plotting.register(plot_run)

__all__ = ["plot_run"]
