"""Reading and writing rows of arrays in lane code."""

from __future__ import annotations

from armwright.compiler.emitter import Emitter


class RowAccess:
    """Loads element k of rows row … row + lanes − 1 into one lane vector, and stores it back.

    The table of addresses and row distances is described in `kernel`.
    """

    def __init__(self, e: Emitter) -> None:
        self._e = e
        self._pointers: dict[int, list[str]] = {}
        self.preamble: list[str] = []

    def load(self, port: int, element: int) -> str:
        e = self._e
        vector = "poison"
        for lane, base in enumerate(self._rows(port)):
            pointer = e.emit(f"getelementptr double, ptr {base}, i64 {element}")
            scalar = e.emit(f"load double, ptr {pointer}, align 8")
            if e.lanes == 1:
                return scalar
            vector = e.emit(f"insertelement {e.double} {vector}, double {scalar}, i32 {lane}")
        return vector

    def store(self, port: int, element: int, value: str) -> None:
        e = self._e
        for lane, base in enumerate(self._rows(port)):
            scalar = value
            if e.lanes > 1:
                scalar = e.emit(f"extractelement {e.double} {value}, i32 {lane}")
            pointer = e.emit(f"getelementptr double, ptr {base}, i64 {element}")
            e.lines.append(f"  store double {scalar}, ptr {pointer}, align 8")

    def _rows(self, port: int) -> list[str]:
        """Pointers to the row of each lane, computed once at the top of the function."""
        if port not in self._pointers:
            p = f"%port{port}"
            self.preamble += [
                f"  {p}.entry = getelementptr i64, ptr %table, i64 {2 * port}",
                f"  {p}.base = load ptr, ptr {p}.entry, align 8",
                f"  {p}.second = getelementptr i64, ptr %table, i64 {2 * port + 1}",
                f"  {p}.step = load i64, ptr {p}.second, align 8",
                f"  {p}.offset0 = mul i64 %row, {p}.step",
                f"  {p}.row0 = getelementptr double, ptr {p}.base, i64 {p}.offset0",
            ]
            for lane in range(1, self._e.lanes):
                self.preamble.append(
                    f"  {p}.row{lane} = getelementptr double, ptr {p}.row{lane - 1}, i64 {p}.step"
                )
            self._pointers[port] = [f"{p}.row{lane}" for lane in range(self._e.lanes)]
        return self._pointers[port]
