"""A main that runs exported code and compares it with what our own machine code has given."""

from __future__ import annotations

from collections.abc import Iterable

from armwright.arrays import Array
from armwright.export.c_code.arm import ArmCode
from armwright.export.c_code.model import ModelCode
from armwright.export.c_code.text import comment, identifiers, table
from armwright.export.expected import Record, random_cases

#: How far numbers may be off, as a part of the largest of their kind: rounding of another
#: processor, and what a run makes of it.
TOLERANCE = 1e-6
#: What counts as zero, in any unit: where nothing moves, there is only rounding to compare.
NOTHING = 1e-9

_COMPARE = """\
/* Largest difference so far, and largest expected value. */
typedef struct {
    double difference, size;
} comparison;

static void compare(comparison *c, const double *got, const double *expected, int count)
{
    for (int k = 0; k < count; k++) {
        const double difference = fabs(got[k] - expected[k]);
        if (!(difference <= c->difference)) {
            c->difference = difference; /* NaN stays */
        }
        if (fabs(expected[k]) > c->size) {
            c->size = fabs(expected[k]);
        }
    }
}

static int failed(const char *name, const comparison *c)
{
    const int fine = c->difference <= TOLERANCE * c->size + NOTHING;
    printf("%-40s %s: largest difference %.1e of %.1e\\n", name, fine ? "ok" : "WRONG",
           c->difference, c->size);
    return !fine;
}
"""


def arm_test(code: ArmCode, stem: str) -> str:
    """Every function at random states."""
    parts: list[str] = []
    body: list[str] = []
    for quantity, program in code.programs.items():
        signature = code.signature(quantity)
        cases, results = random_cases(program)
        words = list(signature.parameters)
        inputs = [f"{quantity}_{word}" for word in words[: len(cases)]]
        outputs = [f"{quantity}_{word}" for word in words[len(cases) :]]
        for name, rows in zip((*inputs, *outputs), (*cases, *results), strict=True):
            parts += _rows(name, rows)
        sizes = [rows.shape[1] for rows in results]
        found = [f"got{k}" for k in range(len(sizes))]
        body += ["    {", "        comparison c = {0.0, 0.0};"]
        body += [f"        double {g}[{n}];" for g, n in zip(found, sizes, strict=True)]
        body.append(f"        for (int k = 0; k < {len(cases[0])}; k++) {{")
        arguments = ", ".join([*(f"{name}[k]" for name in inputs), *found])
        body.append(f"            {signature.name}({arguments});")
        for g, name, n in zip(found, outputs, sizes, strict=True):
            body.append(f"            compare(&c, {g}, {name}[k], {n});")
        body += ["        }", f'        wrong += failed("{quantity}", &c);', "    }"]
    return _program(stem, parts, ["    int wrong = 0;", *body])


def model_test(code: ModelCode, stem: str, record: Record) -> str:
    """From the start to the last tick of the record."""
    prefix, members = code.prefix, code.members
    parts = [f"static const uint64_t ticks[{len(record.ticks)}] = {{"]
    parts += [f"    {', '.join(map(str, record.ticks))}", "};", ""]
    expected = identifiers(f"expected {name}" for name in record.outputs)
    given = identifiers(f"given {name}" for name in record.inputs)
    for words, values in ((expected, record.outputs), (given, record.inputs)):
        for word, rows in zip(words.values(), values.values(), strict=True):
            parts += _rows(word, rows)
    step = ["&s", "&u"] if record.inputs else ["&s"]
    copies = [
        f"            memcpy(u.{members[name]}, {word}[s.tick], sizeof u.{members[name]});"
        for name, word in zip(record.inputs, given.values(), strict=True)
    ]
    comparisons = [
        f"        compare(&c[{k}], y.{members[name]}, {word}[row], {rows.shape[1]});"
        for k, ((name, rows), word) in enumerate(
            zip(record.outputs.items(), expected.values(), strict=True)
        )
    ]
    count = len(record.outputs)
    names = ", ".join(f'"{members[name]}"' for name in record.outputs)
    body = [
        f"    static const char *const names[{count}] = {{{names}}};",
        f"    comparison c[{count}] = {{{{0.0, 0.0}}}};",
        f"    {code.state} s;",
        f"    {code.output} y;",
        *([f"    {code.input} u;"] if record.inputs else []),
        "    int wrong = 0;",
        f"    {prefix}_init(&s);",
        f"    for (int row = 0; row < {len(record.ticks)}; row++) {{",
        "        while (s.tick < ticks[row]) {",
        *copies,
        f"            {prefix}_step({', '.join(step)});",
        "        }",
        f"        {prefix}_outputs(&s, &y);",
        *comparisons,
        "    }",
        f"    for (int k = 0; k < {count}; k++) {{",
        "        wrong += failed(names[k], &c[k]);",
        "    }",
    ]
    return _program(stem, parts, body)


def _program(stem: str, parts: Iterable[str], body: Iterable[str]) -> str:
    return "\n".join(
        [
            *comment(
                f"Compares {stem}.c with numbers of armwright's own machine code. Exits with 0 if "
                f"they agree to {TOLERANCE:g} of the largest value of their kind, else with 1."
            ),
            f'#include "{stem}.h"',
            "",
            "#include <math.h>",
            "#include <stdio.h>",
            "#include <string.h>",
            "",
            f"#define TOLERANCE {TOLERANCE!r}",
            f"#define NOTHING {NOTHING!r}",
            "",
            _COMPARE,
            *parts,
            "int main(void)",
            "{",
            *body,
            '    printf("%s\\n", wrong ? "WRONG" : "all agree");',
            "    return wrong ? 1 : 0;",
            "}",
            "",
        ]
    )


def _rows(name: str, rows: Array) -> list[str]:
    count, size = rows.shape
    head = f"static const double {name}[{count}][{size}] = {{"
    return [head, *table(rows.tolist(), "    "), "};", ""]
