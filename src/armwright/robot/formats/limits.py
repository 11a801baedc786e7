"""What no file may exceed."""

from __future__ import annotations

#: Beyond this no length, mass, stiffness or ratio of an arm makes sense, and products overflow.
LARGEST = 1e12
#: Links, joints or frames of one robot.
MOST_PARTS = 2000
#: Stands for "no limit" where a format wants a number; readers take it for infinity.
NO_LIMIT = 1e30
