"""The files of an FMU as one archive: descriptions, sources, binaries. Only the date in it changes
from time to time, unless SOURCE_DATE_EPOCH says which."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version

from armwright.export.c_code.header import model_header
from armwright.export.fmi.binary import FmuCode, NoBinary, build, build_for
from armwright.export.fmi.description import build_description, model_description
from armwright.export.fmi.model_header import model_h
from armwright.export.fmi.package import MODEL_HEADER, Package, common_files
from armwright.export.fmi.platforms import Platform
from armwright.inputs import source_date

#: The earliest that an archive can tell.
_DATE = (1980, 1, 1, 0, 0, 0)
_NO_TOKEN = "{00000000-0000-0000-0000-000000000000}"


def packed(
    package: Package, platforms: Sequence[Platform] | None = None
) -> tuple[bytes, tuple[str, ...]]:
    """The archive, and what it lacks. `platforms`: that it has binaries for; None: for the one at
    hand, if it can."""
    token = token_of(package)
    texts = sources(package, token)
    files = {"modelDescription.xml": _description(package, token, _date())}
    files |= {f"sources/{name}": text for name, text in (texts | _beside_sources(package)).items()}
    contents = {name: text.encode() for name, text in files.items()}
    lost = list(package.lost)
    code = FmuCode(package.version, package.identifier, texts, package.sources)
    try:
        made = [build(code)] if platforms is None else build_for(platforms, code)
        contents |= {binary.path: binary.content for binary in made}
    except NoBinary as reason:
        lost.append(f"a binary, so it has to be compiled where it is used: {reason}")
    return _zipped(contents), tuple(lost)


def token_of(package: Package) -> str:
    """A GUID that is the same for the same contents, whatever the date, and another one for
    others."""
    hasher = hashlib.sha256()
    for text in (_description(package, _NO_TOKEN), *sources(package, _NO_TOKEN).values()):
        hasher.update(text.encode())
    digits = hasher.hexdigest()
    parts = (digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:32])
    return "{" + "-".join(parts) + "}"


def _description(package: Package, token: str, date: str | None = None) -> str:
    tool = f"armwright {version('armwright')}"
    return model_description(package, token, tool, date)


def _date() -> str:
    """The present one, or that of SOURCE_DATE_EPOCH, as FMI writes it."""
    return (source_date() or datetime.now(UTC)).strftime("%Y-%m-%dT%H:%M:%SZ")


def sources(package: Package, token: str) -> dict[str, str]:
    """All C files by their names, headers included."""
    found: dict[str, str] = {}
    for code in package.interfaces.values():
        found[f"{code.prefix}.c"] = code.source(code.prefix)
        found[f"{code.prefix}.h"] = model_header(code, code.prefix)
    found[MODEL_HEADER] = model_h(package, token)
    return found | common_files(package.version)


def _beside_sources(package: Package) -> dict[str, str]:
    """What stands beside the sources."""
    return {"buildDescription.xml": build_description(package)} if package.version == 3 else {}


def _zipped(files: Mapping[str, bytes]) -> bytes:
    """In the order given."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            packed.writestr(entry, content)
    return buffer.getvalue()
