"""A coupled wrist from its parts: gear ratios from teeth, springs from shafts, vibrations."""

from __future__ import annotations

import numpy as np

import armwright as aw
from armwright.robot.shaft import shaft_stiffness
from armwright.robot.train_springs import dominant, joint_stiffness, shares

# Joint 2 is driven through a planetary gear whose arm is the shaft of motor 1.
train = aw.GearTrain(
    "wrist",
    motors={"m1": "motor 1", "m2": "motor 2"},
    joints={"roll": "link 1", "bend": "link 2"},
    gears=(
        aw.Gear(("shaft 1", "wheel 1"), (15, 60)),
        aw.Gear(("centre", "planet"), (24, 36), arm="shaft 1"),
        aw.Gear(("pinion", "wheel 2"), (14, 70)),
    ),
    shafts=(
        aw.Shaft("long 1", "motor 1", "shaft 1", shaft_stiffness(0.4, 0.025, 0.02)),
        aw.Shaft("short 1", "wheel 1", "link 1", 40e3),
        aw.Shaft("long 2", "motor 2", "centre", shaft_stiffness(0.5, 0.018, 0.012)),
        aw.Shaft("short 2", "planet", "pinion", 6e3),
        aw.Shaft("end 2", "wheel 2", "link 2", 20e3),
    ),
    inertia={"shaft 1": 3e-4, "wheel 1": 2e-3, "centre": 1e-4, "planet": 1e-4, "wheel 2": 5e-4},
)
print("motor turns per turn of a joint, from the teeth:")
print(np.round(train.ratios, 3))
for joint, line in shares(train).items():
    print(f"{joint}: " + ", ".join(f"{name} {100 * share:.1f} %" for name, share in line.items()))
print("stiffness at the joints with the motors held, N m/rad:")
print(np.round(joint_stiffness(train)))
print("with the softest shafts alone:", ", ".join(dominant(train)))
print(np.round(joint_stiffness(train, dominant(train))))

body = aw.Inertia(3.0, np.array([0.0, 0.05, 0.0]), np.diag([0.02, 0.01, 0.03]))
robot = aw.Robot(
    "wrist",
    links=(aw.Link("forearm"), aw.Link("fork", body), aw.Link("hand", body)),
    joints=(
        aw.Joint("roll", "revolute", "forearm", "fork"),
        aw.Joint("bend", "revolute", "fork", "hand", axis=np.array([1.0, 0.0, 0.0])),
    ),
    motors=tuple(aw.Motor(name, {}, aw.Drive(motor_inertia=5e-4)) for name in ("m1", "m2")),
    gear_trains=(train,),
)
for gears in ("described", "dominant"):
    plant = aw.Plant(robot, aw.Fidelity(gears=gears))
    modes = [mode for mode in aw.linearise(plant).modes() if mode.pole.imag > 0]
    found = sorted(mode.frequency for mode in modes if mode.frequency > 1)
    print(f"gears as {gears}: " + ", ".join(f"{one:.0f}" for one in found) + " Hz")
