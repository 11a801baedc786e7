"""Where packages of ROS are found: `$(find …)` in xacro files, `package://` in names of meshes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from armwright.errors import InputError
from armwright.robot import load
from armwright.robot.formats.packages import GIVEN, ROS_1, ROS_2, find_file, find_package

ARM = """<robot name='arm'>
<xacro:include filename='$(find parts)/urdf/parts.xacro'/>
<xacro:part name='base'/>
</robot>"""
#: Includes a neighbour by a relative name.
PARTS = "<robot><xacro:include filename='../macros/part.xacro'/></robot>"
PART = """<robot><xacro:macro name='part' params='name'><link name='${name}'><visual><geometry>
<mesh filename='package://parts/meshes/part.stl'/></geometry></visual></link></xacro:macro></robot>
"""


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (GIVEN, ROS_1, ROS_2):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    """A description, far from the package that it asks for."""
    folder = tmp_path / "home" / "arm_description"
    folder.mkdir(parents=True)
    (folder / "package.xml").write_text("<package/>")
    (folder / "arm.xacro").write_text(ARM)
    return folder / "arm.xacro"


def make_package(
    folder: Path, manifest: str | None = "<package><name>parts</name></package>"
) -> Path:
    for name, text in {"urdf/parts": PARTS, "macros/part": PART}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.xacro").write_text(text)
    (folder / "meshes").mkdir()
    (folder / "meshes" / "part.stl").write_text("solid\nendsolid\n")
    if manifest is not None:
        (folder / "package.xml").write_text(manifest)
    return folder


def loads(arm: Path) -> bool:
    robot = load(arm)
    mesh = robot.links[0].shapes[0].mesh
    assert robot.base == "base" and mesh == "package://parts/meshes/part.stl"
    return find_file(mesh, arm.parent) is not None


@pytest.mark.parametrize(
    ("variable", "value", "place"),
    [
        (ROS_1, "{0}/nowhere{1}{0}/ws", "ws/src/group/parts"),
        (ROS_1, "{0}/ws/parts", "ws/parts"),
        (ROS_1, "{0}/ws", "ws/parts-1.2"),  # its manifest has its name
        (ROS_2, "{0}/nowhere{1}{0}/install", "install/share/parts"),
        (GIVEN, "other={0}{1}parts={0}/mine", "mine"),
    ],
)
def test_the_environment_says_where(
    variable: str,
    value: str,
    place: str,
    arm: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make_package(tmp_path / place)
    with pytest.raises(InputError, match="package not found"):
        load(arm)
    monkeypatch.setenv(variable, value.format(tmp_path, os.pathsep))
    assert loads(arm)


def test_a_package_beside_needs_no_variable(arm: Path) -> None:
    made = make_package(arm.parents[1] / "parts", manifest=None)
    with pytest.raises(InputError, match="does not belong to the description"):
        load(arm)  # any folder, say /etc, may be called so
    (made / "package.xml").write_text("<package/>")
    assert loads(arm)


def test_what_the_user_says_comes_first(
    arm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = make_package(arm.parents[1] / "parts")
    share = make_package(tmp_path / "install" / "share" / "parts")
    mine = make_package(tmp_path / "mine", manifest=None)
    monkeypatch.setenv(ROS_2, str(tmp_path / "install"))
    assert find_package("parts", arm.parent) == beside
    assert find_package("parts", None) == share
    monkeypatch.setenv(GIVEN, f"parts={mine}")
    assert find_package("parts", arm.parent) == mine
    assert loads(arm)


def test_a_name_without_a_folder_is_no_package(
    arm: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is not the folder that one happens to be in."""
    monkeypatch.chdir(tmp_path)
    for words in ("parts", "parts="):
        monkeypatch.setenv(GIVEN, words)
        assert find_package("parts", arm.parent) is None


def test_installed_files_may_be_links(
    arm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `colcon build --symlink-install` makes them."""
    made = make_package(tmp_path / "src" / "parts")
    share = tmp_path / "install" / "share" / "parts"
    for file in made.rglob("*"):
        if file.is_file():
            link = share / file.relative_to(made)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(file)
    monkeypatch.setenv(ROS_2, str(tmp_path / "install"))
    assert loads(arm)


def test_a_package_opens_no_way_out(
    arm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = make_package(tmp_path / "mine")
    (tmp_path / "secret.xacro").write_text("<robot/>")
    monkeypatch.setenv(GIVEN, f"parts={mine}")
    for name in ("$(find parts)/../secret.xacro", f"{tmp_path}/secret.xacro"):
        arm.write_text(f"<robot name='arm'><xacro:include filename='{name}'/></robot>")
        with pytest.raises(InputError, match="does not belong to the description"):
            load(arm)
    for name in ("..", "a/b", "", "."):
        assert find_package(name, arm.parent) is None


def test_the_message_lists_the_places(arm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ROS_1, "/opt/here")
    with pytest.raises(InputError) as error:
        load(arm)
    assert str(error.value) == (
        f"{arm}: xacro:include (line 2): package not found (got 'parts'). Looked in the folders "
        f"around {arm.parent.resolve()}, ROS_PACKAGE_PATH (/opt/here), AMENT_PREFIX_PATH (not set)"
        ". Say where it is: --package parts=DIR"
    )
