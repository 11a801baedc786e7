"""A small loop with all that exports must get right: noise, counts, several rates, a table."""

from __future__ import annotations

import armwright as aw
from armwright.blocks.controllers import CONTROLLERS
from armwright.blocks.references import REFERENCES
from armwright.blocks.sensors import SENSORS


def two_axes(
    duration: float = 0.1,
    *,
    reference: float = 1000.0,
    encoder: float = 2000.0,
    accelerometer: float = 1000.0,
) -> aw.Scenario:
    """A flexible arm goes down a line under control at 4 kHz; its encoders are noisy and count, and
    nobody uses its accelerometer. Rates in Hz."""
    return aw.Scenario(
        name="two axes",
        robot=aw.load("two_axis"),
        duration=duration,
        blocks=aw.Blocks(
            reference=REFERENCES["cartesian_line"](
                name="reference",
                rate=reference,
                posture=(0.3, 0.2),
                begin=(1.0, 0.0, 0.75),
                end=(1.0, 0.0, 0.6),
                speed=0.5,
                acceleration=5.0,
            ),
            controller=(
                CONTROLLERS["pid"](
                    name="controller",
                    rate=4000.0,
                    proportional_gain=[20.0, 12.0],
                    integral_gain=[100.0, 60.0],
                    derivative_gain=[0.4, 0.2],
                ),
            ),
            sensors=(
                SENSORS["encoder"](
                    name="encoder",
                    rate=encoder,
                    noise=1e-4,
                    resolution=1e-3,
                    velocity_from="difference",
                    velocity_filter=300.0,
                ),
                SENSORS["accelerometer"](name="accelerometer", rate=accelerometer),
            ),
        ),
    )
