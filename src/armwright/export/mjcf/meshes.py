"""Meshes that MuJoCo can open."""

from __future__ import annotations

from pathlib import Path

from armwright.robot import Robot
from armwright.robot.formats.mjcf_bodies import Mesh, named_meshes

_SUFFIXES = (".stl", ".obj", ".msh")


def readable(robot: Robot, folder: Path) -> tuple[dict[Mesh, str], list[str]]:
    """Meshes that are there, seen from the file's folder, and which are left out: MuJoCo would
    refuse the whole file."""
    meshes = {
        mesh: name
        for mesh, name in named_meshes(robot).items()
        if Path(mesh[0]).suffix.lower() in _SUFFIXES and (folder / mesh[0]).is_file()
    }
    there = {file for file, _ in meshes}
    lost = [
        f"link '{link.name}': mesh '{shape.mesh}' is not there, or of a kind MuJoCo does not read"
        for link in robot.links
        for shape in link.shapes
        if shape.kind == "mesh" and shape.mesh not in there
    ]
    return meshes, lost
