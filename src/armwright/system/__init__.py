"""An arm with its drives, controller, sensors and surroundings, as one set of equations."""

from armwright.system.elastic import Elastic
from armwright.system.setup import ExtraFriction, Integration, Recording, Setup, Start
from armwright.system.system import System, numbers

__all__ = [
    "Elastic",
    "ExtraFriction",
    "Integration",
    "Recording",
    "Setup",
    "Start",
    "System",
    "numbers",
]
