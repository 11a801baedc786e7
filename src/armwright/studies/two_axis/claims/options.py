"""S0's options that change numbers of sensors and disturbances: each does what S0 says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from armwright.arrays import Array
from armwright.signals import Run
from armwright.studies.claim import Claim, NumberLimits, Statement, at_most, rounded, rounding
from armwright.studies.two_axis.claims.dynamics import PART
from armwright.studies.two_axis.measures import (
    Reading,
    farthest,
    motion_remainder,
    settings_of,
    tools_apart,
    values,
)
from armwright.studies.two_axis.runs import CHIRP, FORCE, PLAIN, SourceOption
from armwright.studies.two_axis.source import TwoAxisNumbers, resolver_ripple, torque_ripple
from armwright.studies.two_axis.whiteness import BOUND, Noise, farthest_off, noise_limits
from armwright.studies.wording import scientific

_SECTION = "S0, section 3, "
_UNMOVED = at_most("how far the tool leaves the plain arm's path", 0, "m", "sensors move nothing")


def _acts(unit: str) -> dict[str, NumberLimits]:
    return {
        "off": at_most("largest distance from the formula", 1e-9, unit, "rounding"),
        "part": at_most(
            "left over of (1.9) with it, of the largest torque", PART, "", "rounding of large terms"
        ),
    }


CALIBRATION = Statement(
    "option-calibration",
    _SECTION + "calibration error",
    "position and orientation of the accelerometer can deviate from the nominal ones",
    "number",
    {
        "off": at_most("reading, off the expected one", 1e-12, "m/s²", "rounding"),
        "moved": _UNMOVED,
    },
)
OFFSET = Statement(
    "option-offset",
    _SECTION + "accelerometer offset",
    "δ_s of (2.1) can be set",
    "number",
    {
        "off": at_most("shift of the reading, off 0.1 m/s²", 1e-12, "m/s²", "rounding"),
        "moved": _UNMOVED,
    },
)
MOTOR_CHIRP = Statement(
    "option-chirp",
    _SECTION + "disturbances",
    "a chirp can be added to the motors' torque: u_m = τ_m + τ_md",
    "number",
    _acts("N m"),
)
TOOL_FORCE = Statement(
    "option-force",
    _SECTION + "disturbances",
    "a force can act on the tool, described by an amplitude and an angle in the base frame",
    "number",
    _acts("N"),
)
TORQUE_RIPPLE = rounding(
    "option-torque-ripple",
    "S0 (3.1)",
    "torque ripple of the motor's angle and of its torque, with three harmonics",
    1e-10,
    "N m",
)
RESOLVER_RIPPLE = rounding(
    "option-resolver-ripple",
    "S0 (3.2)",
    "resolver ripple A₁ sin q_m + A₂ sin(2 q_m + φ₂)",
    1e-10,
    "rad",
)
MOTOR_NOISE = Statement(
    "option-motor-noise",
    _SECTION + "measurement noise",
    "normal white noise without mean can be added to the motor angles",
    "number",
    noise_limits(),
)
ACCELERATION_NOISE = Statement(
    "option-acceleration-noise",
    _SECTION + "measurement noise",
    "normal white noise without mean can be added to the acceleration",
    "number",
    {**noise_limits(), "moved": _UNMOVED},
)


def options_claims(options: Mapping[str, SourceOption], runs: Mapping[str, Run]) -> list[Claim]:
    return [
        _calibration(options, runs),
        _offset(runs),
        _chirp(options, runs["motor-chirp"]),
        _force(options, runs["tool-force"]),
        _torque_ripple(options["torque-ripple"], runs["torque-ripple"]),
        _resolver_ripple(options["resolver-ripple"], runs["resolver-ripple"]),
        _motor_noise(options["motor-noise"], runs["motor-noise"]),
        _acceleration_noise(options, runs),
    ]


def _moved(runs: Mapping[str, Run], name: str) -> float:
    return tools_apart(runs[name], runs[PLAIN]).largest


def _calibration(options: Mapping[str, SourceOption], runs: Mapping[str, Run]) -> Claim:
    name = "calibration"
    moved = _moved(runs, name)
    off = float(np.abs(Reading.of(options[name].scenario, runs[name]).remainder).max())
    return CALIBRATION.judged(
        f"without noise the reading is the expected one, to {scientific(off)} m/s² (tolerance "
        f"1e−12); the tool leaves the plain arm's path by {scientific(moved)} m",
        off=off,
        moved=moved,
    )


def _offset(runs: Mapping[str, Run]) -> Claim:
    shift = values(runs["offset"], "accelerometer") - values(runs[PLAIN], "accelerometer")
    off, moved = float(np.abs(shift - 0.1).max()), _moved(runs, "offset")
    return OFFSET.judged(
        f"0.1 m/s² shifts both readings by that, to {scientific(off)} m/s² (tolerance 1e−12), and "
        f"the path by {scientific(moved)} m",
        off=off,
        moved=moved,
    )


def _chirp(options: Mapping[str, SourceOption], run: Run) -> Claim:
    p = settings_of(options["motor-chirp"].scenario, "torque_chirp")
    first, last, begin, lasts = (
        float(np.asarray(p[key]))
        for key in ("first_frequency", "last_frequency", "begin", "duration")
    )
    t = run.data["time"].values - begin
    turns = first * t + (last - first) * t**2 / (2 * lasts)
    wave = np.where((t >= 0) & (t < lasts), np.sin(2 * np.pi * turns), 0.0)
    off = farthest(values(run, "disturbance_motor_torque"), np.outer(wave, CHIRP))
    return _disturbed(MOTOR_CHIRP, options, run, f"it is the chirp to {scientific(off)} N m", off)


def _force(options: Mapping[str, SourceOption], run: Run) -> Claim:
    p = settings_of(options["tool-force"].scenario, "tool_force")
    t, angle = run.data["time"].values, float(np.asarray(p["angle"]))
    acts = (t >= float(np.asarray(p["begin"]))) & (t < float(np.asarray(p["end"])))
    expected = FORCE * np.outer(acts, [np.cos(angle), np.sin(angle)])
    off = farthest(values(run, "tool_force"), expected)
    words = f"it has size and angle to {scientific(off)} N"
    return _disturbed(TOOL_FORCE, options, run, words, off)


def _disturbed(
    statement: Statement, options: Mapping[str, SourceOption], run: Run, got: str, off: float
) -> Claim:
    part = motion_remainder(TwoAxisNumbers.of(options[PLAIN].scenario.robot), run).part
    return statement.judged(
        f"{got}, and with it the run meets (1.9) to {scientific(part)} of the largest torque "
        f"(tolerance {scientific(PART)})",
        off=off,
        part=part,
    )


def _torque_ripple(option: SourceOption, run: Run) -> Claim:
    p = settings_of(option.scenario, "torque_ripple")
    expected = torque_ripple(p, values(run, "motor_position"), values(run, "motor_torque"))
    off = farthest(values(run, "ripple_motor_torque"), expected)
    what = f"recorded ripple of up to {np.abs(expected).max():.2f} N m, off the formula"
    return rounded(TORQUE_RIPPLE, what, off)


def _resolver_ripple(option: SourceOption, run: Run) -> Claim:
    angle = values(run, "motor_position")
    expected = resolver_ripple(settings_of(option.scenario, "resolver"), angle)
    off = farthest(values(run, "measured_motor_position") - angle, expected)
    what = (
        f"measured less true angle, up to {1e3 * np.abs(expected).max():.2f} mrad, off the formula"
    )
    return rounded(RESOLVER_RIPPLE, what, off)


def _motor_noise(option: SourceOption, run: Run) -> Claim:
    error: Array = values(run, "measured_motor_position") - values(run, "motor_position")
    sigma = float(np.asarray(settings_of(option.scenario, "resolver")["noise"]))
    noises = [Noise.of(error[:, k]) for k in range(2)]
    off = farthest_off(noise.standard_errors(sigma) for noise in noises)
    return MOTOR_NOISE.judged(_noise_words(noises, sigma, "rad", off), **off)


def _acceleration_noise(options: Mapping[str, SourceOption], runs: Mapping[str, Run]) -> Claim:
    name = "acceleration-noise"
    reading = Reading.of(options[name].scenario, runs[name])
    words = _noise_words(reading.noise, reading.sigma, "m/s²", reading.off)
    return ACCELERATION_NOISE.judged(words, **reading.off, moved=_moved(runs, name))


def _noise_words(noises: Sequence[Noise], sigma: float, unit: str, off: Mapping[str, float]) -> str:
    deviations = " and ".join(f"{noise.deviation:.3g}" for noise in noises)
    return (
        f"standard deviations {deviations} {unit} (set: {sigma:g}); off by standard errors, at "
        f"most: {', '.join(f'{name} {value:.1f}' for name, value in off.items())}; tolerance "
        f"{BOUND:g}"
    )
