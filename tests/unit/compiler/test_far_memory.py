"""Machine code in a process whose free memory is scattered over more than 2 GiB."""

from __future__ import annotations

import subprocess
import sys

import pytest

#: Leaves free single pages above 6 GiB that are taken, and everything larger below these: sections
#: of one object that ask for memory one by one end up on both sides.
JOB = """
import ctypes
import casadi as cs
from armwright.compiler import compile_program, make_program

TAKEN, PRIVATE_ANONYMOUS_NORESERVE = 0, 0x4022
PAGE = 4096
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]


def take(size):
    found = libc.mmap(None, size, TAKEN, PRIVATE_ANONYMOUS_NORESERVE, -1, 0)
    assert found != ctypes.c_void_p(-1).value
    return found


def program(k):
    x = cs.SX.sym("x")
    y = x
    for _ in range(3000):  # many pages of code, one of constants
        y = y * 0.999 + (1.0 + k)
    return make_program(f"p{k}", {"x": x}, {"y": y})


compile_program(program(0))([1.0])
holes = take(64 << 20)
for k in range(0, 64 << 20, 4 * PAGE):
    libc.munmap(holes + k, PAGE)
between = take(6 << 30)
for size in (1 << 20, 1 << 16, 1 << 14, 2 * PAGE):
    while take(size) > between:
        pass
print([float(compile_program(program(k))([1.0])[0]) > 0 for k in (1, 2, 3)])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for memory")
def test_constants_are_near_their_code() -> None:
    done = subprocess.run([sys.executable, "-c", JOB], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout == "[True, True, True]\n"
