"""S3's arm with elasticity, which it holds to be possible, and what a laser needs of it."""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh
from scipy.signal import butter, sosfiltfilt

from armwright.signals import Run
from armwright.studies.claim import Claim, Statement, at_least, at_most, near
from armwright.studies.rx90b.elastic import (
    FACTORS,
    GAINS,
    SEEDS,
    SwingRuns,
    Welding,
    under_way,
)
from armwright.studies.rx90b.measures import Track, distance
from armwright.studies.rx90b.published import Published
from armwright.studies.rx90b.source import EVERYWHERE, MOST, MOSTLY, NEEDED

#: s after the reference has stopped in which the arm swings; Hz below which it does not.
_SWING, _LOWEST = 0.6, 8.0
#: Of a spectrum, with the zeros that make it smooth.
_PADDED = 8192

AS_RIGID = Statement(
    "elastic-as-rigid",
    "S3, section 8",
    "the model is one of a rigid arm, to which flexibilities can be added",
    "number",
    {
        "apart": at_most(
            "largest distance of the tools, if the elastic arm is made rigid",
            1e-7,
            "m",
            "its numbers of friction are rounded to five digits, of 0.2 mm that friction makes",
        ),
        "elastic": at_least(
            "the same as it is", 1e-4, "m", "else its elasticity would not matter to a laser"
        ),
    },
)
FLEXIBLE = Statement(
    "flexible",
    "S3, section 8",
    "the method can relatively easily be extended to account for flexibilities",
    "kind",
    {
        "apart": at_most("largest distance of the tools", EVERYWHERE, "m", "as for the rigid arm"),
        "most": at_most("what 90 % of the time is below", MOSTLY, "m", "as for the rigid arm"),
    },
)
VIBRATION = Statement(
    "vibration",
    "S3, section 1",
    "motions of high speed are accompanied by vibrations of high frequency and small magnitude",
    "kind",
    {
        "magnitude": at_most(
            "largest swing after the stop, above 8 Hz", NEEDED, "m", "“small”: what a laser bears"
        ),
        "more": at_least("the same, times that of the rigid arm", 2, "", "it is elasticity's"),
        "frequency": near(
            "its frequency, of the arm's lowest on the springs of its gears",
            1,
            0.15,
            "",
            "the two lowest are 12 % apart; pedestal and upper arm give way, too",
        ),
    },
)
WELDING = Statement(
    "welding",
    "S3, section 1",
    "laser welding needs path tracking of 0.1 mm and less above 100 mm/s; simulation should "
    "predict it with joint flexibility and friction",
    "kind",
    {
        "whole": at_most(
            "largest distance from the seam on the whole line, best gains", NEEDED, "m", "S3's own"
        ),
        "speed": at_least("speed on the line", 0.1, "m/s", "S3's own limit"),
    },
)
TRAPEZOID = Statement(
    "welding-trapezoid",
    "S3, sections 1, 7",
    "the same with a trapezoidal speed, as in figure 6",
    "kind",
    {
        "whole": at_most(
            "largest distance from the seam on the whole line, best gains", NEEDED, "m", "S3's own"
        )
    },
)
OPTIMUM = Statement(
    "welding-optimum",
    "beyond S3",
    "two gains have an optimum: less lets friction bend the path, more excites springs and noise",
    "kind",
    {
        "rim": at_least(
            "fields between the best one and the rim of the map", 1, "", "it is inside"
        ),
        "around": at_least(
            "the least on the rim, times the best", 1.2, "", "clearly worse on all four sides"
        ),
        "gained": at_least(
            "deviation with the scenario's gains, times the best", 1.5, "", "worth the tuning"
        ),
    },
)


def elastic_claims(line: Run, found: SwingRuns, published: Published) -> list[Claim]:
    """`line`: of the rigid arm; `published`: its equations."""
    rigid, elastic = (distance(line, run).max() for run in (found.stiff, found.full))
    apart, noisy = distance(found.full, found.perturbed), distance(*found.noisy)
    most = float(np.quantile(apart, MOST))
    return [
        AS_RIGID.judged(
            f"rx90b/elastic made rigid is within {1e6 * rigid:.3f} µm of rx90b/line; as it is, "
            f"the tool is up to {1e6 * elastic:.0f} µm elsewhere",
            apart=rigid,
            elastic=elastic,
        ),
        FLEXIBLE.judged(
            "the RX90B with springs in all gears, pedestal and upper arm: at most "
            f"{1e6 * apart.max():.3f} µm, less than {1e6 * most:.4f} µm for {100 * MOST:.0f} % of "
            f"the time; with encoders that count and are noisy at most {1e6 * noisy.max():.1f} µm",
            "Where a count falls the other way, runs part by that count, whatever the method.",
            apart=apart.max(),
            most=most,
        ),
        _vibration(line, found, published),
    ]


def _vibration(line: Run, found: SwingRuns, published: Published) -> Claim:
    """Motors stick after the stop: what is left swings on the springs of the gears."""
    (bent, frequency), (stiff, _) = (_swing(run) for run in (found.full, line))
    q = line.data["reference_joint_position"].values[-1]
    gears = published.drives.gears
    springs = [joint.drive.stiffness for joint in found.scenario.robot.moving_joints if joint.drive]
    still = np.zeros_like(q)
    own = published.mechanism.matrices(q, still, still)
    stiffness = gears.T @ np.diag(np.array(springs, dtype=float)) @ gears + own.stiffness
    lowest = np.sqrt(eigh(stiffness, own.mass, eigvals_only=True)[0]) / (2 * np.pi)
    return VIBRATION.judged(
        f"after the stop the tool swings by up to {1e6 * bent:.0f} µm, the rigid arm's by "
        f"{1e6 * stiff:.0f} µm, with {frequency:.1f} Hz; links and gears alone would with "
        f"{lowest:.1f} Hz",
        "Stiffness is assumed, and with it the frequency.",
        magnitude=bent,
        more=bent / stiff,
        frequency=frequency / lowest,
    )


def _swing(run: Run) -> tuple[float, float]:
    """The largest deviation above the lowest frequency after the stop, m, and the frequency of most
    of it, Hz."""
    track = Track.of(run)
    period = float(track.time[1] - track.time[0])
    line = run.data["reference_tool_position"].values
    off = run.data["tool_position"].values - line
    fast = sosfiltfilt(butter(4, _LOWEST, "highpass", fs=1 / period, output="sos"), off, axis=0)
    stop = track.time[under_way(line).stop - 1]
    part = fast[(track.time > stop) & (track.time < stop + _SWING)]
    spectrum = np.linalg.norm(np.fft.rfft(part, _PADDED, axis=0), axis=-1)
    frequency = np.fft.rfftfreq(_PADDED, period)[spectrum.argmax()]
    return float(np.linalg.norm(part, axis=-1).max()), float(frequency)


def welding_claims(found: Welding) -> list[Claim]:
    row, column = found.place
    best, least = float(found.smooth[row, column]), float(found.trapezoid.min())
    inside = min(row, column, len(GAINS) - 1 - row, len(FACTORS) - 1 - column)
    rim = min(found.smooth[[0, -1]].min(), found.smooth[:, [0, -1]].min())
    track = Track.of(found.best)
    fields = found.smooth.size
    good, other = (int((one <= NEEDED).sum()) for one in (found.smooth, found.trapezoid))
    return [
        WELDING.judged(
            f"elastic arm, noisy encoders, {1e3 * track.speed.max():.0f} mm/s, limited jerk: with "
            f"{GAINS[row]}/s and {FACTORS[column]:g} times the velocity gains up to "
            f"{1e6 * best:.0f} µm from the seam, worst of {len(SEEDS)} seeds; {good} of {fields} "
            "pairs of gains would do",
            "The seam is taught with the arm bent by its weight. Elasticity, noise and friction "
            "are assumed.",
            whole=best,
            speed=track.speed.max(),
        ),
        TRAPEZOID.judged(
            f"the best of {fields} pairs of gains leaves {1e6 * least:.0f} µm; {other or 'none'} "
            "would do",
            "Jumps of the acceleration kick the springs at both ends of the line. S3 shows the "
            "line as the joints have it, without their springs.",
            whole=least,
        ),
        OPTIMUM.judged(
            f"{1e6 * best:.0f} µm at {GAINS[row]}/s and {FACTORS[column]:g} times the velocity "
            f"gains; on the rim of the map {1e6 * rim:.0f} µm at least, with the scenario's gains "
            f"{1e6 * found.as_is:.0f} µm",
            rim=inside,
            around=rim / best,
            gained=found.as_is / best,
        ),
    ]
