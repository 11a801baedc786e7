"""What a calibrated arm would show: targets in the measuring frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.calibrate import effects as effects_
from armwright.calibrate.geometry import Geometry, euler_of
from armwright.calibrate.measurements import Kind
from armwright.calibrate.model import shown, with_effects
from armwright.robot import Pose, Robot
from armwright.signals.log import Log


@dataclass(frozen=True, eq=False)
class PosePredictor:
    """`geometry`: of the nominal robot. `targets`: kind, point that distances are from, and pose on
    the tool frame. `sizes`: of effects by element."""

    geometry: Geometry
    base: Pose
    targets: Mapping[str, tuple[Kind, Array, Pose]]
    effect_names: tuple[str, ...]
    sizes: Mapping[str, float]

    def __call__(self, robot: Robot, log: Log) -> xr.Dataset:
        """`target_position` of every target, at the log's times."""
        tool = self.tool(robot, log["joint_position"])
        data = {}
        for name, (_, _, place) in self.targets.items():
            position = (tool @ place.matrix())[:, :3, 3]
            data[f"{name}_position"] = xr.DataArray(
                position,
                dims=("time", "axis"),
                coords={"axis": ["x", "y", "z"]},
                attrs={"unit": "m"},
            )
        return xr.Dataset(data, coords={"time": log.time})

    def values(self, robot: Robot, joints: Array) -> dict[str, Array]:
        """As they are measured, by target."""
        tool = self.tool(robot, joints)
        return {
            name: shown(kind, tool @ place.matrix(), point)
            for name, (kind, point, place) in self.targets.items()
        }

    def tool(self, robot: Robot, joints: Array) -> Array:
        """The tool frame in the measuring frame, (m, 4, 4)."""
        numbers = numbers_of(self.geometry, robot)
        columns = effects_.columns(self.geometry, joints, self.effect_names)
        q, numbers = with_effects(joints, numbers, columns, self.sizes)
        return np.asarray(self.base.matrix() @ self.geometry.motion(q, numbers).pose)


def numbers_of(geometry: Geometry, robot: Robot) -> Array:
    """The places of another robot's joints, as numbers of this geometry."""
    numbers = geometry.nominal.copy()
    for joint in geometry.chain:
        origin = robot.joint(joint.name).origin
        numbers[geometry.place(f"joints.{joint.name}.translation")] = origin.translation
        turn = joint.origin.rotation.T @ origin.rotation
        numbers[geometry.place(f"joints.{joint.name}.rotation")] = euler_of(turn)
    return numbers
