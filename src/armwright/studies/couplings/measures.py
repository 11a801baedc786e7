"""Numbers of the couplings."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.studies.couplings.runs import CoupledArm, Matrices
from armwright.studies.couplings.source import ROWS


def rows(found: CoupledArm) -> Array:
    """As (3.5): row 1 in the first configuration, rows 2 and 3 in the second."""
    return np.vstack([found.up.normalised[0, :1], found.folded.normalised[0, 1:3]])


def outside_pattern(found: CoupledArm) -> float:
    """The largest element of S where (3.2) has none, of the largest there is."""
    known = np.zeros(found.anywhere.coupling.shape[1:], dtype=bool)
    known[:3] = ROWS != 0
    sizes = np.abs(found.anywhere.coupling)
    return float(sizes[:, ~known].max() / sizes.max())


def spread(some: Matrices, which: slice) -> float:
    """How far rows of S differ between configurations, of the largest element."""
    chosen = some.coupling[:, which]
    return float(np.ptp(chosen, axis=0).max() / np.abs(some.coupling).max())


def diagonal(found: CoupledArm) -> float:
    """The largest element on the diagonal of S, of the largest there is."""
    sizes = np.abs(found.anywhere.coupling)
    return float(np.diagonal(sizes, axis1=1, axis2=2).max() / sizes.max())


def worst_row(found: CoupledArm) -> tuple[float, float]:
    """The largest normalised element of row 1 in the first configuration, of that anywhere; and
    the smallest M₂₂ anywhere, of that in the second."""
    anywhere = np.abs(found.swept.normalised[:, 0]).max()
    here = np.abs(found.up.normalised[0, 0]).max()
    return float(here / anywhere), float(
        found.swept.mass[:, 1, 1].min() / found.folded.mass[0, 1, 1]
    )


def mass_ratio(some: Matrices) -> float:
    """M₂₂ : M₃₃."""
    return float(some.mass[0, 1, 1] / some.mass[0, 2, 2])


def coriolis_shares(found: CoupledArm) -> Array:
    """Of every joint, the largest Coriolis torque by rotors, of its largest torque."""
    motion = found.motion
    return np.asarray(np.abs(motion.coriolis).max(axis=0) / np.abs(motion.torque).max(axis=0))


def added_shares(found: CoupledArm) -> Array:
    """The same of all that rotors add."""
    motion = found.motion
    return np.asarray(np.abs(motion.added).max(axis=0) / np.abs(motion.torque).max(axis=0))


def reflected(found: CoupledArm) -> float:
    """S η : ηᵀ J η, column by column and times the gear ratio: at most the cosine between a rotor's
    axis and a joint's."""
    drives = [motor.drive for motor in found.robot.all_motors]
    ratios = np.diag(found.robot.gear_matrix)
    own = np.array([drive.motor_inertia for drive in drives]) * ratios**2
    return float((np.abs(found.anywhere.coupling).max(axis=(0, 1)) / own * ratios).max())


def exponent(found: CoupledArm) -> float:
    """p of the worst normalised element ~ (gear ratio)ᵖ, rotors at the joints being the same."""
    factors = np.array(list(found.geared))
    worst = [np.abs(one.normalised).max() for one in found.geared.values()]
    return float(np.polyfit(np.log(factors), np.log(worst), 1)[0])


def tool_difference(found: CoupledArm) -> Array:
    """Between the two models' tools, m, over time."""
    one, other = (run.data["tool_position"].values for run in found.runs.values())
    return np.asarray(np.linalg.norm(one - other, axis=1))
