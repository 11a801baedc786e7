"""An arm with its drives, controller, sensors and surroundings, as one set of equations.

Read `setup` (what there is), `circuit`, `derived` and `order` (blocks wired by their signals),
`system`, then `names` and `layout` (the vectors of a run). `structure` compares setups; `notes`
say what to know before trusting runs.
"""

from armwright.system.setup import MOST_SEED, Blocks, Integration, Recording, Setup, Start
from armwright.system.system import System, numbers

__all__ = [
    "MOST_SEED",
    "Blocks",
    "Integration",
    "Recording",
    "Setup",
    "Start",
    "System",
    "numbers",
]
