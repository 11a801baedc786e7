"""An ExportModel as C: a struct for its state, and functions that start it and take it on."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from armwright.compiler import Program
from armwright.compiler.march import TICK
from armwright.export.c_code.beginning import BeginningCode
from armwright.export.c_code.files import source_text
from armwright.export.c_code.functions import CFunction, CSignature, ElementExpression, function
from armwright.export.c_code.text import identifiers, literal, numbers, table
from armwright.export.model import ExportModel, ModelVector, PreparedRows, Stage

#: A statement, and at multiples of how many ticks it is due.
_Due = tuple[int, str]


class ModelCode:
    """The names of a model in C, and its source. `prefix` begins what others can see."""

    def __init__(self, model: ExportModel, prefix: str) -> None:
        self.model, self.prefix = model, prefix
        self.state, self.input, self.output = (
            f"{prefix}_{word}" for word in ("state", "input", "output")
        )
        vectors = (*model.vectors.state, *model.vectors.outputs)
        #: Vector → member of the structs; in all of them the same word.
        self.members = identifiers((vector.name for vector in vectors), taken=(TICK,))
        self._programs = identifiers(f"run {one.name}" for one in model.routine.programs)
        self._tables = identifiers(f"rows of {rows.name}" for rows in self._rows)
        self._beginning: BeginningCode | None = None
        if model.open.beginning:
            self._beginning = BeginningCode(
                model.open.beginning, model.open.parameters, self.state, self.members, self._at
            )

    @property
    def step_parameters(self) -> dict[str, str]:
        own = {"s": f"{self.state} *s"}
        return {**own, "u": f"const {self.input} *u"} if self.model.vectors.inputs else own

    def source(self, stem: str) -> str:
        model = self.model
        functions = [self._function(one) for one in model.routine.programs]
        texts = [
            *(self._table(rows) for rows in self._rows),
            *(one.text for one in functions),
            *self._stages(),
            *self._settle(),
            *self._init(),
            self._step(),
            self._outputs(),
            self._time(),
            self._is_finite(),
        ]
        calls = {name for one in functions for name in one.calls}
        calls |= self._beginning.calls if self._beginning else set()
        about = f"The {model.source.part} of scenario '{model.source.scenario}'."
        return source_text(stem, about, calls, texts)

    @property
    def _rows(self) -> tuple[PreparedRows, ...]:
        return (*self.model.routine.before.rows, *self.model.routine.after.rows)

    def _function(self, program: Program) -> CFunction:
        name = self._programs[f"run {program.name}"]
        if program is self.model.routine.observe:
            parameters = {"s": f"const {self.state} *s", "y": f"{self.output} *y"}
            return function(program, CSignature(name, parameters), self._at("s"), self._at("y"))
        parameters = {"s": f"{self.state} *s"}
        return function(program, CSignature(name, parameters), self._at("s"), self._at("s"))

    def _at(self, struct: str) -> ElementExpression:
        def place(vector: str, element: int) -> str:
            if vector == TICK:
                return f"(double){struct}->{TICK}"
            return f"{struct}->{self.members[vector]}[{element}]"

        return place

    def _table(self, rows: PreparedRows) -> str:
        count, size = rows.rows.shape
        head = f"static const double {self._tables[f'rows of {rows.name}']}[{count}][{size}] = {{"
        return "\n".join([head, *table(rows.rows.tolist(), "    "), "};", ""])

    def _stages(self) -> list[str]:
        model, texts = self.model, []
        if self._rows:
            texts.append(_ROW)
        if model.routine.before.calls:
            texts.append(self._stage("before", model.routine.before))
        if model.routine.motion.programs:
            texts.append(self._move())
        if model.routine.after.calls:
            texts.append(self._stage("after", model.routine.after))
        return texts

    def _stage(self, name: str, stage: Stage) -> str:
        due: list[_Due] = [(rows.every, self._read(rows)) for rows in stage.rows]
        due += [(call.every, self._call(call.program)) for call in stage.calls]
        return _defined(f"static void {name}({self.state} *s)", _timed(due))

    def _read(self, rows: PreparedRows) -> str:
        member, count = self.members[rows.name], len(rows.rows)
        row = f"{self._tables[f'rows of {rows.name}']}[row_at(s->tick / {rows.every}, {count})]"
        return f"memcpy(s->{member}, {row}, sizeof s->{member});"

    def _call(self, program: Program) -> str:
        return f"{self._programs[f'run {program.name}']}(s);"

    def _move(self) -> str:
        motion = self.model.routine.motion
        lines = [f"    {self._call(one)}" for one in motion.first]
        each = [self._call(one) for one in motion.programs]
        if motion.held:
            step = "s->tick" if motion.steps == 1 else f"(s->tick * {motion.steps} + k)"
            held = [f"    {self._call(one)}" for one in motion.held]
            if motion.hold > 1:
                held = [f"if ({step} % {motion.hold} == 0) {{", *held, "}"]
            each = [*held, *each]
        if motion.steps == 1:
            lines += [f"    {line}" for line in each]
        else:
            loop = f"    for (uint64_t k = 0; k < {motion.steps}; k++) {{"
            lines += [loop, *(f"        {line}" for line in each), "    }"]
        return _defined(f"static void move({self.state} *s)", lines)

    def _settle(self) -> list[str]:
        program = self.model.routine.settle
        head = f"void {self.prefix}_settle({self.state} *s)"
        return [_defined(head, [f"    {self._call(program)}"])] if program else []

    def _init(self) -> list[str]:
        """First values, what makes a state of them, and both at once."""
        model, prefix, own = self.model, self.prefix, f"{self.state} *s"
        values = [f"    .{TICK} = 0,"]
        values += [line for v in model.vectors.state if any(v.start) for line in self._start(v)]
        settle = ["    settle(s);"] if model.open.beginning else []
        after = ["    after(s);"] if model.routine.after.calls else []
        after += [f"    {prefix}_settle(s);"] if model.routine.settle else []
        start, begin = f"    {prefix}_start(s);", f"    {prefix}_begin(s);"
        found = [
            "\n".join([f"static const {self.state} first_values = {{", *values, "};", ""]),
            *(self._beginning.texts if self._beginning else ()),
            _defined(f"void {prefix}_start({own})", ["    *s = first_values;"]),
            _defined(f"void {prefix}_begin({own})", [*settle, *after] or ["    (void)s;"]),
            _defined(f"void {prefix}_init({own})", [start, begin]),
        ]
        if model.open.seed is not None:
            seed = f"    s->{self.members['seed']}[0] = (double)(seed & 0x7fffffff);"
            head = f"void {prefix}_init_seeded({own}, uint32_t seed)"
            found.append(_defined(head, [start, seed, begin]))
        if model.open.beginning:
            found.append(_defined(f"void {prefix}_tune({own})", ["    tune(s);"]))
        return found

    def _start(self, vector: ModelVector) -> list[str]:
        member = self.members[vector.name]
        if vector.size == 1:
            return [f"    .{member} = {{{literal(vector.start[0])}}},"]
        return [f"    .{member} = {{", *numbers(vector.start, " " * 8), "    },"]

    def _step(self) -> str:
        model = self.model
        lines = [_copy("s", "u", self.members[vector.name]) for vector in model.vectors.inputs]
        lines += ["before(s);"] if model.routine.before.calls else []
        lines += ["move(s);"] if model.routine.motion.programs else []
        lines.append("s->tick++;")
        lines += ["after(s);"] if model.routine.after.calls else []
        parameters = ", ".join(self.step_parameters.values())
        return _defined(f"void {self.prefix}_step({parameters})", [f"    {one}" for one in lines])

    def _outputs(self) -> str:
        observe = self.model.routine.observe
        shown = {port.name for port in observe.outputs} if observe else set()
        lines = [f"{self._programs[f'run {observe.name}']}(s, y);"] if observe else []
        held = [vector.name for vector in self.model.vectors.outputs if vector.name not in shown]
        lines += [_copy("y", "s", self.members[name]) for name in held]
        lines = lines or ["(void)s, (void)y;"]
        head = f"void {self.prefix}_outputs(const {self.state} *s, {self.output} *y)"
        return _defined(head, [f"    {line}" for line in lines])

    def _time(self) -> str:
        value = f"    return (double)s->tick * {literal(self.model.routine.tick)};"
        return _defined(f"double {self.prefix}_time(const {self.state} *s)", [value])

    def _is_finite(self) -> str:
        lines = ["    double sum = 0.0; /* not a number as soon as one is not finite */"]
        for size, group in itertools.groupby(
            self.model.vectors.state, key=lambda vector: vector.size
        ):
            lines.append(f"    for (int k = 0; k < {size}; k++) {{")
            lines += [f"        sum += 0.0 * s->{self.members[v.name]}[k];" for v in group]
            lines.append("    }")
        head = f"int {self.prefix}_is_finite(const {self.state} *s)"
        return _defined(head, [*lines, "    return sum == 0.0;"])


_ROW = """\
/* The number of a row; the last one stays. */
static uint64_t row_at(uint64_t sample, uint64_t rows)
{
    return sample < rows ? sample : rows - 1;
}
"""


def _copy(target: str, source: str, member: str) -> str:
    return f"memcpy({target}->{member}, {source}->{member}, sizeof {target}->{member});"


def _timed(due: Iterable[_Due]) -> list[str]:
    """Statements, each under the condition that it is due."""
    lines: list[str] = []
    for every, group in itertools.groupby(due, key=lambda one: one[0]):
        statements = [text for _, text in group]
        if every == 1:
            lines += [f"    {text}" for text in statements]
        else:
            lines.append(f"    if (s->tick % {every} == 0) {{")
            lines += [*(f"        {text}" for text in statements), "    }"]
    return lines


def _defined(head: str, lines: Iterable[str]) -> str:
    return "\n".join([head, "{", *lines, "}", ""])
