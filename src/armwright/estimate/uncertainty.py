"""What is known of an arm at rest before anything was measured."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.estimate.arm_model import ArmModel
from armwright.estimate.sensors import MotorSensor, Ripple
from armwright.estimate.tuning import Tuning

#: rad: motors may be anywhere, compared with what their sensors tell at once.
_ANYWHERE = 0.1


def at_rest(
    found: ArmModel,
    sensor: MotorSensor,
    ripple: Ripple,
    torque: Array,
    tuning: Tuning,
    *,
    drift: bool,
) -> Array:
    """The covariance of the first state. Joints are where their motors are, wherever that is: what
    is known better is their deflection. `drift`: whether the accelerometer's is looked for."""
    plant = found.arm.plant
    size, flexible = len(plant.coordinates), list(plant.arrangement.flexible)
    joints, rotors = (plant.arrangement.places(*r) for r in (("driven", "passive"), ("rotor",)))
    follow = np.zeros((size, len(plant.motor_names)))
    follow[joints] = plant.gears.inverse
    follow[rotors, flexible] = 1.0
    own = np.full(size, tuning.deflection**2)
    own[rotors] = 0.0
    speed = np.full(size, tuning.velocity**2)
    speed[rotors] *= np.sum(plant.gears.matrix[flexible] ** 2, axis=1)
    parts = {
        "torque": ripple.constant + tuning.friction**2 + ripple.by_torque * torque**2,
        "sensor": sensor.ripple.constant,
        "drift": np.full(3, tuning.drift**2 if drift else 0.0),
    }
    slow = np.concatenate([parts[name] for name in found.places if name != "arm"])
    covariance = np.diag(np.concatenate([own, speed, slow])[: found.model.size])
    covariance[:size, :size] += _ANYWHERE**2 * follow @ follow.T
    return covariance
