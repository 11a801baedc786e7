"""What a filter believes of a flexible arm: its equations, and what it does not know about them.

    state        joints and motors: positions, then velocities
                 d: slow part of the motors' unknown torque, ripple above all
                 b: slow part of the motor sensors' error, ripple too
                 δ: drift of the accelerometer
    input        torques of the motors from this sample to the next, and up to this sample
    measured     motor positions + b, and what the accelerometer senses

Ripple is a function of the angle: d and b forget what they were as the motors turn, and stay what
they are at rest. Both are Gauss-Markov processes of the variance that the ripple has.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.estimate.discretisation import following, held, transition
from armwright.estimate.flexible_arm import FlexibleArm
from armwright.estimate.model import Model
from armwright.estimate.sensors import MotorSensor, Ripple
from armwright.estimate.tuning import Tuning

#: The accelerometer's drift among the free numbers of an arm; here it is part of the state.
DRIFT = "accelerometer.drift"


@dataclass(frozen=True, eq=False)
class ArmModel:
    """`places`: where the parts of the state stand. The model's parameters are the arm's free
    numbers (see `numbers`), and last the variance per s by which the drift wanders."""

    arm: FlexibleArm
    model: Model
    places: Mapping[str, slice]

    def numbers(self, given: Mapping[str, Array]) -> Array:
        """The free numbers of arm and accelerometer, but for its drift, out of all given ones."""
        return np.concatenate([np.zeros(0), *(given[name].ravel() for name in _told(self.arm))])


def arm_model(
    arm: FlexibleArm,
    period: float,
    sensor: MotorSensor,
    ripple: Ripple,
    sensed: Array,
    tuning: Tuning,
) -> ArmModel:
    """`period`: between samples, s. `ripple`: of the motors' torque. `sensed`: variances of the
    accelerometer's noise."""
    h, n = period, arm.motor_torque.shape[0]
    torque, before, d, b = (cs.SX.sym(name, n) for name in ("torque", "before", "d", "b"))
    walk = cs.SX.sym("walk")
    drift = arm.free.get(DRIFT, cs.SX(0, 1))
    parts = {"arm": arm.state, "torque": d, "sensor": b, "drift": drift}
    state = cs.vertcat(*parts.values())
    d_lost, b_lost = (_forgetting(arm, waves, tuning) for waves in (ripple, sensor.ripple))
    rate = cs.vertcat(
        _driven(arm, arm.rate, torque + d), -d_lost * d, -b_lost * b, cs.SX.zeros(drift.shape)
    )
    d_variance = ripple.constant + ripple.by_torque * torque**2 + tuning.friction**2
    noise = cs.diagcat(
        _torque_noise(arm, torque + d, tuning, h),
        cs.diag(d_variance * (1.0 - cs.exp(-2.0 * h * d_lost))),
        cs.diag(sensor.ripple.constant * (1.0 - cs.exp(-2.0 * h * b_lost))),
        h * walk * cs.SX.eye(drift.shape[0]),
    )
    measured, errors = arm.motor_position + b, sensor.noise + tuning.motor_position**2
    if arm.accelerometer is not None:
        measured = cs.vertcat(measured, _driven(arm, arm.accelerometer, before + d))
        errors = np.append(errors, sensed + tuning.acceleration**2)
    model = Model(
        state=state,
        following=following(state, rate, h),
        transition=transition(state, rate, h),
        process_noise=noise,
        measured=measured,
        measurement_noise=errors,
        input=cs.vertcat(torque, before),
        parameters=cs.vertcat(*_told(arm).values(), walk),
        shown=arm.tool_position,
    )
    ends = np.cumsum([part.shape[0] for part in parts.values()]).tolist()
    places = {name: slice(a, z) for name, a, z in zip(parts, [0, *ends], ends, strict=False)}
    return ArmModel(arm, model, places)


def _driven(arm: FlexibleArm, expression: cs.SX, torque: cs.SX) -> cs.SX:
    """With these torques of the motors, and nothing else that the model does not know."""
    nothing = cs.SX.zeros(arm.joint_torque.shape[0])
    return cs.substitute([expression], [arm.motor_torque, arm.joint_torque], [torque, nothing])[0]


def _forgetting(arm: FlexibleArm, ripple: Ripple, tuning: Tuning) -> cs.SX:
    """1/s: how fast ripple becomes something else."""
    return cs.fabs(arm.motor_velocity) / ripple.angle + 1.0 / tuning.memory


def _torque_noise(arm: FlexibleArm, torque: cs.SX, tuning: Tuning, h: float) -> cs.SX:
    """The covariance that white noise of torques, held for a sample, gives the arm's state."""
    unknown = cs.vertcat(arm.motor_torque, arm.joint_torque)
    spread = _driven(arm, held(arm.state, arm.rate, unknown, h), torque)
    sizes = (tuning.motor_torque, tuning.joint_torque)
    counts = (arm.motor_torque.shape[0], arm.joint_torque.shape[0])
    variances = np.repeat(np.square(sizes) / h, counts)
    return cs.mtimes([spread, cs.diag(cs.SX(variances)), spread.T])


def _told(arm: FlexibleArm) -> dict[str, cs.SX]:
    """The free numbers that the filter does not look for itself."""
    return {name: symbol for name, symbol in arm.free.items() if name != DRIFT}
