"""The header of a model: its types and functions, and what one has to know of them."""

from __future__ import annotations

from collections.abc import Sequence

from armwright.export.c_code.files import header_text
from armwright.export.c_code.model import ModelCode
from armwright.export.c_code.text import comment, lacking
from armwright.export.model import ExportModel, ModelVector, ScenarioPart

#: No line of a struct is longer, its comment included.
_WIDEST = 110
_STEP: dict[ScenarioPart, str] = {
    "loop": "From one tick to the next.",
    "plant": "From one tick to the next, under the inputs.",
    "controller": "What the controller does at a tick, with the inputs of that tick.",
}
_OUTPUTS: dict[ScenarioPart, str] = {
    "loop": "The signals at the present time.",
    "plant": "The signals at the present time; those that depend on inputs use the last ones.",
    "controller": "The outputs of the last step.",
}
_TOGETHER = (
    "At every tick of the whole loop: get the plant's outputs; give the controller's step those "
    "that it has as inputs, under the same names; give its outputs, under the same names, to the "
    "plant's step."
)


def model_header(code: ModelCode, stem: str) -> str:
    model, prefix = code.model, code.prefix
    source, vectors, tick = model.source, model.vectors, model.routine.tick
    about = [
        f"{stem}.h: {source.words}.",
        "",
        f"Every step advances the time by {tick:g} s. Joints and motors are in the order "
        f"{', '.join(source.joints)}. Units are SI; rad stands for the coordinate of any joint: if "
        "it is prismatic, read m, and N for N m.",
        *lacking(source.left_out),
        *_notes(model),
        *_example(code),
    ]
    body = [
        *comment("Time from step to step, s."),
        f"#define {prefix.upper()}_TICK {tick!r}",
        "",
        *_struct(code, code.state, "What is kept from step to step.", vectors.state, tick=True),
        *_inputs(code),
        *_struct(code, code.output, "The outputs.", vectors.outputs),
        *_functions(code),
    ]
    return header_text(stem, prefix, about, body)


def _notes(model: ExportModel) -> list[str]:
    """How it is used, at which rates its blocks run, what it costs."""
    routine = model.routine
    together = ["", _TOGETHER] if model.source.part != "loop" else []
    rates = ", ".join(f"'{name}' at {rate:g} Hz" for name, rate in routine.rates.items())
    sampled = ["", f"Sampled blocks: {rates}."] if rates else []
    moving = (*routine.motion.programs, *routine.motion.held)
    operations = sum(
        len(one.code) * (routine.motion.steps if one in moving else 1) for one in routine.programs
    )
    rows = sum(rows.rows.size for stage in (routine.before, routine.after) for rows in stage.rows)
    cost = f"A step and its outputs take at most about {operations} operations."
    if rows:
        cost += f" Prepared motion takes {8 * rows} bytes of constants; its last point is held."
    return [*together, *sampled, "", cost]


def _example(code: ModelCode) -> list[str]:
    prefix, inputs = code.prefix, code.model.vectors.inputs
    before = code.model.source.part == "controller"
    outputs, step = f"{prefix}_outputs(&s, &y);", f"{prefix}_step(&s{', &u' if inputs else ''});"
    return [
        "",
        "To use it:",
        f"{code.state} s;",
        *([f"{code.input} u;"] if inputs else []),
        f"{code.output} y;",
        f"{prefix}_init(&s);",
        f"for (;;) {{ {f'{step} {outputs}' if before else f'{outputs} {step}'} }}",
    ]


def _inputs(code: ModelCode) -> list[str]:
    if not code.model.vectors.inputs:
        return []
    about = "The inputs of a step; they hold until the next one."
    return _struct(code, code.input, about, code.model.vectors.inputs)


def _struct(
    code: ModelCode, name: str, about: str, vectors: Sequence[ModelVector], *, tick: bool = False
) -> list[str]:
    lines = [*comment(about), "typedef struct {"]
    if tick:
        lines.append("    uint64_t tick; /* the number of steps so far */")
    elif not vectors:
        lines.append("    char empty; /* C has no structs without members */")
    for vector in vectors:
        member = f"    double {code.members[vector.name]}[{vector.size}];"
        unit = f" [{vector.unit}]" if vector.unit else ""
        labels = f": {', '.join(vector.labels)}" if len(vector.labels) > 1 else ""
        about_it = comment(f"{vector.meaning}{unit}{labels}")
        fits = len(about_it) == 1 and len(member) + len(about_it[0]) < _WIDEST
        lines += [f"{member} {about_it[0]}"] if fits else [*(f"    {l}" for l in about_it), member]
    return [*lines, f"}} {name};", ""]


def _functions(code: ModelCode) -> list[str]:
    model, prefix, state = code.model, code.prefix, code.state
    steps = ", ".join(code.step_parameters.values())
    lines = _function("The state at time 0, before any step.", f"void {prefix}_init({state} *s)")
    seed = model.open.seed
    if seed is not None:
        lines += _function(
            f"The same with a seed for the random numbers, below 2^31; init uses {seed}.",
            f"void {prefix}_init_seeded({state} *s, uint32_t seed)",
        )
    lines += _function(
        "start sets the first values, which may then be changed; begin computes the state that "
        "follows from them. init does both.",
        f"void {prefix}_start({state} *s);\nvoid {prefix}_begin({state} *s)",
    )
    if model.open.beginning:
        lines += _function(
            "Call this after changing parameters in a state that has begun.",
            f"void {prefix}_tune({state} *s)",
        )
    if model.routine.settle:
        lines += _function(
            "How the equations go on after an event.", f"void {prefix}_settle({state} *s)"
        )
    lines += _function(_STEP[model.source.part], f"void {prefix}_step({steps})")
    lines += _function(
        _OUTPUTS[model.source.part], f"void {prefix}_outputs(const {state} *s, {code.output} *y)"
    )
    lines += _function("The time of the next step, s.", f"double {prefix}_time(const {state} *s)")
    lines += _function(
        "1 as long as every number of the state is finite, else 0.",
        f"int {prefix}_is_finite(const {state} *s)",
    )
    return lines


def _function(about: str, declaration: str) -> list[str]:
    return [*comment(about), f"{declaration};", ""]
