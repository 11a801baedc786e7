"""Band-limited white noise as in S1 5.2: its draws, and what is made of them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from armwright import InputError
from armwright.block import Input, Output, Parameter
from armwright.block.fidelity import Fidelity
from armwright.blocks.sensors import BandLimitedNoise
from tests.support.blocks import evaluate, site
from tests.unit.sensors.statistics import assert_independent, assert_white, drawn

SIX = site("puma560", rate=100.0)
POSITION, VELOCITY = "position_noise", "velocity_noise"
FREE = {"clip_position": 1.0, "clip_velocity": 1e3}


def source(**settings):
    return BandLimitedNoise(**settings).parts()[0]


def clipped_deviation(ratio: float) -> float:
    """Of a standard normal number clipped at ±ratio."""
    outside = math.erfc(ratio / math.sqrt(2))
    inside = 1 - outside - ratio * math.sqrt(2 / math.pi) * math.exp(-(ratio**2) / 2)
    return math.sqrt(inside + ratio**2 * outside)


def test_deviation_is_the_root_of_power_over_sample_time() -> None:
    assert_white(drawn(source(**FREE), SIX, POSITION), math.sqrt(5e-9 / 0.01))
    quick = site("puma560", rate=400.0)
    noise = drawn(source(**FREE, power_velocity=3e-6, rate=400.0), quick, VELOCITY)
    assert_white(noise, math.sqrt(3e-6 * 400.0))


@pytest.mark.parametrize(("output", "limit"), [(POSITION, 1.5e-3), (VELOCITY, 0.05)])
def test_clipping(output: str, limit: float) -> None:
    """At 1.5e-3 rad and 0.05 rad/s, 2.12 standard deviations: 3.4 % of the draws, both signs."""
    noise = drawn(source(), SIX, output)
    assert np.abs(noise).max() == limit
    ratio = 1.5e-3 / math.sqrt(5e-9 / 0.01)
    share = math.erfc(ratio / math.sqrt(2))
    assert share == pytest.approx(0.0339, abs=1e-4)
    for sign in (1.0, -1.0):
        found = (noise == sign * limit).mean()
        assert found == pytest.approx(share / 2, abs=4 * math.sqrt(share / 2 / noise.size))
    sigma = limit / ratio * clipped_deviation(ratio)
    assert noise.std() == pytest.approx(sigma, rel=4 / math.sqrt(2 * noise.size))
    assert abs(noise.mean()) < 4 * sigma / math.sqrt(noise.size)


def test_clipping_changes_only_what_is_clipped() -> None:
    free, clipped = drawn(source(**FREE), SIX, POSITION), drawn(source(), SIX, POSITION)
    np.testing.assert_array_equal(clipped, np.clip(free, -1.5e-3, 1.5e-3))


def test_sources_are_independent() -> None:
    block, other = source(**FREE), source(**FREE, name="second")
    assert_independent(
        drawn(block, SIX, POSITION),
        drawn(block, SIX, VELOCITY),
        drawn(other, SIX, POSITION),
        drawn(block, SIX, POSITION, seed=[2.0]),
    )


def test_other_sources_do_not_change_the_numbers() -> None:
    both = drawn(source(), SIX, POSITION)
    alone = source(power_velocity=0.0)
    np.testing.assert_array_equal(drawn(alone, SIX, POSITION), both)
    np.testing.assert_array_equal(drawn(alone, SIX, VELOCITY), 0.0)
    one = drawn(source(power_position=[5e-9, 0, 0, 0, 0, 0]), SIX, POSITION)
    np.testing.assert_array_equal(one[:, 0], both[:, 0])
    np.testing.assert_array_equal(one[:, 1:], 0.0)


def test_noise_can_be_switched_off() -> None:
    quiet = site("puma560", rate=100.0, fidelity=Fidelity(noise=False))
    for output in (POSITION, VELOCITY):
        np.testing.assert_array_equal(drawn(source(), quiet, output), 0.0)


def test_what_is_measured() -> None:
    draw, motion = BandLimitedNoise().parts()
    assert (draw.rate, motion.rate) == (100.0, None)
    q, v, n, m = np.random.default_rng(1).normal(size=(4, 6))
    given = {"position": q, "velocity": v, "position_noise": n, "velocity_noise": m}
    found = evaluate(motion, SIX, **given)
    np.testing.assert_array_equal(found["measured_position"], q + n)
    np.testing.assert_array_equal(found["measured_velocity"], v + m)


@pytest.mark.parametrize("side", ["joint", "motor"])
def test_sides(side: str) -> None:
    block = BandLimitedNoise(side=side, power_position=1e-9, rate=50.0, name="gauge")
    draw, motion = block.changed({"clip_position": 1e-3}).parts()
    assert (draw.name, motion.name, draw.rate) == ("gauge.source", "gauge.motion", 50.0)
    assert draw.values["power_position"] == 1e-9 and draw.values["clip_position"] == 1e-3
    assert {port: motion.signal(port) for port in (*motion.of(Input), *motion.of(Output))} == {
        "position": f"{side}_position",
        "velocity": f"{side}_velocity",
        "position_noise": "gauge.position_noise",
        "velocity_noise": "gauge.velocity_noise",
        "measured_position": f"measured_{side}_position",
        "measured_velocity": f"measured_{side}_velocity",
    }
    for part in (draw, motion):
        ports = {**part.of(Input), **part.of(Output), **part.of(Parameter)}
        assert {declared.size for declared in ports.values()} == {side}


def test_measured_under_another_name() -> None:
    block = BandLimitedNoise(connect={"measured_position": "noisy_position"})
    assert block.parts()[1].signal("measured_position") == "noisy_position"
    assert block.parts()[1].signal("measured_velocity") == "measured_joint_velocity"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"side": "gear"},
            "block 'band_limited_noise': unknown 'side' (got 'gear', expected one of joint, motor)",
        ),
        (
            {"power_position": -5e-9},
            "block 'band_limited_noise': 'power_position' is too small (got -5e-09, expected at "
            "least 0 rad² s)",
        ),
        (
            {"clip_velocity": -1.0},
            "block 'band_limited_noise': 'clip_velocity' is too small (got -1.0, expected at least "
            "0 rad/s)",
        ),
        (
            {"rate": 0.0},
            "block 'band_limited_noise': rate (got 0.0, expected more than 0 Hz)",
        ),
        (
            {"power": 5e-9},
            "block 'band_limited_noise': unknown setting (got 'power', expected one of "
            "power_position, power_velocity, clip_position, clip_velocity, side)",
        ),
    ],
)
def test_wrong_settings(settings, message) -> None:
    with pytest.raises(InputError) as error:
        BandLimitedNoise(**settings)
    assert str(error.value).startswith(message)
