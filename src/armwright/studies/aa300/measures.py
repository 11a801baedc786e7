"""Numbers of the manoeuvre's runs."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.arrays import Array
from armwright.robot import Robot
from armwright.signals import Run
from armwright.sizing import TriedMotor

JOINTS = ("column", "slide", "extension")
#: Joints whose reactions are recorded, the gripper's weld among them.
LOADED = (*JOINTS, "gripper")
#: y is up, and every joint's axis.
UP = 1


def torque(run: Run, joint: str) -> Array:
    """N m, or N of the slide, on the joint's side."""
    return np.asarray(run.data["joint_torque"].sel(joint=joint).values)


def peak(run: Run, joint: str) -> float:
    return float(np.abs(torque(run, joint)).max())


def tracking(run: Run) -> Array:
    """Largest error of each joint, rad or m."""
    error = run.data["reference_joint_position"].values - run.data["joint_position"].values
    return np.asarray(np.abs(error).max(axis=0))


def final(run: Run) -> Array:
    error = run.data["reference_joint_position"].values[-1] - run.data["joint_position"].values[-1]
    return np.asarray(np.abs(error))


def apart(first: Run, second: Run, signal: str, joint: str) -> float:
    both = (run.data[signal].sel(joint=joint).values for run in (first, second))
    return float(np.abs(np.subtract(*both)).max())


def interplay(whole: Run, alone: Run, joint: str) -> float:
    """What the other joints' motion changes of a joint's torque, of its largest."""
    return apart(whole, alone, "joint_torque", joint) / peak(whole, joint)


def reaction(run: Run, kind: str, joint: str) -> Array:
    """`kind`: force (N) or moment (N m)."""
    return np.asarray(run.data[f"reaction_{kind} of {joint}"].values)


def across(run: Run, kind: str, joint: str) -> Array:
    """What the bearings carry: the part across the joint's axis."""
    level = np.delete(reaction(run, kind, joint), UP, axis=1)
    return np.asarray(np.linalg.norm(level, axis=1))


def along_axes(run: Run) -> float:
    """How far reactions along the axes are from what the drives exert, of the largest there."""
    worst = 0.0
    for joint in JOINTS:
        kind = "force" if joint == "slide" else "moment"
        off = reaction(run, kind, joint)[:, UP] - torque(run, joint)
        worst = max(worst, float(np.abs(off).max()) / peak(run, joint))
    return worst


def weight_off(run: Run, robot: Robot) -> float:
    """Force under the column at rest, beside the weight of all links; as a part of it."""
    masses = sum(link.inertia.mass for link in robot.links if link.inertia)
    weight = -robot.gravity[UP] * masses
    return float(abs(reaction(run, "force", "column")[0, UP] - weight) / weight)


def work_off(run: Run) -> float:
    """Work of the joints' torques less what the energies gained, of the largest work."""
    data = run.data
    power = (data["joint_torque"].values * data["joint_velocity"].values).sum(axis=1)
    time = data["time"].values
    work = np.concatenate([[0.0], np.cumsum(0.5 * (power[1:] + power[:-1]) * np.diff(time))])
    energy = (data["kinetic_energy"] + data["potential_energy"]).values
    return float(np.abs(work - (energy - energy[0])).max() / np.abs(work).max())


def inertia_margin(robot: Robot, *, origins: bool) -> float:
    """The smallest ½ tr I − λ_max of all links, of ½ tr I: negative, and no body can have it.
    `origins`: if table 3.2 were about the links' origins."""
    worst = 1.0
    for link in robot.links:
        if link.inertia is None:
            continue
        tensor = np.array(link.inertia.tensor)
        if origins:
            c = np.array(link.inertia.centre)
            tensor -= link.inertia.mass * ((c @ c) * np.eye(3) - np.outer(c, c))
        moments = np.linalg.eigvalsh(tensor)
        half = 0.5 * abs(moments.sum())
        worst = min(worst, float((0.5 * moments.sum() - moments[-1]) / half))
    return worst


def largest(chosen: Mapping[str, TriedMotor], share: str) -> float:
    return max(float(getattr(one, share)) for one in chosen.values())


def limited(run: Run) -> int:
    """Records and samples at a limit of any motor."""
    names = [name for name in map(str, run.data.data_vars) if name.endswith("limited_count")]
    return int(sum(run.data[name].values.sum() for name in names))
