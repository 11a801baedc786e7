"""An arm with its drives as one model: coordinates, laws, parameters, equations of motion.

Read `plant`; below it `arrangement` (`tree`, `coordinates`, `gears`, `law`: what is where),
`frames` and `values`; beside it `signals`, `meters` and `registry`, which show what a plant has.
"""

from armwright.plant.arrangement import ExtraFriction
from armwright.plant.coordinates import Coordinate
from armwright.plant.environment import Environment
from armwright.plant.plant import Plant
from armwright.plant.tree import with_elastic_axes

__all__ = ["Coordinate", "Environment", "ExtraFriction", "Plant", "with_elastic_axes"]
