"""What S4's chapter 5 says. It prints no values of friction, and its figures are lost."""

from armwright.sources import SOURCES

SOURCE = SOURCES["S4"].part("chapter 5")
#: Constant speeds in section 5.1; starts and batches in section 5.2; numbers of (5.13).
SPEEDS, STARTS, BATCHES, JOINT_NUMBERS = 48, 30, 8, 8
#: K: of a robot that was idle, and after an hour of intense motion; assumed.
COLD_TEMPERATURE, WARM_TEMPERATURE = 293.15, 333.15
