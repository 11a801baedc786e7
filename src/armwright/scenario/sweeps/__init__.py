"""Sweeps that are written while they run: `plan` says which runs there are and what is kept of
them, `store` is where they are kept, block by block, `running` does the work on this machine, and
`cluster` on many.
"""

from armwright.scenario.sweeps.plan import SweepPlan, plan_sweep, usual_figures
from armwright.scenario.sweeps.running import SweepProgress, run_sweep
from armwright.scenario.sweeps.store import open_sweep

__all__ = [
    "SweepPlan",
    "SweepProgress",
    "open_sweep",
    "plan_sweep",
    "run_sweep",
    "usual_figures",
]
