"""In which posture S1's (5.2) was taken, and which joint errors it is made of.

R̃ = R(q) − R(q_r) = S(δ) R(q_r) for a small turn δ. For the right posture S(δ) is skew.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.studies.six_axis.source import AXES, ROTATION_ERROR, STEPS, Array


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
        misfit = float(np.linalg.norm(S + S.T) / np.linalg.norm(S - S.T))
        return cls(vector, misfit)

    @property
    def angle(self) -> float:
        return float(np.linalg.norm(self.vector))


def source_turn() -> Turn:
    """Of (5.2), with the arm at the end of the steps about the axes of appendix C."""
    return Turn.between(ROTATION_ERROR, _rotations()[-1])


def source_wrist_errors() -> tuple[float, float]:
    """q − q_r of UA and of J3 that make the turn of (5.2), if J1 has no error. LA, J2 and OS turn
    about the same axis there: of them the turn tells the sum alone."""
    before = _rotations()
    axes = [R @ np.eye(3)["xyz".index(axis)] for R, axis in zip(before, AXES, strict=False)]
    upper_arm, wrist, _ = np.linalg.solve(np.stack(axes[3:6], axis=1), source_turn().vector)
    return float(upper_arm), float(wrist)


def _rotations() -> list[Array]:
    """Of the links before each joint, and of the last."""
    found = [np.eye(3)]
    for axis, angle in zip(AXES, np.radians(STEPS), strict=True):
        found.append(found[-1] @ _turned(axis, float(angle)))
    return found


def _turned(axis: str, angle: float) -> Array:
    a, b = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    R = np.eye(3)
    R[a, a] = R[b, b] = np.cos(angle)
    R[a, b], R[b, a] = -np.sin(angle), np.sin(angle)
    return R
