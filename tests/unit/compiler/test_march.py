"""The native loop over ticks: an oscillator with a known solution, rates, lanes, slices, errors."""

from __future__ import annotations

from collections.abc import Callable

import casadi as cs
import numpy as np
import pytest

from armwright import InputError, NonFiniteError
from armwright.compiler import (
    Call,
    CompiledMarch,
    March,
    Play,
    Program,
    compile_program,
    make_program,
    pieces,
)
from armwright.compiler.body import told_by_others
from armwright.compiler.machine import host_cpu

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


@pytest.mark.parametrize("runs", [1, 3, 8, 11])
def test_each_run_may_have_rows_of_its_own(runs: int) -> None:
    """Beside rows for all; those of its own may overlap with others'."""
    a, b, total = cs.SX.sym("a", 2), cs.SX.sym("b"), cs.SX.sym("total", 2)
    add = make_program("add", {"a": a, "b": b, "total": total}, {"total": total + a * b})
    plays = (Play("a", 2, every=2, own=True), Play("b", 1))
    march = March("own", (Call(add),), record=("a", "total"), record_before=1, plays=plays)
    line = np.random.default_rng(runs).normal(size=(runs + 4, 2))
    rows = np.lib.stride_tricks.sliding_window_view(line, 5, axis=0).transpose(0, 2, 1)
    shared = np.arange(1.0, 13.0)[:, None]
    compiled = CompiledMarch(march, tables={"a": rows, "b": shared})
    frames = compiled.start({}, runs)
    parts = [compiled.advance(frames, ticks) for ticks in (3, 9)]
    seen, total_seen = (np.concatenate([p[n] for p in parts], axis=1) for n in ("a", "total"))
    expected = np.repeat(rows, 2, axis=1)[:, [*range(10), 9, 9]]
    np.testing.assert_array_equal(seen, expected)
    np.testing.assert_allclose(total_seen, np.cumsum(expected * shared, axis=1), atol=1e-12)
    with pytest.raises(InputError, match="'a': rows for another number of runs"):
        compiled.advance(compiled.start({}, runs + 1), 1)
    with pytest.raises(InputError, match=r"expected \(runs, rows, 2\)"):
        compiled.with_table("a", line)


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


def in_a_march(expression: Callable[[cs.SX], cs.SX], lanes: int, values: np.ndarray) -> np.ndarray:
    """A function as a march has it, of one number in each run."""
    x = cs.SX.sym("x")
    one = make_program("function", {"x": x}, {"y": expression(x)})
    march = CompiledMarch(March("function", (Call(one),), ("y",), 1, 1), lanes=lanes)
    return march.advance(march.start({"x": values[:, None]}, len(values)), 1)["y"][:, 0, 0]


@pytest.mark.parametrize("lanes", [1, 4])
@pytest.mark.parametrize("function", [cs.sin, cs.cos, cs.exp])
def test_functions_have_the_bits_that_they_have_elsewhere(
    function: Callable[[cs.SX], cs.SX], lanes: int
) -> None:
    rng = np.random.default_rng(4)
    values = np.concatenate([rng.uniform(-700, 700, 40), rng.uniform(-1, 1, 40), [0.0, -0.0]])
    if function is not cs.exp and host_cpu().has_fma:
        values = np.concatenate([values, 10.0 ** rng.uniform(3, 12, 40)])
    x = cs.SX.sym("x")
    elsewhere = compile_program(make_program("f", {"x": x}, {"y": function(x)}))
    np.testing.assert_array_equal(
        in_a_march(function, lanes, values), np.ravel(elsewhere(values[:, None]))
    )


@pytest.mark.skipif(not host_cpu().has_fma, reason="without FMA the C library takes over")
@pytest.mark.parametrize("function", [cs.sin, cs.cos])
def test_an_angle_too_large_to_be_reduced_ends_the_march(
    function: Callable[[cs.SX], cs.SX],
) -> None:
    for angle in (1.2e12, -1e300):
        with pytest.raises(NonFiniteError, match="'y' element 0 is not finite"):
            in_a_march(function, 4, np.array([0.1, angle, 0.2]))


def test_powers_of_e_beyond_the_normal_range() -> None:
    values = np.array([-708.0, -709.5, -720.0, -1e300, 709.0])
    found = in_a_march(cs.exp, 4, values)
    np.testing.assert_array_equal(found[1:4], 0.0)
    np.testing.assert_allclose(found[[0, 4]], np.exp(values[[0, 4]]), rtol=1e-13)
    with pytest.raises(NonFiniteError):
        in_a_march(cs.exp, 4, np.array([709.7]))


@pytest.mark.parametrize("lanes", [1, 4])
def test_results_that_others_tell_of_are_located_too(lanes: int) -> None:
    """The velocity is looked at through the position, what limits hide by itself."""
    q, v, u = (cs.SX.sym(name) for name in "qvu")
    after = 2.0 * v
    outputs = {"v": after, "q": q + 0.1 * after, "u": u**2, "held": cs.fmin(u**2, 1.0)}
    one = make_program("move", {"q": q, "v": v, "u": u}, outputs)
    march = CompiledMarch(March("motion", (Call(one),)), lanes=lanes)
    for start, told in (({"v": [1e300]}, "'v' element 0"), ({"u": [1e10]}, "'u' element 0")):
        with pytest.raises(NonFiniteError, match=told):
            march.advance(march.start(start), 40)


def test_what_need_not_be_looked_at() -> None:
    a, b = cs.SX.sym("a"), cs.SX.sym("b")
    seen, hidden = a * b, cs.exp(a)
    one = make_program(
        "f", {"a": a, "b": b}, {"seen": seen, "sum": 1.0 - seen, "hidden": hidden, "q": b / hidden}
    )
    (store,) = (s for s in one.stores if s.port == 0)
    assert told_by_others(one) == {store.value}


def counting() -> March:
    """`h` counts how often it was renewed, `x` adds it up."""
    x, h = cs.SX.sym("x"), cs.SX.sym("h")
    renew = make_program("renew", {"h": h}, {"h": h + 1.0})
    step = make_program("step", {"x": x, "h": h}, {"x": x + h})
    return March("counting", (), ("h", "x"), steps=(step,), held=(renew,))


@pytest.mark.parametrize("runs", [1, 3])
@pytest.mark.parametrize(("steps", "hold"), [(1, 1), (1, 2), (1, 4), (3, 2), (2, 4)])
def test_what_is_held_lasts_as_many_steps_as_told(runs: int, steps: int, hold: int) -> None:
    march = CompiledMarch(counting())
    frames = march.start({}, runs)
    frames.steps, frames.hold = steps, hold
    parts = [march.advance(frames, ticks) for ticks in (1, 5, 2, 3)]
    renewed = 1 + np.arange(11 * steps) // hold
    expected = np.concatenate([[0.0], np.cumsum(renewed)])[::steps][:11]
    for run in range(runs):
        found = np.concatenate([part["x"][run, :, 0] for part in parts])
        np.testing.assert_array_equal(found, expected)
    assert frames.get("h")[0, 0] == renewed[-1]
