"""What S4 states of static and dynamic friction, beside what our runs and fits give."""

from __future__ import annotations

import numpy as np

from armwright.studies.claim import Claim, Statement, at_least, at_most, between
from armwright.studies.friction.arm import BRISTLES, COLD, FASTEST, WARM
from armwright.studies.friction.runs import DynamicRuns, StaticRuns, found, off, spread
from armwright.studies.friction.source import JOINT_NUMBERS
from armwright.studies.wording import fixed, percent, short

#: The slowest and the fastest points that are looked at.
_SLOW, _FAST = slice(0, 8), slice(-8, None)

EQUAL = Statement(
    "equal-weights",
    "S4, section 5.1, figure 5.1",
    "with equal weights Tustin's law fits poorly at low speed",
    "kind",
    {"slow": at_least("largest error at the slowest speeds, as a part", 0.05, "", "“poor”")},
)
SLOW = Statement(
    "slow-weights",
    "S4, section 5.1, figure 5.2",
    "with weights 1/i⁴ it fits better there, and not at high speed, where friction is degressive",
    "kind",
    {
        "slow": at_most(
            "error at the slowest speeds, of that with equal weights", 0.5, "", "better"
        ),
        "fast": at_least("largest error at the fastest speeds, as a part", 0.05, "", "seen"),
    },
)
EXTENDED = Statement(
    "extended",
    "S4, (5.6), figure 5.3",
    "with α₃ v² equal weights fit at all speeds",
    "kind",
    {"off": at_most("largest error at any speed, as a part", 0.02, "", "not visible in a figure")},
)
NEGATIVE = Statement(
    "alpha-negative",
    "S4, section 5.1",
    "α₃ is below zero, and the curve not to be extrapolated",
    "kind",
    {
        "errors": at_most("α₃ in standard errors", -5.0, "", "clearly below zero"),
        "beyond": at_most(
            "friction at three times the largest speed, of that at the largest", 1.0, "", "it falls"
        ),
    },
)
WEIGHT = Statement(
    "weight-cancels",
    "S4, section 5.1",
    "half the difference of the torques forth and back is friction, without the arm's weight",
    "kind",
    {
        "payload": at_most(
            "change of any point by 15 kg that the model lacks, as a part", 0.05, "", "it cancels"
        ),
        "named": at_least("findings that name a payload", 1, "", "weight is still seen"),
        "unnamed": at_most("such findings without the payload", 0, "", "no false alarm"),
    },
)
HONEST = Statement(
    "standard-errors",
    "S4, section 5.1",
    "five numbers follow from 48 speeds (S4 gives no errors; these must be honest)",
    "kind",
    {
        "within": at_least("numbers within 3 standard errors", 0.95, "", "normal: 99.7 %"),
        "rms": between("rms error in standard errors", 0.7, 1.4, "", "1 if they are honest"),
    },
)
JOINT = Statement(
    "joint-fit",
    "S4, (5.13), figure 5.10",
    "cold and warm data together, with one F_c and one v_s, are fitted well by eight numbers",
    "kind",
    {
        "numbers": between("numbers", JOINT_NUMBERS, JOINT_NUMBERS, "", "as printed"),
        "off": at_most("rms error, as a part", 0.03, "", "“else good”"),
    },
)
JOINT_STATIC = Statement(
    "joint-fit-static",
    "S4, section 5.3.2",
    "both curves underestimate F_s and overestimate friction at the Stribeck velocity",
    "kind",
    {
        "static": at_most("larger of both F_s, minus the true one", 0.0, "N m", "under"),
        "dip": at_least("smaller of both, at v_s, minus the true one", 0.0, "N m", "over"),
    },
)
CRITICAL = Statement(
    "critical",
    "S4, section 5.3",
    "F_s is higher when warm, α₂ lower, and at high speed friction is linear",
    "kind",
    {
        "static": at_least("F_s warm over cold", 1.05, "", "higher"),
        "viscous": at_most("α₂ warm over cold", 0.8, "", "lower"),
        "linear": at_most("|α₃| warm over cold", 0.2, "", "α₃ → 0"),
    },
)
MINIMA = Statement(
    "no-local-minima",
    "S4, section 5.2, figure 5.6",
    "from 30 random starts the search meets no local minima",
    "kind",
    {
        "costs": at_most("cost of the worst end over the best, minus 1", 0.01, "", "all alike"),
        "ends": at_most("spread of ends within a batch, as a part", 0.02, "", "at one place"),
    },
)
FLAT = Statement(
    "flat-along-stiffness",
    "S4, section 5.2, figure 5.6",
    "σ₀ scatters most over the batches, σ₁ little: the cost is flattest along σ₀",
    "kind",
    {"ratio": at_least("scatter of σ₀ over that of σ₁", 1.0, "", "“most”, as parts")},
)
MEAN = Statement(
    "mean-of-ends",
    "S4, section 5.2",
    "the mean of all ends is taken for σ₀ and σ₁",
    "kind",
    {
        "stiffness": at_most("error of σ₀, as a part", 0.05, "", "of the scatter's size"),
        "damping": at_most("error of σ₁, as a part", 0.1, "", "of the scatter's size"),
        "inside": at_least("intervals that hold the truth", 2, "", "as wide as the cost is flat"),
    },
)
INVERSE = Statement(
    "flexible-inverse",
    "S4, section 5.2",
    "friction is measured better through the flexible than through the rigid model",
    "kind",
    {"ratio": at_most("rms error, flexible over rigid", 0.9, "", "clearly less")},
)
BRISTLE_LAWS = Statement(
    "laws",
    "S4, section 2.2.2",
    "LuGre shows what Dahl's law cannot: the Stribeck effect",
    "kind",
    {
        "dahl": at_least("rms left by Dahl's law over LuGre's", 1.3, "", "clearly more"),
        "gms": at_most("rms left by Maxwell slip over Dahl's", 1.0, "", "it has the effect too"),
    },
)
WARM_LOWER = Statement(
    "warm-bristles",
    "S4, section 5.3",
    "σ₀ and σ₁ are both lower when warm",
    "kind",
    {
        "stiffness": at_most("σ₀ warm over cold", 0.9, "", "lower, beyond the intervals"),
        "damping": at_most("σ₁ warm over cold", 0.9, "", "lower, beyond the intervals"),
    },
)


def static_claims(runs: StaticRuns) -> list[Claim]:
    equal, slow = runs.fits["tustin equal"], runs.fits["tustin slow"]
    extended = runs.fits["extended equal"]
    poor, better = (float(np.abs(off(fit, _SLOW)).max()) for fit in (equal, slow))
    lost = float(np.abs(off(slow, _FAST)).max())
    all_over = float(np.abs(off(extended, slice(None))).max())
    within = float(np.mean(np.abs(runs.scores) < 3))
    rms = float(np.sqrt(np.mean(runs.scores**2)))
    return [
        EQUAL.judged(f"{percent(poor)} off at the slowest speeds", slow=poor),
        SLOW.judged(
            f"{percent(better, 1)} at the slowest speeds, and {percent(lost)} at the fastest",
            slow=better / poor,
            fast=lost,
        ),
        EXTENDED.judged(f"{percent(all_over, 1)} at most", off=all_over),
        _negative(runs),
        _weight(runs),
        HONEST.judged(
            f"{percent(within, 1)} of {runs.scores.size} within 3 standard errors, rms "
            f"{fixed(rms, 2)}; 200 seeds in the tests",
            within=within,
            rms=rms,
        ),
        *_joint(runs),
    ]


def _negative(runs: StaticRuns) -> Claim:
    fit = runs.fits["extended noise"]
    one = next(p for path, p in fit.parameters.items() if path.endswith(".quadratic"))
    c, a2, a3 = (found(fit, name) for name in ("coulomb", "viscous", "quadratic"))

    def friction(v: float) -> float:
        return c + a2 * v + a3 * v**2

    beyond = friction(3 * FASTEST) / friction(FASTEST)
    return NEGATIVE.judged(
        f"α₃ = {short(one.value)} ± {short(one.error, 1)} N m s²/rad² at the motor; at three times "
        f"the largest speed friction would be {fixed(beyond, 2)} times that at the largest",
        errors=one.value / one.error,
        beyond=beyond,
    )


def _weight(runs: StaticRuns) -> Claim:
    heavy, plain = runs.loaded
    grid = plain.curves[0].velocity > 0
    one, other = heavy.curves[0].torque[grid], plain.curves[0].torque[grid]
    change = float(np.abs(one / other - 1).max())
    named = [sum("payload" in str(f) for f in fit.findings) for fit in runs.loaded]
    return WEIGHT.judged(
        f"15 kg more change the curve by {percent(change, 1)} at most, and are named",
        payload=change,
        named=named[0],
        unnamed=named[1],
    )


def _joint(runs: StaticRuns) -> list[Claim]:
    fit = runs.joint
    left = fit.residuals["friction_torque_joint3"].values
    size = float(
        np.sqrt(np.mean(left**2)) / np.mean(np.concatenate([c.points[:, 1] for c in fit.curves]))
    )
    static = [found(fit, "static") - COLD["static"], found(fit, "static_warm") - WARM["static"]]
    apart = runs.apart
    free = [found(apart, "static") - COLD["static"], found(apart, "static_warm") - WARM["static"]]
    dips = []
    for curve, true in zip(fit.curves, (COLD, WARM), strict=True):
        v = true["stribeck_velocity"]
        dry = true["coulomb"] + (true["static"] - true["coulomb"]) * np.exp(-1)
        real = dry + true["viscous"] * v + true["quadratic"] * v**2
        dips.append(float(np.interp(v, curve.velocity, curve.torque)) - real)
    ratios = {
        "static": found(fit, "static_warm") / found(fit, "static"),
        "viscous": found(fit, "viscous_warm") / found(fit, "viscous"),
        "linear": abs(found(fit, "quadratic_warm") / found(fit, "quadratic")),
    }
    return [
        JOINT.judged(
            f"{len(fit.parameters)} numbers leave {percent(size, 1)} of friction",
            numbers=len(fit.parameters),
            off=size,
        ),
        JOINT_STATIC.judged(
            f"F_s is off by {short(static[0])} N m cold and {short(static[1])} N m warm, friction "
            f"at v_s by {short(dips[0])} and {short(dips[1])} N m",
            "One v_s stands between a low cold and a higher warm one, and errs in opposite "
            f"directions: with two v_s F_s is off by {short(free[0])} and {short(free[1])} N m.",
            static=max(static),
            dip=min(dips),
        ),
        CRITICAL.judged(
            f"F_s by {percent(ratios['static'] - 1)} higher, α₂ {fixed(ratios['viscous'], 2)} of "
            f"the cold one, |α₃| {fixed(ratios['linear'], 2)} of it",
            "The truth has these from S4's words; that they are found again is the claim.",
            **ratios,
        ),
    ]


def dynamic_claims(runs: DynamicRuns) -> list[Claim]:
    fit = runs.cold
    costs = float((fit.costs.max(axis=1) / fit.costs.min(axis=1)).max() ** 2 - 1)
    ends = float(np.std(np.log(fit.ends), axis=1).max())
    both = (runs.cold, runs.warm)
    scatter = {name: spread(both, name) for name in fit.names}
    errors = {name: abs(found(fit, name) / true - 1) for name, true in BRISTLES.items()}
    inside = sum(
        fit.intervals[name][0] <= true <= fit.intervals[name][1] for name, true in BRISTLES.items()
    )
    low, high = fit.intervals["stiffness"]
    warm = {name: found(runs.warm, name) / found(fit, name) for name in fit.names}
    left = {law: float(one.costs.min()) for law, one in (*runs.laws.items(), ("lugre", fit))}
    better = runs.errors["flexible"] / runs.errors["rigid"]
    return [
        MINIMA.judged(
            f"{fit.ends.shape[1]} starts × {fit.ends.shape[0]} batches: costs differ by "
            f"{short(costs, 1)}, ends by {percent(ends, 2)}",
            costs=costs,
            ends=ends,
        ),
        FLAT.judged(
            f"σ₀ scatters by {percent(scatter['stiffness'], 1)}, σ₁ by "
            f"{percent(scatter['damping'], 1)}",
            "It depends on σ₁, which S4 does not print: the ratio is "
            f"{fixed(runs.scatter['found'], 2)} here, {fixed(runs.scatter['damped'], 2)} with σ₁ "
            f"four times as large. Through the rigid inverse it is "
            f"{fixed(runs.scatter['rigid'], 2)}: model errors do not turn it round.",
            ratio=runs.scatter["found"],
        ),
        MEAN.judged(
            f"σ₀ to {percent(errors['stiffness'], 1)}, σ₁ to {percent(errors['damping'], 1)}; σ₀ "
            f"between {fixed(low, 1)} and {fixed(high, 1)} N m/rad at the motor",
            stiffness=errors["stiffness"],
            damping=errors["damping"],
            inside=inside,
        ),
        INVERSE.judged(
            f"{short(runs.errors['flexible'], 2)} N m rms against {short(runs.errors['rigid'], 2)}",
            ratio=better,
        ),
        BRISTLE_LAWS.judged(
            f"{short(left['dahl'], 2)} N m rms against {short(left['lugre'], 2)}; Maxwell slip of "
            f"four elements leaves {short(left['gms'], 2)}",
            dahl=left["dahl"] / left["lugre"],
            gms=left["gms"] / left["dahl"],
        ),
        WARM_LOWER.judged(
            f"σ₀ {fixed(warm['stiffness'], 2)}, σ₁ {fixed(warm['damping'], 2)} of the cold ones",
            stiffness=warm["stiffness"],
            damping=warm["damping"],
        ),
    ]
