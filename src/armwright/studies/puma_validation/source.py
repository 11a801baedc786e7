"""What S2 publishes in its chapter 5: one motor and link, the PUMA 560, and a plan for a SCARA."""

from __future__ import annotations

from armwright.sources import SOURCES

SOURCE = SOURCES["S2"].part("chapter 5")
#: Of its motors, N m/A, and of free fall, m/s² (Mgl of table 5.1 tells it).
TORQUE_CONSTANT, GRAVITY = 0.2587, 9.80665

#: Section 5.2: one link, numbers at the joint; the gear is ideal.
MASS, INERTIA, LEVER, VISCOUS, COULOMB, GEAR = 9.5, 2.0, 0.1, 1.0, 2.0, 50.0
DURATION = 16.0
#: The terms of S2's equation (5.4), by our names → by its own.
NAMES = {
    "inertia": "I",
    "viscous": "B",
    "weight_sine": "Mgl",
    "coulomb_positive": "f₁",
    "coulomb_negative": "f₂",
}
#: Table 5.1. The inertia is given about the centre of mass; about the axis it is 2.095.
GIVEN = (2.095, 1.0, 9.3163, 2.0, 2.0)
WITHOUT_NOISE = (2.0950, 1.0000, 9.3163, 2.0000, 2.0000)
WITH_NOISE = (2.0743, 0.9967, 9.3288, 2.0044, 1.9953)

#: Section 5.3, as computed from its equations: link 1 is that of table 5.1 and 0.5 m long; link 2
#: is held, ever more stiffly, and gives way by so many rad. Both locked together, then what method
#: B finds.
SECOND_MASS, SECOND_LEVER, SECOND_INERTIA, LENGTH = 5.0, 0.2, 0.3, 0.5
TOGETHER = (4.845, 1.0, 43.640, 2.0, 2.0)
GIVES_WAY = (0.29, 0.12, 0.039, 0.004)
HELD = (
    (4.34, 0.90, 41.2, 2.33, 1.88),
    (4.61, 0.74, 42.8, 2.30, 2.14),
    (4.77, 0.82, 43.4, 2.17, 2.13),
    (4.837, 0.979, 43.62, 2.019, 2.015),
)

#: Appendix C.1: friction of the PUMA after tuning, at the joints: N m s/rad, N m.
TUNED_VISCOUS, TUNED_COULOMB = (8.0, 18.0, 4.0), (1.0, 0.5, 0.01)
