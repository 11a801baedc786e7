"""The native loop over ticks: an oscillator with a known solution, rates, lanes, slices, errors."""

from __future__ import annotations

import casadi as cs
import numpy as np
import pytest

from armwright import InputError, NonFiniteError
from armwright.compiler import Call, CompiledMarch, March, Play, Program, make_program, pieces

x, y, k, s = (cs.SX.sym(name, 2) for name in "xyks")
h, w = cs.SX.sym("h"), cs.SX.sym("w")


def stage(name: str, at: float, weight: float) -> Program:
    outputs = {"y": x + at * h * k, "s": s + weight * h * k}
    return make_program(name, {"x": x, "k": k, "s": s, "h": h}, outputs)


def oscillator(record_every: int = 1) -> March:
    """ÿ = −w² y by the classical Runge-Kutta method; the right-hand side is called four times."""
    begin = make_program("begin", {"x": x}, {"y": x, "s": x})
    rate = make_program("rate", {"y": y, "w": w}, {"k": cs.vertcat(y[1], -(w**2) * y[0])})
    end = make_program("end", {"s": s, "k": k, "h": h}, {"x": s + h * k / 6})
    stages = (stage("a", 0.5, 1 / 6), stage("b", 0.5, 1 / 3), stage("c", 1.0, 1 / 3))
    programs = [begin, *(p for one in stages for p in (rate, one)), rate, end]
    return March("oscillator", tuple(map(Call, programs)), ("tick", "x"), record_every)


def final_error(step: float) -> float:
    march = CompiledMarch(oscillator(), lanes=1)
    frames = march.start({"x": [1.0, 0.0], "h": [step], "w": [2.0]})
    march.advance(frames, round(3.0 / step))
    return float(abs(frames.get("x")[0, 0] - np.cos(6.0)))


def test_fourth_order() -> None:
    errors = [final_error(step) for step in (0.02, 0.01, 0.005)]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(4, abs=0.1)
    assert np.log2(errors[1] / errors[2]) == pytest.approx(4, abs=0.1)


def test_records_at_their_rate_in_any_slices() -> None:
    march = CompiledMarch(oscillator(record_every=10), lanes=1)
    values = {"x": [1.0, 0.0], "h": [0.01], "w": [1.0]}
    whole = march.advance(march.start(values), 95)
    assert whole["tick"][0, :, 0].tolist() == list(range(0, 95, 10))
    np.testing.assert_allclose(whole["x"][0, :, 0], np.cos(0.1 * np.arange(10)), atol=1e-9)
    frames = march.start(values)
    parts = [march.advance(frames, ticks)["x"] for ticks in (7, 3, 1, 40, 44)]
    np.testing.assert_array_equal(np.concatenate(parts, axis=1), whole["x"])
    assert frames.tick == 95


@pytest.mark.parametrize("runs", [1, 2, 5, 8, 13])
def test_runs_are_the_same_alone_and_in_lanes(runs: int) -> None:
    frequencies = np.linspace(0.5, 3.0, runs)[:, None]
    values = {"x": [1.0, 0.0], "h": [0.01]}
    march = CompiledMarch(oscillator())
    together = march.advance(march.start({**values, "w": frequencies}, runs), 200, threads=2)
    for number, frequency in enumerate(frequencies):
        alone = march.advance(march.start({**values, "w": frequency}), 200)
        np.testing.assert_array_equal(together["x"][number], alone["x"][0])


@pytest.mark.parametrize("lanes", [1, 2, 4, 8])
def test_every_run_has_rows_of_its_own(lanes: int) -> None:
    """Whatever the size of a vector, its lanes are taken apart where the records stay."""
    sizes, runs = range(1, 10), 11
    symbols = {f"v{size}": cs.SX.sym(f"v{size}", size) for size in sizes}
    grow = make_program("grow", symbols, {name: 2.0 * value for name, value in symbols.items()})
    march = CompiledMarch(March("grow", (Call(grow),), tuple(symbols), 2), lanes=lanes)
    start = {name: np.random.default_rng(7).normal(size=(runs, int(name[1:]))) for name in symbols}
    frames, room = march.start(start, runs), march.room(runs, 9)
    for ticks in (3, 4, 2):
        march.advance_into(room, frames, ticks, threads=2)
    for name, first in start.items():
        for record in range(5):
            # Recorded before the program runs, at every other tick.
            np.testing.assert_array_equal(room.arrays[name][:runs, record], first * 4.0**record)


@pytest.mark.parametrize(("runs", "ticks"), [(3, 9), (1, 10)])
def test_records_that_have_no_room_are_refused(runs: int, ticks: int) -> None:
    """Machine code would write beyond it."""
    march = CompiledMarch(oscillator(), lanes=2)
    frames = march.start({}, runs=3)
    with pytest.raises(InputError, match=r"no room.*got 4 runs, and records from 0 to 10"):
        march.advance_into(march.room(runs, ticks), frames, 10)


def test_packing_changes_no_bit() -> None:
    values = {"x": [1.0, 0.0], "h": [0.01], "w": [1.7]}
    marches = [CompiledMarch(oscillator(), lanes=1, pack=pack) for pack in (True, False)]
    packed, plain = (march.advance(march.start(values), 100)["x"] for march in marches)
    np.testing.assert_array_equal(packed, plain)


def test_slower_programs_hold_their_outputs() -> None:
    tick, held, count = (cs.SX.sym(name) for name in ("tick", "held", "count"))
    sample = make_program("sample", {"tick": tick}, {"held": tick})
    add = make_program("add", {"held": held, "count": count}, {"count": count + held})
    march = CompiledMarch(March("hold", (Call(sample, every=4), Call(add)), ("held", "count")))
    record = march.advance(march.start({}, runs=3), 10)
    assert record["held"][2, :, 0].tolist() == [0, 0, 0, 0, 0, 4, 4, 4, 4, 8]
    assert record["count"][0, :, 0].tolist() == [0, 0, 0, 0, 0, 4, 8, 12, 16, 24]


def test_cut_program_reads_all_before_it_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """x → (x₂, x₁ + 1) must not see its own first result, even in several pieces."""
    swap = make_program("swap", {"x": x}, {"x": cs.vertcat(x[1] * 2, cs.sin(x[0]) * 3 + 1)})
    whole = CompiledMarch(March("swap", (Call(swap),), ("x",)))
    expected = whole.advance(whole.start({"x": [0.3, 0.4]}), 5)["x"]
    monkeypatch.setattr(pieces, "WHOLE_LIMIT", 2)
    monkeypatch.setattr(pieces, "PIECE_LENGTH", 2)
    monkeypatch.setattr("armwright.compiler.cache.read", lambda key: None)
    cut = CompiledMarch(March("swap", (Call(swap),), ("x",)))
    np.testing.assert_array_equal(cut.advance(cut.start({"x": [0.3, 0.4]}), 5)["x"], expected)


def test_divergence_is_located_and_nothing_is_lost() -> None:
    grow = make_program("grow", {"x": x}, {"x": cs.vertcat(x[0], x[1] ** 2)})
    march = CompiledMarch(March("growth", (Call(grow),), ("x",)))
    frames = march.start({"x": [[1.0, 1.0]] * 6 + [[1.0, 10.0]]}, runs=7)
    march.advance(frames, 5)
    before = frames.get("x").copy()
    with pytest.raises(
        NonFiniteError, match="'growth', run 6, tick 8: 'x' element 1 is not finite"
    ):
        march.advance(frames, 20)
    np.testing.assert_array_equal(frames.get("x"), before)
    assert frames.tick == 5


def test_bad_marches_are_explained() -> None:
    one = make_program("one", {"x": x}, {"y": x})
    other = make_program("other", {"y": cs.SX.sym("y", 3)}, {"z": cs.SX(1)})
    with pytest.raises(InputError, match=r"'y' has two sizes .*3 in 'other', 2 in 'one'"):
        CompiledMarch(March("m", (Call(one), Call(other))))
    with pytest.raises(InputError, match=r"nothing of that name to record .*'z'"):
        CompiledMarch(March("m", (Call(one),), ("z",)))
    with pytest.raises(InputError, match=r"rate of 'one' .*0"):
        CompiledMarch(March("m", (Call(one, every=0),)))
    time = make_program("time", {"x": x}, {"tick": x[0]})
    with pytest.raises(InputError, match="'tick' is written by 'time'"):
        CompiledMarch(March("m", (Call(time),)))
    march = CompiledMarch(March("m", (Call(one),)))
    with pytest.raises(
        InputError, match=r"'x': wrong shape \(got \(3,\), expected \(2,\) or \(1, 2\)"
    ):
        march.start({"x": [1, 2, 3]})
    with pytest.raises(InputError, match=r"nothing of that name to start from .*'q'"):
        march.start({"q": [1]})


def test_prepared_rows_come_at_their_rate_and_the_last_one_stays() -> None:
    a, total = cs.SX.sym("a", 2), cs.SX.sym("total", 2)
    add = make_program("add", {"a": a, "total": total}, {"total": total + a})
    march = March(
        "play", (Call(add),), record=("a", "total"), record_before=1, plays=(Play("a", 2, every=3),)
    )
    rows = [[1.0, -1.0], [10.0, -10.0]]
    compiled = CompiledMarch(march, tables={"a": rows})
    for runs in (1, 6):
        frames = compiled.start({}, runs=runs)
        parts = [compiled.advance(frames, ticks) for ticks in (2, 5, 4)]
        a_seen = np.concatenate([part["a"] for part in parts], axis=1)
        total_seen = np.concatenate([part["total"] for part in parts], axis=1)
        expected = np.array([1, 1, 1, 10, 10, 10, 10, 10, 10, 10, 10.0])
        for run in range(runs):
            np.testing.assert_array_equal(a_seen[run, :, 0], expected)
            np.testing.assert_array_equal(total_seen[run, :, 1], -np.cumsum(expected))
    with pytest.raises(InputError, match="rows of 'a'"):
        CompiledMarch(march, tables={"a": [[1.0]]})


def test_steps_of_a_tick_run_as_often_as_told() -> None:
    """Ten steps of a tick are ten ticks of a step; other programs run once a tick."""
    march = oscillator()
    programs = tuple(call.program for call in march.calls)
    tick, seen = cs.SX.sym("tick"), cs.SX.sym("seen")
    count = make_program("count", {"tick": tick, "seen": seen}, {"seen": seen + 1})
    inner = March("steps", (Call(count),), ("seen", "x"), record_before=1, steps=programs)
    values = {"x": [1.0, 0.0], "h": [0.01], "w": [1.3]}
    one, ten = CompiledMarch(march), CompiledMarch(inner)
    expected = one.advance(one.start(values), 101)["x"][0, ::10]
    frames = ten.start(values)
    frames.steps = 10
    found = ten.advance(frames, 11)
    np.testing.assert_array_equal(found["x"][0], expected)
    assert found["seen"][0, :, 0].tolist() == list(range(1, 12))


def test_a_first_program_runs_before_the_first_tick_of_every_slice() -> None:
    total, twice = cs.SX.sym("total"), cs.SX.sym("twice")
    first = make_program("first", {"w": w}, {"twice": 2 * w})
    add = make_program("add", {"total": total, "twice": twice}, {"total": total + twice})
    march = CompiledMarch(March("sum", (Call(add),), ("total",), first=(first,)))
    frames = march.start({"w": [3.0]})
    assert march.advance(frames, 3)["total"].ravel().tolist() == [0.0, 6.0, 12.0]
    frames.vector("w")[:] = 5.0
    assert march.advance(frames, 2)["total"].ravel().tolist() == [18.0, 28.0]
