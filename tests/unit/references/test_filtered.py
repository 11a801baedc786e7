"""References through a filter of second order."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from armwright import InputError
from armwright.blocks.references import REFERENCES
from armwright.blocks.references.second_order import SecondOrder
from tests.support.references import at_times, site_of, slope, tabled

RATE = 200.0
#: S1 5.1.
S1 = {"heights": [15, 30, 30, 90, 90, 90], "times": [1, 2, 3, 4, 5, 6], "degrees": True}
STEPS = {"heights": [0.3, -0.2], "times": [0.1, 0.5], "begin": [0.1, 0.2]}
#: ω and ζ of S1's filter, of two of S2's, and of a weakly damped one.
FILTERS = {"S1": (80**0.5, 5**0.5 / 2), "S2": (5.0, 1.0), "S2b": (0.5, 1.0), "weak": (7.0, 0.2)}


def test_defaults_are_the_filter_of_the_source() -> None:
    """Its step response, 4/(0.05 s² + s + 4), by poles and residues."""
    p = np.roots([0.05, 1, 4])
    times = np.linspace(0, 8, 401)
    motion = at_times(REFERENCES["filtered_steps"](**S1), site_of("six_axis"), times)
    for k in range(6):
        t = np.maximum(times - (k + 1), 0)[:, None]
        # 80/((s − p₁)(s − p₂)), its rate and its second rate.
        for part, power in zip(motion, (-1, 0, 1), strict=True):
            terms = 80 * p ** float(power) * np.exp(p * t) / (p - p[::-1])
            value = terms.sum(axis=1) + (1 if power == -1 else 0)
            before = times < k + 1
            expected = np.radians(S1["heights"][k]) * np.where(before, 0, value)
            assert np.abs(part[:, k] - expected).max() < 1e-12


@pytest.mark.parametrize(("w", "zeta"), FILTERS.values(), ids=FILTERS.keys())
def test_steps_follow_the_differential_equation(w: float, zeta: float) -> None:
    block = REFERENCES["filtered_steps"](natural_frequency=w, damping_ratio=zeta, **STEPS)
    times = np.linspace(0, 3, 301)
    q, v, a = at_times(block, site_of("two_axis"), times)
    for k in range(2):
        t0, height, begin = STEPS["times"][k], STEPS["heights"][k], STEPS["begin"][k]

        def rate(_: float, x: np.ndarray, u: float = begin + height) -> list[float]:
            return [x[1], w**2 * (u - x[0]) - 2 * zeta * w * x[1]]

        late = times >= t0 - 1e-12
        truth = solve_ivp(
            rate, (t0, 3.0001), [begin, 0], t_eval=times[late], rtol=1e-11, atol=1e-12
        )
        assert np.abs(q[late, k] - truth.y[0]).max() < 1e-8
        assert np.abs(v[late, k] - truth.y[1]).max() < 1e-8 * w
        assert np.all(q[~late, k] == begin) and not v[~late, k].any() and not a[~late, k].any()
        u = begin + height * late
        assert np.abs(w**2 * (u - q[:, k]) - 2 * zeta * w * v[:, k] - a[:, k]).max() < 1e-11 * w**2


def test_position_and_velocity_are_continuous_and_the_acceleration_jumps() -> None:
    block = REFERENCES["filtered_steps"](**STEPS)
    gap = 1e-8
    q, v, a = at_times(block, site_of("two_axis"), [0.5 - gap, 0.5 + gap])
    assert np.abs(np.diff(q, axis=0)).max() < 1e-7 and np.abs(np.diff(v, axis=0)).max() < 1e-6
    assert a[1, 1] - a[0, 1] == pytest.approx(80 * -0.2, rel=1e-6)


def test_steps_are_not_late_by_rounding() -> None:
    block = REFERENCES["filtered_steps"](heights=[1, 1], times=[2.1, 0.7])
    just_before = 3 * 0.7
    assert just_before < 2.1
    acceleration = at_times(block, site_of("two_axis"), [just_before]).acceleration
    assert acceleration[0, 0] == pytest.approx(80.0, rel=1e-12)


@pytest.mark.parametrize("zeta", [1 - 1e-6, 1 + 1e-6, 1 - 1e-9, 1 + 1e-9])
def test_nearly_critical_damping_is_like_critical(zeta: float) -> None:
    times, site = np.linspace(0, 3, 61), site_of("two_axis")
    make = REFERENCES["filtered_steps"]
    near = at_times(make(natural_frequency=5.0, damping_ratio=zeta, **STEPS), site, times)
    critical = at_times(make(natural_frequency=5.0, damping_ratio=1.0, **STEPS), site, times)
    assert np.abs(near.position - critical.position).max() < 2 * abs(zeta - 1) + 1e-9


@pytest.mark.parametrize(("w", "zeta"), FILTERS.values(), ids=FILTERS.keys())
def test_filter_of_a_smooth_reference_follows_the_equation(w: float, zeta: float) -> None:
    source = {"kind": "joint_ptp", "begin": [0, 0], "end": [0.5, -0.3], "acceleration": 2.0}
    block = REFERENCES["filter"](source=source, natural_frequency=w, damping_ratio=zeta, rate=RATE)
    site = site_of("two_axis", 4.0, RATE)
    q, v, a = tabled(block, site)
    h = 1 / RATE
    times = h * np.arange(len(q))
    u = at_times(
        REFERENCES["joint_ptp"](begin=[0, 0], end=[0.5, -0.3], acceleration=2.0), site, times
    ).position
    assert np.abs(w**2 * (u - q) - 2 * zeta * w * v - a).max() < 1e-12 * w**2
    assert np.abs(slope(q, h) - v[2:-2]).max() < 1e-5
    assert np.quantile(np.abs(slope(v, h) - a[2:-2]), 0.97) < 1e-3
    assert len(q) == 802 and not v[0].any()


def test_filter_is_exact_for_what_is_straight_between_samples() -> None:
    """A ramp: q = r (t − 2ζ/ω) + what decays."""
    positions = np.outer(np.arange(400) / RATE, [1.0, -0.5])
    block = REFERENCES["filter"](
        source={"kind": "samples", "positions": positions}, natural_frequency=20.0, rate=RATE
    )
    q, v, a = tabled(block, site_of("two_axis", 1.9, RATE))
    t = np.arange(len(q)) / RATE
    H = SecondOrder(20.0, 5**0.5 / 2)
    late = t > 1.5
    lag = 2 * H.damping_ratio / H.natural_frequency
    assert np.abs(q - np.outer(t - lag, [1.0, -0.5]))[late].max() < 1e-6
    assert np.abs(v - [1.0, -0.5])[late].max() < 1e-5 and np.abs(a)[late].max() < 1e-4


def test_filter_of_steps_is_like_filtered_steps() -> None:
    """But for half a sample: between samples the step is a ramp."""
    rate = 5000.0
    site = site_of("two_axis", 2.0, rate)
    block = REFERENCES["filter"](source={"kind": "steps", **STEPS}, rate=rate)
    q, v, _ = tabled(block, site)
    times = np.arange(len(q)) / rate
    exact = at_times(REFERENCES["filtered_steps"](**STEPS), site, times + 0.5 / rate)
    assert np.abs(q - exact.position).max() < 1e-5 and np.abs(v - exact.velocity).max() < 2e-3


def test_filters_can_be_nested_and_keep_their_table() -> None:
    inner: dict[str, Any] = {"kind": "filter", "source": {"kind": "steps", **STEPS}}
    block = REFERENCES["filter"](source=inner, rate=RATE)
    inner["source"] = None
    q, v, _ = tabled(block, site_of("two_axis", 3.0, RATE))
    assert np.abs(q[-1] - [0.4, 0.0]).max() < 1e-3 and np.abs(v[-1]).max() < 1e-2
    again = block.changed({"damping_ratio": 2.0})
    assert again.values["source"] == block.values["source"]


WRONG: dict[str, tuple[str, dict[str, Any], str]] = {
    "frequency": (
        "filtered_steps",
        {**STEPS, "natural_frequency": 0.0},
        "'natural_frequency' does not fit (got 0.0, expected finite, more than 0 rad/s)",
    ),
    "damping": (
        "filtered_steps",
        {**STEPS, "damping_ratio": -1.0},
        "'damping_ratio' does not fit (got -1.0, expected finite, more than 0)",
    ),
    "times": (
        "filtered_steps",
        {**STEPS, "times": [1]},
        "'times' does not fit (got (1,), expected 2 times in s, one for each joint)",
    ),
    "no source": (
        "filter",
        {},
        "'source' is missing (expected the other reference: its kind and its settings)",
    ),
    "not a table": (
        "filter",
        {"source": "steps"},
        "'source' is of the wrong kind (got 'steps', expected the other reference: its kind and "
        "its settings)",
    ),
}


@pytest.mark.parametrize(("kind", "given", "text"), WRONG.values(), ids=WRONG.keys())
def test_errors_say_what_is_wrong(kind: str, given: dict[str, Any], text: str) -> None:
    with pytest.raises(InputError) as caught:
        at_times(REFERENCES[kind](rate=RATE, name="way", **given), site_of("two_axis"), [0.0])
    assert str(caught.value) == f"block 'way': {text}"


def test_an_unknown_source_is_named() -> None:
    with pytest.raises(InputError, match=r"unknown kind of reference in 'source' \(got 'step',"):
        REFERENCES["filter"](source={"kind": "step"}, rate=RATE)
    with pytest.raises(InputError, match=r"unknown kind of reference in 'source' \(got '\[1\]',"):
        REFERENCES["filter"](source={"kind": [1]}, rate=RATE)
    with pytest.raises(InputError, match=r"block 'filter.source': unknown setting \(got 'height'"):
        REFERENCES["filter"](source={"kind": "steps", "height": 1}, rate=RATE)
    with pytest.raises(InputError, match=r"block 'filter.source': unknown setting \(got 'rate'"):
        REFERENCES["filter"](source={"kind": "hold", "rate": 3.0}, rate=RATE)
