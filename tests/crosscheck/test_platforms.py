"""Binaries of FMUs for other platforms, made here: what they need, offer and compute."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import numpy as np
import pytest
from fmpy.validation import validate_fmu

from armwright.export.fmi.platforms import PLATFORMS
from armwright.export.to_fmu import fmu
from tests.support.c_code import needs_compiler
from tests.support.fmus import fmpy, scenario
from tests.support.shared_libraries import (
    AARCH64_DARWIN,
    X86_64_DARWIN,
    X86_64_WINDOWS,
    Library,
    read_fat,
    read_mach_o,
    read_pe,
)

pytestmark = pytest.mark.crosscheck

HEADERS = Path(fmpy.__file__).parent / "c-code"
#: Parts of Windows since version 10: its kernel, and the universal C runtime.
OF_WINDOWS = re.compile(r"KERNEL32\.dll|api-ms-win-crt-\w+-l1-1-0\.dll", re.IGNORECASE)
FOLDERS = {
    2: {"linux64", "aarch64-linux", "win64", "darwin64"},
    3: set(PLATFORMS),
}


def functions(version: int) -> set[str]:
    """That the standard's own header declares."""
    text = (HEADERS / f"fmi{version}Functions.h").read_text()
    return set(re.findall(rf"FMI{version}_Export fmi{version}\w+TYPE\s+(\w+)\s*;", text))


@pytest.mark.parametrize("version", [2, 3])
def test_they_need_the_system_alone_and_offer_what_fmi_asks_for(
    version: int, tmp_path: Path
) -> None:
    path = tmp_path / "arm.fmu"
    written = fmu(scenario("pendulum/swing"), path, version=version, platforms="all")  # type: ignore[arg-type]
    assert written.lost == ()
    assert validate_fmu(str(path)) == []
    with zipfile.ZipFile(path) as archive:
        names = [one for one in archive.namelist() if one.startswith("binaries/")]
        found = {one.split("/")[1]: archive.read(one) for one in names}
    assert set(found) == FOLDERS[version]
    assert {Path(one).name.partition(".")[0] for one in names} == {"pendulum_swing"}
    offered = functions(version)
    windows = read_pe(found["win64" if version == 2 else "x86_64-windows"])
    assert windows.processor == X86_64_WINDOWS
    assert [one for one in windows.needs if not OF_WINDOWS.fullmatch(one)] == []
    assert offered <= windows.offers
    libraries = _of_macos(found)
    assert [one.processor for one in libraries] == [X86_64_DARWIN, AARCH64_DARWIN]
    for library in libraries:
        assert library.needs == {"/usr/lib/libSystem.B.dylib"}
        assert offered <= library.offers
    assert libraries[1].signed


def _of_macos(found: dict[str, bytes]) -> list[Library]:
    """In version 2 one file for both processors."""
    names = ["darwin64"] if "darwin64" in found else ["x86_64-darwin", "aarch64-darwin"]
    return [read_mach_o(part) for name in names for part in read_fat(found[name])]


@needs_compiler
@pytest.mark.skipif(fmpy.platform_tuple not in PLATFORMS, reason="no binary for this machine")
def test_they_compute_the_same_bits(tmp_path: Path) -> None:
    """As the binary that the C compiler at hand makes, with currents that never repeat."""
    own, step = scenario("six-axis-line"), 0.001
    times = np.arange(0.0, 0.3, step)
    currents = np.random.default_rng(4).normal(scale=2.0, size=(len(times), 6))
    names = [f"commanded_motor_current[{k + 1}]" for k in range(6)]
    given = np.zeros(len(times), [("time", float), *((name, float) for name in names)])
    given["time"] = times
    for k, name in enumerate(names):
        given[name] = currents[:, k]
    runs = []
    for platforms in (None, [fmpy.platform_tuple]):
        path = tmp_path / f"{platforms is None}.fmu"
        fmu(own, path, part="plant", platforms=platforms)
        runs.append(
            fmpy.simulate_fmu(str(path), input=given, output_interval=step, stop_time=times[-1])
        )
    first, second = runs
    assert np.ptp(first["joint_position[1]"]) > 0.01
    assert first.tobytes() == second.tobytes()
