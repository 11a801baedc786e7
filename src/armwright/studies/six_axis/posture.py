"""In which posture S1's (5.2) was taken, and which joint errors it is made of.

R̃ = R(q) − R(q_r) = S(δ) R(q_r) for a small turn δ. For the right posture S(δ) is skew. R(q_r) is
that of our arm at the end of our steps; S1's frames are parallel to the base where its angles are
zero, and our tool's is not, so that the turn since the start is what both have in common.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arm import Arm
from armwright.arrays import Array
from armwright.signals import Run
from armwright.studies.six_axis.errors import values
from armwright.studies.six_axis.source import ROTATION_ERROR


@dataclass(frozen=True, eq=False)
class Turn:
    """`vector`: δ in base axes, rad. `misfit`: the part of S(δ) that is not skew."""

    vector: Array
    misfit: float

    @classmethod
    def between(cls, difference: Array, rotation: Array) -> Turn:
        """From R̃ and R(q_r)."""
        S = difference @ rotation.T
        vector = 0.5 * np.array([S[2, 1] - S[1, 2], S[0, 2] - S[2, 0], S[1, 0] - S[0, 1]])
        skew = float(np.linalg.norm(S - S.T))
        return cls(vector, float(np.linalg.norm(S + S.T)) / skew if skew else 0.0)

    @property
    def angle(self) -> float:
        return float(np.linalg.norm(self.vector))


def end_rotation(arm: Arm, run: Run) -> Array:
    """How the reference turns the tool from the beginning of a run to its end, base axes."""
    reference = values(run, "reference_joint_position")
    begin, end = (arm.pose(reference[k])[:3, :3] for k in (0, -1))
    found: Array = end @ begin.T
    return found


def own_turn(arm: Arm, run: Run) -> Turn:
    """Of the tool at the end, from where it should be."""
    actual, wanted = (
        arm.pose(values(run, name)[-1])[:3, :3]
        for name in ("joint_position", "reference_joint_position")
    )
    return Turn.between(actual - wanted, wanted)


def source_turn(rotation: Array) -> Turn:
    """Of (5.2), if the tool was turned by `rotation` since the angles were zero."""
    return Turn.between(ROTATION_ERROR, rotation)


def wrist_errors(arm: Arm, run: Run, turn: Turn) -> tuple[float, float]:
    """q − q_r of UA and of J3 that make a turn at the end of a run, if J1 has no error. LA, J2 and
    OS turn about the same axis there: of them the turn tells the sum alone."""
    axes = arm.jacobian(values(run, "reference_joint_position")[-1])[3:, 3:6]
    upper_arm, wrist, _ = np.linalg.solve(axes, turn.vector)
    return float(upper_arm), float(wrist)
