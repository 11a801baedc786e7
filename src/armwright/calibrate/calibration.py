"""The fit of an arm's geometry: a `Fit` that knows where the base and the targets are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.calibrate.measurements import Measurements, Seen, measurements
from armwright.calibrate.model import PoseModel
from armwright.calibrate.predicting import PosePredictor
from armwright.calibrate.rotations import vector_of
from armwright.calibrate.wording import left_out_of
from armwright.errors import InputError
from armwright.fit import Fit
from armwright.robot import Pose


class Accuracy(NamedTuple):
    """How far targets were from where they were predicted (m; of poses, their positions)."""

    mean: float
    rms: float
    largest: float

    @classmethod
    def of(cls, distances: Array) -> Accuracy:
        return cls(
            float(distances.mean()), float(np.sqrt((distances**2).mean())), float(distances.max())
        )


class Ellipsoid(NamedTuple):
    """Standard errors of a predicted position: half-axes (m, largest first) along the columns of
    `axes`, in the measuring frame."""

    half_axes: Array
    axes: Array
    covariance: Array


@dataclass(frozen=True, eq=False, kw_only=True)
class Calibration(Fit):
    """`robot` has the fitted geometry, and a frame for every target. `base`: the arm's base in the
    measuring frame. `targets`: on the robot's tool frame. `effects`: sizes by element; they are in
    no robot's file and go with the calibration. `unknowns`: how many combinations were fitted.
    `silent`: directions of the scaled unknowns that the data does not tell; `left_out` says them in
    words. `noise`: estimated standard error of what was measured, by unit. `weights`: by target, 0
    to 1, less than 1 where a robust loss spared a measurement."""

    base: Pose
    targets: Mapping[str, Pose]
    effects: Mapping[str, float]
    effect_names: tuple[str, ...]
    unknowns: int
    silent: Array
    noise: Mapping[str, float]
    weights: Mapping[str, Array]
    as_found: Accuracy
    fitted: Accuracy
    model: PoseModel
    x: Array
    basis: Array
    covariance: Array = field(default_factory=lambda: np.zeros((0, 0)))

    @cached_property
    def left_out(self) -> tuple[str, ...]:
        """What the data does not tell, and why; it stays at its nominal value."""
        return left_out_of(self.model, self.silent)

    @property
    def pose_predictor(self) -> PosePredictor:
        assert isinstance(self.predictor, PosePredictor)
        return self.predictor

    def predicted(self, joints: ArrayLike) -> dict[str, Array]:
        """Where the targets would be measured, by name: as they were given to the fit. `joints` in
        the order of approach if backlash is among the effects."""
        return self.pose_predictor.values(self.robot, np.asarray(joints, dtype=np.float64))

    def errors(self, joints: ArrayLike, points: Seen | Mapping[str, Seen]) -> Array:
        """How far targets are from where they are predicted (m), for measurements that were not
        fitted: one for each pose and target that was seen."""
        given = measurements(self.nominal, joints, points)
        unknown = [one.name for one in given.targets if one.name not in self.targets]
        if unknown:
            raise InputError(
                "not a target of the calibration",
                where="points",
                got=repr(unknown[0]),
                expected=f"one of {', '.join(self.targets)}",
            )
        return distances(given, self.predicted(given.joints))

    def ellipsoid(self, joints: ArrayLike, target: str | None = None) -> Ellipsoid:
        """How well the position of a target is known at joint positions (n,), from the noise of the
        measurements; what the model does not have is not in it."""
        q = np.asarray(joints, dtype=np.float64)
        name = target or next(iter(self.targets))
        J = self.model.position_jacobian(self.x, q[None], name)[0] @ self.basis
        covariance = J @ self.covariance @ J.T
        values, axes = np.linalg.eigh(covariance)
        return Ellipsoid(np.sqrt(np.maximum(values[::-1], 0)), axes[:, ::-1], covariance)


def distances(measured: Measurements, predicted: Mapping[str, Array]) -> Array:
    found = []
    for target in measured.targets:
        off = target.values - predicted[target.name]
        if target.kind == "pose":
            off = off[:, :3, 3]
        flat = off.reshape(len(off), -1)
        found.append(np.linalg.norm(flat[target.seen], axis=1))
    return np.concatenate(found)


def residual_data(measured: Measurements, predicted: Mapping[str, Array]) -> xr.Dataset:
    """Measured minus predicted, by signal: `target_position` (m), `target_rotation` (rad)."""
    data: dict[str, xr.DataArray] = {}
    axis = ["x", "y", "z"]
    for target in measured.targets:
        model = predicted[target.name]
        if target.kind == "distance":
            off = target.values - model
            data[f"{target.name}_distance"] = xr.DataArray(off, dims="time", attrs={"unit": "m"})
            continue
        full = target.kind == "pose"
        off = (target.values - model)[:, :3, 3] if full else target.values - model
        data[f"{target.name}_position"] = xr.DataArray(
            off, dims=("time", "axis"), coords={"axis": axis}, attrs={"unit": "m"}
        )
        if full:
            turned = np.full((len(off), 3), np.nan)
            turned[target.seen] = vector_of(
                target.values[target.seen, :3, :3] @ model[target.seen, :3, :3].transpose(0, 2, 1)
            )
            data[f"{target.name}_rotation"] = xr.DataArray(
                turned, dims=("time", "axis"), coords={"axis": axis}, attrs={"unit": "rad"}
            )
    return xr.Dataset(data, coords={"time": np.arange(float(len(measured)))})
