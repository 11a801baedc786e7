"""A scenario with one joint on a spring, whose machine code is made in no time."""

ROD = """\
description = "A rod that is turned."
duration = 0.05
tick = 0.001

[robot]
name = "swing"
[[robot.links]]
name = "base"
[[robot.links]]
name = "rod"
mass = 2
centre = [0.3, 0, 0]
inertia = [0.01, 0.06, 0.06]
[[robot.joints]]
name = "pivot"
kind = "revolute"
parent = "base"
child = "rod"
axis = [0, 1, 0]
limits = { lower = -1, upper = 1, velocity = 3 }
[robot.joints.drive]
gear_ratio = 50
motor_inertia = 1e-4
stiffness = 3.6
damping = 0.001
torque_limit = 2
friction = { law = "coulomb", side = "motor", viscous = 0.003 }

[reference]
kind = "joint_ptp"
begin = [0.0]
end = [0.3]
speed = 3
acceleration = 30

[controller]
kind = "pid"
rate = 1000
proportional_gain = 0.2
derivative_gain = 0.005
"""
