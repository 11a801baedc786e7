"""What followed numbers tell of a gear: cold or warm, worn, without lubricant; of what the arm
carries; of the motor's torque constant.

Each has a direction in which numbers go: temperature along the line from cold to warm, a fault
along its own, and either by any amount. The difference from a healthy arm is split into both by
weighted least squares, with what the filter is not sure of and by how much healthy arms differ as
weights; the fault that leaves least is told, if it explains enough more than temperature alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.identify.adaptive import AdaptiveFit
from armwright.identify.elements import element_value
from armwright.robot import Robot

Temperature = Literal["cold", "normal", "warm"]
#: Words for what may be wrong.
HEALTHY, WORN, DRY = "healthy", "worn gear", "lost lubricant"
PAYLOAD, CONSTANT = "heavier payload", "torque constant drifts"
#: In parts of themselves, what a fault of size 1 does to numbers of friction (assumed: S4, 7.2,
#: asks for diagnosis and gives no numbers). Wear adds to all dry friction; without lubricant
#: surfaces touch: dry friction rises, most of all at rest, and little is left to shear.
_WORN = {"coulomb": 1.0, "static": 1.0}
_DRY = {"coulomb": 0.5, "static": 1.0, "viscous": -0.7, "quadratic": -0.7}
#: By which part of itself a number differs from one healthy arm to the next, unless told
#: otherwise; torque constants are known better (both assumed).
SPREAD, CONSTANT_SPREAD = 0.03, 0.01
#: What may go either way; a gear does not wear backwards.
_EITHER_WAY = frozenset({CONSTANT})
#: What a fault has to explain beyond temperature: as improbable for a healthy arm as 4.5 standard
#: deviations. Temperatures from this part of the way to cold or warm on are told.
ENOUGH, TOLD = 20.0, 0.4


@dataclass(frozen=True, eq=False)
class GearConditions:
    """Of a joint, in the order of `numbers`: `healthy` values, in the middle of its temperatures;
    `warmer`: from there to warm, and the opposite of it to cold; `faults`: by name, the direction
    and size of 1; `spread`: standard deviations between healthy arms."""

    numbers: tuple[str, ...]
    healthy: Array
    warmer: Array
    faults: Mapping[str, Array]
    spread: Array


@dataclass(frozen=True)
class Diagnosis:
    """`warmth`: −1 cold to 1 warm. `size`: of the fault, 0 if there is none; of a payload in kg, of
    the others as a part, of a torque constant what is missing, negative where it rose. `evidence`:
    by how much it explains the numbers better than temperature alone, in squared standard
    deviations."""

    temperature: Temperature
    fault: str
    warmth: float
    size: float
    evidence: float

    def __str__(self) -> str:
        if self.fault == HEALTHY:
            return f"healthy, {self.temperature}"
        return f"{self.fault} (evidence {self.evidence:.0f}), {self.temperature}"


def gear_conditions(
    cold: Robot,
    warm: Robot,
    joint: str,
    *,
    carried: str | None = None,
    constant: str | None = None,
    spread: float = SPREAD,
    constant_spread: float = CONSTANT_SPREAD,
) -> GearConditions:
    """From the same arm cold and warm. `carried`: path of the mass that a payload adds to;
    `constant`: of the torque constant, if that is followed. `spread` and `constant_spread`: by
    which part of itself a number, and a torque constant, differs between healthy arms. Faults that
    are smaller than a few of these are not told."""
    for name, part in (("spread", spread), ("constant_spread", constant_spread)):
        if not 0 < part < 1:
            raise InputError(name, where="diagnosis", got=part, expected="a part, between 0 and 1")
    head = f"joints.{joint}.drive.friction."
    drive = cold.joint(joint).drive
    given = {} if drive is None else drive.friction
    other = warm.joint(joint).drive
    there = {} if other is None else other.friction
    # What is nothing cold and warm, as α₃ often, tells nothing.
    known = [
        key
        for key in ("coulomb", "static", "viscous", "quadratic")
        if given.get(key) or there.get(key)
    ]
    if "coulomb" not in known or "viscous" not in known:
        raise InputError(
            "a diagnosis needs dry and viscous friction",
            where=f"joint '{joint}'",
            got=", ".join(known) or "none",
            expected="coulomb and viscous, better static and quadratic too",
        )
    others = [path for path in (carried, constant) if path is not None]
    numbers = (*(head + key for key in known), *others)
    low, high = (np.array([element_value(one, path) for path in numbers]) for one in (cold, warm))
    healthy = 0.5 * (low + high)
    if np.array_equal(low[: len(known)], high[: len(known)]):
        raise InputError(
            "the arm is the same cold and warm",
            where=f"joint '{joint}'",
            expected="friction that differs: two fits, at two temperatures",
        )

    def along(parts: Mapping[str, float]) -> Array:
        shares = np.array([parts.get(path.removeprefix(head), 0.0) for path in numbers])
        change: Array = shares * np.abs(healthy)
        return change

    faults = {WORN: along(_WORN), DRY: along(_DRY)}
    # What shears less also flattens less: of a negative number, towards zero.
    faults[DRY] = np.where(healthy < 0, -faults[DRY], faults[DRY])
    unit = np.eye(len(numbers))
    if carried is not None:
        faults[PAYLOAD] = unit[numbers.index(carried)]
    if constant is not None:
        faults[CONSTANT] = -unit[numbers.index(constant)] * healthy[numbers.index(constant)]
    size = np.maximum(np.abs(healthy), np.maximum(np.abs(low), np.abs(high)))
    parts = [constant_spread if path == constant else spread for path in numbers]
    return GearConditions(numbers, healthy, 0.5 * (high - low), faults, np.array(parts) * size)


def diagnose(found: AdaptiveFit, conditions: GearConditions) -> Diagnosis:
    """Of an arm whose numbers were followed."""
    missing = [name for name in conditions.numbers if name not in found.parameters]
    if missing:
        raise InputError(
            "a number that tells was not followed",
            where="diagnosis",
            got=missing[0],
            expected=", ".join(conditions.numbers),
        )
    names = list(conditions.numbers)
    values = np.array([found.parameters[name].value for name in names])
    covariance = found.covariance.sel(number=names, other=names).values
    return diagnosed(values, np.asarray(covariance), conditions)


def diagnosed(values: Array, covariance: Array, conditions: GearConditions) -> Diagnosis:
    """Of numbers (k,) with their covariance (k, k)."""
    for name, given in (("numbers", values), ("covariance", covariance)):
        if not np.isfinite(given).all():
            raise InputError("not finite", where=f"diagnosis, {name}", got=given.tolist())
    root = np.linalg.cholesky(covariance + np.diag(conditions.spread**2))
    y, warmer, *faults = (
        np.linalg.solve(root, one)
        for one in (
            values - conditions.healthy,
            conditions.warmer,
            *conditions.faults.values(),
        )
    )
    alone, warmth, _ = _split(y, warmer)
    best = (alone, warmth, 0.0, HEALTHY)
    for name, direction in zip(conditions.faults, faults, strict=True):
        left, warm, size = _split(y, warmer, direction, either=name in _EITHER_WAY)
        if left < best[0] and alone - left > ENOUGH:
            best = (left, warm, size, name)
    left, warmth, size, fault = best
    word: Temperature = "cold" if warmth < -TOLD else "warm" if warmth > TOLD else "normal"
    return Diagnosis(word, fault, warmth, size, alone - left)


def _split(
    y: Array, warmer: Array, fault: Array | None = None, *, either: bool = False
) -> tuple[float, float, float]:
    """What is left of y, how warm it is (no more than a little beyond cold and warm), and how large
    the fault is, not below zero unless it may go `either` way."""
    limit, best = 1.2, (np.inf, 0.0, 0.0)
    choices = [float(np.clip(y @ warmer / (warmer @ warmer), -limit, limit))]
    if fault is not None:
        both = np.linalg.lstsq(np.stack([warmer, fault], axis=1), y, rcond=None)[0]
        choices = [float(np.clip(both[0], -limit, limit)), -limit, limit]
    for warmth in choices:
        rest = y - warmth * warmer
        size = 0.0 if fault is None else float(rest @ fault / (fault @ fault))
        size = size if either else max(size, 0.0)
        off = rest if fault is None else rest - size * fault
        best = min(best, (float(off @ off), warmth, size))
    return best
