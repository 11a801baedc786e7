"""Binaries of FMUs: made where there is a compiler, from sources that any compiler takes."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import stat
import struct
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pytest
from fmpy.fmi2 import fmi2CallbackFunctions
from fmpy.validation import validate_fmu

import armwright as aw
from armwright.errors import InputError
from armwright.export.fmi import binary
from armwright.export.fmi.archive import sources, token_of
from armwright.export.fmi.binary import compiler
from armwright.export.fmi.package import make_package
from armwright.export.fmi.platforms import find_platforms
from armwright.export.fmi.universal import joined
from armwright.export.to_fmu import fmu
from tests.support.c_code import COMPILER, STRICT, needs_compiler
from tests.support.fmus import differences, exported, fmpy, opened, ours, scenario, simulated
from tests.support.shared_libraries import AARCH64_DARWIN, X86_64_DARWIN, read_fat

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
def test_cc_with_an_open_quote_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "gcc 'x")
    assert compiler() is None or "'x" not in compiler()  # type: ignore[operator]


@pytest.mark.skipif(os.name != "posix", reason="the compiler is a script")
def test_a_compiler_that_does_not_speak_utf_8_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = tmp_path / "latin"
    script.write_bytes(b"#!/bin/sh\nprintf 'Schl\\374ssel fehlt\\n' >&2\nexit 1\n")
    script.chmod(0o755)
    monkeypatch.setenv("CC", str(script))
    written = fmu(scenario("pendulum/swing"), tmp_path / "arm.fmu")
    assert any("Schl\N{REPLACEMENT CHARACTER}ssel fehlt" in one for one in written.lost)


def test_the_same_bytes_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """But for the date, which can be given."""
    monkeypatch.setenv("CC", f"{COMPILER} -O0")
    for name, date in (("a", "1700000000"), ("b", "1700000000"), ("c", "0")):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", date)
        fmu(aw.load_scenario("pendulum/swing"), tmp_path / f"{name}.fmu")
    first, second, other = ((tmp_path / f"{name}.fmu").read_bytes() for name in "abc")
    assert first == second != other
    assert any(name.startswith("binaries") for name in names(tmp_path / "a.fmu"))
    descriptions = [fmpy.read_model_description(str(tmp_path / f"{name}.fmu")) for name in "ac"]
    dates = [one.generationDateAndTime for one in descriptions]
    assert dates == ["2023-11-14T22:13:20Z", "1970-01-01T00:00:00Z"]
    assert len({one.guid for one in descriptions}) == 1


def test_a_date_that_is_none_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(binary, "compiler", lambda: None)
    for wrong in ("yesterday", "1e9", "9" * 30):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", wrong)
        with pytest.raises(InputError, match="SOURCE_DATE_EPOCH: this is not a date"):
            fmu(scenario("pendulum/swing"), tmp_path / "arm.fmu")
    assert not list(tmp_path.iterdir())


def test_without_ziglang_there_is_advice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(binary, "find_spec", lambda name: None)
    with pytest.raises(InputError) as error:
        fmu(scenario("pendulum/swing"), tmp_path / "arm.fmu", platforms="all")
    assert str(error.value) == (
        "export, platforms: binaries for chosen platforms need the compiler of the package "
        "'ziglang'. Install it with: pip install ziglang"
    )
    assert not list(tmp_path.iterdir())


def test_a_platform_that_fails_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Half of the platforms that were asked for would be a surprise elsewhere."""
    monkeypatch.setattr(binary, "find_spec", lambda name: True)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(InputError) as error:
        fmu(scenario("pendulum/swing"), tmp_path / "arm.fmu", platforms=["x86_64-windows"])
    assert str(error.value) == (
        "export, platform 'x86_64-windows': the FMU has no binary for this platform (got the C "
        "compiler of ziglang fails: no message)"
    )
    assert not list(tmp_path.iterdir())


def test_both_processors_of_macos_share_a_file() -> None:
    """In version 2: each part whole, and where its processor can load it."""
    parts = [
        struct.pack("<III", 0xFEEDFACF, processor, 3) + bytes([processor & 0xFF] * size)
        for processor, size in ((X86_64_DARWIN, 20_000), (AARCH64_DARWIN, 5))
    ]
    assert read_fat(joined(parts)) == parts
    intel, apple = find_platforms(["x86_64-darwin", "aarch64-darwin"])
    assert intel.folder(2) == apple.folder(2) == "darwin64"
    assert (intel.folder(3), apple.folder(3)) == ("x86_64-darwin", "aarch64-darwin")


def test_one_c_file_serves_both_versions() -> None:
    """Beside the model's own: what differs between the versions is in headers."""
    found = {}
    for version in (2, 3):
        texts = sources(make_package(scenario("pendulum/swing"), version=version), "{0}")  # type: ignore[arg-type]
        found[version] = {name: text for name, text in texts.items() if name.endswith(".c")}
    assert found[2] == found[3]
    assert sorted(found[2]) == ["fmu.c", "pendulum_swing.c"]


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
def test_events_compile_without_a_warning(tmp_path: Path) -> None:
    """Friction that sticks, blocks that are sampled, and inputs of both."""
    source = scenario("noisy").changed({"joints.1.friction": {"law": "coulomb", "coulomb": 1.0}})
    package = make_package(source, version=3, part="plant", kind="model-exchange",
                           outputs=["measured_motor_position", "friction_torque"])  # fmt: skip
    texts = sources(package, token_of(package))
    assert "me_settle" in texts["model.h"] and "me_sample" in texts["model.h"]
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    compiled(tmp_path, *STRICT, "-O1")


@needs_compiler
def test_no_outputs_compile_without_a_warning(tmp_path: Path) -> None:
    package = make_package(scenario("pendulum/swing"), outputs=[])
    for name, text in sources(package, token_of(package)).items():
        (tmp_path / name).write_text(text)
    compiled(tmp_path, *STRICT, "-O1")


@needs_compiler
def test_first_values_that_have_to_be_found_compile_without_a_warning(tmp_path: Path) -> None:
    folder = unpacked(3, tmp_path, "noisy", "joints.1.spring.k_low")
    (folder / "two_axes_plant_equations.c").rename(folder / "fmu.c")
    (folder / "two_axes_plant.c").unlink()
    assert "come_to_rest" in (folder / "fmu.c").read_text()
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
        (
            {"platforms": "windows"},
            "unknown platform (got 'windows', expected 'all', or some of",
        ),
        ({"platforms": []}, "unknown platform (got none"),
        ({"outputs": ["x"]}, "there is no signal 'x' to record"),
        ({"outputs": [1]}, "export, outputs: not names (got [1], expected a list of names)"),
        (
            {"outputs": 1, "kind": "model-exchange", "part": "plant"},
            "export, outputs: not names (got 1, expected a list of names)",
        ),
        ({"parameters": [1]}, "parameters: not names (got [1], expected a list of names)"),
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


@needs_compiler
@pytest.mark.parametrize("callbacks", [None, ctypes.byref(fmi2CallbackFunctions())])
def test_importers_without_callbacks_are_served(callbacks: object) -> None:
    """Functions for messages and memory are NULL, or all of it is."""
    path, _ = exported("pendulum/swing", 2)
    description, folder = opened(path)
    library = ctypes.CDLL(str(next(Path(folder).glob("binaries/*/*"))))
    library.fmi2Instantiate.restype = ctypes.c_void_p
    made = library.fmi2Instantiate(b"x", 1, description.guid.encode(), b"", callbacks, 0, 0)
    assert made
    instance, saved = ctypes.c_void_p(made), ctypes.c_void_p()
    assert library.fmi2GetFMUstate(instance, ctypes.byref(saved)) == 0
    assert saved.value
    assert library.fmi2FreeFMUstate(instance, ctypes.byref(saved)) == 0
    assert library.fmi2ExitInitializationMode(instance) == 0
    assert library.fmi2ExitInitializationMode(instance) == 3
    library.fmi2FreeInstance(instance)
