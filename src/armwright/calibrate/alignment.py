"""Where to start: the base of the arm in the measuring frame, from the measurements themselves."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.calibrate.geometry import Geometry
from armwright.calibrate.measurements import Measurements
from armwright.robot import Pose


def aligned(here: Array, there: Array) -> Pose:
    """The displacement that brings points (m, 3) nearest to others (Kabsch 1976)."""
    a, b = here - here.mean(axis=0), there - there.mean(axis=0)
    U, _, Vt = np.linalg.svd(b.T @ a)
    sign = float(np.sign(np.linalg.det(U @ Vt))) or 1.0
    R = U @ np.diag([1, 1, sign]) @ Vt
    return Pose(R, there.mean(axis=0) - R @ here.mean(axis=0))


def starting_base(geometry: Geometry, measured: Measurements, targets: dict[str, Pose]) -> Pose:
    """From the first target whose positions were seen; distances say little of a base."""
    tool = geometry.motion(measured.joints, geometry.nominal).pose
    for target in measured.targets:
        if target.kind == "distance" or target.seen.sum() < 3:
            continue
        place = targets.get(target.name, Pose()).matrix()
        expected = (tool @ place)[target.seen]
        values = target.values[target.seen]
        positions = values[:, :3, 3] if target.kind == "pose" else values
        return aligned(expected[:, :3, 3], positions)
    return Pose()
