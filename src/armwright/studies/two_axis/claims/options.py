"""S0's options that change numbers of sensors and disturbances: each does what S0 says."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.signals import Run
from armwright.studies.claim import Claim, in_number
from armwright.studies.two_axis.claims.dynamics import PART
from armwright.studies.two_axis.claims.rounding import farthest, to_rounding
from armwright.studies.two_axis.deviation import apart
from armwright.studies.two_axis.options import CHIRP, FORCE, PLAIN, Option
from armwright.studies.two_axis.readings import Reading, settings
from armwright.studies.two_axis.source.motion import missed, values
from armwright.studies.two_axis.source.numbers import Array, Numbers
from armwright.studies.two_axis.source.ripple import resolver_ripple, torque_ripple
from armwright.studies.two_axis.whiteness import BOUND, Noise
from armwright.studies.two_axis.wording import scientific

_SECTION = "S0, section 3, "


def options_claims(options: Mapping[str, Option], runs: Mapping[str, Run]) -> list[Claim]:
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


def _unmoved(runs: Mapping[str, Run], name: str) -> bool:
    return apart(runs[name], runs[PLAIN]).largest == 0.0


def _calibration(options: Mapping[str, Option], runs: Mapping[str, Run]) -> Claim:
    name = "calibration"
    off = float(np.abs(Reading.of(options[name].scenario, runs[name]).remainder).max())
    return in_number(
        _SECTION + "calibration error",
        "position and orientation of the accelerometer can deviate from the nominal ones",
        f"without noise the reading is the expected one, to {scientific(off)} m/s² (tolerance "
        "1e−12); the tool's path is that of the plain arm, bit by bit",
        off <= 1e-12 and _unmoved(runs, name),
    )


def _offset(runs: Mapping[str, Run]) -> Claim:
    shift = values(runs["offset"], "accelerometer") - values(runs[PLAIN], "accelerometer")
    off = float(np.abs(shift - 0.1).max())
    return in_number(
        _SECTION + "accelerometer offset",
        "δ_s of (2.1) can be set",
        f"0.1 m/s² shifts both readings by that, to {scientific(off)} m/s² (tolerance 1e−12), and "
        "not the path",
        off <= 1e-12 and _unmoved(runs, "offset"),
    )


def _chirp(options: Mapping[str, Option], run: Run) -> Claim:
    p = settings(options["motor-chirp"].scenario, "torque_chirp")
    first, last, begin, lasts = (
        float(np.asarray(p[key]))
        for key in ("first_frequency", "last_frequency", "begin", "duration")
    )
    t = run.data["time"].values - begin
    turns = first * t + (last - first) * t**2 / (2 * lasts)
    wave = np.where((t >= 0) & (t < lasts), np.sin(2 * np.pi * turns), 0.0)
    off = farthest(values(run, "disturbance_motor_torque"), np.outer(wave, CHIRP))
    return _disturbed(
        options,
        run,
        "a chirp can be added to the motors' torque: u_m = τ_m + τ_md",
        f"it is the chirp to {scientific(off)} N m",
        off <= 1e-9,
    )


def _force(options: Mapping[str, Option], run: Run) -> Claim:
    p = settings(options["tool-force"].scenario, "tool_force")
    t, angle = run.data["time"].values, float(np.asarray(p["angle"]))
    acts = (t >= float(np.asarray(p["begin"]))) & (t < float(np.asarray(p["end"])))
    expected = FORCE * np.outer(acts, [np.cos(angle), np.sin(angle)])
    off = farthest(values(run, "tool_force"), expected)
    return _disturbed(
        options,
        run,
        "a force can act on the tool, described by an amplitude and an angle in the base frame",
        f"it has size and angle to {scientific(off)} N",
        off <= 1e-9,
    )


def _disturbed(options: Mapping[str, Option], run: Run, says: str, got: str, right: bool) -> Claim:
    part = missed(Numbers.of(options[PLAIN].scenario.robot), run).part
    return in_number(
        _SECTION + "disturbances",
        says,
        f"{got}, and with it the run meets (1.9) to {scientific(part)} of the largest torque "
        f"(tolerance {scientific(PART)})",
        right and part <= PART,
    )


def _torque_ripple(option: Option, run: Run) -> Claim:
    p = settings(option.scenario, "torque_ripple")
    expected = torque_ripple(p, values(run, "motor_position"), values(run, "motor_torque"))
    off = farthest(values(run, "ripple_motor_torque"), expected)
    says = "torque ripple of the motor's angle and of its torque, with three harmonics"
    what = f"recorded ripple of up to {np.abs(expected).max():.2f} N m, off the formula"
    return to_rounding("S0 (3.1)", says, what, off, 1e-10, "N m")


def _resolver_ripple(option: Option, run: Run) -> Claim:
    angle = values(run, "motor_position")
    expected = resolver_ripple(settings(option.scenario, "resolver"), angle)
    off = farthest(values(run, "measured_motor_position") - angle, expected)
    says = "resolver ripple A₁ sin q_m + A₂ sin(2 q_m + φ₂)"
    what = (
        f"measured less true angle, up to {1e3 * np.abs(expected).max():.2f} mrad, off the formula"
    )
    return to_rounding("S0 (3.2)", says, what, off, 1e-10, "rad")


def _motor_noise(option: Option, run: Run) -> Claim:
    error: Array = values(run, "measured_motor_position") - values(run, "motor_position")
    sigma = float(np.asarray(settings(option.scenario, "resolver")["noise"]))
    noises = [Noise.of(error[:, k]) for k in range(2)]
    return _noise("motor angles", noises, sigma, "rad", moved=False)


def _acceleration_noise(options: Mapping[str, Option], runs: Mapping[str, Run]) -> Claim:
    name = "acceleration-noise"
    reading = Reading.of(options[name].scenario, runs[name])
    moved = not _unmoved(runs, name)
    return _noise("acceleration", list(reading.noise), reading.sigma, "m/s²", moved=moved)


def _noise(what: str, noises: list[Noise], sigma: float, unit: str, *, moved: bool) -> Claim:
    deviations = " and ".join(f"{noise.deviation:.3g}" for noise in noises)
    correlation = max(noise.largest_correlation for noise in noises)
    return in_number(
        _SECTION + "measurement noise",
        f"normal white noise without mean can be added to the {what}",
        f"standard deviations {deviations} {unit} (set: {sigma:g}), correlation at most "
        f"{correlation:.3f}; mean, deviation, skewness, kurtosis and correlation within {BOUND:g} "
        "standard errors",
        all(noise.agrees(sigma) for noise in noises) and not moved,
    )
