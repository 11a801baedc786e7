"""S0's equations of motion, section 1.3 and appendix A, against the compiled arm and its runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arm import Arm
from armwright.arrays import Array
from armwright.plant import Plant
from armwright.plant.law import Family
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.studies.claim import Claim, Statement, at_most, rounded, rounding
from armwright.studies.two_axis import source
from armwright.studies.two_axis.claims.kinematics import POSTURES, SEED, postures
from armwright.studies.two_axis.measures import farthest, motion_remainder
from armwright.studies.two_axis.source import TwoAxisNumbers
from armwright.studies.wording import scientific

#: Of the largest torque: equations of motion that hold to rounding.
PART = 1e-11

MASS = rounding(
    "inertia-matrix", "S0 (A.2)", "inertia matrix M₁₁, M₁₂, M₂₂ of the links", 1e-10, "kg m²"
)
CORIOLIS = rounding("coriolis", "S0 (A.3)", "Coriolis and centripetal terms", 1e-10, "N m")
GRAVITY = rounding("gravity", "S0 (A.4)", "gravity", 1e-10, "N m")
SPRING = rounding("spring", "S0 (A.7)", "spring: cubic up to ψ, then a line with k_high", 1e-12, "")
SEAM = Statement(
    "spring-seam",
    "S0 (A.7c), (A.7d)",
    "k₃ and m₀ join the two parts of the spring: torque and stiffness are continuous at ψ",
    "number",
    {
        "jump": at_most(
            "change of the torque from 1e−9 ψ before to 1e−9 ψ behind",
            1e-7,
            "",
            "what a slope does",
        ),
        "bend": at_most("change of the stiffness there", 1e-7, "", "what a curvature does"),
    },
)
FRICTION = rounding(
    "friction",
    "S0 (A.9)",
    "friction f_d q̇ + f_c (μ + (1−μ)/cosh(βq̇)) tanh(αq̇) of each motor, times η",
    1e-12,
    "N m",
)
MOTION = Statement(
    "equations-of-motion",
    "S0 (1.9), (A.1), (A.5)–(A.8)",
    "M q̈ + C + G + T + D q̇ + F = u: links, motors j_m η², springs, damping and friction",
    "number",
    {
        "joints": at_most(
            "left over at the joints, of the largest torque", PART, "", "rounding of large terms"
        ),
        "motors": at_most(
            "left over at the motors, on the joints' side, of the largest torque",
            PART,
            "",
            "rounding of large terms",
        ),
    },
)


def dynamics_claims(arm: Arm, scenario: Scenario, runs: Mapping[str, Run]) -> list[Claim]:
    """`runs`: the 16 of table 4.1."""
    n = TwoAxisNumbers.of(arm.robot)
    return [
        *_arm(arm, n),
        _spring(scenario, n),
        _seam(scenario, n),
        _friction(scenario, n),
        _motion(n, runs),
    ]


def _arm(arm: Arm, n: TwoAxisNumbers) -> list[Claim]:
    q = postures()
    v = np.random.default_rng(SEED + 1).normal(size=q.shape)
    coriolis = np.einsum("tij,tj->ti", arm.coriolis(q, v), v)
    where = f"compiled arm at {POSTURES} states"
    return [
        rounded(MASS, where, farthest(arm.mass_matrix(q), source.mass_matrix(n, q))),
        rounded(CORIOLIS, where, farthest(coriolis, source.coriolis(n, q, v))),
        rounded(GRAVITY, where, farthest(arm.gravity(q), source.gravity(n, q))),
    ]


def _spring(scenario: Scenario, n: TwoAxisNumbers) -> Claim:
    apart = 0.0
    for law, p in zip(spring_laws(scenario), n.springs, strict=True):
        x = np.linspace(-3 * p["psi"], 3 * p["psi"], 1001)
        expected = source.spring(p, x)
        apart = max(apart, farthest(law.torques(x), expected) / float(np.abs(expected).max()))
    return rounded(SPRING, "compiled springs up to 3 ψ, by their largest torque", apart)


def _seam(scenario: Scenario, n: TwoAxisNumbers) -> Claim:
    """Left and right of ψ; k₃ and m₀ are chosen for it."""
    jump, bend = 0.0, 0.0
    for law, p in zip(spring_laws(scenario), n.springs, strict=True):
        sides = p["psi"] * np.array([1 - 1e-9, 1 + 1e-9])
        torque, slope = law.torques(sides), law.slopes(sides)
        jump = max(jump, float(np.ptp(torque) / torque.max()))
        bend = max(bend, float(np.ptp(slope) / p["k_high"]))
    return SEAM.judged(
        f"from 1e−9 of ψ before it to 1e−9 behind it the torque changes by {scientific(jump)} and "
        f"the stiffness by {scientific(bend)} of itself; tolerance 1e−7",
        jump=jump,
        bend=bend,
    )


def _friction(scenario: Scenario, n: TwoAxisNumbers) -> Claim:
    apart = 0.0
    for law, p in zip(friction_laws(scenario), n.frictions, strict=True):
        v = np.linspace(-300.0, 300.0, 2001)
        apart = max(apart, farthest(law.torques(v), source.friction(p, v)))
    return rounded(FRICTION, "compiled law up to 300 rad/s, on the motor's side", apart)


def _motion(n: TwoAxisNumbers, runs: Mapping[str, Run]) -> Claim:
    found = [motion_remainder(n, run) for run in runs.values()]
    joints, motors = (
        max(getattr(one, side) / one.torque for one in found) for side in ("joints", "motors")
    )
    return MOTION.judged(
        f"every record of the {len(runs)} runs meets it: of the largest torque of a spring "
        f"{scientific(joints)} is left over at the joints and {scientific(motors)} at the motors, "
        f"both on the joints' side of the gears (tolerance {scientific(PART)})",
        "S0's numbers are not published; the arm's own are put into S0's equations.",
        joints=joints,
        motors=motors,
    )


@dataclass(frozen=True, eq=False)
class CompiledLaw:
    """A torque and its slope by the deflection or the velocity."""

    torque: cs.Function
    slope: cs.Function

    @classmethod
    def of(cls, x: cs.SX, torque: cs.SX) -> CompiledLaw:
        return cls(
            cs.Function("torque", [x], [torque]),
            cs.Function("slope", [x], [cs.gradient(torque, x)]),
        )

    def torques(self, x: Array) -> Array:
        return np.array(self.torque(cs.DM(x).T)).ravel()

    def slopes(self, x: Array) -> Array:
        return np.array(self.slope(cs.DM(x).T)).ravel()


def spring_laws(scenario: Scenario) -> list[CompiledLaw]:
    """Of both axes, at rest."""
    return _laws(scenario, "spring")


def friction_laws(scenario: Scenario) -> list[CompiledLaw]:
    """Of both motors."""
    return _laws(scenario, "friction")


def _laws(scenario: Scenario, family: Family) -> list[CompiledLaw]:
    """Of each channel: springs as functions of their deflection, friction of its velocity."""
    (part,) = (one for one in Plant(scenario.robot).elements if one.law.family == family)
    x = cs.SX.sym("x")
    along, still = cs.repmat(x, part.size, 1), cs.SX.zeros(part.size)
    given = (along, still) if family == "spring" else (still, along)
    (torque,) = part.at([part.torque], *given, part.state)
    return [CompiledLaw.of(x, one) for one in cs.vertsplit(torque)]
