"""Forces in a plane that come and go."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import InputError
from armwright.blocks.disturbances import ToolForceWave
from tests.support.blocks import evaluate, site

TWO = site("two_axis")
TIMES = np.round(np.arange(0.0, 3.0, 0.05), 2)


def force(**settings):
    block = ToolForceWave(amplitude=100.0, begin=0.5, end=2.5, **settings)
    return evaluate(block, TWO, time=TIMES[:, None])["tool_force"]


ON = (TIMES >= 0.5) & (TIMES < 2.5)


@pytest.mark.parametrize(("plane", "axes"), [("xz", (0, 2)), ("xy", (0, 1)), ("yz", (1, 2))])
def test_step_at_an_angle(plane, axes):
    expected = np.zeros((len(TIMES), 3))
    expected[ON, axes[0]] = 100.0 * np.cos(0.6)
    expected[ON, axes[1]] = 100.0 * np.sin(0.6)
    np.testing.assert_allclose(force(angle=0.6, plane=plane), expected, rtol=1e-14)


def test_pulses():
    """Of 0.15 s, every 0.4 s; a time that rounding puts a hair before a pulse belongs to it."""
    found = force(shape="pulses", pulse_period=0.4, pulse_width=0.15)[:, 0]
    since = np.round((TIMES - 0.5) / 0.05).astype(int)
    np.testing.assert_array_equal(found, 100.0 * (ON & (since % 8 < 3)))


def test_sine():
    found = force(shape="sine", frequency=1.5)[:, 0]
    expected = 100.0 * ON * np.sin(2 * np.pi * 1.5 * (TIMES - 0.5))
    np.testing.assert_allclose(found, expected, atol=1e-11)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"shape": "ramp"}, "unknown 'shape' (got 'ramp', expected one of step, pulses, sine)"),
        (
            {"plane": "zx"},
            "unknown 'plane' (got 'zx', expected one of xz, xy, yz)",
        ),
        ({"pulse_period": 0}, "'pulse_period' is too small (got 0, expected more than 0 s)"),
    ],
)
def test_wrong_settings(settings, message):
    with pytest.raises(InputError) as error:
        ToolForceWave(**settings)
    assert str(error.value) == f"block 'tool_force_wave': {message}"
