"""Two recorders' logs as one: by motion, by a trigger, by a model; and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import InputError, Log
from armwright.arrays import Array
from armwright.signals.processing.alignment import ClockAlignment, LostSamples
from armwright.signals.processing.correlation import aligned
from armwright.signals.processing.triggers import aligned_by_edges, rising_edges
from tests.support.recorders import DRIFT, motion, two_records


@pytest.mark.parametrize("seed", range(4))
def test_two_recorders_are_joined_to_a_tenth_of_a_sample(seed: int) -> None:
    records = two_records(seed, duration=5.0, other_duration=5.0)
    found = aligned(records.time, records.values, records.other_time, records.other_values)
    ends = np.array([0.1, 4.9])
    error = np.abs(found.other_time(ends) - records.true_other_time(ends))
    assert error.max() < 0.1 / 1600
    assert (error < 4 * found.standard_error(ends)).all()
    assert found.standard_error(ends).max() < 0.03 / 1600


def test_slow_noise_makes_the_alignment_less_sure() -> None:
    white, slow = (
        two_records(5, duration=5.0, other_duration=5.0, slow=part) for part in (0.0, 0.97)
    )
    errors = [
        aligned(r.time, r.values, r.other_time, r.other_values).covariance[0, 0] ** 0.5
        for r in (white, slow)
    ]
    assert errors[1] > 2 * errors[0]


def _encoders_and_tracker() -> tuple[Log, Log, float]:
    """A planar arm's angles, and where its tool is, on another clock, for one second."""
    rng = np.random.default_rng(7)
    true = motion(rng, 2)
    time, tracked = np.arange(9600) / 1600.0, 2.0 + np.arange(1000) / 1000.0
    delay = 0.31237
    own = Log.from_arrays(time, {"joint_position": true(time)}, joints=("a", "b"))
    points = _tool(true(tracked)) + rng.normal(size=(1000, 3)) * 1e-4
    other = Log.from_arrays(tracked + delay, {"tool_position": points}, joints=("a", "b"))
    return own, other, delay


def _tool(angles: Array) -> Array:
    a, b = angles[:, 0], angles[:, 0] + angles[:, 1]
    x, y = 0.5 * np.cos(a) + 0.4 * np.cos(b), 0.5 * np.sin(a) + 0.4 * np.sin(b)
    return np.stack([x, y, 0 * x], axis=1)


def test_angles_and_a_tracker_are_joined_through_a_model() -> None:
    own, other, delay = _encoders_and_tracker()
    joined = own.joined(other, by=(lambda log: _tool(log["joint_position"]), "tool_position"))
    assert joined.data.attrs["joined_delay"] == pytest.approx(delay, abs=0.05e-3)
    seen = np.isfinite(joined["tool_position"]).all(axis=1)
    assert seen.sum() == pytest.approx(1600, abs=3)
    assert np.array_equal(joined.time, own.time)
    wanted = _tool(own["joint_position"])[seen]
    assert joined["tool_position"][seen] == pytest.approx(wanted, abs=1e-3)


def test_periodic_motion_is_ambiguous_unless_the_delay_is_bounded() -> None:
    time = np.arange(5000) / 500.0
    wave = np.sin(2 * np.pi * time)[:, None]
    with pytest.raises(InputError, match=r"several delays fit.*between=\(least, largest delay\)"):
        aligned(time, wave, time + 0.2, wave)
    found = aligned(time, wave, time + 0.2, wave, between=(0.0, 0.5))
    assert found.delay == pytest.approx(0.2, abs=1e-6)


def test_signals_that_do_not_resemble_each_other_are_refused() -> None:
    time = np.arange(5000) / 500.0
    one, two = (motion(np.random.default_rng(seed))(time) for seed in (1, 2))
    with pytest.raises(InputError, match=r"do not resemble.*correlation of 0\.\d"):
        aligned(time, one, time, two)
    with pytest.raises(InputError, match=r"do not resemble.*same sign"):
        aligned(time, one, time, -one)


def _trigger(time: Array, edges: list[float]) -> Array:
    high = np.zeros(time.size)
    for edge in edges:
        high[(time >= edge) & (time < edge + 0.05)] = 5.0
    return high


def test_an_edge_lies_somewhere_between_two_samples() -> None:
    time = np.arange(1000) * 1e-3
    edges, errors = rising_edges(time, _trigger(time, [0.3004]))
    assert edges == pytest.approx([0.3005])
    assert errors == pytest.approx([1e-3 / np.sqrt(12)])


def test_one_edge_gives_the_delay_and_leaves_the_drift_open() -> None:
    time, other = np.arange(1600) / 1600, np.arange(1000) / 1000
    found = aligned_by_edges(time, _trigger(time, [0.4]), other, _trigger(other, [0.65]))
    assert found.delay == pytest.approx(0.25, abs=1e-3)
    assert found.covariance[0, 0] ** 0.5 == pytest.approx(np.hypot(1 / 1600, 1e-3) / 12**0.5)
    assert found.covariance[1, 1] ** 0.5 == pytest.approx(100e-6)


def test_many_edges_give_the_drift() -> None:
    time, other = np.arange(160000) / 1600, np.arange(100000) / 1000
    edges = np.arange(1, 95) + np.random.default_rng(1).uniform(0, 0.3, 94)
    shown = _trigger(other, list((1 + DRIFT) * edges + 0.25))
    found = aligned_by_edges(time, _trigger(time, list(edges)), other, shown)
    assert abs(found.drift - DRIFT) < 4 * found.covariance[1, 1] ** 0.5
    assert found.covariance[1, 1] ** 0.5 < 2e-6


@pytest.mark.parametrize(
    ("own", "other", "message"),
    [
        ([0.2], [0.2, 0.5], r"not the same edges.*1 and 2"),
        ([], [0.2], r"no edge in the trigger.*0 all the time"),
        ([0.2, 0.5], [0.2, 0.7], r"do not fit together.*edge \d is 0\.0997 s beside"),
    ],
)
def test_triggers_that_do_not_match_are_refused(
    own: list[float], other: list[float], message: str
) -> None:
    time = np.arange(1000) / 1000
    with pytest.raises(InputError, match=message):
        aligned_by_edges(time, _trigger(time, own), time, _trigger(time, other))


def test_both_directions_of_an_alignment_undo_each_other() -> None:
    found = ClockAlignment(0.3, 40e-6, 2.0, np.eye(2), 1.0)
    time = np.linspace(-5, 5, 11)
    assert found.own_time(found.other_time(time)) == pytest.approx(time, abs=1e-12)
    assert found.other_time(2.0) == pytest.approx(2.3)
    jumped = ClockAlignment(0.0, 0.0, 0.0, np.eye(2), 1.0, lost=(LostSamples(1.0, 3),), step=0.1)
    assert jumped.own_time([0.9, 1.0]) == pytest.approx([0.9, 1.3])


def test_what_was_found_reads_well() -> None:
    covariance = np.diag([1e-12, 1e-12])
    text = str(ClockAlignment(0.3, 40e-6, 2.0, covariance, 1.0, lost=(LostSamples(1.0, 3),)))
    assert text == (
        "delay 300 ± 0.001 ms at 2 s, drift 40 ± 1 ppm (one standard error), "
        "3 lost samples in 1 places"
    )


def test_a_signal_in_both_logs_is_refused() -> None:
    own, other, _ = _encoders_and_tracker()
    with pytest.raises(InputError, match=r"both logs have these signals.*joint_position"):
        own.joined(own, by="joint_position")
    with pytest.raises(InputError, match=r"the logs do not overlap.*between 0 and"):
        own.joined(other, by=ClockAlignment(100.0, 0.0, 0.0, np.eye(2), 1.0))
