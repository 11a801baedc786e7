"""A second engine: small motions about a nominal one, along which the arm's inertia is linear. Read
`engine`, `nominal` (the motion), `inertial_torque` and `tables` (the arm along it), `dynamics` (the
equations of a step), and `validity` (how far it holds).
"""

from armwright.simulation.perturbation.engine import simulate_perturbed
from armwright.simulation.perturbation.validity import TooFar

__all__ = ["TooFar", "simulate_perturbed"]
