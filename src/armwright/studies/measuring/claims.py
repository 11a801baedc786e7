"""What S2 says of its measuring system, beside what files of its instruments hold."""

from __future__ import annotations

import numpy as np

from armwright.studies.claim import Claim, Statement, at_least, at_most, observed
from armwright.studies.measuring.measures import (
    angle_error,
    clock_error,
    current_lost,
    free_distance,
    joined_distance,
    rms,
    triggered_distance,
)
from armwright.studies.measuring.runs import DELAY, FAST, ONE_TURN, THOUSAND, Measurement
from armwright.studies.measuring.source import TRACKER_NOISE
from armwright.studies.wording import fixed, percent, short

_SEEN = "noise of 0.1 mm on three axes is 0.17 mm; counts of the encoders add little"
RATE = Statement(
    "rate",
    "S2, 4.2",
    "three encoders and three currents are sampled at up to 1.6 kHz, fast enough for the arm",
    "kind",
    {
        "lost": at_most(
            "of joint 1's current, what is lost between samples, of its variation",
            0.05,
            "",
            "friction, which the currents are to show, is larger by far",
        )
    },
)
TRIGGER = Statement(
    "trigger",
    "S2, 4.4",
    "with every sample on an edge of the tracker's square wave, encoders and target belong "
    "together",
    "kind",
    {"apart": at_most("distance of the target by both, rms", 2.5e-4, "m", _SEEN)},
)
ANGLES = Statement(
    "angles",
    "S2, 4.5",
    "joint angles agree with high accuracy, the position of the end effector does not",
    "kind",
    {
        "angle": at_most("angle of joint 1, rms, of its travel", 1e-3, "", "“high accuracy”"),
        "tool": at_least(
            "distance of the target from where the nominal arm has it, mean",
            10 * TRACKER_NOISE,
            "m",
            "ten times what the tracker's noise could explain",
        ),
    },
)
CLOCKS = Statement(
    "clocks",
    "S2, 4.4",
    "the two systems have to be synchronised",
    "kind",
    {
        "free": at_least(
            "distance of the target by two clocks that were not synchronised, rms",
            2.5e-3,
            "m",
            "ten times what a trigger leaves",
        ),
        "joined": at_most(
            "the same after both files were joined by the motion", 2.5e-4, "m", _SEEN
        ),
        "clock": at_most("error of the delay then, in samples", 0.1, "", "a tenth of one"),
    },
)


def measured_claims(found: Measurement) -> list[Claim]:
    lost = current_lost(found)
    together = rms(triggered_distance(found))
    tool = float(np.mean(triggered_distance(found, nominal=True)))
    angle = angle_error(found)
    joined, clock = rms(joined_distance(found)), clock_error(found)
    free = rms(free_distance(found))
    return [
        RATE.judged(f"{percent(lost, 1)} of its variation lies between samples", lost=lost),
        _noise(found),
        TRIGGER.judged(f"{short(1e3 * together)} mm apart", apart=together),
        CLOCKS.judged(
            f"{fixed(1e3 * free, 0)} mm apart by their own times, {short(1e3 * joined)} mm after "
            f"joining; the delay is right to {short(clock)} samples",
            f"The tracker starts {1e3 * DELAY:g} ms late and its clock is 50 ppm fast. Correlation "
            "of the motion that both saw gives delay and drift, and does without a trigger.",
            free=free,
            joined=joined,
            clock=clock,
        ),
        ANGLES.judged(
            f"angle within {percent(angle, 3)} of its travel; target off by "
            f"{fixed(1e3 * tool, 1)} mm on average",
            "The zeros of the joints are off by what S2's table 6.1 has for the real arm.",
            angle=angle,
            tool=tool,
        ),
        *_identified(found),
    ]


def _noise(found: Measurement) -> Claim:
    at_rest = found.triggered.cut(0.0, 0.25)["tool_position"]
    size = float(np.std(at_rest, axis=0).max())
    return observed(
        "noise",
        "S2, 4.5",
        "noise of x, y and z is 0.1 mm and less",
        f"{fixed(1e3 * size, 3)} mm in the file, at rest; that much was put in",
    )


def _identified(found: Measurement) -> list[Claim]:
    return [
        observed(
            "samples",
            "S2, 4.4 and 4.5",
            "a test has 1000 samples, whatever its duration",
            f"{_told(found, THOUSAND)}; with all samples of the card {_told(found, FAST)}; "
            f"true {_true(found)}",
            "Motor and link (S2 5.2) from the same test. Friction suffers first: counts of the "
            "encoder between samples are farther apart, and passages through zero less certain.",
        ),
        observed(
            "turns",
            "S2, 4.2",
            "the wire is led N times through the transducer; N is not given",
            f"N = 1: {_told(found, ONE_TURN)}; N = 10: {_told(found, FAST)}",
            "One count of the converter is 98 mA with N = 1, and a tenth of it with N = 10.",
        ),
    ]


def _told(found: Measurement, way: str) -> str:
    known = found.fits[way].combinations
    at = {name: k for k, name in enumerate(known.names)}
    parts = []
    for name, word, unit in (
        ("inertia", "inertia", "kg m²"),
        ("coulomb_positive", "dry friction", "N m"),
    ):
        value, error = known.values[at[name]], known.errors[at[name]]
        parts.append(f"{word} {fixed(value, 3)} ± {fixed(error, 3)} {unit}")
    return ", ".join(parts)


def _true(found: Measurement) -> str:
    inertia, friction = found.true["inertia"], found.true["coulomb_positive"]
    return f"{fixed(inertia, 3)} kg m², {fixed(friction, 3)} N m"
