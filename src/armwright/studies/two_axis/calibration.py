"""Mounting error and drift of the accelerometer, found from its reading and the arm's motion."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.studies.two_axis.source.motion import joint_motion, values
from armwright.studies.two_axis.source.numbers import Numbers
from armwright.studies.two_axis.source.sensing import Mounting, ideal_reading, mounted

NAMES = ("x, mm", "z, mm", "angle, °", "drift in x, m/s²", "drift in z, m/s²")
_SCALES = np.array([1e3, 1e3, 180 / np.pi, 1.0, 1.0])
_STEP, _ITERATIONS = 1e-6, 3


@dataclass(frozen=True, eq=False)
class Fitted:
    """Values and their standard errors, in the order and the units of NAMES."""

    value: Array
    error: Array


def fit_mounting(scenario: Scenario, run: Run) -> Fitted:
    """Least squares by Gauss and Newton's method, from a sensor that is mounted well."""
    n = Numbers.of(scenario.robot)
    q, v, a = joint_motion(run)
    ideal, turn, turning = ideal_reading(n, q, v, a), v.sum(axis=1), a.sum(axis=1)
    shown = values(run, "accelerometer").ravel()

    def model(p: Array) -> Array:
        return mounted(ideal, turn, turning, Mounting(p[0], p[1], p[2], (p[3], p[4]))).whole.ravel()

    p, steps = np.zeros(5), _STEP * np.eye(5)
    for _ in range(_ITERATIONS):
        slopes = [(model(p + step) - model(p - step)) / (2 * _STEP) for step in steps]
        J = np.stack(slopes, axis=1)
        p = p + np.linalg.lstsq(J, shown - model(p), rcond=None)[0]
    error = (shown - model(p)).std() * np.sqrt(np.diag(np.linalg.inv(J.T @ J)))
    return Fitted(_SCALES * p, _SCALES * error)


def in_units(mounting: Mounting) -> Array:
    """In the order and the units of NAMES."""
    scaled: Array = _SCALES * [mounting.x, mounting.z, mounting.angle, *mounting.drift]
    return scaled
