"""The shape in which every mechanism of this folder gives its equations."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Equations(NamedTuple):
    """mass_matrix @ accelerations + bias = joint torques, at one state.

    `bias` holds the torques of velocity and gravity; at zero velocity it is gravity alone.
    """

    mass_matrix: Array
    bias: Array
