"""LLVM's memory is given back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

#: Prints how many bytes each of some programs, all different, takes and does not give back.
_GROWTH = """
import gc, resource
from armwright.compiler.machine import emit_object

def memory():
    gc.collect()
    return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize()

def emit(factor):
    body = f"%y = fmul double %x, {factor}.0\\n ret double %y"
    emit_object(f"define double @f(double %x) {{\\n {body}\\n}}", pack=True)

for k in range(20):
    emit(k)
before = memory()
for k in range(20, 80):
    emit(k)
print((memory() - before) / 60)
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no /proc: memory unknown")
def test_compiling_gives_its_memory_back() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _GROWTH], capture_output=True, text=True, check=True, timeout=120
    )
    assert float(done.stdout) < 20_000
