"""The files of an FMU as one archive, the same bytes every time."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

#: The earliest that an archive can tell.
_DATE = (1980, 1, 1, 0, 0, 0)


def archive(files: Mapping[str, bytes]) -> bytes:
    """In the order given."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            packed.writestr(entry, content)
    return buffer.getvalue()
