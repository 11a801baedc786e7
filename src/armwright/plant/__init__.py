"""An arm with its drives as one model: coordinates, laws, parameters, equations of motion."""

from armwright.plant.arrangement import ExtraFriction
from armwright.plant.coordinates import Coordinate
from armwright.plant.environment import Environment
from armwright.plant.plant import Plant

__all__ = ["Coordinate", "Environment", "ExtraFriction", "Plant"]
