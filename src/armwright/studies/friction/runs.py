"""What is simulated, and identified from it: constant speeds and slow chirps, cold and warm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.identify.friction import BristleFit, FrictionFit, bristles, friction
from armwright.identify.friction.measured import Inverse, friction_records
from armwright.identify.friction.static import Weighting
from armwright.identify.friction.static_fit import LawName
from armwright.progress import Tell
from armwright.robot.changing import changed
from armwright.signals import Run
from armwright.studies.friction.arm import (
    BRISTLES,
    COLD,
    MASS,
    WARM,
    WARM_BRISTLES,
    at_constant_speeds,
    forearm,
    in_a_slow_chirp,
    measured,
    speeds,
)
from armwright.studies.friction.source import (
    BATCHES,
    COLD_TEMPERATURE,
    SPEEDS,
    STARTS,
    WARM_TEMPERATURE,
)

#: Of the same experiment with other noise.
SEEDS = tuple(range(24))
#: Laws and weights that are compared.
_WAYS: tuple[tuple[LawName, Weighting], ...] = (
    ("tustin", "equal"),
    ("tustin", "slow"),
    ("extended", "equal"),
    ("extended", "noise"),
)
#: Beside LuGre's.
OTHER_LAWS = ("dahl", "gms")
_INVERSES: tuple[Inverse, ...] = ("flexible", "rigid")
_TEMPERATURES = (COLD_TEMPERATURE, WARM_TEMPERATURE)


@dataclass(frozen=True, eq=False)
class StaticRuns:
    """`fits`: by law and weights, as "tustin slow". `scores` (seeds, 5): errors of the five numbers
    in standard errors. `joint`: cold and warm together, `apart`: the same with two v_s. `loaded`:
    friction of the arm with 15 kg more that nobody told the model, and of the arm as it is."""

    run: Run
    fits: Mapping[str, FrictionFit]
    scores: Array
    joint: FrictionFit
    apart: FrictionFit
    loaded: tuple[FrictionFit, FrictionFit]


@dataclass(frozen=True, eq=False)
class DynamicRuns:
    """`cold` and `warm`: bristles through the flexible inverse; `laws`: fits of other laws to the
    cold ones, by their names. `scatter`: that of σ₀ over that of σ₁, in the run, through the rigid
    inverse, and with σ₁ four times as large. `errors`: of measured friction, rms in N m, by the
    inverse it went through."""

    run: Run
    cold: BristleFit
    warm: BristleFit
    laws: Mapping[str, BristleFit]
    scatter: Mapping[str, float]
    errors: Mapping[str, float]


def run_static(tell: Tell) -> StaticRuns:
    tell("constant speeds", 0.0)
    run = at_constant_speeds(forearm(), speeds(SPEEDS)).simulate()
    warm = at_constant_speeds(forearm(WARM), speeds(SPEEDS)).simulate()
    heavy = changed(forearm(), {"links.forearm.mass": MASS + 15.0})
    loaded = at_constant_speeds(heavy, speeds(SPEEDS)).simulate()
    log = measured(run, 0)
    fits = {
        f"{law} {weights}": friction(forearm(), log, law=law, weights=weights)
        for law, weights in _WAYS
    }
    scores = []
    for k, seed in enumerate(SEEDS):
        tell(f"the same with other noise, {k + 1} of {len(SEEDS)}", 0.1 + 0.3 * k / len(SEEDS))
        scores.append(in_errors(friction(forearm(), measured(run, seed), law="extended"), COLD))
    logs = [log, measured(warm, 1)]
    return StaticRuns(
        run,
        fits,
        np.array(scores),
        friction(forearm(), logs, law="extended", temperatures=_TEMPERATURES),
        friction(forearm(), logs, law="extended", temperatures=_TEMPERATURES, shared=("coulomb",)),
        (
            friction(forearm(), measured(loaded, 2), law="extended", inverse="rigid"),
            friction(forearm(), log, law="extended", inverse="rigid"),
        ),
    )


def in_errors(fit: FrictionFit, truth: Mapping[str, float]) -> Array:
    """(n,): what was found minus the truth, in standard errors."""
    found = {name.rpartition(".")[2]: one for name, one in fit.parameters.items()}
    return np.array([(found[k].value - true) / found[k].error for k, true in truth.items()])


def run_dynamic(tell: Tell) -> DynamicRuns:
    tell("slow chirps", 0.45)
    run = in_a_slow_chirp(forearm({**COLD, **BRISTLES}, "lugre")).simulate()
    warm = in_a_slow_chirp(forearm({**WARM, **WARM_BRISTLES}, "lugre")).simulate()
    log = measured(run, 0)
    tell(f"{STARTS} starts in {BATCHES} batches", 0.5)
    cold = bristles(forearm(), log, starts=STARTS, batches=BATCHES)
    tell(f"{STARTS} starts in {BATCHES} batches, warm", 0.7)
    after = bristles(forearm(WARM), measured(warm, 1), starts=STARTS, batches=BATCHES)
    tell("other laws", 0.85)
    laws = {law: bristles(forearm(), log, law=law, starts=4, batches=2) for law in OTHER_LAWS}
    damped = {**BRISTLES, "damping": 4 * BRISTLES["damping"]}
    other = in_a_slow_chirp(forearm({**COLD, **damped}, "lugre")).simulate()
    scatter = {
        "found": scatter_ratio([cold, after]),
        "rigid": scatter_ratio([bristles(forearm(), log, inverse="rigid", starts=3)]),
        "damped": scatter_ratio([bristles(forearm(), measured(other, 0), starts=3)]),
    }
    errors: dict[str, float] = {}
    for inverse in _INVERSES:
        (record,), _ = friction_records(
            forearm(),
            log,
            [0],
            inverse=inverse,
            cutoff=60.0,
            every=True,
        )
        true = np.interp(record.time, run.data["time"].values, _friction(run))
        gap = (record.friction - true)[1000:-1000]
        # Noise of the torque sensor is white; what is left when it is averaged is the model's.
        smooth = np.convolve(gap, np.ones(25) / 25, mode="valid")
        errors[inverse] = float(np.sqrt(np.mean(smooth**2)))
    return DynamicRuns(run, cold, after, laws, scatter, errors)


def _friction(run: Run) -> Array:
    found: Array = run.data["friction_torque"].values.reshape(-1)
    return found


def found(fit: FrictionFit, name: str) -> float:
    """A number by the end of its path."""
    return next(one.value for path, one in fit.parameters.items() if path.endswith(f".{name}"))


def off(fit: FrictionFit, rows: slice) -> Array:
    """Of the points, from the slowest to the fastest: what is left, as a part of friction."""
    left = fit.residuals["friction_torque_joint3"].values
    speed = np.argsort(np.abs(fit.residuals["velocity_joint3"].values))
    curve = fit.curves[0]
    size = np.interp(fit.residuals["velocity_joint3"].values, curve.velocity, curve.torque)
    found: Array = (left / (size + left))[speed][rows]
    return found


def spread(fits: Sequence[BristleFit], name: str) -> float:
    """Of the ends of all searches: standard deviation of the logarithm."""
    k = fits[0].names.index(name)
    return float(np.mean([np.std(np.log(one.ends[:, :, k])) for one in fits]))


def scatter_ratio(fits: Sequence[BristleFit]) -> float:
    """Scatter of σ₀ over that of σ₁, as parts of themselves."""
    return spread(fits, "stiffness") / spread(fits, "damping")
