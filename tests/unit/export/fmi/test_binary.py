"""Binaries of FMUs: made where there is a compiler, from sources that any compiler takes."""

from __future__ import annotations

import re
import shutil
import stat
import subprocess
import tempfile
import zipfile
from pathlib import Path

import pytest
from fmpy.validation import validate_fmu

import armwright as aw
from armwright.errors import InputError
from armwright.export.fmi import binary
from armwright.export.fmi.archive import sources, token_of
from armwright.export.fmi.binary import compiler
from armwright.export.fmi.package import make_package
from armwright.export.to_fmu import fmu
from tests.support.c_code import COMPILER, STRICT, needs_compiler
from tests.support.fmus import differences, exported, fmpy, ours, scenario, simulated

SMALL = ("pendulum/damped", "joints.1.stiffness")
HEADERS = Path(fmpy.__file__).parent / "c-code"


def names(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as archive:
        return archive.namelist()


def test_without_a_compiler_there_are_sources(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(shutil, "which", lambda word: None)
    written = fmu(scenario("pendulum/swing"), tmp_path / "arm.fmu", version=3)
    assert validate_fmu(str(tmp_path / "arm.fmu")) == []
    assert not any(name.startswith("binaries") for name in names(tmp_path / "arm.fmu"))
    assert "sources/buildDescription.xml" in names(tmp_path / "arm.fmu")
    assert written.lost == (
        "a binary, so it has to be compiled where it is used: no C compiler was found: "
        "neither CC, cc, gcc nor clang",
    )


def test_a_compiler_that_fails_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\necho 'no such target' >&2\nexit 3\n")
    broken.chmod(broken.stat().st_mode | stat.S_IEXEC)
    monkeypatch.setenv("CC", f"{broken} --fast")
    assert compiler() == [str(broken), "--fast"]
    written = fmu(scenario("pendulum/swing"), tmp_path / "arm.fmu")
    assert len(written.lost) == 1
    assert "broken fails: no such target" in written.lost[0]
    assert not any(name.startswith("binaries") for name in names(tmp_path / "arm.fmu"))


@needs_compiler
def test_no_room_to_compile_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def full(**_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryDirectory", full)
    written = fmu(scenario("pendulum/swing"), tmp_path / "arm.fmu")
    assert written.lost[0].endswith("it cannot be compiled here: No space left on device")


def test_cc_that_is_not_there_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert compiler() == ([Path(COMPILER).name] if COMPILER else None)


@needs_compiler
def test_the_same_bytes_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", f"{COMPILER} -O0")
    for name in ("a", "b"):
        fmu(aw.load_scenario("pendulum/swing"), tmp_path / f"{name}.fmu")
    first, second = ((tmp_path / f"{name}.fmu").read_bytes() for name in "ab")
    assert first == second
    assert any(name.startswith("binaries") for name in names(tmp_path / "a.fmu"))


def unpacked(version: int, folder: Path, name: str, parameter: str) -> Path:
    """The sources of an FMU with both interfaces."""
    package = make_package(
        scenario(name),
        version=version,  # type: ignore[arg-type]
        part="plant",
        kind="both",
        parameters=[parameter],
    )
    for name, text in sources(package, token_of(package)).items():
        (folder / name).write_text(text)
    return folder


def compiled(folder: Path, *flags: str) -> Path:
    files = sorted(path.name for path in folder.glob("*.c"))
    command = [str(COMPILER), *flags, "-fPIC", "-shared", *files, "-o", "made.so", "-lm"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:2000]
    return folder / "made.so"


@needs_compiler
@pytest.mark.parametrize("version", [2, 3])
def test_sources_compile_without_a_warning(version: int, tmp_path: Path) -> None:
    compiled(unpacked(version, tmp_path, *SMALL), *STRICT, "-O1")


@needs_compiler
def test_first_values_that_have_to_be_found_compile_without_a_warning(tmp_path: Path) -> None:
    folder = unpacked(3, tmp_path, "noisy", "joints.1.spring.k_low")
    (folder / "two_axes_plant_equations.c").rename(folder / "fmi3.c")
    (folder / "two_axes_plant.c").unlink()
    assert "come_to_rest" in (folder / "fmi3.c").read_text()
    compiled(folder, *STRICT, "-O1")


@needs_compiler
@pytest.mark.parametrize("version", [2, 3])
def test_functions_are_those_of_the_standard(version: int, tmp_path: Path) -> None:
    """With the standard's own header in place of ours, C compares every declaration."""
    folder = unpacked(version, tmp_path, *SMALL)
    header = f'#include "fmi{version}Functions.h"\n#define FMI{version}(name) name\n'
    (folder / f"fmi{version}.h").write_text(header)
    library = compiled(folder, "-std=c99", "-Wall", "-Werror", "-O0", f"-I{HEADERS}")
    text = (HEADERS / f"fmi{version}Functions.h").read_text()
    wanted = set(re.findall(rf"FMI{version}_Export fmi{version}\w+TYPE\s+(\w+)\s*;", text))
    assert len(wanted) == {2: 44, 3: 75}[version]
    content = library.read_bytes()
    assert [name for name in wanted if name.encode() not in content] == []


@needs_compiler
@pytest.mark.skipif(shutil.which("nm") is None, reason="no nm to list symbols with")
def test_many_can_be_linked_into_one_program(tmp_path: Path) -> None:
    library = compiled(
        unpacked(2, tmp_path, *SMALL), "-std=c99", "-O0", "-DFMI2_FUNCTION_PREFIX=arm_"
    )
    listed = subprocess.run(
        ["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True
    )
    symbols = {line.split()[-1] for line in listed.stdout.splitlines()}
    assert "arm_fmi2DoStep" in symbols
    assert [
        one for one in symbols if not one.startswith(("arm_", "pendulum_damped_plant_", "_"))
    ] == []


@needs_compiler
def test_the_binary_is_made_for_this_platform() -> None:
    folders = {"swing": fmpy.platform, "settling": fmpy.platform_tuple}
    for name, version, duration in (("swing", 2, 0.5), ("settling", 3, 1.0)):
        found = names(exported(f"pendulum/{name}", version, duration)[0])
        assert f"binaries/{folders[name]}/pendulum_{name}{fmpy.sharedLibraryExtension}" in found


@needs_compiler
@pytest.mark.crosscheck
@pytest.mark.parametrize("version", [2, 3])
def test_fmpy_compiles_them_itself(
    version: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from fmpy.build import build_platform_binary

    monkeypatch.setattr(binary, "compiler", lambda: None)
    fmu(scenario("pendulum/swing", 0.5), tmp_path / "arm.fmu", version=version)  # type: ignore[arg-type]
    folder = fmpy.extract(str(tmp_path / "arm.fmu"))
    script = Path(fmpy.__file__).parents[4] / "bin"
    monkeypatch.setenv("PATH", str(script), prepend=":")
    build_platform_binary(folder)
    found = simulated(Path(folder), output_interval=0.001)
    expected = ours(scenario("pendulum/swing", 0.5).simulate())
    assert max(differences(found, expected).values()) < 1e-12


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"version": 1}, "unknown version of FMU (got 1, expected 2 or 3)"),
        ({"kind": "me"}, "unknown kind of FMU (got 'me', expected 'co-simulation' or"),
        ({"part": "motor"}, "no such part of a scenario (got 'motor'"),
        (
            {"part": "motor", "kind": "both"},
            "this part cannot be exported for model exchange (got 'motor'",
        ),
        ({"part": "controller", "kind": "both"}, "this part cannot be exported for model exchange"),
        ({"outputs": ["x"]}, "there is no signal 'x' to record"),
        ({"parameters": ["x.y"]}, "parameters, x.y: there is no such number to leave open"),
    ],
)
def test_bad_options_are_told(options: dict, message: str, tmp_path: Path) -> None:  # type: ignore[type-arg]
    with pytest.raises(InputError) as error:
        fmu(scenario("pendulum/swing"), tmp_path / "arm.fmu", **options)
    assert message in str(error.value)
    assert not list(tmp_path.iterdir())


def test_bad_targets_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(binary, "compiler", lambda: None)
    source = scenario("pendulum/swing")
    with pytest.raises(InputError, match=r"suffix '.zip', expected .fmu"):
        fmu(source, tmp_path / "arm.zip")
    with pytest.raises(InputError, match="cannot be written"):
        fmu(source, "/dev/null/arm.fmu")
    with pytest.raises(InputError, match="expected a Scenario"):
        fmu(aw.load("scara"), tmp_path / "arm.fmu")  # type: ignore[arg-type]
