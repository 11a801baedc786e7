"""Libraries of macOS for several processors as one: each system loads the part it can run."""

from __future__ import annotations

import struct
from collections.abc import Sequence

#: Of the file that holds several (fat_header of mach-o/fat.h, big-endian), and of each in it
#: (mach_header_64, little-endian).
_MAGIC, _PART_MAGIC = 0xCAFEBABE, 0xFEEDFACF
#: Parts begin at multiples of 2**14 bytes, the larger of the processors' pages.
_ALIGNMENT = 14


def joined(parts: Sequence[bytes]) -> bytes:
    page = 1 << _ALIGNMENT
    head = struct.pack(">II", _MAGIC, len(parts))
    begins, end = [], page
    for part in parts:
        magic, kind, subkind = struct.unpack_from("<III", part)
        assert magic == _PART_MAGIC
        head += struct.pack(">IIIII", kind, subkind, end, len(part), _ALIGNMENT)
        begins.append(end)
        end += -(-len(part) // page) * page
    content = bytearray(begins[-1] + len(parts[-1]))
    content[: len(head)] = head
    for begin, part in zip(begins, parts, strict=True):
        content[begin : begin + len(part)] = part
    return bytes(content)
