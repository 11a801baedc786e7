"""Memory that threads work on stays until they are done, whatever interrupts the caller."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from typing import Any

import casadi as cs
import numpy as np
import pytest

from armwright.compiler import (
    Call,
    CompiledFunction,
    CompiledMarch,
    March,
    compile_program,
    make_program,
)
from armwright.compiler import function as front
from armwright.compiler.arguments import AddressTable
from armwright.compiler.threads import all_of

X = cs.SX.sym("x", 2)
DOUBLED = make_program("doubled", {"x": X}, {"y": 2.0 * X})


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_every_part_is_taken_once(threads: int) -> None:
    taken: list[int] = []

    def one(part: int) -> bool:
        taken.append(part)
        return part % 3 > 0

    assert all_of(one, 100, threads) == [part % 3 > 0 for part in range(100)]
    assert sorted(taken) == list(range(100))


def test_an_error_in_any_thread_is_raised() -> None:
    def one(part: int) -> bool:
        time.sleep(0.001)
        return 1 // (part - 7) < 1

    with pytest.raises(ZeroDivisionError):
        all_of(one, 20, 3)


def test_an_interrupted_batch_waits_for_its_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """They write to arrays that go with the call."""
    begun, done = threading.Event(), threading.Event()

    def span(*_: object) -> bool:
        if threading.current_thread() is threading.main_thread():
            begun.wait()
            raise KeyboardInterrupt
        begun.set()
        time.sleep(0.1)
        done.set()
        return True

    doubled = compile_program(DOUBLED)
    monkeypatch.setattr(front, "WORK_PER_THREAD", 10)
    monkeypatch.setattr(CompiledFunction, "_span", span)
    with pytest.raises(KeyboardInterrupt):
        doubled(np.ones((1000, 2)), threads=2)
    assert done.is_set()


@pytest.mark.crosscheck
def test_arrays_live_as_long_as_their_addresses() -> None:
    array = np.ones(3)
    alive = weakref.ref(array)
    table = AddressTable([array])
    del array
    gc.collect()
    assert alive() is not None
    del table
    gc.collect()
    assert alive() is None


def test_code_lives_as_long_as_its_function() -> None:
    march = CompiledMarch(March("m", (Call(DOUBLED),)))
    march.prepare(1)
    run = march._loaded[1]
    code = weakref.ref(run.code)
    del march
    gc.collect()
    assert code() is not None


def test_interrupted_frames_are_as_before() -> None:
    march = CompiledMarch(March("m", (Call(make_program("grow", {"x": X}, {"x": 2.0 * X})),)))
    frames = march.start({"x": [1.0, 2.0]})
    march.prepare(1)
    run = march._loaded[1]

    def interrupted(*arguments: Any) -> float:
        run(*arguments)
        raise KeyboardInterrupt

    march._loaded[1] = interrupted
    with pytest.raises(KeyboardInterrupt):
        march.advance(frames, 3)
    assert frames.tick == 0
    np.testing.assert_array_equal(frames.get("x"), [[1.0, 2.0]])
