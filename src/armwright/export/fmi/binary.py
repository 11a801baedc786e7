"""The binary of an FMU for the platform at hand, where there is a C compiler."""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from armwright.export.fmi.package import Version

#: Any processor of its kind can run it; it rounds as the source says.
_FLAGS = ("-std=c99", "-O2", "-ffp-contract=off", "-fPIC", "-shared", "-fvisibility=hidden")
_SYSTEMS = {
    "Linux": ("linux", ".so"),
    "Darwin": ("darwin", ".dylib"),
    "Windows": ("windows", ".dll"),
}
_MACHINES = {"x86_64": "x86_64", "AMD64": "x86_64", "aarch64": "aarch64", "arm64": "aarch64"}
_VERSION_2 = {"x86_64-linux": "linux64", "x86_64-darwin": "darwin64", "x86_64-windows": "win64"}


@dataclass(frozen=True)
class Binary:
    """`path` in the archive."""

    path: str
    content: bytes


class NoBinary(Exception):
    """Why there is none."""


def compiler() -> list[str] | None:
    """The command that the variable CC names, else cc, gcc or clang; None if none is there. Flags
    in CC come after ours."""
    for command in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        words = shlex.split(command)
        if words and shutil.which(words[0]):
            return words
    return None


def build(
    version: Version, identifier: str, texts: Mapping[str, str], sources: Sequence[str]
) -> Binary:
    """`texts`: by the names of the files; `sources` are to be compiled."""
    command = compiler()
    if command is None:
        raise NoBinary("no C compiler was found: neither CC, cc, gcc nor clang")
    system, suffix = _SYSTEMS.get(platform.system(), (platform.system().lower(), ".so"))
    target = f"{_MACHINES.get(platform.machine(), platform.machine())}-{system}"
    folder = _VERSION_2.get(target, target) if version == 2 else target
    name = f"{identifier}{suffix}"
    try:
        with tempfile.TemporaryDirectory(prefix="armwright-") as place:
            for file, text in texts.items():
                Path(place, file).write_text(text, encoding="utf-8")
            words = [command[0], *_FLAGS, *command[1:], *sources, "-o", name, "-lm"]
            done = subprocess.run(words, cwd=place, capture_output=True, text=True, check=False)
            if done.returncode:
                reason = (done.stderr.strip().splitlines() or ["no message"])[0]
                raise NoBinary(f"the C compiler {command[0]} fails: {reason}")
            return Binary(f"binaries/{folder}/{name}", Path(place, name).read_bytes())
    except OSError as error:
        raise NoBinary(f"it cannot be compiled here: {error.strerror}") from error
