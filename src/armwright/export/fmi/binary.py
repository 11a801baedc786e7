"""The binaries of an FMU: for the platform at hand, where there is a C compiler; or for all that
are asked for, with the compiler of `ziglang`."""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from armwright.errors import InputError
from armwright.export.fmi.package import Version
from armwright.export.fmi.platforms import PLATFORMS, Platform
from armwright.export.fmi.universal import joined

#: Any processor of its kind can run it; it rounds as the source says.
_FLAGS = ("-std=c99", "-O2", "-ffp-contract=off", "-fPIC", "-shared", "-fvisibility=hidden")
#: Without names of local symbols. The vectoriser of straight-line code finds nothing, in minutes.
_ZIG_FLAGS = ("-fno-slp-vectorize", "-s")
_SYSTEMS = {
    "Linux": ("linux", ".so"),
    "Darwin": ("darwin", ".dylib"),
    "Windows": ("windows", ".dll"),
}
_MACHINES = {"x86_64": "x86_64", "AMD64": "x86_64", "aarch64": "aarch64", "arm64": "aarch64"}


@dataclass(frozen=True)
class Binary:
    """`path` in the archive."""

    path: str
    content: bytes


class NoBinary(Exception):
    """Why there is none."""


@dataclass(frozen=True)
class FmuCode:
    """`texts`: by the names of the files; `sources` are to be compiled. `identifier`: what the
    library is called."""

    version: Version
    identifier: str
    texts: Mapping[str, str]
    sources: Sequence[str]


def compiler() -> list[str] | None:
    """The command that the variable CC names, else cc, gcc or clang; None if none is there. Flags
    in CC come after ours."""
    for command in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        try:
            words = shlex.split(command)
        except ValueError:  # a quote that nothing closes
            continue
        if words and shutil.which(words[0]):
            return words
    return None


def build(code: FmuCode) -> Binary:
    """For the platform at hand."""
    command = compiler()
    if command is None:
        raise NoBinary("no C compiler was found: neither CC, cc, gcc nor clang")
    own = _own_platform()
    path = _path(code, own)
    return Binary(path, _compiled(code, [command[0], *_FLAGS, *command[1:]], Path(path).name))


def build_for(platforms: Sequence[Platform], code: FmuCode) -> list[Binary]:
    """For each of the platforms; those with the same place in the archive become one."""
    if find_spec("ziglang") is None:
        raise InputError(
            "binaries for chosen platforms need the compiler of the package 'ziglang'",
            where="export, platforms",
            hint="Install it with: pip install ziglang",
        )
    parts: dict[str, list[bytes]] = {}
    for one in platforms:
        command = [sys.executable, "-m", "ziglang", "cc", "-target", one.target]
        path = _path(code, one)
        try:
            made = _compiled(code, [*command, *_FLAGS, *_ZIG_FLAGS], Path(path).name)
        except NoBinary as reason:
            raise InputError(
                "the FMU has no binary for this platform",
                where=f"export, platform '{one.name}'",
                got=str(reason),
            ) from None
        parts.setdefault(path, []).append(made)
    return [
        Binary(path, content[0] if len(content) == 1 else joined(content))
        for path, content in parts.items()
    ]


def _own_platform() -> Platform:
    system, suffix = _SYSTEMS.get(platform.system(), (platform.system().lower(), ".so"))
    name = f"{_MACHINES.get(platform.machine(), platform.machine())}-{system}"
    return PLATFORMS.get(name) or Platform(name, name, suffix, name)


def _path(code: FmuCode, where: Platform) -> str:
    return f"binaries/{where.folder(code.version)}/{code.identifier}{where.suffix}"


def _compiled(code: FmuCode, command: Sequence[str], name: str) -> bytes:
    try:
        with tempfile.TemporaryDirectory(prefix="armwright-") as place:
            for file, text in code.texts.items():
                Path(place, file).write_text(text, encoding="utf-8")
            words = [*command, *code.sources, "-o", name, "-lm"]
            done = subprocess.run(words, cwd=place, capture_output=True, check=False)
            if done.returncode:
                said = done.stderr.decode(errors="replace").strip()
                reason = (said.splitlines() or ["no message"])[0]
                raise NoBinary(f"the C compiler {_called(command)} fails: {reason}")
            return Path(place, name).read_bytes()
    except OSError as error:
        raise NoBinary(f"it cannot be compiled here: {error.strerror}") from error


def _called(command: Sequence[str]) -> str:
    return "of ziglang" if "ziglang" in command else command[0]
