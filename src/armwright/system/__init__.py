"""An arm with its drives, controller, sensors and surroundings, as one set of equations."""

from armwright.system.setup import MOST_SEED, Integration, Recording, Setup, Start
from armwright.system.system import System, numbers

__all__ = [
    "MOST_SEED",
    "Integration",
    "Recording",
    "Setup",
    "Start",
    "System",
    "numbers",
]
