"""LLVM, from IR text to callable machine code for the CPU at hand."""

from __future__ import annotations

import ctypes
import ctypes.util
import itertools
import os
from dataclasses import dataclass
from functools import cache
from typing import Any

import llvmlite.binding as llvm

from armwright.compiler.math import LIBM_NAMES

_names = itertools.count()
#: llvmlite's own: a thread holds it for as long as it is inside LLVM.
_lock = llvm.ffi.lib._lock
if hasattr(os, "register_at_fork"):
    # A child would wait for ever for a thread of its parent that was inside LLVM at the fork, and
    # would find what that thread was changing half changed. So a fork waits until none is.
    os.register_at_fork(
        before=_lock.__enter__,
        after_in_parent=_lock.__exit__,
        after_in_child=_lock.__exit__,
    )


@dataclass(frozen=True)
class Cpu:
    """What the code generator needs to know of the processor."""

    triple: str
    name: str
    features: str
    has_fma: bool
    lanes: int


@cache
def host_cpu() -> Cpu:
    """The processor we run on; `lanes` is how many doubles its widest vector registers hold."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    triple = llvm.get_process_triple()
    flags = llvm.get_host_cpu_features()
    is_arm = triple.startswith(("aarch64", "arm64"))
    lanes = 8 if flags.get("avx512f") else 4 if flags.get("avx") else 2
    return Cpu(
        triple=triple,
        name=llvm.get_host_cpu_name(),
        features=flags.flatten(),
        has_fma=is_arm or bool(flags.get("fma")),
        lanes=lanes,
    )


def emit_object(ir: str, *, pack: bool = False) -> bytes:
    """Relocatable object code of a module. Raises RuntimeError where the IR is not valid.

    `pack`: look for scalar operations that can share a vector, as those of like joints can. It
    takes twice the time, and changes no result.
    """
    cpu = host_cpu()
    machine = llvm.Target.from_triple(cpu.triple).create_target_machine(
        cpu=cpu.name, features=cpu.features, opt=1, reloc="pic", codemodel="small"
    )
    module = llvm.parse_assembly(ir)
    module.triple = cpu.triple
    module.data_layout = str(machine.target_data)
    if pack:
        options = llvm.create_pipeline_tuning_options(speed_level=2)
        options.slp_vectorization = True
        builder = llvm.create_pass_builder(machine, options)
        passes = builder.getModulePassManager()
        try:
            passes.run(module, builder)
        finally:
            # `passes.close()` does not free it: the empty `_dispose` of another base class of
            # llvmlite's hides this one.
            llvm.newpassmanagers.NewPassManager._dispose(passes)
            passes.detach()
    return bytes(machine.emit_object(module))


class LoadedCode:
    """Object code in executable memory."""

    def __init__(self, code: bytes, symbols: tuple[str, ...]) -> None:
        builder = llvm.JITLibraryBuilder().add_object_img(code)
        for name, address in _libm().items():
            builder.import_symbol(name, address)
        for symbol in symbols:
            builder.export_symbol(symbol)
        with _lock:
            self._tracker: Any = builder.link(_jit(), f"armwright{next(_names)}")

    def function(self, symbol: str, prototype: Any) -> Any:
        """The function of that name, to be called from Python; it keeps the code in memory."""
        found = prototype(int(self._tracker[symbol]))
        found.code = self
        return found


@cache
def _jit() -> Any:
    """JITLink lays all sections of an object side by side. LLVM's older linker asks for memory for
    each, and ends the process if a program finds its constants more than 2 GiB away; only for
    Windows JITLink is not ready."""
    cpu = host_cpu()
    machine = llvm.Target.from_triple(cpu.triple).create_target_machine(
        cpu=cpu.name, features=cpu.features, opt=2, jit=True
    )
    return llvm.create_lljit_compiler(
        machine, use_jit_link="windows" not in cpu.triple, suppress_errors=True
    )


@cache
def _libm() -> dict[str, int]:
    """Addresses of the C library's mathematical functions."""
    library = ctypes.CDLL(ctypes.util.find_library("m") or "ucrtbase")  # the latter on Windows
    return {
        name: int(ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0)
        for name in LIBM_NAMES
    }
