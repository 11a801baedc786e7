"""One filter through one motion: what it is tuned to, what it begins with, what it leaves over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.estimate import Filtered
from armwright.estimate.followed import belief as followed_belief
from armwright.identify.adaptive_model import AdaptiveModel
from armwright.identify.link_motion import LinkMotion
from armwright.identify.motion import Motion
from armwright.identify.passages import noise_of
from armwright.robot import Inertia, Robot
from armwright.robot.changing import value_at

#: Noise is at least this part of the effort's size: nothing is measured better.
_LEAST_NOISE = 1e-3
#: Dry friction is left out below this part of the largest speed: it may stick.
_RESTING = 1e-3
#: Samples from which directions of bodies are found.
_SAMPLES = 2000
#: s of a log from which the disturbance is found, from which part of it on; the slowest, in s.
_TRIED, _SETTLED, _SLOWEST = 60.0, 0.3, 0.5
_ROTOR = ".motor_inertia"
#: rad: what a bristle may be bent by before anything is measured.
_BENT = 1e-2


@dataclass(frozen=True)
class AdaptiveTuning:
    """`noise`: white, of the measured effort in its unit; None: as the log shows it. `spread`: the
    standard deviation of a number at first, as a part of itself. `hourly`: by which part of itself
    it may change within an hour. `bristle`: torque by which a state of friction may be off after
    a sample, as a part of the noise. `model_error`: how wrong bodies may be, as a part; 0: not at
    all. `disturbance`: what is left over, rms in the effort's unit, and `fading`: in s, how long it
    lasts; None: as innovations show them. `cutoff`: of the filter of positions, in Hz. `springs`:
    where the log has positions of motors, links move behind the springs of their gears."""

    noise: float | None = None
    spread: float = 0.5
    hourly: float = 0.5
    bristle: float = 0.1
    model_error: float = 0.1
    disturbance: float | None = None
    fading: float | None = None
    cutoff: float | None = None
    springs: bool = True

    def __post_init__(self) -> None:
        for name in ("spread", "hourly", "bristle", "noise", "fading", "cutoff"):
            value = getattr(self, name)
            if value is not None and not 0 < value < np.inf:
                raise InputError(name, where="tuning", got=value, expected="more than 0")
        for name in ("model_error", "disturbance"):
            value = getattr(self, name)
            if value is not None and not 0 <= value < np.inf:
                raise InputError(name, where="tuning", got=value, expected="0 or more")


#: Nearly as in S4: bodies are as described, gears are stiff, and whatever else there is counts as
#: white noise.
PLAIN = AdaptiveTuning(model_error=0.0, disturbance=0.0, fading=0.02, springs=False)


@dataclass(frozen=True, eq=False)
class FilterPass:
    """A filter's run. `open`: standard deviations of its numbers before any data. `noise` and
    `disturbance` by channel, and how long the latter lasts, in s."""

    model: AdaptiveModel
    found: Filtered
    open: Array
    noise: Array
    disturbance: Array
    fading: float

    @property
    def estimate(self) -> Array:
        """(samples, numbers)"""
        return self.found.state[:, self.model.places["θ"]]

    @property
    def deviation(self) -> Array:
        return self.found.deviation[:, self.model.places["θ"]]

    @property
    def covariance(self) -> Array:
        """Of the last estimate."""
        theta = self.model.places["θ"]
        return self.found.covariance[theta, theta]

    @property
    def body_errors(self) -> tuple[Array, Array]:
        """c and its covariance: how far bodies are from what is described."""
        c = self.model.places["c"]
        return self.found.state[-1, c], self.found.covariance[c, c]


def followed(
    robot: Robot,
    motion: Motion,
    links: LinkMotion,
    model: AdaptiveModel,
    read: Array,
    tuning: AdaptiveTuning,
    known: tuple[Array, Array] | None,
    deviations: Mapping[str, float],
    pause: float = 0.0,
) -> FilterPass:
    """`read`: what friction laws read beside the motion. `known`: values and covariance of the
    numbers, if there are any from before, and `pause`: the s since then."""
    y = motion.effort[:, list(model.channels)]
    shares = _shares(robot, (links.q, links.v, links.a, motion.a), model, tuning.model_error)
    u = inputs(model, links, motion.v, motion.a, shares, read)
    noise = np.array([_noise(column, tuning) for column in y.T])
    opened = np.array(
        [_open(robot, model, k, motion, y, tuning, deviations) for k in range(len(model.numbers))]
    )
    values = belief(robot, model, noise, opened, tuning, motion.step)
    first, covariance = model.nominal, np.diag(opened**2)
    if known is not None:
        first, covariance = known[0], known[1] + np.diag(values["walk"] * pause / motion.step)
    there = _available(model, motion)
    disturbance = np.full(len(noise), tuning.disturbance or 0.0)
    fading = tuning.fading or motion.step

    def run(last: int | None) -> Filtered:
        slow = {"fading": np.exp(-motion.step / fading), "disturbance": disturbance**2}
        begin = begun(model, first, covariance, disturbance)
        return model.filter.run(
            y[:last],
            u[:last],
            state=begin[0],
            covariance=begin[1],
            parameters=model.parameters({**values, **slow}),
            available=there[:last],
        )

    if tuning.disturbance is None or tuning.fading is None:
        tried = run(int(_TRIED / motion.step))
        disturbance, fading = _left_over(tried, noise, motion.step, tuning)
    found = run(None)
    return FilterPass(model, found, opened, noise, disturbance, fading)


def inputs(
    model: AdaptiveModel, links: LinkMotion, velocity: Array, acceleration: Array, *others: Array
) -> Array:
    """Of the model, at every sample; velocity and acceleration are the motors', counted at the
    joints."""
    mean = velocity.copy()
    mean[:-1] += velocity[1:]
    mean[:-1] *= 0.5
    parts = [links.q, links.v, links.a, velocity, acceleration, mean, *others]
    found = np.empty((len(velocity), len(model.needed)))
    first = filled = 0
    for part in parts:
        own = model.needed[(model.needed >= first) & (model.needed < first + part.shape[1])]
        whole = own.size == part.shape[1]
        found[:, filled : filled + own.size] = part if whole else part[:, own - first]
        first, filled = first + part.shape[1], filled + own.size
    return found


def belief(
    robot: Robot,
    model: AdaptiveModel,
    noise: Array,
    opened: Array,
    tuning: AdaptiveTuning,
    step: float,
) -> dict[str, Array]:
    """How sure the filter is of measurements and of its numbers, and between which limits these
    stay: a part of the model's parameters by name."""
    hourly = tuning.hourly * opened / tuning.spread
    return {
        "noise": noise**2,
        "bristle": (tuning.bristle * noise.min() / model.stiffness) ** 2,
        **followed_belief(robot, model.numbers, model.nominal, opened, hourly, step),
    }


def begun(
    model: AdaptiveModel, first: Array, covariance: Array, disturbance: Array
) -> tuple[Array, Array]:
    """State and covariance before the first measurement."""
    state, P = np.zeros(model.model.size), np.zeros((model.model.size,) * 2)
    z, theta, d, c = (model.places[name] for name in "zθdc")
    state[theta], P[theta, theta] = first, covariance
    P[z, z] = _BENT**2 * np.eye(z.stop - z.start)
    P[d, d] = np.diag(disturbance**2)
    P[c, c] = np.eye(c.stop - c.start)
    return state, P


def _noise(effort: Array, tuning: AdaptiveTuning) -> float:
    if tuning.noise is not None:
        return tuning.noise
    size = float(np.sqrt(np.mean(effort**2)))
    return max(noise_of(effort), _LEAST_NOISE * size, 1e-12)


def _open(
    robot: Robot,
    model: AdaptiveModel,
    k: int,
    motion: Motion,
    y: Array,
    tuning: AdaptiveTuning,
    deviations: Mapping[str, float],
) -> float:
    """The standard deviation of a number before any data. Of one that is zero: what gives a tenth
    of the effort at the largest speed."""
    name, value = model.numbers[k], float(model.nominal[k])
    if name in deviations:
        return float(deviations[name])
    if name.startswith("links.") and (size := _size(robot, name)) > 0:
        return tuning.spread * size
    if value != 0:
        return tuning.spread * abs(value)
    power = {"viscous": 1, "quadratic": 2}.get(name.rpartition(".")[2])
    if power is None:
        raise InputError(
            "how far may this number be from zero?",
            where=name,
            hint="Give it in `deviations`.",
        )
    speed = float((motion.fastest * np.abs(robot.gear_matrix).max(axis=0)).max())
    return 0.1 * float(np.sqrt(np.mean(y**2))) / max(speed, 1e-9) ** power


def _shares(robot: Robot, motion: tuple[Array, ...], model: AdaptiveModel, part: float) -> Array:
    """What each error c of bodies does to its effort, at every sample: for each channel in the
    directions of what bodies may be off by in which this motion shows most."""
    count, m = model.places["c"].stop - model.places["c"].start, len(model.channels)
    samples = len(motion[0])
    if not count:
        return np.zeros((samples, 0))
    sizes = part * np.array([_size(robot, name) for name in model.bodies])
    some = np.linspace(0, samples - 1, min(_SAMPLES, samples)).astype(int)
    found = []
    for rows in model.body_slopes(*(one[some] for one in motion)):
        turned = np.linalg.svd(rows * sizes, full_matrices=False)[2]
        found.append(turned[: count // m] * sizes)
    shares: Array = np.asarray(model.body_shares(*motion, np.concatenate(found)))
    return shares


def _size(robot: Robot, element: str) -> float:
    """What a number of a body is compared with to say by which part it is off."""
    if element.endswith(_ROTOR):
        return float(value_at(robot, element))
    _, link, part = element.partition("[")[0].split(".")
    body = robot.link(link).inertia or Inertia(0.0, np.zeros(3), np.zeros((3, 3)))
    turning = float(np.trace(np.asarray(body.tensor))) / 2
    arm = np.hypot(np.linalg.norm(body.centre), np.sqrt(turning / max(body.mass, 1e-9)))
    power = ("mass", "first_moment", "inertia_at_origin").index(part)
    return float(body.mass * arm**power)


def _available(model: AdaptiveModel, motion: Motion) -> Array:
    """What counts: nothing while dry friction may stick."""
    there = np.ones((motion.samples, len(model.channels)))
    if len(model.sliding):
        speed = np.abs(motion.v @ model.sliding.T)
        there[(speed < _RESTING * speed.max(axis=0)).any(axis=1)] = 0.0
    return there


def _left_over(
    found: Filtered, noise: Array, step: float, tuning: AdaptiveTuning
) -> tuple[Array, float]:
    """How large and how slow is what noise does not explain."""
    settled = found.innovation[int(_SETTLED * len(found.innovation)) :]
    size = np.sqrt(np.maximum(np.var(settled, axis=0) - noise**2, 0.0))
    if tuning.disturbance is not None:
        size = np.full(len(noise), tuning.disturbance)
    if tuning.fading is not None:
        return size, tuning.fading
    slowest = step
    lags = min(int(_SLOWEST / step), len(settled) - 1)
    for column, level in zip(settled.T, size, strict=True):
        own = column - column.mean()
        power = np.abs(np.fft.rfft(own, 2 * len(own))) ** 2
        correlation = np.fft.irfft(power)[1 : lags + 1] / len(own)
        below = np.flatnonzero(correlation < level**2 / np.e)
        slowest = max(slowest, step * float(below[0] + 1 if below.size else lags))
    return size, slowest
