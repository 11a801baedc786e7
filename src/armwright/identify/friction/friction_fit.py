"""What was found of friction: a fit, with the curves and points that people look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from armwright.arrays import Array
from armwright.fit import Fit
from armwright.robot.drive import Side


@dataclass(frozen=True, eq=False)
class FrictionCurve:
    """Of one motor, on the `side` of the gear on which its friction counts: `velocity` (N,),
    `torque` (N,) and its standard `error` (N,), forwards and backwards; `label`: which of several,
    as "warm". `points`: velocities, torques and standard errors (M, 3) of what was measured."""

    name: str
    side: Side
    velocity: Array
    torque: Array
    error: Array
    points: Array
    label: str = ""


@dataclass(frozen=True, eq=False)
class FrictionFit(Fit):
    """`curves`: of each motor. `choices`: by motor, Bayes' criterion of each law, those with a
    Stribeck curve only if friction falls with speed; the smallest was taken. `ripple`: by motor,
    rms of what the filter of any motion took off its torques, as a part of friction's variation."""

    curves: tuple[FrictionCurve, ...] = ()
    choices: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    ripple: Mapping[str, float] = field(default_factory=dict)
