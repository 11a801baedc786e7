"""Arrays of numbers."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

#: Of any shape; docstrings say which.
Array: TypeAlias = NDArray[np.float64]
