"""Exported files opened by the engines they are for, in our order of joints."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import mujoco
import numpy as np

from armwright import Fidelity, Robot
from armwright.export.mjcf import mjcf
from armwright.plant import Plant
from armwright.system import Setup
from armwright.system.system import plant_of

Array = np.ndarray
RIGID = Fidelity(joints="rigid")


def stiff_and_dry(robot: Robot) -> Robot:
    """What formats of other engines hold of a robot: no water, no axes that give way."""
    links = [dataclasses.replace(link, hull=None) for link in robot.links]
    return dataclasses.replace(robot, links=tuple(links), elastic=(), spring_matrices=())


class MujocoArm:
    """An exported arm in MuJoCo. `order[k]`: our coordinate that is MuJoCo's k-th."""

    def __init__(
        self,
        source: Robot | Setup,
        folder: Path,
        rotors: tuple[str, ...] = (),
        fidelity: Fidelity | None = None,
    ) -> None:
        path = folder / "arm.xml"
        self.lost = mjcf(source, path, fidelity=fidelity)
        self.text = path.read_text()
        self.model = mujoco.MjModel.from_xml_path(str(path))
        self.data = mujoco.MjData(self.model)
        plant = plant_of(source) if isinstance(source, Setup) else Plant(source, RIGID)
        own = [one.name for one in plant.coordinates if one.role != "rotor"]
        ours = (*own, *rotors)
        names = [self.model.joint(k).name for k in range(self.model.njnt)]
        assert sorted(ours) == sorted(names)
        self.order = np.array([ours.index(name) for name in names])

    def at(self, x: Array, v: Array) -> None:
        self.data.qpos[:], self.data.qvel[:] = x[self.order], v[self.order]
        mujoco.mj_forward(self.model, self.data)

    def mass_matrix(self) -> Array:
        M = np.zeros((self.model.nv, self.model.nv))
        mujoco.mj_fullM(self.model, self.data, M)
        found = np.empty_like(M)
        found[np.ix_(self.order, self.order)] = M
        return found

    def ours(self, theirs: Array) -> Array:
        found = np.empty(len(self.order))
        found[self.order] = theirs
        return found

    def run(self, x: Array, v: Array, duration: float, force: Array | None = None) -> Array:
        """Positions at the end, by Runge and Kutta's fourth-order method."""
        self.model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
        self.at(x, v)
        if force is not None:
            self.data.qfrc_applied[:] = force[self.order]
        for _ in range(round(duration / self.model.opt.timestep)):
            mujoco.mj_step(self.model, self.data)
        return self.ours(self.data.qpos)
