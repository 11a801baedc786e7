"""What is known of an arm at rest before anything was measured."""

from __future__ import annotations

import numpy as np

from armwright.block.block import Array
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
    train = found.arm.system.mechanics.train
    n, axes = train.joints, train.axes
    follow = np.zeros((train.coordinates, n))
    follow[:n] = np.linalg.inv(train.gear)
    follow[range(axes, train.coordinates), list(train.flexible)] = 1.0
    own = np.zeros(train.coordinates)
    own[:axes] = tuning.deflection**2
    speed = np.full(train.coordinates, tuning.velocity**2)
    speed[axes:] *= np.sum(train.gear[list(train.flexible)] ** 2, axis=1)
    parts = {
        "torque": ripple.constant + tuning.friction**2 + ripple.by_torque * torque**2,
        "sensor": sensor.ripple.constant,
        "drift": np.full(3, tuning.drift**2 if drift else 0.0),
    }
    slow = np.concatenate([parts[name] for name in found.places if name != "arm"])
    covariance = np.diag(np.concatenate([own, speed, slow])[: found.model.size])
    covariance[: train.coordinates, : train.coordinates] += _ANYWHERE**2 * follow @ follow.T
    return covariance
