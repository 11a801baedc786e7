"""What S2 publishes about the AA300 (3.8): table 3.2, in the library's robot, and words."""

from __future__ import annotations

from armwright.sources import SOURCES

SOURCE = SOURCES["S2"].part("section 3.8")
SCENARIO = "aa300/manoeuvre"
#: kg, table 3.2: column, upper arm, extension tube, gripper.
MASSES = (1123.099, 201.4534, 118.9522, 65.1572)
