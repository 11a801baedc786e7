"""How a state begins where parameters are not the scenario's own, as C.

The arm is brought to rest as `simulation.start` does it: Gauss and Newton's method, with each
equation in units of what it is about, and of all solutions the one nearest to the guess.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from armwright.export.c_code.functions import CFunction, CSignature, ElementExpression, function
from armwright.export.model import Beginning, ModelVector, RestEquations


class BeginningCode:
    """Functions that ModelCode calls: `tune`, and `settle`, which changes first values.

    `at`: places in a struct of that name; `members`: of the state.
    """

    def __init__(
        self,
        beginning: Beginning,
        parameters: tuple[ModelVector, ...],
        state: str,
        members: Mapping[str, str],
        at: Callable[[str], ElementExpression],
    ) -> None:
        self._beginning, self._parameters = beginning, parameters
        self._state, self._members, self._at = state, members, at
        own = {"s": f"{state} *s"}
        place = at("s")
        self._functions = [function(beginning.tune, CSignature("tune", own), place, place)]
        if beginning.first:
            self._functions.append(
                function(beginning.first, CSignature("guess_first", own), place, place)
            )
        if beginning.rest:
            self._functions.append(self._residual(beginning.rest))

    @property
    def calls(self) -> set[str]:
        return {name for one in self._functions for name in one.calls}

    @property
    def texts(self) -> list[str]:
        """`first_values`, a constant, must stand before them."""
        rest = self._beginning.rest
        found = [_WORK.format(*_sizes(rest))] if rest else []
        found += [one.text for one in self._functions]
        found += [_SOLVE.format(*_sizes(rest)), self._come_to_rest(rest)] if rest else []
        return [*found, self._settle()]

    def _settle(self) -> str:
        same = [
            f"memcmp(s->{word}, first_values.{word}, sizeof s->{word}) == 0"
            for word in (self._members[one.name] for one in self._parameters)
        ]
        lines = ["    if (" + "\n        && ".join(same) + ") {", "        return;", "    }"]
        lines.append("    tune(s);")
        lines += ["    guess_first(s);"] if self._beginning.first else []
        lines += ["    come_to_rest(s);"] if self._beginning.rest else []
        return "\n".join([f"static void settle({self._state} *s)", "{", *lines, "}", ""])

    def _residual(self, rest: RestEquations) -> CFunction:
        parameters = {"s": f"const {self._state} *s", "w": "rest_equations *w"}

        def write(port: str, element: int) -> str:
            return f"w->{port}[{element}]"

        return function(rest.program, CSignature("evaluate_rest", parameters), self._at("s"), write)

    def _come_to_rest(self, rest: RestEquations) -> str:
        rows, columns = _sizes(rest)
        pointers = [f"&s->{self._members[name]}[{k}]" for name, k in rest.unknowns]
        listed = ",\n        ".join(pointers)
        return _COME_TO_REST.format(rows, columns, state=self._state, unknowns=listed)


def _sizes(rest: RestEquations) -> tuple[int, int]:
    residual, _ = rest.program.outputs
    return residual.size, len(rest.unknowns)


_WORK = """\
typedef struct {{
    double residual[{0}], jacobian[{0} * {1}];
}} rest_equations;
"""

_SOLVE = """\
/* The shortest x with the least |A x - b|; A is stored column by column, and lost. Rotations make
 * its columns orthogonal (Hestenes), which gives its singular values. */
static void solve_least_squares(double A[{0} * {1}], const double b[{0}], double x[{1}])
{{
    double V[{1} * {1}] = {{0.0}}, largest = 0.0;
    int rotated = 1;
    for (int k = 0; k < {1}; k++) {{
        V[{1} * k + k] = 1.0;
        x[k] = 0.0;
    }}
    for (int sweep = 0; sweep < 60 && rotated; sweep++) {{
        rotated = 0;
        for (int p = 0; p < {1} - 1; p++) {{
            for (int q = p + 1; q < {1}; q++) {{
                double pp = 0.0, qq = 0.0, pq = 0.0;
                for (int i = 0; i < {0}; i++) {{
                    pp += A[{0} * p + i] * A[{0} * p + i];
                    qq += A[{0} * q + i] * A[{0} * q + i];
                    pq += A[{0} * p + i] * A[{0} * q + i];
                }}
                if (fabs(pq) <= 1e-15 * sqrt(pp * qq)) {{
                    continue;
                }}
                rotated = 1;
                const double zeta = (qq - pp) / (2.0 * pq);
                const double t = copysign(1.0, zeta) / (fabs(zeta) + sqrt(1.0 + zeta * zeta));
                const double c = 1.0 / sqrt(1.0 + t * t), s = c * t;
                for (int i = 0; i < {0}; i++) {{
                    const double a = A[{0} * p + i];
                    A[{0} * p + i] = c * a - s * A[{0} * q + i];
                    A[{0} * q + i] = s * a + c * A[{0} * q + i];
                }}
                for (int i = 0; i < {1}; i++) {{
                    const double v = V[{1} * p + i];
                    V[{1} * p + i] = c * v - s * V[{1} * q + i];
                    V[{1} * q + i] = s * v + c * V[{1} * q + i];
                }}
            }}
        }}
    }}
    for (int pass = 0; pass < 2; pass++) {{ /* the largest singular value first */
        for (int k = 0; k < {1}; k++) {{
            double square = 0.0, along = 0.0;
            for (int i = 0; i < {0}; i++) {{
                square += A[{0} * k + i] * A[{0} * k + i];
                along += A[{0} * k + i] * b[i];
            }}
            if (pass == 0) {{
                largest = square > largest ? square : largest;
            }} else if (square > 1e-24 * largest) {{
                for (int i = 0; i < {1}; i++) {{
                    x[i] += V[{1} * k + i] * along / square;
                }}
            }}
        }}
    }}
}}
"""

_COME_TO_REST = """\
/* Changes what is not given until nothing moves, or as little as can be. */
static void come_to_rest({state} *s)
{{
    double *const unknown[{1}] = {{
        {unknowns},
    }};
    double best[{1}], change[{1}], least = INFINITY;
    rest_equations w;
    for (int k = 0; k < {1}; k++) {{
        best[k] = *unknown[k];
    }}
    for (int iteration = 0; iteration < 30; iteration++) {{
        double size = 0.0;
        evaluate_rest(s, &w);
        for (int i = 0; i < {0}; i++) {{
            double norm = 0.0;
            for (int k = 0; k < {1}; k++) {{
                norm += w.jacobian[{0} * k + i] * w.jacobian[{0} * k + i];
            }}
            const double scale = norm > 0.0 ? 1.0 / sqrt(norm) : 0.0;
            for (int k = 0; k < {1}; k++) {{
                w.jacobian[{0} * k + i] *= scale;
            }}
            w.residual[i] *= scale;
            size += w.residual[i] * w.residual[i];
        }}
        if (!(size < least)) {{
            break;
        }}
        least = size;
        solve_least_squares(w.jacobian, w.residual, change);
        for (int k = 0; k < {1}; k++) {{
            best[k] = *unknown[k];
            *unknown[k] -= change[k];
        }}
    }}
    for (int k = 0; k < {1}; k++) {{
        *unknown[k] = best[k];
    }}
}}
"""
