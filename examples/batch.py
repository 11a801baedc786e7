"""Ten thousand states at once, and an arm whose load is not known for sure."""

from __future__ import annotations

import numpy as np

import armwright as aw

generator = np.random.default_rng(1)
robot = aw.load("panda")
arm = aw.compile(robot)

# All methods take leading dimensions: here 100 runs of 100 states each.
lower = [joint.limits.lower for joint in robot.moving_joints]
upper = [joint.limits.upper for joint in robot.moving_joints]
q = generator.uniform(lower, upper, size=(100, 100, 7))
v = generator.normal(size=q.shape)
a = arm.forward_dynamics(q, v, arm.gravity(q), threads=2)
print("accelerations", a.shape, "largest", np.abs(a).max().round(1), "rad/s²")

# A free parameter stays an input of the compiled code: one arm serves a whole study. Mass, first
# moment and inertia are separate parameters, so more mass alone is a point mass in the link's
# origin: here a load of 0 to 3 kg at the last joint.
study = aw.compile(robot, free=["links.link7.mass"])
nominal = study.free["links.link7.mass"][0]
loads = np.linspace(0.0, 3.0, 7)
stretched = np.array([0, np.pi / 2, 0, -0.07, 0, np.pi / 2, 0])
torques = study.gravity(stretched, parameters={"links.link7.mass": nominal + loads})
for load, torque in zip(loads, torques, strict=True):
    print(f"load {load:.1f} kg: joint 2 holds {torque[1]:.2f} N m")
