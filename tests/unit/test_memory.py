"""What does not fit into memory is refused before it is begun."""

from __future__ import annotations

from pathlib import Path

import pytest

from armwright import InputError, load_scenario, memory


def test_there_is_some() -> None:
    there = memory.available()
    assert there is None or 10**7 < there < 10**15


def test_containers_have_less(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "GROUP", tmp_path)
    free = memory.available()
    (tmp_path / "memory.max").write_text("max\n")
    (tmp_path / "memory.current").write_text("1000\n")
    assert (memory.available() is None) == (free is None)
    (tmp_path / "memory.max").write_text("3000\n")
    assert memory.available() == 2000
    (tmp_path / "memory.current").write_text("4000\n")
    assert memory.available() == 0


def test_nothing_is_refused_where_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available", lambda: None)
    memory.afford(1e30, "all of it", "here", "")


def test_records(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two numbers for each of a million ticks are 16 MB, and need some more beside."""
    scenario = load_scenario("two-axis/joints").changed(
        {"duration": 250.0, "recording.rate": 4000, "recording.signals": "joint_position"}
    )
    monkeypatch.setattr(memory, "available", lambda: 20_000_000)
    with pytest.raises(InputError) as caught:
        scenario.simulate()
    assert str(caught.value) == (
        "scenario 'two-axis/joints', recording: not enough memory for 1000001 records of 2 numbers "
        "(got about 40.0 MB, expected at most 16.0 MB of the 20.0 MB that are free). Try a shorter "
        "duration, a lower recording.rate, fewer recording.signals."
    )


def test_many_runs_are_refused_before_anything_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = load_scenario("two-axis/joints")
    monkeypatch.setattr(memory, "available", lambda: 10**9)
    with pytest.raises(InputError, match=r"for 100000 runs \(got about 4\.0 GB.* Try fewer runs"):
        scenario.sweep({"links.link2.mass": "5%"}, samples=100_000)
    with pytest.raises(InputError) as caught:
        scenario.sweep({"links.link2.mass": "5%"}, samples=1000)
    assert "for each of 1000 runs (got about" in str(caught.value)
    assert str(caught.value).endswith("or fewer runs.")


def test_ticks_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = load_scenario("two-axis/joints")
    for tick in (1e-12, 1e-320):
        with pytest.raises(
            InputError, match=r"too many ticks \(got 3 s in ticks of .*, expected at"
        ):
            scenario.changed({"tick": tick})
    with pytest.raises(InputError, match="the rate of recording is too low"):
        scenario.changed({"recording.rate": 1e-320}).simulate()
