"""A second engine: small motions about a nominal one, along which the arm's inertia is linear.

The method of Jonker and Aarts (S3), for any scenario whose joints have a reference. Along the
reference the arm's equations are linearised at a number of points,

    M(x) ẍ + bias(x, ẋ)  ≈  M₀ ẍ + b + C₀ ẋ + K₀ x,      b = τ₀ − M₀ ẍ₀ − C₀ ẋ₀ − K₀ x₀,

with τ₀ the nominal torque without friction. Between the points the inverse of the step's matrix, C₀
and K₀ are linear in time, and b is cubic, such that the nominal motion is a solution there, too.
Friction, springs, drives, sensors and controllers remain what they are.
"""

from armwright.simulation.perturbation.engine import simulate_perturbed
from armwright.simulation.perturbation.validity import TooFar

__all__ = ["TooFar", "simulate_perturbed"]
