"""A process forks while its threads are anywhere: the child waits for none of them."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

import llvmlite.binding as llvm
import pytest

from armwright import load_scenario
from armwright.compiler import March, Play
from armwright.compiler.machine import emit_object
from armwright.simulation import recall
from armwright.simulation.loop import make_loop

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
#: s; far more than any child takes that does not wait for ever.
PATIENCE = 60
IR = "define double @f(double %x) {\n ret double %x\n}"


def survives(task: Callable[[], Any]) -> bool:
    """Whether a forked child gets it done."""
    child = multiprocessing.get_context("fork").Process(target=task)
    child.start()
    child.join(PATIENCE)
    if child.exitcode is None:
        child.kill()
        child.join()
    return child.exitcode == 0


@contextmanager
def meanwhile(task: Callable[[], Any]) -> Iterator[None]:
    thread = threading.Thread(target=task)
    thread.start()
    try:
        yield
    finally:
        thread.join()


def test_while_a_thread_is_inside_llvm() -> None:
    inside = threading.Event()

    def compiling() -> None:
        with llvm.ffi.lib._lock:  # as during each call of LLVM
            inside.set()
            time.sleep(0.2)

    with meanwhile(compiling):
        inside.wait()
        assert survives(lambda: emit_object(IR))


def test_while_a_thread_is_inside_a_cached_property() -> None:
    inside, leave = threading.Event(), threading.Event()

    class Slow(tuple[Play, ...]):
        def __iter__(self) -> Iterator[Play]:
            inside.set()
            leave.wait()
            return super().__iter__()

    with meanwhile(lambda: March("slow", (), plays=Slow()).sizes):
        inside.wait()
        try:
            assert survives(lambda: March("quick", ()).sizes)
        finally:
            leave.set()


def test_while_a_thread_makes_code(monkeypatch: pytest.MonkeyPatch) -> None:
    inside, left = threading.Event(), threading.Event()

    def slow(*args: Any, **options: Any) -> Any:
        inside.set()
        time.sleep(0.2)
        left.set()
        return make_loop(*args, **options)

    def copied() -> None:  # CasADi, which the thread is inside of, would be as the thread left it
        assert left.is_set()

    monkeypatch.setattr(recall, "make_loop", slow)
    scenario = load_scenario("pendulum/swing").changed({"duration": 0.0123})
    recall.forget()
    with meanwhile(scenario.simulate):
        inside.wait()
        assert survives(copied)


@pytest.mark.crosscheck
def test_while_a_thread_simulates() -> None:
    scenario = load_scenario("six-axis-line").changed({"duration": 0.01})
    finished = threading.Event()

    def again_and_again() -> None:
        while not finished.is_set():
            recall.forget()
            scenario.simulate()

    with meanwhile(again_and_again):
        try:
            for _ in range(6):
                time.sleep(0.31)
                assert survives(scenario.simulate)
        finally:
            finished.set()


def swept(seed: int) -> float:
    scenario = load_scenario("six-axis-line").changed({"duration": 0.05, "seed": seed})
    run = scenario.sweep({"links.*.mass": "1%"}, samples=20, threads=2)
    return float(run.data["joint_position"].sum())


@pytest.mark.crosscheck
def test_sweeps_in_the_children_of_one_that_swept() -> None:
    expected = swept(1)
    with ProcessPoolExecutor(2, multiprocessing.get_context("fork")) as pool:
        assert list(pool.map(swept, [1, 1, 1], timeout=PATIENCE)) == [expected] * 3
