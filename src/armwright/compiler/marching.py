"""Running a march from Python: many runs in lanes and threads, in slices of ticks."""

from __future__ import annotations

import copy
import ctypes
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armwright.arrays import Array
from armwright.compiler.arguments import AddressTable
from armwright.compiler.machine import LoadedCode, emit_object, host_cpu
from armwright.compiler.march import TICK, March, Play, check_march, march_name, march_text
from armwright.compiler.stored import stored
from armwright.compiler.threads import all_of
from armwright.errors import InputError, NonFiniteError

#: Bytes.
_DOUBLE = 8
#: Doubles of an array that is too small for large pages of its own.
_SMALL = 1 << 19
_native = ctypes.CFUNCTYPE(
    ctypes.c_double,
    ctypes.c_int64,
    ctypes.c_int64,
    ctypes.c_int64,
    ctypes.c_int64,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_void_p,
)


class NotFinite(NonFiniteError):
    """A vector of the frame became NaN or infinite."""

    def __init__(self, march: str, run: int, tick: int, vector: str, element: int) -> None:
        self.run, self.tick, self.vector, self.element = run, tick, vector, element
        where = f"march '{march}', run {run}, tick {tick}"
        super().__init__(f"{where}: '{vector}' element {element} is not finite")


@dataclass
class Frames:
    """The frames of some runs: `data` is (blocks, frame, lanes). A last block that is not full
    repeats the last run. `tick` is the next to come, in so many `steps`; what is held lasts `hold`
    of them."""

    march: March
    runs: int
    data: Array
    tick: int = 0
    steps: int = 1
    hold: int = 1

    def get(self, name: str) -> Array:
        """The vector `name` of every run, (runs, size)."""
        part = self.vector(name)
        return part.transpose(0, 2, 1).reshape(-1, part.shape[1])[: self.runs]

    def vector(self, name: str) -> Array:
        """The vector `name` where it lies, (blocks, size, lanes)."""
        start = self.march.offsets[name]
        return self.data[:, start : start + self.march.sizes[name]]

    def first_block(self) -> Frames:
        """A copy of the runs that run first."""
        lanes = self.data.shape[2]
        return replace(self, runs=min(self.runs, lanes), data=self.data[:1].copy())

    def replace_runs(self, runs: Collection[int], donor: int) -> None:
        """Some runs, and whatever fills up the last block, go on as another one does."""
        blocks, _, lanes = self.data.shape
        for run in (*runs, *range(self.runs, blocks * lanes)):
            self.data[run // lanes, :, run % lanes] = self.data[donor // lanes, :, donor % lanes]


class Room:
    """Memory for what is recorded from tick `first` to before `last`: `arrays`, (rows, records,
    size) for each name, a row for every run."""

    def __init__(self, march: March, rows: int, first: int, last: int) -> None:
        self._every, self._begin = march.record_every, -(-first // march.record_every)
        records = -(-last // march.record_every) - self._begin
        sizes = [march.sizes[name] for name in march.record]
        shapes = [(rows, records, size) for size in sizes]
        self.arrays = dict(zip(march.record, _beside_each_other(shapes), strict=True))
        self._addresses = np.array([a.ctypes.data for a in self.arrays.values()], dtype=np.int64)
        self._sizes = np.array(sizes, dtype=np.int64)
        self._distances = records * self._sizes
        self._rows, self._records = rows, records

    def places(self, first: int, last: int, blocks: int, lanes: int) -> NDArray[np.int64]:
        """Where each block records from tick `first` to before `last`: for each name an address,
        and how far from there the next lane's row is, in doubles."""
        done, end = (-(-tick // self._every) - self._begin for tick in (first, last))
        if self.arrays and (done < 0 or end > self._records or blocks * lanes > self._rows):
            raise InputError(  # the code would write beyond it
                "no room for what is recorded",
                where="march",
                got=f"{blocks * lanes} runs, and records from {done} to {end}",
                expected=f"at most {self._rows} runs and {self._records} records",
            )
        found = np.empty((blocks, 2 * len(self._sizes)), dtype=np.int64)
        rows = lanes * np.arange(blocks)[:, None]
        found[:, ::2] = self._addresses + _DOUBLE * (done * self._sizes + rows * self._distances)
        found[:, 1::2] = self._distances
        return found


def _beside_each_other(shapes: Sequence[tuple[int, ...]]) -> list[Array]:
    """Arrays, the small ones in one piece of memory: systems give large pieces in large pages, and
    to touch a small page for the first time takes longer than to fill it."""
    sizes = [math.prod(shape) for shape in shapes]
    block = np.empty(sum(size for size in sizes if size <= _SMALL))
    found, end = [], 0
    for shape, size in zip(shapes, sizes, strict=True):
        if size > _SMALL:
            found.append(np.empty(shape))
        else:
            found.append(block[end : end + size].reshape(shape))
            end += size
    return found


class CompiledMarch:
    """A march as machine code. Every run gives the same bits, alone or beside others."""

    def __init__(
        self,
        march: March,
        lanes: int | None = None,
        tables: Mapping[str, ArrayLike] | None = None,
        *,
        pack: bool = True,
    ) -> None:
        """`tables`: for each play its rows, (rows, size), or (runs, rows, size) where each run has
        its own; the last row stays to the end. `pack`: as in `emit_object`, for code of one lane;
        it makes long programs slow to compile."""
        check_march(march)
        self.march = march
        self._lanes, self._pack = lanes or host_cpu().lanes, pack
        self.tables = [self._table(play, (tables or {}).get(play.name)) for play in march.plays]
        self._loaded: dict[int, Any] = {}

    def with_table(self, name: str, rows: ArrayLike) -> CompiledMarch:
        """The same machine code with other rows for one of its plays."""
        twin = copy.copy(self)
        twin.tables = [
            self._table(play, rows) if play.name == name else table
            for play, table in zip(self.march.plays, self.tables, strict=True)
        ]
        return twin

    def _run(self, lanes: int) -> Any:
        """The code for that many lanes, made when it is first wanted."""
        if lanes not in self._loaded:
            march = self.march
            rates = (march.record, march.record_every, march.record_before, march.plays)
            calls = [(call.every, call.program.digest()) for call in march.calls]
            groups = (march.steps, march.first, march.held)
            others = [[one.digest() for one in group] for group in groups]
            key = repr(("march", lanes, self._pack, rates, calls, others))
            code = stored(key, lambda: self._emitted(lanes))
            loaded = LoadedCode(code, (march_name(lanes),))
            self._loaded[lanes] = loaded.function(march_name(lanes), _native)
        return self._loaded[lanes]

    def _emitted(self, lanes: int) -> bytes:
        text = march_text(self.march, (lanes,), host_cpu().has_fma)
        return emit_object(text, pack=self._pack and lanes == 1)

    def _table(self, play: Play, rows: ArrayLike | None) -> Array:
        table = np.asarray([] if rows is None else rows, dtype=np.float64)
        if table.ndim != 2 + play.own or table.shape[-1] != play.size or not table.size:
            raise InputError(
                "wrong shape",
                where=f"march '{self.march.name}', rows of '{play.name}'",
                got=table.shape if rows is not None else None,
                expected=f"({'runs, ' if play.own else ''}rows, {play.size})",
            )
        # Rows of one run lie behind each other. Those of several may be anywhere, and overlap.
        behind = table.strides[-2:] == (play.size * _DOUBLE, _DOUBLE)
        return table if behind else np.ascontiguousarray(table)

    def _slices(self, first: int, last: int) -> list[Array]:
        """The rows that are due from tick `first` to before `last`."""
        found = []
        for play, table in zip(self.march.plays, self.tables, strict=True):
            begin, end = -(-first // play.every), -(-last // play.every)
            if end <= table.shape[-2]:
                found.append(table[..., begin:end, :])
            else:
                rows = np.minimum(np.arange(begin, end), table.shape[-2] - 1)
                found.append(np.ascontiguousarray(table[..., rows, :]))
        return found

    def _played(self, first: int, last: int, frames: Frames) -> list[AddressTable]:
        """The same, for each block of runs."""
        blocks, plays, slices = len(frames.data), self.march.plays, self._slices(first, last)
        if not any(play.own for play in plays):
            return [AddressTable(slices, [0] * len(slices))] * blocks
        found = []
        for block in range(blocks):
            parts, distances = [], []
            for play, rows in zip(plays, slices, strict=True):
                part = self._of_block(play, rows, frames, block) if play.own else rows
                parts.append(part)
                distances.append(part.strides[0] // _DOUBLE if play.own else 0)
            found.append(AddressTable(parts, distances))
        return found

    def _of_block(self, play: Play, rows: Array, frames: Frames, block: int) -> Array:
        """The rows of its runs. A last block that is not full repeats the last run."""
        if len(rows) != frames.runs:
            raise InputError(
                "rows for another number of runs",
                where=f"march '{self.march.name}', '{play.name}'",
                got=len(rows),
                expected=frames.runs,
            )
        lanes = frames.data.shape[2]
        part = rows[block * lanes : (block + 1) * lanes]
        missing = lanes - len(part)
        return np.concatenate([part, np.repeat(part[-1:], missing, axis=0)]) if missing else part

    def prepare(self, runs: int) -> None:
        """Makes the code that so many runs need, if it is not there yet."""
        self._run(self._width(runs))

    def _width(self, runs: int) -> int:
        return 1 if runs == 1 else self._lanes

    def start(self, values: Mapping[str, ArrayLike], runs: int = 1) -> Frames:
        """Frames at tick 0. Values are (size,) for all runs alike, or (runs, size); what is not
        given is zero."""
        lanes = self._width(runs)
        data = np.zeros((-(-runs // lanes), self.march.frame_size, lanes))
        for name, value in values.items():
            if name not in self.march.sizes or name == TICK:
                raise InputError(
                    "nothing of that name to start from",
                    where=f"march '{self.march.name}'",
                    got=repr(name),
                    expected=f"one of {[n for n in self.march.sizes if n != TICK]}",
                )
            self._fill(data, name, value, runs)
        return Frames(self.march, runs, data)

    def frames(self, blocks: int, lanes: int) -> Frames:
        """So many full blocks, at tick 0 and all zero."""
        return Frames(self.march, blocks * lanes, np.zeros((blocks, self.march.frame_size, lanes)))

    def _fill(self, data: Array, name: str, value: ArrayLike, runs: int) -> None:
        blocks, _, lanes = data.shape
        size, start = self.march.sizes[name], self.march.offsets[name]
        given = np.asarray(value, dtype=np.float64)
        if given.shape not in ((size,), (runs, size)):
            raise InputError(
                "wrong shape",
                where=f"march '{self.march.name}', '{name}'",
                got=given.shape,
                expected=f"({size},) or ({runs}, {size})",
            )
        rows = np.broadcast_to(given, (runs, size))
        full = np.concatenate([rows, np.repeat(rows[-1:], blocks * lanes - runs, axis=0)])
        data[:, start : start + size] = full.reshape(blocks, lanes, size).transpose(0, 2, 1)

    def room(self, runs: int, ticks: int) -> Room:
        """Memory for what so many ticks from 0 on record. It may hold more runs than asked for, so
        that the last block is full."""
        lanes = self._width(runs)
        return Room(self.march, -(-runs // lanes) * lanes, 0, ticks)

    def advance(self, frames: Frames, ticks: int, threads: int = 1) -> dict[str, Array]:
        """Run `ticks` more ticks; returns what was recorded, (runs, records, size) for each name.

        A value that is not finite raises NonFiniteError, which tells where. After that, and after
        an interruption, the frames are as they were before.
        """
        blocks, _, lanes = frames.data.shape
        room = Room(self.march, blocks * lanes, frames.tick, frames.tick + ticks)
        self.advance_into(room, frames, ticks, threads)
        return {name: array[: frames.runs] for name, array in room.arrays.items()}

    def advance_into(self, room: Room, frames: Frames, ticks: int, threads: int = 1) -> None:
        """The same; what is recorded goes to the places that its ticks have in the room."""
        before = frames.data.copy()
        first, last = frames.tick, frames.tick + ticks
        run = self._run(frames.data.shape[2])
        plays = self._played(first, last, frames)
        blocks, _, lanes = frames.data.shape
        data, rows = frames.data, room.places(first, last, blocks, lanes)
        ticks_and_steps = (first, last, frames.steps, frames.hold)
        frame, row = data.ctypes.data, rows.ctypes.data
        size_of_frame, size_of_row = data.strides[0], rows.strides[0]

        def one(block: int, owned: object = (data, rows, room)) -> bool:
            places = frame + block * size_of_frame, row + block * size_of_row
            return bool(run(*ticks_and_steps, *places, plays[block]) == 0.0)

        try:
            fine = all_of(one, blocks, threads)
        except BaseException:
            frames.data[:] = before
            raise
        if not all(fine):
            frames.data[:] = before
            raise self._not_finite(frames, ticks, fine.index(False))
        frames.tick = last

    def _not_finite(self, frames: Frames, ticks: int, block: int) -> NonFiniteError:
        """Tick by tick, until it happens again."""
        alone = replace(frames, data=frames.data[block : block + 1].copy())
        run, lanes = self._run(frames.data.shape[2]), frames.data.shape[2]
        for tick in range(frames.tick, frames.tick + ticks):
            plays = self._played(tick, tick + 1, frames)[block]
            room = Room(self.march, lanes, tick, tick + 1)
            rows = room.places(tick, tick + 1, 1, lanes)
            places = alone.data.ctypes.data, rows.ctypes.data
            if run(tick, tick + 1, frames.steps, frames.hold, *places, plays) == 0.0:
                continue
            for name in self.march.sizes:
                bad = np.argwhere(~np.isfinite(replace(alone, runs=lanes).get(name)))
                if bad.size:
                    lane, element = bad[0].tolist()
                    return NotFinite(self.march.name, block * lanes + lane, tick, name, element)
        return NonFiniteError(f"march '{self.march.name}': a value is not finite")
