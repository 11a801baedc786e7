"""What libraries of Windows and macOS need and offer, read from their files."""

from __future__ import annotations

import struct
from dataclasses import dataclass


@dataclass(frozen=True)
class Library:
    """`needs`: names of other libraries; `offers`: names of functions. `processor`: the number that
    the format has for it. `signed`: as macOS asks for on its own processors."""

    processor: int
    needs: frozenset[str]
    offers: frozenset[str]
    signed: bool = False


X86_64_WINDOWS, X86_64_DARWIN, AARCH64_DARWIN = 0x8664, 0x01000007, 0x0100000C


def read_pe(content: bytes) -> Library:
    """A DLL. Microsoft, PE Format: optional header, .idata, .edata."""
    (head,) = struct.unpack_from("<I", content, 0x3C)
    assert content[head : head + 4] == b"PE\0\0"
    processor, count = struct.unpack_from("<HH", content, head + 4)
    (optional_size,) = struct.unpack_from("<H", content, head + 20)
    optional = head + 24
    assert struct.unpack_from("<H", content, optional) == (0x20B,)  # 64 bits
    sections = [
        struct.unpack_from("<IIII", content, optional + optional_size + 40 * k + 8)
        for k in range(count)
    ]

    def at(address: int) -> int:
        """Where an address of the loaded library is in the file."""
        for size, begin, raw_size, raw in sections:
            if begin <= address < begin + max(size, raw_size):
                return address - begin + raw
        raise AssertionError(hex(address))

    def text(address: int) -> str:
        begin = at(address)
        return content[begin : content.index(b"\0", begin)].decode()

    exports, imports = (
        struct.unpack_from("<I", content, optional + 112 + 8 * k)[0] for k in range(2)
    )
    needs, place = set(), at(imports)
    while name := struct.unpack_from("<I", content, place + 12)[0]:
        needs.add(text(name))
        place += 20
    number, _, names = struct.unpack_from("<III", content, at(exports) + 24)
    found = struct.unpack_from(f"<{number}I", content, at(names))
    return Library(processor, frozenset(needs), frozenset(map(text, found)))


def read_fat(content: bytes) -> list[bytes]:
    """The libraries in one file; the file itself, if it is only one."""
    magic, count = struct.unpack_from(">II", content)
    if magic != 0xCAFEBABE:
        return [content]
    found = []
    for k in range(count):
        processor, _, begin, size, power = struct.unpack_from(">IIIII", content, 8 + 20 * k)
        assert begin % (1 << power) == 0
        assert struct.unpack_from("<II", content, begin)[1] == processor
        found.append(content[begin : begin + size])
    return found


def read_mach_o(content: bytes) -> Library:
    """A dylib. Apple, mach-o/loader.h and nlist.h."""
    magic, processor, _, kind, count = struct.unpack_from("<IIIII", content)
    assert (magic, kind) == (0xFEEDFACF, 6)
    needs, offers, signed, place = set(), set(), False, 32
    for _ in range(count):
        command, size = struct.unpack_from("<II", content, place)
        if command & 0x7FFFFFFF in (0xC, 0x18, 0x1F, 0x20):  # LC_LOAD_DYLIB and its kin
            (offset,) = struct.unpack_from("<I", content, place + 8)
            needs.add(content[place + offset : place + size].partition(b"\0")[0].decode())
        if command == 0x2:  # LC_SYMTAB
            symbols, number, strings, _ = struct.unpack_from("<IIII", content, place + 8)
            for k in range(number):
                name, flags = struct.unpack_from("<IB", content, symbols + 16 * k)
                if flags & 0x0F == 0x0F:  # external, in a section
                    begin = strings + name
                    offers.add(content[begin : content.index(b"\0", begin)].decode())
        signed |= command == 0x1D  # LC_CODE_SIGNATURE
        place += size
    functions = (name.removeprefix("_") for name in offers)
    return Library(processor, frozenset(needs), frozenset(functions), signed)
