"""What S1 reports, as numbers. SI units, angles in rad."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array

SOURCE = (
    "S1: A. M. Shuman, Modeling and Control of 6-axis Robot Arm, master's thesis "
    "LiTH-ISY-EX-20/5351-SE, Linköping University, 2020"
)

#: Table 5.1: amplitude of the error on q and on q̇, by the case. The third is an upper bound.
NOISE_AMPLITUDES = {
    "noise-q": (1.5e-3, 4e-3),
    "noise-v": (1.5e-3, 50e-3),
    "noise-both": (3e-3, 50e-3),
}

#: Section 5.3.1: the largest static error, by how wrong the mass of the last link is.
STATIC_ERRORS = {0.05: 0.016, 0.10: 0.032}

#: (5.2): what is left of the tool's pose at the end, H_e(q) − H_e(q_r), with 10 % less payload.
ROTATION_ERROR: Array = np.array(
    [[-0.0037, -0.0087, -0.0038], [-0.0017, 0.0314, 0.0136], [0.0352, 0.0005, 0.0004]]
)
POSITION_ERROR: Array = np.array([0.0002, 0.0002, 0.0047])

#: When our half moon changes its direction, s; S1's, section 5.4, does so at 10 instead of 9.7 s.
OUR_DIRECTION_CHANGES = (0.3, 3.0, 5.0, 7.0, 9.7)
