"""Programs that call each other through time: a native loop over ticks.

The programs share a frame, a list of named vectors; a program's input reads the vector of its
name, an output writes it. At every tick prepared vectors are read in, the programs run in the order
given, each at its own rate, and the recorded vectors are copied out. The last of them, the steps of
a tick, run as often as the caller says; what they hold is renewed before every so many steps, as
the caller says, too. One lane is one run: all that differs between runs lies in the frame. Nothing
else lives on from tick to tick, so that a march can stop anywhere and go on.
Sines of angles beyond 10¹² rad are not finite here, and end the march (see `math.sincos`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from armwright.compiler.body import ProgramBody, sum_of_lanes
from armwright.compiler.emitter import Emitter
from armwright.compiler.program import Port, Program
from armwright.compiler.transposing import store_rows
from armwright.errors import InputError

_ARGUMENTS = "ptr %frame, ptr %work"
#: The vector that holds the number of the tick; no program may write it.
TICK = "tick"


@dataclass(frozen=True)
class Call:
    """A program, run at the ticks that are multiples of `every`."""

    program: Program
    every: int = 1


@dataclass(frozen=True)
class Play:
    """A vector that is given before the run: a new row at ticks that are multiples of `every`, the
    same for all runs, or of each run's `own`."""

    name: str
    size: int
    every: int = 1
    own: bool = False


@dataclass(frozen=True)
class March:
    """What happens at each tick: `plays`, the calls, then `steps`, some times over. `held` run
    before every so many of all steps since tick 0. The vectors `record` are copied out at multiples
    of `record_every`, before the call with the number `record_before`. `first` runs whenever a
    march begins or goes on: it writes what depends on vectors that nothing else writes."""

    name: str
    calls: tuple[Call, ...]
    record: tuple[str, ...] = ()
    record_every: int = 1
    record_before: int = 0
    plays: tuple[Play, ...] = ()
    steps: tuple[Program, ...] = ()
    first: tuple[Program, ...] = ()
    held: tuple[Program, ...] = ()

    @cached_property
    def programs(self) -> tuple[Program, ...]:
        """All of them, each once."""
        calls = (call.program for call in self.calls)
        return tuple(dict.fromkeys((*self.first, *calls, *self.held, *self.steps)))

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """The vectors of the frame, in order, and how long they are."""
        found: dict[str, tuple[Port, str]] = {TICK: (Port(TICK, (1,)), self.name)}
        for play in self.plays:
            found[play.name] = (Port(play.name, (play.size,)), "play")
        for program in self.programs:
            for port in (*program.inputs, *program.outputs):
                first, owner = found.setdefault(port.name, (port, program.name))
                if first.size != port.size:
                    raise InputError(
                        f"'{port.name}' has two sizes",
                        where=f"march '{self.name}'",
                        got=f"{port.size} in '{program.name}', {first.size} in '{owner}'",
                    )
        return {name: port.size for name, (port, _) in found.items()}

    @cached_property
    def offsets(self) -> Mapping[str, int]:
        offsets, end = {}, 0
        for name, size in self.sizes.items():
            offsets[name] = end
            end += size
        return offsets

    @property
    def frame_size(self) -> int:
        return sum(self.sizes.values())


def march_name(lanes: int) -> str:
    return f"march_x{lanes}"


def march_text(march: March, lane_widths: tuple[int, ...], has_fma: bool) -> str:
    """The IR: `double march_xN(first tick, last tick, steps, hold, frame, records, plays)`, which
    returns NaN if a value that a program stored is not finite. `hold`: how many steps `held` last.
    `plays` and `records` point at two numbers for each play and each recorded vector: the address
    where the next row of the first lane is or goes, and how far from there that of the next lane
    is, in doubles."""
    texts: set[str] = set()
    bodies = {one: _body(one, f"program{k}_") for k, one in enumerate(march.programs)}
    for lanes in lane_widths:
        for body in bodies.values():
            ports = (*body.program.inputs, *body.program.outputs)
            places = [march.offsets[port.name] for port in ports]
            texts.update(body.functions(lanes, has_fma, lambda e, p=places: _FrameAccess(e, p)))  # type: ignore[misc]
        texts.update(_loop(march, bodies, Emitter(lanes, has_fma)))
    return "\n".join([*sorted(texts), '!0 = !{!"branch_weights", i32 1, i32 9999}', ""])


def _body(program: Program, name: str) -> ProgramBody:
    written = {port.name for port in program.outputs}
    overwrites = any(port.name in written for port in program.inputs)
    return ProgramBody(program, name, _ARGUMENTS, stores_last=overwrites, bounded=True)


def check_march(march: March) -> None:
    """Refuses what cannot run."""
    where = f"march '{march.name}'"
    known = march.sizes
    for name in march.record:
        if name not in known:
            raise InputError(
                "nothing of that name to record",
                where=where,
                got=repr(name),
                expected=f"one of {list(known)}",
            )
    for program in march.programs:
        if any(port.name == TICK for port in program.outputs):
            raise InputError(f"'{TICK}' is written by '{program.name}'", where=where)
    for what, every in (
        ("record", march.record_every),
        *((call.program.name, call.every) for call in march.calls),
        *((play.name, play.every) for play in march.plays),
    ):
        if every < 1:
            raise InputError(f"rate of '{what}'", where=where, got=every, expected="1 or more")


class _FrameAccess:
    """Ports that lie at fixed places of the frame."""

    def __init__(self, e: Emitter, places: list[int]) -> None:
        self._e, self._places = e, places
        self.preamble: list[str] = []

    def load(self, port: int, element: int) -> str:
        pointer = _at(self._e, "%frame", self._places[port] + element)
        return self._e.emit(f"load {self._e.double}, ptr {pointer}, align 8")

    def store(self, results: Mapping[tuple[int, int], str]) -> None:
        for (port, element), value in results.items():
            pointer = _at(self._e, "%frame", self._places[port] + element)
            self._e.lines.append(f"  store {self._e.double} {value}, ptr {pointer}, align 8")


def _at(e: Emitter, base: str, index: int) -> str:
    return e.emit(f"getelementptr {e.double}, ptr {base}, i64 {index}")


def _loop(march: March, bodies: dict[Program, ProgramBody], e: Emitter) -> list[str]:
    total = "%bad.last"
    e.start_block("begin")
    began = e.constant(0.0)
    for program in march.first:
        began = _calls(bodies[program], e, began)
    e.lines.append("  br label %loop")
    e.start_block("loop")
    e.lines += [
        "  %tick = phi i64 [ %first, %begin ], [ %tick.next, %end ]",
        f"  %bad.first = phi {e.double} [ {began}, %begin ], [ {total}, %end ]",
        *(
            f"  %play{k} = phi ptr [ %play{k}.first, %begin ], [ %play{k}.next, %end ]"
            for k in range(len(march.plays))
        ),
        *(
            f"  %out{k} = phi ptr [ %out{k}.first, %begin ], [ %out{k}.next, %end ]"
            for k in range(len(march.record))
        ),
    ]
    _store_tick(march, e)
    played = [_play(march, k, e) for k in range(len(march.plays))]
    bad, rows = "%bad.first", []
    for k, call in enumerate(march.calls):
        if k == march.record_before:
            rows = _record(march, e)
        bad = _call(call, bodies[call.program], e, bad)
    if march.record_before >= len(march.calls):
        rows = _record(march, e)
    held, steps = ([bodies[one] for one in group] for group in (march.held, march.steps))
    bad = _steps(held, steps, e, bad)
    e.lines.append("  br label %end")
    before = e.block
    e.start_block("end")
    e.lines += [
        f"  {total} = phi {e.double} [ {bad}, %{before} ]",
        *(f"  %out{k}.next = phi ptr [ {p}, %{before} ]" for k, p in enumerate(rows)),
        *(f"  %play{k}.next = phi ptr [ {p}, %{before} ]" for k, p in enumerate(played)),
        "  %tick.next = add i64 %tick, 1",
        "  %more = icmp slt i64 %tick.next, %last",
        "  br i1 %more, label %loop, label %done",
    ]
    slots = max((body.slots for body in bodies.values()), default=1)
    numbers = "i64 %first, i64 %last, i64 %steps, i64 %hold"
    arguments = f"{numbers}, ptr %frame, ptr %records, ptr %plays"
    head = f"define double @{march_name(e.lanes)}({arguments}) {{"
    lines = [
        head,
        "entry:",
        f"  %work = alloca {e.double}, i64 {slots}, align 64",
        *(
            line
            for k in range(len(march.plays))
            for line in (
                f"  %play{k}.at = getelementptr i64, ptr %plays, i64 {2 * k}",
                f"  %play{k}.first = load ptr, ptr %play{k}.at, align 8",
                f"  %apart{k}.at = getelementptr i64, ptr %plays, i64 {2 * k + 1}",
                f"  %apart{k} = load i64, ptr %apart{k}.at, align 8",
            )
        ),
        *(
            line
            for k in range(len(march.record))
            for line in (
                f"  %out{k}.at = getelementptr i64, ptr %records, i64 {2 * k}",
                f"  %out{k}.first = load ptr, ptr %out{k}.at, align 8",
                f"  %lane{k}.at = getelementptr i64, ptr %records, i64 {2 * k + 1}",
                f"  %lane{k} = load i64, ptr %lane{k}.at, align 8",
            )
        ),
        "  %some = icmp slt i64 %first, %last",
        "  br i1 %some, label %begin, label %none",
        *e.lines,
        "done:",
        *sum_of_lanes(e, total),
        "none:",
        "  ret double 0.0",
        "}",
    ]
    return ["\n".join(lines), *e.declarations]


def _store_tick(march: March, e: Emitter) -> None:
    _store_in_all_lanes(e, e.emit("sitofp i64 %tick to double"), march.offsets[TICK])


def _store_in_all_lanes(e: Emitter, number: str, place: int) -> None:
    if e.lanes > 1:
        first = e.emit(f"insertelement {e.double} poison, double {number}, i32 0")
        number = e.emit(
            f"shufflevector {e.double} {first}, {e.double} poison, "
            f"<{e.lanes} x i32> zeroinitializer"
        )
    pointer = _at(e, "%frame", place)
    e.lines.append(f"  store {e.double} {number}, ptr {pointer}, align 8")


def _play(march: March, number: int, e: Emitter) -> str:
    """Reads the next row where one is due; returns where the row after it is."""
    play, pointer = march.plays[number], f"%play{number}"
    with _Every(e, play.every) as due:
        if play.own and e.lanes > 1:
            rows = _rows_of_lanes(e, pointer, f"%apart{number}")
            _copy_in(e, rows, march.offsets[play.name], play.size)
        else:
            for k in range(play.size):
                value = _double_at(e, pointer, k)
                _store_in_all_lanes(e, value, march.offsets[play.name] + k)
        onward = e.emit(f"getelementptr double, ptr {pointer}, i64 {play.size}")
    return due.joined("ptr", onward, pointer)


def _record(march: March, e: Emitter) -> list[str]:
    """Copies the recorded vectors; returns where the next row of each goes."""
    before = [f"%out{k}" for k in range(len(march.record))]
    if not before:
        return []
    with _Every(e, march.record_every) as due:
        onward = []
        for k, name in enumerate(march.record):
            _copy_out(e, march.offsets[name], march.sizes[name], before[k], f"%lane{k}")
            onward.append(e.emit(f"getelementptr double, ptr {before[k]}, i64 {march.sizes[name]}"))
    return [due.joined("ptr", after, row) for after, row in zip(onward, before, strict=True)]


def _copy_out(e: Emitter, place: int, size: int, row: str, distance: str) -> None:
    """A vector of the frame, in which lanes lie side by side, into a row of each lane's own."""
    if e.lanes == 1:
        e.declarations.add("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
        source = _at(e, "%frame", place)
        e.lines.append(
            f"  call void @llvm.memcpy.p0.p0.i64(ptr {row}, ptr {source}, i64 {8 * size}, i1 0)"
        )
        return
    rows = _rows_of_lanes(e, row, distance)
    values = [
        e.emit(f"load {e.double}, ptr {_at(e, '%frame', place + k)}, align 8") for k in range(size)
    ]
    store_rows(e, values, rows, 0)


def _copy_in(e: Emitter, rows: list[str], place: int, size: int) -> None:
    """The other way round: a row of each lane's own into a vector of the frame."""
    for k in range(size):
        value = "poison"
        for lane, row in enumerate(rows):
            one = _double_at(e, row, k)
            value = e.emit(f"insertelement {e.double} {value}, double {one}, i32 {lane}")
        e.lines.append(f"  store {e.double} {value}, ptr {_at(e, '%frame', place + k)}, align 8")


def _rows_of_lanes(e: Emitter, row: str, distance: str) -> list[str]:
    rows = [row]
    for _ in range(e.lanes - 1):
        rows.append(e.emit(f"getelementptr double, ptr {rows[-1]}, i64 {distance}"))
    return rows


def _double_at(e: Emitter, row: str, k: int) -> str:
    at = e.emit(f"getelementptr double, ptr {row}, i64 {k}")
    return e.emit(f"load double, ptr {at}, align 8")


def _call(call: Call, body: ProgramBody, e: Emitter, bad: str) -> str:
    with _Every(e, call.every) as due:
        after = _calls(body, e, bad)
    return due.joined(e.double, after, bad)


def _calls(body: ProgramBody, e: Emitter, bad: str) -> str:
    lines, after = body.calls(e, bad)
    e.lines += lines
    return after


def _steps(held: list[ProgramBody], bodies: list[ProgramBody], e: Emitter, bad: str) -> str:
    """All of them, `%steps` times over, which is once at least; before every `%hold`-th step since
    tick 0, what is held."""
    if not bodies:
        return bad
    before, began, after = e.block, bad, "%bad.stepped"
    e.lines.append("  br label %step")
    e.start_block("step")
    top, bad = len(e.lines), "%bad.step"
    if held:
        done = e.emit("mul i64 %tick, %steps")
        since = e.emit(f"add i64 {done}, %step.number")
        with _Every(e, "%hold", e.emit(f"sub i64 {since}, 1")) as due:
            renewed = bad
            for body in held:
                renewed = _calls(body, e, renewed)
        bad = due.joined(e.double, renewed, bad)
    for body in bodies:
        bad = _calls(body, e, bad)
    e.lines[top:top] = [
        f"  %step.number = phi i64 [ 1, %{before} ], [ %step.next, %{e.block} ]",
        f"  %bad.step = phi {e.double} [ {began}, %{before} ], [ {after}, %{e.block} ]",
    ]
    e.lines += [
        f"  {after} = fadd {e.double} {bad}, {e.constant(-0.0)}",
        "  %step.next = add i64 %step.number, 1",
        "  %step.more = icmp sle i64 %step.next, %steps",
        "  br i1 %step.more, label %step, label %stepped",
    ]
    e.start_block("stepped")
    return after


class _Every:
    """Code that runs only where `count` is a multiple of `every`."""

    def __init__(self, e: Emitter, every: int | str, count: str = "%tick") -> None:
        self._e, self._every, self._count = e, every, count

    def __enter__(self) -> _Every:
        e = self._e
        self._before = e.block
        if self._every != 1:
            rest = e.emit(f"urem i64 {self._count}, {self._every}")
            now = e.emit(f"icmp eq i64 {rest}, 0")
            inside, self._join = e.label("due"), e.label("on")
            e.lines.append(f"  br i1 {now}, label %{inside}, label %{self._join}")
            e.start_block(inside)
        return self

    def __exit__(self, *_: object) -> None:
        self._inside = self._e.block
        if self._every != 1:
            self._e.lines.append(f"  br label %{self._join}")
            self._e.start_block(self._join)

    def joined(self, kind: str, inside: str, otherwise: str) -> str:
        """The value after both ways have met."""
        if self._every == 1:
            return inside
        ways = f"[ {inside}, %{self._inside} ], [ {otherwise}, %{self._before} ]"
        return self._e.emit(f"phi {kind} {ways}")
