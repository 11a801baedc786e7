"""model.h: what the general part of an FMU has to know of its model, as tables of C."""

from __future__ import annotations

from armwright.export.c_code.model import ModelCode
from armwright.export.c_code.text import comment, literal
from armwright.export.fmi.package import FmuInterface, Package
from armwright.export.fmi.variables import Variable, VariableRole
from armwright.system.names import VELOCITY

_ROLES: dict[VariableRole, str] = {
    "time": "TIME",
    "seed": "SEED",
    "parameter": "PARAMETER",
    "input": "INPUT",
    "output": "OUTPUT",
    "state": "STATE",
    "derivative": "DERIVATIVE",
    "indicator": "INDICATOR",
}
#: Interface → how its functions and tables begin, and the pointer to its model.
_WORDS: dict[FmuInterface, tuple[str, str]] = {
    "co-simulation": ("cs", "co_simulation"),
    "model-exchange": ("me", "model_exchange"),
}


def model_h(package: Package, token: str) -> str:
    lines = [
        *comment(f"The model '{package.name}' as instance.h expects it."),
        "#ifndef MODEL_H",
        "#define MODEL_H",
        "",
        '#include "instance.h"',
        *(f'#include "{code.prefix}.h"' for code in package.interfaces.values()),
        "",
        f"#define FMI_VERSION {package.version}",
        f'#define TOKEN "{token}"',
        "",
    ]
    for kind, (word, pointer) in _WORDS.items():
        code = package.interfaces.get(kind)
        if code is None:
            lines += [f"static const model *const {pointer} = NULL;", ""]
            continue
        lines += [*_table(package, code, word), *_nominals(package, word), *_functions(code, word)]
        lines += _model(package, kind, code, token)
    return "\n".join([*lines, "#endif", ""])


def _table(package: Package, code: ModelCode, word: str) -> list[str]:
    lines = [f"static const variable {word}_variables[{len(package.variables)}] = {{"]
    lines += [f"    {_entry(one, code)}," for one in package.variables]
    return [*lines, "};", ""]


def _entry(variable: Variable, code: ModelCode) -> str:
    """`{role, size, place in the state, place in the outputs}`"""
    settled = variable.role == "state" and not variable.start
    role = "SETTLED_STATE" if settled else _ROLES[variable.role]
    places = {"state": "0", "output": "0"}
    for struct, vectors in (
        ("state", code.model.vectors.state),
        ("output", code.model.vectors.outputs),
    ):
        if variable.role != "time" and any(one.name == variable.vector for one in vectors):
            member = f"{code.members[variable.vector]}[{variable.place}]"
            places[struct] = f"offsetof({code.prefix}_{struct}, {member})"
    return f"{{{role}, {variable.size}, {places['state']}, {places['output']}}}"


def _nominals(package: Package, word: str) -> list[str]:
    values = [
        literal(one.nominal)
        for one in package.variables
        if one.role == "state" and one.nominal is not None
        for _ in range(one.size)
    ]
    if not values:
        return []
    return [f"static const double {word}_nominals[{len(values)}] = {{{', '.join(values)}}};", ""]


def _functions(code: ModelCode, word: str) -> list[str]:
    """Those of the model, for any struct."""
    prefix, model = code.prefix, code.model
    own = f"{code.state} *own = s;"
    lines = []
    for name in ("start", "begin", *(["tune"] if model.open.beginning else [])):
        lines += [f"static void {word}_{name}(void *s)", "{", f"    {prefix}_{name}(s);", "}", ""]
    if not model.routine.motion.programs and any(one.name == "time" for one in model.vectors.state):
        head = f"static void {word}_set_time(void *s, double time)"
        member = code.members["time"]
        lines += [head, "{", f"    {own}", f"    own->{member}[0] = time;", "}", ""]
    if word == "cs":
        lines += [f"static void {word}_step(void *s)", "{", *_step(code), "}", ""]
    else:
        lines += _events(code, word)
    return [
        *lines,
        f"static void {word}_outputs(const void *s, void *y)",
        "{",
        f"    {prefix}_outputs(s, y);",
        "}",
        "",
        f"static int {word}_is_finite(const void *s)",
        "{",
        f"    return {prefix}_is_finite(s);",
        "}",
        "",
    ]


def _events(code: ModelCode, word: str) -> list[str]:
    """What happens at ticks, and after every event."""
    routine, lines = code.model.routine, []
    if routine.period:
        next_tick = f"(double)(own->tick + {routine.period}) * {literal(routine.tick)}"
        lines += [
            f"static double {word}_next_tick(const void *s)",
            "{",
            f"    const {code.state} *own = s;",
            f"    return {next_tick};",
            "}",
            "",
            f"static void {word}_sample(void *s)",
            "{",
            f"    for (int k = 0; k < {routine.period}; k++) {{",
            *(f"    {line}" for line in _step(code)),
            "    }",
            "}",
            "",
        ]
    if routine.settle:
        velocity = code.members[VELOCITY]
        lines += [
            f"static int {word}_settle(void *s)",
            "{",
            f"    const {code.state} *own = s;",
            f"    double before[sizeof own->{velocity} / sizeof(double)];",
            f"    memcpy(before, own->{velocity}, sizeof before);",
            f"    {code.prefix}_settle(s);",
            f"    return memcmp(before, own->{velocity}, sizeof before) != 0;",
            "}",
            "",
        ]
    return lines


def _indicators(code: ModelCode) -> list[str]:
    found = code.model.vectors.indicators
    if found is None:
        return []
    place = f"offsetof({code.output}, {code.members[found.name]})"
    return [f"    .indicators = {found.size},", f"    .indicator = {place},"]


def _step(code: ModelCode) -> list[str]:
    """Inputs stand in the state."""
    words = [code.members[one.name] for one in code.model.vectors.inputs]
    if not words:
        return [f"    {code.prefix}_step(s);"]
    return [
        f"    const {code.state} *own = s;",
        f"    {code.input} u;",
        *(f"    memcpy(u.{word}, own->{word}, sizeof u.{word});" for word in words),
        f"    {code.prefix}_step(s, &u);",
    ]


def _model(package: Package, kind: FmuInterface, code: ModelCode, token: str) -> list[str]:
    word, pointer = _WORDS[kind]
    functions = "\n".join(_functions(code, word))
    states = sum(one.size for one in package.variables if one.role == "state")
    mark = int(token.strip("{}").replace("-", "")[:15], 16) * 16 + list(_WORDS).index(kind)

    def optional(name: str) -> str:
        return f"{word}_{name}" if f" {word}_{name}(" in functions else "NULL"

    return [
        f"static const model {word}_model = {{",
        f"    .mark = UINT64_C(0x{mark:X}),",
        f"    .tick = {literal(code.model.routine.tick)},",
        f"    .state_size = sizeof({code.state}),",
        f"    .output_size = sizeof({code.output}),",
        f"    .variables = {len(package.variables)},",
        f"    .table = {word}_variables,",
        f"    .states = {states},",
        f"    .nominals = {f'{word}_nominals' if states else 'NULL'},",
        *_indicators(code),
        f"    .start = {word}_start,",
        f"    .begin = {word}_begin,",
        f"    .tune = {optional('tune')},",
        f"    .set_time = {optional('set_time')},",
        f"    .step = {optional('step')},",
        f"    .outputs = {word}_outputs,",
        f"    .next_tick = {optional('next_tick')},",
        f"    .sample = {optional('sample')},",
        f"    .settle = {optional('settle')},",
        f"    .is_finite = {word}_is_finite,",
        "};",
        f"static const model *const {pointer} = &{word}_model;",
        "",
    ]
