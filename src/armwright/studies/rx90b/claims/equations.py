"""S3's equations, each as it prints it (`published.py`), beside what plant and method have in
runs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.integrate import solve_ivp

from armwright.arrays import Array
from armwright.studies.claim import Claim, Statement, at_least, at_most, rounded, rounding
from armwright.studies.rx90b.published import JOINTS, MotionMatrices, at_joints, felt
from armwright.studies.rx90b.runs import EquationRuns
from armwright.studies.wording import percent, scientific

#: Between records at which equations of motion are looked at; and between points of the method.
_APART, _POINTS_APART = 750, 16
#: s in which all joints slide at steady speeds, the reversal between the two.
_SLIDING = ((1.2, 2.6), (3.6, 5.4))
#: s about the reversal of joints 2 and 3, in which their bristles bend to the other side.
WINDOW = (3.0, 3.1)

SPRING = rounding(
    "spring",
    "S3 (7)",
    "the spring pulls with σ = σ⁰ + k e, and loads the joints with Dᵀσ",
    1e-9,
    "N m",
)
SEVENTH = Statement(
    "seventh-friction",
    "S3 (12)",
    "a seventh friction torque τ₇, on the axis of motor 6, loads joints 5 and 6 alike",
    "number",
    {
        "apart": at_most(
            "largest difference of what the equations lack without it",
            1e-9,
            "N m",
            "rounding: all numbers of the formula are the arm's own",
        ),
        "size": at_least("largest τ₇", 0.5, "N m", "else the run would not show where it acts"),
    },
)
DRIVING = rounding(
    "driving-torques",
    "S3 (6), (13)",
    "drives give the joints τ = Tᵀ C i − Tᵀ J φ̈ − τᶠ, what the mechanism of (6) takes",
    1e-9,
    "N m",
)
MOTION = rounding(
    "motion",
    "S3 (14)",
    "joints accelerate by the net torques, against links, rotors and spring",
    1e-9,
    "rad/s²",
)
ROTORS = rounding(
    "rotors", "S3 (15)", "rotors add Tᵀ J T to the reduced mass matrix DᵀM D", 1e-9, "kg m²"
)
NET = rounding("net-torques", "S3 (16)", "the net torques are Tᵀ C i − τᶠ", 1e-9, "N m")
BRISTLES = Statement(
    "bristles",
    "S3 (17)",
    "the bristles' deflection follows ż = q̇ − |q̇| z / g(q̇)",
    "number",
    {
        "apart": at_most(
            "largest difference from z integrated along the run's velocities, of the largest z",
            0.01,
            "",
            "velocities are known every 0.25 ms only, in which bristles may bend anew",
        ),
        "turned": at_least(
            "how far z of joint 2 changes meanwhile, of its largest", 1, "", "it changes its sign"
        ),
    },
)
FRICTION = rounding("friction", "S3 (18)", "friction is c⁰ z + c¹ ż + c² q̇", 1e-9, "N m")
STRIBECK = Statement(
    "stribeck",
    "S3 (19)",
    "in steady sliding the bristles carry τᶜ + (τˢ − τᶜ) exp(−(|q̇|/ω)^δ), with numbers of their "
    "own forward and backward",
    "number",
    {
        "apart": at_most(
            "largest difference, of the torque", 0.005, "", "speeds change by some percent a second"
        ),
        "swapped": at_least(
            "the same if forward and backward were exchanged",
            0.02,
            "",
            "else the run would not tell the two apart",
        ),
    },
)
NOMINAL = rounding(
    "nominal-torques",
    "S3 (25)",
    "the nominal torques are those of inverse dynamics along the reference, without friction",
    1e-9,
    "N m",
)
LINEAR = Statement(
    "perturbed-motion",
    "S3 (26)",
    "small motions meet M̄₀ and the velocity sensitivity C₀ of the nominal one",
    "number",
    {
        "mass": at_most("largest difference of M̄₀", 1e-9, "kg m²", "rounding, as above"),
        "velocity": at_most("largest difference of C₀", 1e-9, "N m s/rad", "rounding, as above"),
        "size": at_least("largest entry of C₀", 0.1, "N m s/rad", "else it could be anything"),
    },
)
STIFFNESS = Statement(
    "stiffness-parts",
    "S3 (27)",
    "and K₀ + N₀ + G₀, of which the structural K₀ and the geometric G₀ are symmetric; the "
    "dynamic N₀ need not be",
    "number",
    {
        "apart": at_most("largest difference of the sum", 1e-9, "N m/rad", "rounding, as above"),
        "even": at_most("largest asymmetry of K₀ and G₀", 1e-9, "N m/rad", "rounding, as above"),
        "uneven": at_least("largest asymmetry of N₀", 0.1, "N m/rad", "it need not be symmetric"),
        "smallest": at_least(
            "largest entry of the smallest of the three", 1, "N m/rad", "all of them are seen"
        ),
    },
)
STATE_SPACE = Statement(
    "state-space",
    "S3 (28) to (31)",
    "with δτ = τ − τ₀ and matrices linear between 400 points, ẋ = A x + B u is the perturbed "
    "motion",
    "number",
    {
        "apart": at_most(
            "largest difference of δq from an accurate solution with the run's currents, of the "
            "largest δq",
            0.01,
            "",
            "no feedback holds the two together",
        ),
        "change": at_least(
            "how far δq moves meanwhile, of the largest", 0.5, "", "else standing still would do"
        ),
    },
)


def equation_claims(found: EquationRuns, solution: Array) -> list[Claim]:
    """`solution`: of `StateSpace` in the window, (ticks, states)."""
    return [
        _spring(found),
        _seventh(found),
        *_equations_of_motion(found),
        _bristles(found),
        _friction(found),
        _stribeck(found),
        *_linearised(found),
        _state_space(found, solution),
    ]


def _records(found: EquationRuns) -> list[Array]:
    """Position, velocity and acceleration of the joints at some records."""
    names = ("joint_position", "joint_velocity", "joint_acceleration")
    return [found.full.data[name].values[::_APART] for name in names]


def _some(found: EquationRuns, name: str) -> Array:
    return np.asarray(found.full.data[name].values[::_APART])


def _spring(found: EquationRuns) -> Claim:
    mechanism = found.published.mechanism
    spring = [mechanism.elongation(q) for q in _records(found)[0]]
    torque = np.array([-one.first * mechanism.stress(one.value) for one in spring])
    apart = np.abs(torque - _some(found, "compensator_joint_torque")).max()
    return rounded(SPRING, f"up to {np.abs(torque).max():.0f} N m at joint 2", apart)


def _seventh(found: EquationRuns) -> Claim:
    """What is left of (6) and (13) when the joints' own friction is taken off."""
    q, v, a = _records(found)
    friction = _some(found, "friction_torque")
    drives, mechanism = found.published.drives, found.published.mechanism
    own = drives.driving(_some(found, "motor_current"), a, friction[:, :JOINTS])
    left = own - [mechanism.torque(*one) for one in zip(q, v, a, strict=True)]
    seventh = np.zeros_like(left)
    seventh[:, 4:] = friction[:, 6:]
    apart, size = np.abs(left - seventh).max(), np.abs(friction[:, 6]).max()
    return SEVENTH.judged(
        f"τ₇ of up to {size:.2f} N m in both, nothing in the others: within "
        f"{scientific(apart, 1)} N m",
        "In runs: the entry 'wrist lugre' of friction_torque, on the joints' side; its bristles "
        "are that of friction_deflection.",
        apart=apart,
        size=size,
    )


def _equations_of_motion(found: EquationRuns) -> list[Claim]:
    q, v, a = _records(found)
    states = list(zip(q, v, a, strict=True))
    published, inertia = found.published, found.linear.inertia
    current, friction = _some(found, "motor_current"), at_joints(_some(found, "friction_torque"))
    driving = published.drives.driving(current, a, friction)
    needed = np.array([published.mechanism.torque(*one) for one in states])
    net = published.drives.net(current, friction)
    moved = np.array([published.acceleration(*one) for one in zip(q, v, net, strict=True)])
    mass = np.array([published.mass(one) for one in q])
    where = f"{len(q)} states along the line"
    return [
        rounded(DRIVING, where, np.abs(driving - needed).max()),
        rounded(MOTION, where, np.abs(moved - a).max()),
        rounded(ROTORS, where, np.abs(mass - inertia.derivatives(q, v, a).mass).max()),
        rounded(NET, where, np.abs(net - inertia.torque(q, v, a)).max()),
    ]


def _bristles(found: EquationRuns) -> Claim:
    """Of the seven laws about the reversal."""
    part = found.full.data.sel(time=slice(*WINDOW))
    time, laws = part["time"].values, found.published.frictions
    v, z = felt(part["joint_velocity"].values), part["friction_deflection"].values
    done = solve_ivp(
        lambda t, y: laws.rate(np.array([np.interp(t, time, one) for one in v.T]), y),
        (time[0], time[-1]),
        z[0],
        method="LSODA",
        t_eval=time,
        rtol=1e-7,
        atol=1e-12,
    )
    apart = (np.abs(done.y.T - z).max(axis=0) / np.abs(z).max(axis=0)).max()
    turned = np.ptp(z[:, 1]) / np.abs(z[:, 1]).max()
    return BRISTLES.judged(
        f"about the reversal, where bristles of joints 2 and 3 bend to the other side: within "
        f"{percent(apart, 2)} of the largest deflection",
        apart=apart,
        turned=turned,
    )


def _friction(found: EquationRuns) -> Claim:
    data, laws = found.full.data, found.published.frictions
    torque = laws.torque(felt(data["joint_velocity"].values), data["friction_deflection"].values)
    apart = np.abs(torque - data["friction_torque"].values).max()
    return rounded(FRICTION, "seven laws at all ticks", apart)


def _stribeck(found: EquationRuns) -> Claim:
    data, laws = found.full.data, found.published.frictions
    time = data["time"].values
    steady = np.any([(time > begin) & (time < end) for begin, end in _SLIDING], axis=0)
    v = felt(data["joint_velocity"].values)[steady]
    carried = laws.stiffness * data["friction_deflection"].values[steady]
    apart, swapped = (
        float(np.abs(carried / (np.sign(v) * laws.steady(sign * v)) - 1).max()) for sign in (1, -1)
    )
    return STRIBECK.judged(
        f"seven laws, at constant speed: within {scientific(apart)} of the torque; with forward "
        f"and backward exchanged {percent(swapped)}",
        "Section 4 has z itself approach c⁰ g: by (17) it approaches g.",
        apart=apart,
        swapped=swapped,
    )


def _linearised(found: EquationRuns) -> list[Claim]:
    """The numbers with which the perturbation method runs, at some of its points."""
    tables, published = found.linear.tables, found.published
    nominal = tables.nominal
    points = np.arange(0, nominal.intervals + 1, _POINTS_APART)
    ticks: Array = nominal.every * points.astype(np.float64)
    states = list(zip(*nominal.at_ticks(ticks), strict=True))
    torque = np.array([published.needed(*one) for one in states])
    apart = np.abs(torque - tables.torque(ticks, *nominal.at_ticks(ticks))).max()
    inverse, damping, stiffness = (end[points] for end in tables.ends)
    mass = np.linalg.inv(inverse) - tables.stiffening - published.drives.reduced_rotors
    matrices = [published.mechanism.matrices(*one) for one in states]
    where = f"{len(points)} of {nominal.intervals + 1} points"
    return [
        rounded(NOMINAL, where, apart),
        _sensitivities(where, matrices, mass, damping),
        _stiffnesses(where, matrices, stiffness),
    ]


def _sensitivities(
    where: str, found: Sequence[MotionMatrices], mass: Array, damping: Array
) -> Claim:
    velocity = np.array([one.velocity for one in found])
    apart = [
        float(np.abs(a - b).max())
        for a, b in ((np.array([one.mass for one in found]), mass), (velocity, damping))
    ]
    return LINEAR.judged(
        f"{where}: M̄₀ within {scientific(apart[0], 1)} kg m², C₀ of up to "
        f"{np.abs(velocity).max():.1f} N m s/rad within {scientific(apart[1], 1)}",
        mass=apart[0],
        velocity=apart[1],
        size=np.abs(velocity).max(),
    )


def _stiffnesses(where: str, found: Sequence[MotionMatrices], stiffness: Array) -> Claim:
    parts = [
        np.array([getattr(one, name) for one in found])
        for name in ("structural", "dynamic", "geometric")
    ]
    uneven = [float(np.abs(part - part.transpose(0, 2, 1)).max()) for part in parts]
    sizes = [float(np.abs(part).max()) for part in parts]
    apart = float(np.abs(sum(parts, start=np.zeros(1)) - stiffness).max())
    return STIFFNESS.judged(
        f"{where}: K₀, N₀ and G₀ of up to {sizes[0]:.0f}, {sizes[1]:.0f} and {sizes[2]:.0f} N "
        f"m/rad, their sum within {scientific(apart, 1)}; N₀ is asymmetric by up to "
        f"{uneven[1]:.1f}",
        "S3 refers to another paper for the three; here they are derived from (25).",
        apart=apart,
        even=max(uneven[0], uneven[2]),
        uneven=uneven[1],
        smallest=min(sizes),
    )


def _state_space(found: EquationRuns, solution: Array) -> Claim:
    run, size = found.window.found[:, :JOINTS], np.abs(solution[:, :JOINTS]).max()
    apart = np.abs(run - solution[:, :JOINTS]).max() / size
    begin, end = WINDOW
    return STATE_SPACE.judged(
        f"from {begin:g} to {end:g} s, across the reversal: δq of up to {1e6 * size:.0f} µrad "
        f"within {percent(apart, 2)}",
        "(30) has δq̇ before δq; (31) and (32) go with δq before δq̇.",
        apart=apart,
        change=np.ptp(run, axis=0).max() / size,
    )
