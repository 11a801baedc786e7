"""What a filter believes of a flexible arm: its equations, and what it does not know about them.

    state        joints and motors: positions, then velocities
                 d: slow part of the motors' unknown torque, ripple above all
                 b: slow part of the motor sensors' error, ripple too
                 δ: drift of the accelerometer
                 θ: numbers of springs and friction that are followed
    input        torques of the motors from this sample to the next, and up to this sample
    measured     motor positions + b, and what the accelerometer senses

Ripple is a function of the angle: d and b forget what they were as the motors turn, and stay what
they are at rest. Both are Gauss-Markov processes of the variance that the ripple has.

From ẋ = a(x) to samples: the state takes a step of the classical Runge-Kutta method. The Jacobian
of such a step, four stages one inside the other, would be long; F = I + hA + h²A²/2 with A = ∂a/∂x
at the sample is off by terms of h² where A changes and of h³ else, and serves the covariance alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.estimate.flexible_arm import FlexibleArm
from armwright.estimate.followed import kept, parameters
from armwright.estimate.model import FilterModel
from armwright.estimate.sensors import MotorSensor, Ripple
from armwright.multibody.derivatives import slope

#: The accelerometer's drift among the free numbers of an arm; here it is part of the state.
DRIFT = "accelerometer.drift"


@dataclass(frozen=True)
class FilterTuning:
    """Chosen once, from the sizes of things; nothing of it is fitted to a run.

    What the data sheets of the sensors and the motors tell (noise, counts, the sizes of ripples)
    does not stand here: it comes from the scenario's blocks.
    """

    #: N m/√Hz, white: the motors' torque between samples, which nobody records
    motor_torque: float = 3e-3
    #: N m/√Hz, white: what the model leaves out at the joints
    joint_torque: float = 0.3
    #: N m at the motors, slow, beside the ripple: friction other than the model's
    friction: float = 0.05
    #: s in which what is slow is forgotten at standstill; ripple changes as the motor turns
    memory: float = 1.0
    #: rad at the motors, and m/s²: what a sensor is off by at the least
    motor_position: float = 1e-6
    acceleration: float = 1e-4
    #: m/s²: how large the accelerometer's drift may be at first, in each axis
    drift: float = 0.5
    #: m/s² in √s: how it wanders; mounting errors are in it, which change as the tool turns
    drift_walk: float = 0.05
    #: rad: of the joints against their motors, at rest, as far as it does not follow from the model
    deflection: float = 1e-5
    #: rad/s: of the joints, at rest
    velocity: float = 1e-3
    #: of a number that is followed: how far it may be off at first, and change within an hour, as
    #: parts of itself
    spread: float = 0.3
    hourly: float = 0.5


def following(state: cs.SX, rate: cs.SX, h: float) -> cs.SX:
    """The state h later."""

    def at(there: cs.SX) -> cs.SX:
        return cs.substitute(rate, state, there)

    k1 = rate
    k2 = at(state + 0.5 * h * k1)
    k3 = at(state + 0.5 * h * k2)
    k4 = at(state + h * k3)
    return state + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)


def transition(state: cs.SX, rate: cs.SX, h: float) -> cs.SX:
    """F: how the state h later depends on the state."""
    A = slope(rate, state)
    return cs.SX.eye(state.shape[0]) + h * A + 0.5 * h**2 * cs.mtimes(A, A)


def held(state: cs.SX, rate: cs.SX, disturbance: cs.SX, h: float) -> cs.SX:
    """Γ: how the state h later depends on a disturbance that is held for h."""
    A, B = slope(rate, state), slope(rate, disturbance)
    return h * B + 0.5 * h**2 * cs.mtimes(A, B)


@dataclass(frozen=True, eq=False)
class ArmModel:
    """`places`: where the parts of the state stand; `followed`: whose numbers are among them. The
    model's parameters are the arm's other free numbers (see `numbers`), the variance per s by which
    the drift wanders, and what numbers that are followed have to be told."""

    arm: FlexibleArm
    model: FilterModel
    places: Mapping[str, slice]
    followed: tuple[str, ...] = ()

    def numbers(self, given: Mapping[str, Array]) -> Array:
        """The free numbers of arm and accelerometer, but for those in the state, out of all given
        ones."""
        told = _told(self.arm, self.followed)
        return np.concatenate([np.zeros(0), *(given[name].ravel() for name in told)])


def arm_model(
    arm: FlexibleArm,
    period: float,
    sensor: MotorSensor,
    ripple: Ripple,
    sensed: Array,
    tuning: FilterTuning,
    followed: tuple[str, ...] = (),
) -> ArmModel:
    """`period`: between samples, s. `ripple`: of the motors' torque. `sensed`: variances of the
    accelerometer's noise. `followed`: which of the arm's free numbers are states."""
    h, n = period, arm.motor_torque.shape[0]
    torque, before, d, b = (cs.SX.sym(name, n) for name in ("torque", "before", "d", "b"))
    walk = cs.SX.sym("walk")
    drift = arm.free.get(DRIFT, cs.SX(0, 1))
    numbers = cs.vertcat(cs.SX(0, 1), *(arm.free[name] for name in followed))
    limits = parameters(numbers.shape[0])
    parts = {"arm": arm.state, "torque": d, "sensor": b, "drift": drift, "numbers": numbers}
    state = cs.vertcat(*parts.values())
    d_lost, b_lost = (_forgetting(arm, waves, tuning) for waves in (ripple, sensor.ripple))
    rate = cs.vertcat(
        _driven(arm, arm.rate, torque + d),
        -d_lost * d,
        -b_lost * b,
        cs.SX.zeros(drift.shape[0] + numbers.shape[0]),
    )
    after = following(state, rate, h)
    d_variance = ripple.constant + ripple.by_torque * torque**2 + tuning.friction**2
    noise = cs.diagcat(
        _torque_noise(arm, torque + d, tuning, h),
        cs.diag(d_variance * (1.0 - cs.exp(-2.0 * h * d_lost))),
        cs.diag(sensor.ripple.constant * (1.0 - cs.exp(-2.0 * h * b_lost))),
        h * walk * cs.SX.eye(drift.shape[0]),
        cs.diag(limits["walk"]),
    )
    measured, errors = arm.motor_position + b, sensor.noise + tuning.motor_position**2
    if arm.accelerometer is not None:
        measured = cs.vertcat(measured, _driven(arm, arm.accelerometer, before + d))
        errors = np.append(errors, sensed + tuning.acceleration**2)
    model = FilterModel(
        state=state,
        following=cs.vertcat(after[: -numbers.shape[0]], kept(numbers, limits))
        if followed
        else after,
        transition=transition(state, rate, h),
        process_noise=noise,
        measured=measured,
        measurement_noise=errors,
        input=cs.vertcat(torque, before),
        parameters=cs.vertcat(*_told(arm, followed).values(), walk, *limits.values()),
        shown=arm.tool_position,
    )
    ends = np.cumsum([part.shape[0] for part in parts.values()]).tolist()
    places = {name: slice(a, z) for name, a, z in zip(parts, [0, *ends], ends, strict=False)}
    return ArmModel(arm, model, places, followed)


def _driven(arm: FlexibleArm, expression: cs.SX, torque: cs.SX) -> cs.SX:
    """With these torques of the motors, and nothing else that the model does not know."""
    nothing = cs.SX.zeros(arm.joint_torque.shape[0])
    return cs.substitute([expression], [arm.motor_torque, arm.joint_torque], [torque, nothing])[0]


def _forgetting(arm: FlexibleArm, ripple: Ripple, tuning: FilterTuning) -> cs.SX:
    """1/s: how fast ripple becomes something else."""
    return cs.fabs(arm.motor_velocity) / ripple.angle + 1.0 / tuning.memory


def _torque_noise(arm: FlexibleArm, torque: cs.SX, tuning: FilterTuning, h: float) -> cs.SX:
    """The covariance that white noise of torques, held for a sample, gives the arm's state."""
    unknown = cs.vertcat(arm.motor_torque, arm.joint_torque)
    spread = _driven(arm, held(arm.state, arm.rate, unknown, h), torque)
    sizes = (tuning.motor_torque, tuning.joint_torque)
    counts = (arm.motor_torque.shape[0], arm.joint_torque.shape[0])
    variances = np.repeat(np.square(sizes) / h, counts)
    return cs.mtimes([spread, cs.diag(cs.SX(variances)), spread.T])


def _told(arm: FlexibleArm, followed: tuple[str, ...]) -> dict[str, cs.SX]:
    """The free numbers that the filter does not look for itself."""
    return {name: symbol for name, symbol in arm.free.items() if name not in (DRIFT, *followed)}
