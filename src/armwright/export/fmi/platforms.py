"""The platforms that an FMU's binaries can be made for, as FMI 3.0 names them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from armwright.errors import InputError
from armwright.export.fmi.package import Version

ALL = "all"


@dataclass(frozen=True)
class Platform:
    """`target`: what the compiler calls it. `suffix`: of libraries. `folder_2`: where FMI 2.0 looks
    for them; both processors of macOS share one."""

    name: str
    target: str
    suffix: str
    folder_2: str

    def folder(self, version: Version) -> str:
        return self.folder_2 if version == 2 else self.name


#: For every C library of Linux since 2012, Windows since 10, and macOS since 11.
PLATFORMS = {
    one.name: one
    for one in (
        Platform("x86_64-linux", "x86_64-linux-gnu.2.17", ".so", "linux64"),
        Platform("aarch64-linux", "aarch64-linux-gnu.2.17", ".so", "aarch64-linux"),
        Platform("x86_64-windows", "x86_64-windows-gnu", ".dll", "win64"),
        Platform("x86_64-darwin", "x86_64-macos.11.0", ".dylib", "darwin64"),
        Platform("aarch64-darwin", "aarch64-macos.11.0", ".dylib", "darwin64"),
    )
}


def find_platforms(names: str | Sequence[str]) -> tuple[Platform, ...]:
    """Those of the names, each once: one name, several, or `all`."""
    wanted = [names] if isinstance(names, str) else list(names)
    if ALL in wanted:
        return tuple(PLATFORMS.values())
    for name in wanted:
        if name not in PLATFORMS:
            raise _unknown(repr(name))
    if not wanted:
        raise _unknown("none")
    return tuple(PLATFORMS[name] for name in dict.fromkeys(wanted))


def _unknown(got: str) -> InputError:
    return InputError(
        "unknown platform",
        where="export, platforms",
        got=got,
        expected=f"'{ALL}', or some of {', '.join(PLATFORMS)}",
    )
