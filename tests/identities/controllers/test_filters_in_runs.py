"""Filters in a run: continuous ones by the integrator, sampled ones as machine code."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.blocks.controllers import LowPass, Notch
from armwright.system import Recording, Start
from tests.identities.controllers.loops import Sine, recorded, scenario

WIRES = {"input": "wave", "output": "filtered"}
FILTERS = {
    "first order": (lambda **s: LowPass(order=1, cutoff_frequency=5.0, **s), 5.0),
    "second order": (lambda **s: LowPass(cutoff_frequency=5.0, **s), 5.0),
    "notch": (lambda **s: Notch(frequency=8.0, bandwidth=6.0, **s), 8.0),
}


def transfer(name, f):
    s = 1j * f
    if name == "first order":
        return 5 / (s + 5)
    if name == "second order":
        return 25 / (s**2 + np.sqrt(2) * 5 * s + 25)
    return (s**2 + 64) / (s**2 + 6 * s + 64)


@pytest.mark.parametrize("rate", [None, 100.0])
@pytest.mark.parametrize("name", FILTERS)
def test_a_sine_comes_out_as_the_transfer_function_says(name, rate):
    make, exact_at = FILTERS[name]
    f = 4.0
    loop = scenario(
        "two_axis",
        Sine(name="sine", frequency=f, rate=rate),
        make(name="filter", rate=rate, connect=WIRES),
        duration=3.0,
        start=Start((0.0, 0.0), at_rest=False),
        recording=Recording(("filtered",), rate=100.0),
    )
    found = recorded(loop)
    late = found["time"] > 2.0
    where = f
    if rate:  # the bilinear transform bends the axis of frequencies
        where = exact_at * np.tan(np.pi * f / rate) / np.tan(np.pi * exact_at / rate)
    gain = transfer(name, where)
    t = found["time"][late]
    expected = np.imag(gain * np.exp(2j * np.pi * f * t))
    np.testing.assert_allclose(
        found["filtered"][late, 0], expected, atol=2e-4 if not rate else 1e-6
    )


def test_a_sweep_over_the_cut_off_is_as_single_runs():
    """The coefficients are then worked out by machine code."""
    loop = scenario(
        "two_axis",
        Sine(name="sine", frequency=4.0, rate=100.0),
        LowPass(name="filter", rate=100.0, connect=WIRES),
        duration=0.3,
        start=Start((0.0, 0.0), at_rest=False),
        recording=Recording(("filtered",), rate=100.0),
    )
    cut_offs = [2.0, 5.0, 30.0]
    many = loop.sweep({"filter.cutoff_frequency": cut_offs}, samples=3).data.filtered.values
    for run, f in zip(many, cut_offs, strict=True):
        alone = recorded(loop.changed({"filter.cutoff_frequency": f}))["filtered"]
        np.testing.assert_allclose(run, alone, rtol=1e-9, atol=1e-12)
