"""Pieces of a closed loop: motors, sensors, references, controllers, disturbances."""
