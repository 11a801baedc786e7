"""The files of an FMU: descriptions and sources, with a token that tells its contents."""

from __future__ import annotations

import hashlib
from importlib.metadata import version

from armwright.export.c_code.header import loop_header
from armwright.export.fmi.description2 import describe2
from armwright.export.fmi.description3 import build_description, describe3
from armwright.export.fmi.general import MODEL, general_files
from armwright.export.fmi.glue import model_header
from armwright.export.fmi.package import Package

_NO_TOKEN = "{00000000-0000-0000-0000-000000000000}"


def token_of(package: Package) -> str:
    """A GUID that is the same for the same contents, and another one for others."""
    hasher = hashlib.sha256()
    for text in (description(package, _NO_TOKEN), *sources(package, _NO_TOKEN).values()):
        hasher.update(text.encode())
    digits = hasher.hexdigest()
    parts = (digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:32])
    return "{" + "-".join(parts) + "}"


def description(package: Package, token: str) -> str:
    tool = f"armwright {version('armwright')}"
    describe = describe2 if package.version == 2 else describe3
    return describe(package, token, tool)


def sources(package: Package, token: str) -> dict[str, str]:
    """All C files by their names, headers included."""
    found: dict[str, str] = {}
    for code in package.interfaces.values():
        found[f"{code.prefix}.c"] = code.source(code.prefix)
        found[f"{code.prefix}.h"] = loop_header(code, code.prefix)
    found[MODEL] = model_header(package, token)
    return found | general_files(package.version)


def extra(package: Package) -> dict[str, str]:
    """What stands beside the sources."""
    return {"buildDescription.xml": build_description(package)} if package.version == 3 else {}
