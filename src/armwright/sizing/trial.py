"""One motor with one gear at one axis: how much of it is used, and why it is too little."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.signals.figures import rms
from armwright.sizing.demand import AxisDemand
from armwright.sizing.motor_list import ListedGear, ListedMotor


@dataclass(frozen=True)
class SizingRules:
    """How much of a motor may be used: `peak` of the torque that it has at its speed, `thermal` of
    its continuous torque, `speed` of its largest speed, `gear` of the gear's peak torque; and how
    many times its own inertia its load may have."""

    peak: float = 0.8
    thermal: float = 0.8
    speed: float = 0.9
    gear: float = 1.0
    inertia_ratio: float = 10.0

    def __post_init__(self) -> None:
        for what in ("peak", "thermal", "speed", "gear"):
            if not 0 < getattr(self, what) <= 1:
                raise InputError(
                    what,
                    where="rules of sizing",
                    got=getattr(self, what),
                    expected="more than 0, at most 1",
                )
        if not self.inertia_ratio > 0:
            raise InputError(
                "inertia_ratio",
                where="rules of sizing",
                got=self.inertia_ratio,
                expected="more than 0",
            )


@dataclass(frozen=True)
class TriedMotor:
    """`axis`: the motor's name in the robot. On the motor's side: the largest torque (N m) and
    speed (rad/s), and the rms torque; then what of the motor they use. `reasons`: why it is
    refused."""

    axis: str
    motor: ListedMotor
    gear: ListedGear | None
    ratio: float
    peak_torque: float
    rms_torque: float
    largest_speed: float
    peak_share: float
    thermal_share: float
    speed_share: float
    gear_share: float
    inertia_ratio: float
    reasons: tuple[str, ...]

    @property
    def fits(self) -> bool:
        return not self.reasons

    @property
    def mass(self) -> float:
        """Of motor and gear, kg."""
        return self.motor.mass + (self.gear.mass if self.gear else 0.0)

    @property
    def rotor_inertia(self) -> float:
        """With the gear's, kg m²."""
        return self.motor.rotor_inertia + (self.gear.inertia if self.gear else 0.0)

    @property
    def label(self) -> str:
        return self.motor.name if self.gear is None else f"{self.motor.name} with {self.gear.name}"


def motor_side(demand: AxisDemand, rotor_inertia: float, ratio: float) -> tuple[Array, Array]:
    """Torque and velocity of a motor that does what is asked, its own rotor included."""
    torque = demand.torque / ratio + rotor_inertia * ratio * demand.acceleration
    return torque, ratio * demand.velocity


def try_motor(
    demand: AxisDemand, motor: ListedMotor, gear: ListedGear | None, rules: SizingRules
) -> TriedMotor:
    ratio = demand.ratio if gear is None else gear.ratio
    rotor = motor.rotor_inertia + (gear.inertia if gear else 0.0)
    torque, velocity = motor_side(demand, rotor, ratio)
    size, speed = np.abs(torque), np.abs(velocity)
    # Braking, the voltage that speed induces helps: the peak torque is there at any speed.
    most = np.where(torque * velocity > 0, motor.most_torque(speed), motor.peak_torque)
    with np.errstate(divide="ignore", invalid="ignore"):
        used = np.where(size > 0, size / most, 0.0)
    worst = int(np.argmax(used))
    heat = float(rms(demand.time, torque[:, None])[0])
    gear_share = float(np.abs(demand.torque).max() / gear.peak_torque) if gear else 0.0
    ratio_of_inertias = demand.inertia / ratio**2 / rotor
    shares = (
        float(used[worst]),
        heat / motor.continuous_torque,
        float(speed.max() / motor.maximum_speed),
    )
    reasons = []
    if not shares[0] <= rules.peak:
        reasons.append(
            f"peak torque: {size[worst]:.4g} N m at {speed[worst]:.4g} rad/s, where "
            f"{_part(rules.peak)}{most[worst]:.4g} N m may be used"
        )
    if not shares[1] <= rules.thermal:
        most_heat = f"{_part(rules.thermal)}{motor.continuous_torque:.4g}"
        reasons.append(f"heat: {heat:.4g} N m rms, {most_heat} N m may be used")
    if not shares[2] <= rules.speed:
        most_speed = f"{_part(rules.speed)}{motor.maximum_speed:.4g}"
        reasons.append(f"speed: {speed.max():.4g} rad/s, {most_speed} rad/s may be used")
    if gear is not None and not gear_share <= rules.gear:
        unit = "N" if demand.kind == "prismatic" else "N m"
        largest = f"{np.abs(demand.torque).max():.4g} {unit}"
        most_gear = f"{_part(rules.gear)}{gear.peak_torque:.4g} {unit}"
        reasons.append(f"gear: {largest} at the joint, {most_gear} may be used")
    if ratio_of_inertias > rules.inertia_ratio:
        times = f"{ratio_of_inertias:.{0 if ratio_of_inertias >= 100 else 1}f}"
        reasons.append(
            f"inertia: the load has {times} times the rotor's, {rules.inertia_ratio:g} times are "
            "allowed"
        )
    return TriedMotor(
        demand.name,
        motor,
        gear,
        ratio,
        float(size.max()),
        heat,
        float(speed.max()),
        *shares,
        gear_share,
        ratio_of_inertias if math.isfinite(ratio_of_inertias) else math.nan,
        tuple(reasons),
    )


def _part(share: float) -> str:
    return "" if share == 1 else f"{share:g} of "
