"""Load an arm, and ask it the first questions."""

from __future__ import annotations

import numpy as np

import armwright as aw

robot = aw.load("puma560")
arm = aw.compile(robot)

q = np.radians([30, 45, -135, 0, -45, 0])
v = np.array([0.5, -0.3, 0.8, 0.0, 0.2, 1.0])
still = np.zeros(6)

print("tool position", arm.pose(q)[:3, 3].round(4), "m")
print("tool velocity", (arm.jacobian(q) @ v)[:3].round(4), "m/s")
print("holding torques", arm.gravity(q).round(3), "N m")

# Forward dynamics undoes inverse dynamics.
a = np.array([1.0, 2.0, -1.0, 0.5, 0.0, 3.0])
tau = arm.inverse_dynamics(q, v, a)
assert np.allclose(arm.forward_dynamics(q, v, tau), a)

# The power of the torques is the change of the arm's energy.
dt = 1e-6
before = sum(arm.energy(q - v * dt, v - a * dt))
after = sum(arm.energy(q + v * dt, v + a * dt))
print(
    "power",
    round(float(tau @ v), 4),
    "W; change of energy",
    round(float(after - before) / (2 * dt), 4),
)
