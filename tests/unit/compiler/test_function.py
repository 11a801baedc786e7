"""The NumPy front: batches, broadcasting, threads, and what it says about bad arguments."""

from __future__ import annotations

import multiprocessing
import os
import threading

import casadi as cs
import numpy as np
import pytest

from armwright import InputError, NonFiniteError
from armwright.compiler import CompiledFunction, compile_program, function, make_program
from armwright.compiler.arguments import as_rows


@pytest.fixture(scope="module")
def f() -> CompiledFunction:
    a, b, m = cs.SX.sym("a", 3), cs.SX.sym("b", 2), cs.SX.sym("m", 2, 3)
    outputs = {"s": m @ a + b, "d": a[0] / b[0]}
    program = make_program("f", {"a": a, "b": b, "m": m}, outputs, output_shapes={"d": ()})
    return compile_program(program)


def reference(a: np.ndarray, b: np.ndarray, m: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return np.einsum("...ij,...j->...i", m, a) + b, a[..., 0] / b[..., 0]


def agree(f: CompiledFunction, a: np.ndarray, b: np.ndarray, m: np.ndarray) -> None:
    for got, expected in zip(f(a, b, m), reference(a, b, m), strict=True):
        assert got.shape == expected.shape
        np.testing.assert_allclose(got, expected, rtol=1e-14, atol=1e-14)


rng = np.random.default_rng(0)
A, B, M = rng.normal(size=(5, 4, 3)), rng.normal(size=(5, 4, 2)), rng.normal(size=(5, 4, 2, 3))


@pytest.mark.parametrize(
    ("a", "b", "m"),
    [
        (A[0, 0], B[0, 0], M[0, 0]),
        (A, B, M),
        (A, B[0, 0], M),
        (A[0], B, M[0, 0]),
        (A[:, :1], B[:1], M),
        (A[:, None], B[:, :, None], M[:, :1, None]),
        (A[:0], B[:0], M[:0]),
        (A[::2], B[::2], M[::2]),
        (A[::-1], B[::-1], M[::-1]),
        (A.transpose(1, 0, 2), B.transpose(1, 0, 2), M.transpose(1, 0, 2, 3)),
        (np.asfortranarray(A), np.asfortranarray(B), np.asfortranarray(M)),
        (A[..., ::-1], B[..., ::-1], M[..., ::-1]),
        (A.astype(np.float32), B, M),
        ((A * 10).astype(int), B, M.astype(">f8")),
    ],
    ids=["one", "batch", "one of them single", "broadcast", "ones", "new axes", "empty", "strided",
         "backwards", "transposed", "Fortran", "last axis backwards", "float32", "int, big-endian"],
)  # fmt: skip
def test_any_layout(f: CompiledFunction, a: np.ndarray, b: np.ndarray, m: np.ndarray) -> None:
    agree(f, a, b, m)


def test_lists_are_taken(f: CompiledFunction) -> None:
    s, d = f([1, 2, 3], [4, 5], [[1, 0, 0], [0, 1, 0]])
    np.testing.assert_allclose(s, [5, 7])
    assert d == 0.25


def test_results_are_the_callers_own(f: CompiledFunction) -> None:
    first, _ = f(A[0, 0], B[0, 0], M[0, 0])
    kept = first.copy()
    f(A[0, 1], B[0, 1], M[0, 1])
    np.testing.assert_array_equal(first, kept)


def test_large_input_is_not_copied(f: CompiledFunction) -> None:
    rows, stride = as_rows(A, f.signature.inputs[0], (5, 4))
    assert np.shares_memory(rows, A) and stride == 3
    rows, stride = as_rows(A[:, 0], f.signature.inputs[0], (5,))
    assert np.shares_memory(rows, A) and stride == 12


def test_results_in_arrays_of_the_caller(f: CompiledFunction) -> None:
    s, d = np.empty((5, 4, 2)), np.empty((5, 4))
    returned = f(A, B, M, out=(s, d))
    assert returned[0] is s and returned[1] is d
    np.testing.assert_array_equal(s, f(A, B, M)[0])
    one = np.empty(2), np.empty(())
    f(A[0, 0], B[0, 0], M[0, 0], out=one)
    np.testing.assert_array_equal(one[0], s[0, 0])


@pytest.mark.parametrize(
    ("out", "message"),
    [
        (np.empty((5, 4, 2)), r"f: out: wrong number of arrays \(got 1, expected 2: s, d\)"),
        ((np.empty((5, 2)), np.empty(5)), r"out, 's': cannot take .* float64 \(5, 2\), expected"),
        ((np.empty((5, 4, 2), "f"), np.empty((5, 4))), r"out, 's': cannot .*got float32"),
        ((np.empty((5, 4, 4))[..., ::2], np.empty((5, 4))), r"expected writable, contiguous"),
    ],
)
def test_arrays_that_do_not_fit(f: CompiledFunction, out: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        f(A, B, M, out=out)


@pytest.fixture
def willing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads are used for little work, too."""
    monkeypatch.setattr(function, "WORK_PER_THREAD", 1000)


@pytest.mark.usefixtures("willing")
def test_threads_change_nothing(f: CompiledFunction) -> None:
    a = np.random.default_rng(1).normal(size=(5003, 3))
    one, two = f(a, B[0, 0], M[0, 0]), f(a, B[0, 0], M[0, 0], threads=3)
    for x, y in zip(one, two, strict=True):
        np.testing.assert_array_equal(x, y)


@pytest.mark.usefixtures("willing")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_threads_after_a_fork(f: CompiledFunction) -> None:
    """A forked worker has none of its parent's threads; it must not wait for them."""
    a = np.random.default_rng(1).normal(size=(2000, 3))
    f(a, B[0, 0], M[0, 0], threads=2)
    child = multiprocessing.get_context("fork").Process(
        target=lambda: f(a, B[0, 0], M[0, 0], threads=2)
    )
    child.start()
    child.join(30)
    assert child.exitcode == 0


def test_single_calls_from_many_threads(f: CompiledFunction) -> None:
    wrong = []

    def work(k: int) -> None:
        a, b, m = A[k, 0], B[k, 0], M[k, 0]
        expected = reference(a, b, m)[0]
        for _ in range(2000):
            if np.abs(f(a, b, m)[0] - expected).max() > 1e-12:
                wrong.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((A[0, 0], B[0, 0]), r"f: wrong number of arguments \(got 2, expected 3: a, b, m\)"),
        ((np.zeros(4), B[0, 0], M[0, 0]),
         r"f: argument 'a': wrong shape \(got \(4,\), expected \(..., 3\)\)"),
        ((A[0, 0], B[0, 0], np.zeros(3)),
         r"'m': wrong shape \(got \(3,\), expected \(..., 2, 3\)\)"),
        ((A[0, 0] * 1j, B[0, 0], M[0, 0]),
         r"'a': wrong dtype \(got complex128, expected real numbers\)"),
        ((["x", "y", "z"], B[0, 0], M[0, 0]), r"'a': wrong dtype \(got <U1"),
        ((A[:3], B[:, :2], M[0, 0]),
         r"f: batch dimensions do not fit each other \(got \{'a': \(3, 4\)"),
    ],
)  # fmt: skip
def test_bad_arguments(f: CompiledFunction, arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        f(*arguments)


def test_ragged_list(f: CompiledFunction) -> None:
    with pytest.raises(InputError, match="argument 'm': not an array of numbers"):
        f(A[0, 0], B[0, 0], [[1, 2, 3], [1, 2]])


def test_not_finite_argument_is_named(f: CompiledFunction) -> None:
    a = A.copy()
    a[1, 2, 0] = np.nan
    with pytest.raises(NonFiniteError, match=r"f: argument 'a' is nan at \[1, 2, 0\]"):
        f(a, B, M)
    bad = A[0, 0].copy()
    bad[1] = np.inf
    with pytest.raises(NonFiniteError, match=r"argument 'a' is inf at \[1\]"):
        f(bad, B[0, 0], M[0, 0])


def test_not_finite_result_is_named(f: CompiledFunction) -> None:
    b = B.copy()
    b[3, 1, 0] = 0.0
    with pytest.raises(NonFiniteError, match=r"result 'd' is -?inf at \[3, 1\], although"):
        f(A, b, M)
    s, d = f(A, b, M, allow_nonfinite=True)
    assert np.isinf(d[3, 1]) and np.isfinite(s).all()


def test_function_without_inputs_or_outputs() -> None:
    nothing = compile_program(make_program("c", {}, {"c": cs.SX([1.5, 2.5])}))
    np.testing.assert_array_equal(nothing(), [1.5, 2.5])
    x = cs.SX.sym("x", 2)
    copy = compile_program(make_program("copy", {"x": x}, {"y": x}))
    np.testing.assert_array_equal(copy([[1, 2], [3, 4]]), [[1, 2], [3, 4]])
