"""Instruments and clocks: what is left of a run in a recorder's file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from armwright import InputError, Run, read_log
from armwright.measuring import (
    Converter,
    Counter,
    Recorder,
    SampleClock,
    TrackerHead,
    save_recordings,
)

TIME = np.arange(2001) * 0.001
RNG = np.random.default_rng(0)


def _run() -> Run:
    position = np.stack([3 * np.sin(TIME), TIME**2], axis=1)[None]
    current = np.stack([2 * np.cos(TIME), 0 * TIME], axis=1)[None]
    records = {"motor_position": position, "motor_current": current}
    return Run.from_records(TIME, records, joints=("a", "b"))


def test_a_counter_shows_the_nearest_count_and_begins_again_at_its_end() -> None:
    counter = Counter(1000, bits=8)
    turns = np.array([[0.0], [0.0004], [0.0006], [0.127], [0.128], [-0.129]])
    shown = counter.shown(2 * np.pi * turns, RNG)
    np.testing.assert_array_equal(shown[:, 0], [0, 0, 1, 127, -128, 127])


def test_a_converter_rounds_to_its_counts_and_stops_at_its_ends() -> None:
    converter = Converter(20.0, "A", volts=10.0, bits=12, offset=0.5)
    count = 20 / 4096
    shown = converter.shown(np.array([[0.0], [20.0], [500.0], [-500.0]]), RNG)
    expected = [0.5, 1.5, 10 - count, -10]
    assert np.abs(shown[:, 0] - expected).max() <= count / 2
    assert np.abs(shown / count - np.round(shown / count)).max() < 1e-9
    assert shown[2, 0] == 10 - count and shown[3, 0] == -10


def test_what_a_tracker_shows_has_its_noise() -> None:
    shown = TrackerHead(noise=1e-4).shown(np.ones((4000, 3)), np.random.default_rng(2))
    assert np.std(shown) == pytest.approx(0.1, rel=0.05)
    assert shown.mean() == pytest.approx(1000.0, abs=0.01)


def test_a_clock_says_other_times_than_those_of_its_samples() -> None:
    stamps, instants = SampleClock(100.0, delay=0.3, drift=0.01).instants(2.0, RNG)
    np.testing.assert_allclose(np.diff(stamps), 0.01)
    np.testing.assert_allclose(np.diff(instants), 0.01 / 1.01)
    assert instants[0] == 0.3 and instants[-1] <= 2.0 < instants[-1] + 0.01


def test_a_clock_stops_after_its_last_sample_and_loses_some() -> None:
    stamps, _ = SampleClock(1000.0, most=50).instants(2.0, RNG)
    assert stamps.size == 50
    lost, _ = SampleClock(1000.0, lost=0.1).instants(2.0, np.random.default_rng(1))
    assert lost.size == pytest.approx(1800, abs=60)
    np.testing.assert_allclose(lost * 1000, np.round(lost * 1000), atol=1e-9)


def test_a_clock_that_begins_after_the_run_is_refused() -> None:
    with pytest.raises(InputError, match="begins after the end of the run"):
        SampleClock(100.0, delay=3.0).instants(2.0, RNG)


def test_a_recording_has_what_the_instruments_show_at_the_clocks_instants() -> None:
    recorder = Recorder("card", SampleClock(500.0, delay=0.1), {"motor_position": Counter(4096)})
    raw = recorder.record(_run(), seed=3)
    true = 3 * np.sin(raw.instants)
    counts = raw.columns["motor_position_a"]
    assert np.abs(counts * 2 * np.pi / 4096 - true).max() <= np.pi / 4096 + 1e-6
    assert raw.columns["time"][0] == 0
    assert raw.meaning["signals"]["motor_position"] == {
        "columns": ["motor_position_a", "motor_position_b"],
        "unit": "counts",
        "counts_per_turn": 4096,
    }


def test_two_recordings_with_one_seed_are_equal_and_with_another_are_not() -> None:
    hall = Converter(2.0, "A", noise=0.01)
    recorder = Recorder("card", SampleClock(500.0, lost=0.05), {"motor_current": hall})
    first, again, other = (recorder.record(_run(), seed) for seed in (1, 1, 2))
    for name, column in first.columns.items():
        np.testing.assert_array_equal(column, again.columns[name])
    assert first.columns["time"].size != other.columns["time"].size


def test_a_signal_that_the_run_does_not_have_is_named() -> None:
    recorder = Recorder("card", SampleClock(500.0), {"joint_position": Counter(4096)})
    with pytest.raises(InputError, match=r"recorder 'card': the run has no such signal.*joint_pos"):
        recorder.record(_run())


def test_lost_samples_without_stamps_are_refused() -> None:
    recorder = Recorder("card", SampleClock(500.0, lost=0.1), {}, stamped=False)
    with pytest.raises(InputError, match="lost samples need stamps"):
        recorder.record(_run())


def test_its_files_pass_through_the_reader_to_the_signals_of_the_run(tmp_path: Path) -> None:
    hall = Converter(2.0, "A", offset=0.3)
    recorder = Recorder(
        "card", SampleClock(500.0), {"motor_position": Counter(4096), "motor_current": hall}
    )
    (path,) = save_recordings(tmp_path, recorder.record(_run()))
    log = read_log(path)
    assert log.findings == ()
    true = _run().data
    assert np.abs(log["motor_position"] - true["motor_position"].values[0, ::2]).max() <= (
        np.pi / 4096 + 1e-12
    )
    off = np.abs(log["motor_current"] - true["motor_current"].values[0, ::2]).max()
    assert 0 < off <= 2.0 * hall.count / 2 + 1e-12
    assert tuple(log.data["motor"].values) == ("a", "b")


def test_a_file_without_stamps_has_the_rate_of_its_clock(tmp_path: Path) -> None:
    recorder = Recorder(
        "card", SampleClock(250.0), {"motor_position": Counter(4096)}, stamped=False
    )
    (path,) = save_recordings(tmp_path, recorder.record(_run()))
    np.testing.assert_allclose(np.diff(read_log(path).time), 0.004)


def test_a_filter_before_the_converter_keeps_the_motion_and_takes_away_what_would_fold() -> None:
    time = np.arange(8001) / 4000
    slow, fast = np.sin(2 * np.pi * time), np.sin(2 * np.pi * 990 * time)
    run = Run.from_records(time, {"motor_current": (slow + fast)[None, :, None]}, joints=("a",))

    def shown(cutoff: float | None) -> np.ndarray:
        hall = Converter(1.0, "A", bits=24, cutoff=cutoff)
        recording = Recorder("currents", SampleClock(1000.0), {"motor_current": hall}).record(run)
        return np.asarray(recording.columns["motor_current_a"])

    at = np.arange(2001) / 1000
    # 990 Hz at 1000 samples per second are 10 Hz.
    folded = np.sin(2 * np.pi * at) - np.sin(2 * np.pi * 10 * at)
    np.testing.assert_allclose(shown(None), folded, atol=1e-5)
    # A slow motion comes later by √2/ω, and the fast one is as small as (100/990)².
    late = np.sin(2 * np.pi * (at - np.sqrt(2) / (2 * np.pi * 100)))
    assert np.abs(shown(100.0) - late)[100:].max() == pytest.approx((100 / 990) ** 2, rel=0.2)


def test_a_filter_above_the_records_is_refused() -> None:
    recorder = Recorder("r", SampleClock(100.0), {"motor_current": Converter(2.0, "A", cutoff=600)})
    expected = (
        "recorder 'r': no such filter (got a cutoff of 600 Hz, expected above 0, below 500 Hz: "
        "half the rate of the run's records)"
    )
    with pytest.raises(InputError) as caught:
        recorder.record(_run())
    assert str(caught.value) == expected
