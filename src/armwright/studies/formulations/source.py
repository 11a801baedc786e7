"""What S2 says about formulations and about programs that make equations."""

from __future__ import annotations

from dataclasses import dataclass

SOURCE = (
    "S2: a thesis on robotic manipulator modelling, dynamic and kinematic; author, university and "
    "year are not in the text"
)

#: Table 3.1, and section 3.7 for the last: seconds of computing time for the cart with the double
#: pendulum under its own weight.
TABLE_3_1 = (
    ("AUTOLEV: generated Fortran, as it comes", 84.9),
    ("DADS in three dimensions: numeric", 319.26),
    ("DADS in two dimensions: numeric", 65.28),
    ("SD/FAST: generated equations, called from MATLAB", 21.83),
    ("AUTOLEV's equations, compiled, called from SIMULINK", 8.99),
)
#: Section 3.3: five seconds are simulated there.
SIMULATED = 5.0


@dataclass(frozen=True)
class Listing:
    """A program that AUTOLEV made. `operations`: additions, multiplications, sines and cosines for
    COEF and RHS, counted as printed, without joint forces."""

    robot: str
    appendix: str
    symbolic: bool
    operations: int


LISTINGS = (
    Listing("cart_double_pendulum", "A.5", True, 115),
    Listing("scara", "C.2", True, 90),
    Listing("puma560_armstrong3", "C.1", False, 488),
)
