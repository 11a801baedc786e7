"""Fits the polynomials of `armwright.compiler.math` and writes its coefficients.py.

    python tools/fit_polynomials.py          write the file
    python tools/fit_polynomials.py --check  fail if the file differs from what would be written

Each polynomial is a weighted minimax fit (Remez exchange, in 50 digits). Coefficients are rounded
to doubles one after the other, lowest power first, and the remaining ones are fitted again each
time, so that they make up for the rounding of those before them. The same numbers come out on
every machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mpmath import mp, mpf

mp.dps = 50
OUTPUT = Path(__file__).parents[1] / "src/armwright/compiler/math/coefficients.py"
GRID = 400
#: enough for a fresh fit; a refit may go round in circles between peaks of equal height
EXCHANGES = 10


@dataclass(frozen=True)
class Fit:
    """`target(z)` on [low, high] by `terms` coefficients; the error counts times `weight(z)`."""

    name: str
    meaning: str
    target: Callable[[mpf], mpf]
    weight: Callable[[mpf], mpf]
    low: mpf
    high: mpf
    terms: int


def odd_part(function: Callable[[mpf], mpf]) -> Callable[[mpf], mpf]:
    """P of f(r) = r + r³ P(r²), as a function of z = r²."""

    def target(z: mpf) -> mpf:
        if z < mpf("1e-12"):
            return mp.taylor(function, 0, 3)[3]
        r = mp.sqrt(z)
        return (function(r) / r - 1) / z

    return target


def odd_weight(function: Callable[[mpf], mpf]) -> Callable[[mpf], mpf]:
    """An error of P is r³/f(r) times as large in f, relative to f."""
    return lambda z: z * mp.sqrt(z) / function(mp.sqrt(z)) if z else mpf(0)


def log_ratio(s: mpf) -> mpf:
    return mp.log1p(s) - mp.log1p(-s)


def log_part(z: mpf) -> mpf:
    return 2 * odd_part(lambda s: log_ratio(s) / 2)(z)


#: Reductions may overshoot their interval by a rounding error.
SLACK = 1 + mpf(2) ** -20
QUARTER = mp.pi / 4 * SLACK
HALF_LOG2 = mp.log(2) / 2 * SLACK
#: largest (m − 1)/(m + 1) for √½ ≤ m ≤ √2
LARGEST_S = (mp.sqrt(2) - 1) / (mp.sqrt(2) + 1) * SLACK

FITS = (
    Fit("SIN", "sin r = r + r³ P(r²), |r| ≤ π/4",
        odd_part(mp.sin), odd_weight(mp.sin), mpf(0), QUARTER**2, 6),
    Fit("COS", "cos r = 1 + r² P(r²), |r| ≤ π/4",
        lambda z: (mp.cos(mp.sqrt(z)) - 1) / z if z else mpf(-1) / 2,
        lambda z: z / mp.cos(mp.sqrt(z)), mpf(0), QUARTER**2, 7),
    Fit("TAN", "tan r = r + r³ P(r²), |r| ≤ π/4",
        odd_part(mp.tan), odd_weight(mp.tan), mpf(0), QUARTER**2, 14),
    Fit("EXP", "eʳ = 1 + r + r² P(r), |r| ≤ ln 2 / 2",
        lambda r: (mp.expm1(r) - r) / r**2 if r else mpf(1) / 2,
        lambda r: r**2 / mp.exp(r), -HALF_LOG2, HALF_LOG2, 10),
    Fit("TANH", "tanh x = x + x³ P(x²), |x| ≤ 0.55",
        odd_part(mp.tanh), odd_weight(mp.tanh), mpf(0), mpf("0.55") ** 2, 10),
    Fit("SINH", "sinh x = x + x³ P(x²), |x| ≤ 1",
        odd_part(mp.sinh), odd_weight(mp.sinh), mpf(0), mpf(1), 7),
    Fit("LOG", "log((1 + s)/(1 − s)) = 2 s + s³ P(s²), |s| ≤ 3 − 2√2",
        log_part, odd_weight(log_ratio), mpf(0), LARGEST_S**2, 7),
    Fit("LOG_TAIL", "log((1 + s)/(1 − s)) = 2 s + s³ (2/3 + s² P(s²)), |s| ≤ 3 − 2√2",
        lambda z: (log_part(z) - mpf(2) / 3) / z if z else mpf(2) / 5,
        lambda z: z * odd_weight(log_ratio)(z), mpf(0), LARGEST_S**2, 8),
    Fit("ASIN", "asin r = r + r³ P(r²), |r| ≤ 1/2",
        odd_part(mp.asin), odd_weight(mp.asin), mpf(0), mpf(1) / 4, 12),
    Fit("ATAN", "atan r = r + r³ P(r²), |r| ≤ 1",
        odd_part(mp.atan), odd_weight(mp.atan), mpf(0), mpf(1), 20),
)  # fmt: skip


def chebyshev_points(low: mpf, high: mpf, count: int) -> list[mpf]:
    return [
        (low + high) / 2 - (high - low) / 2 * mp.cos(mp.pi * k / (count - 1)) for k in range(count)
    ]


class Minimax:
    """Σ c_k z^k over `powers` with the smallest largest weighted error on the grid."""

    def __init__(self, fit: Fit) -> None:
        self.grid = chebyshev_points(fit.low, fit.high, GRID)
        self.weights = [abs(fit.weight(z)) for z in self.grid]
        self.powers = [[z**k for k in range(fit.terms)] for z in self.grid]
        self.residual = [fit.target(z) for z in self.grid]

    def solve(self, powers: range) -> list[mpf]:
        count = len(powers) + 1
        chosen = [round((j + 0.5) * (GRID - 1) / count) for j in range(count)]
        best, smallest = [], mp.inf
        for _ in range(EXCHANGES):
            coefficients, level = self._levelled(chosen, powers)
            errors = self._errors(coefficients, powers)
            if max(map(abs, errors)) < smallest:
                best, smallest = coefficients, max(map(abs, errors))
            if smallest <= abs(level) * mpf("1.001"):
                break
            chosen = alternating_peaks(errors, count)
        return best

    def fix(self, power: int, coefficient: float) -> None:
        for j, row in enumerate(self.powers):
            self.residual[j] -= mpf(coefficient) * row[power]

    def largest_error(self) -> mpf:
        return max(abs(w * e) for w, e in zip(self.weights, self.residual, strict=True))

    def _levelled(self, chosen: list[int], powers: range) -> tuple[list[mpf], mpf]:
        """Coefficients for which the errors at the chosen points are +E, −E, +E, …, and E."""
        rows, right = [], []
        for i, j in enumerate(chosen):
            weight = self._signed_weight(j, powers)
            rows.append([weight * self.powers[j][k] for k in powers] + [mpf(-1) ** i])
            right.append(weight * self.residual[j])
        solution = list(mp.lu_solve(mp.matrix(rows), mp.matrix(right)))
        return solution[:-1], solution[-1]

    def _errors(self, coefficients: list[mpf], powers: range) -> list[mpf]:
        errors = []
        for j, row in enumerate(self.powers):
            value = sum(c * row[k] for c, k in zip(coefficients, powers, strict=True))
            errors.append(self._signed_weight(j, powers) * (self.residual[j] - value))
        return errors

    def _signed_weight(self, j: int, powers: range) -> mpf:
        """Errors alternate after z^lowest, which all terms share, is taken out: so is its sign."""
        odd = powers.start % 2 == 1
        return -self.weights[j] if odd and self.grid[j] < 0 else self.weights[j]


def alternating_peaks(errors: list[mpf], count: int) -> list[int]:
    """The largest error of each run of equal sign, the lowest dropped until `count` are left."""
    peaks: list[int] = []
    for j, error in enumerate(errors):
        if not error:
            continue
        if peaks and (error > 0) == (errors[peaks[-1]] > 0):
            if abs(error) > abs(errors[peaks[-1]]):
                peaks[-1] = j
        else:
            peaks.append(j)
    while len(peaks) > count:
        heights = [abs(errors[j]) for j in peaks]
        lowest = heights.index(min(heights))
        if lowest in (0, len(peaks) - 1) or len(peaks) == count + 1:
            peaks.pop(0 if heights[0] < heights[-1] else -1)
        else:  # with a neighbour, so that signs still alternate
            neighbour = lowest + 1 if heights[lowest + 1] < heights[lowest - 1] else lowest - 1
            del peaks[min(lowest, neighbour) : max(lowest, neighbour) + 1]
    if len(peaks) < count:
        raise RuntimeError(f"the exchange lost its alternation: {len(peaks)} of {count} peaks")
    return peaks


def coefficients_of(fit: Fit) -> tuple[list[float], mpf]:
    problem = Minimax(fit)
    found: list[float] = []
    for power in range(fit.terms):
        found.append(float(problem.solve(range(power, fit.terms))[0]))
        problem.fix(power, found[-1])
    return found, problem.largest_error()


def truncated(value: mpf, bits: int) -> float:
    """`value` cut to `bits` significant bits."""
    scale = mpf(2) ** (bits - 1 - int(mp.floor(mp.log(abs(value), 2))))
    return float(mp.floor(value * scale) / scale)


def parts_of(value: mpf, bits: list[int]) -> list[float]:
    """Doubles of so many bits that add up to `value`; the last one is rounded."""
    parts = []
    for count in bits[:-1]:
        parts.append(truncated(value, count))
        value -= mpf(parts[-1])
    return [*parts, float(value)]


def constants() -> dict[str, tuple[str, list[float]]]:
    half_pi, log2 = mp.pi / 2, mp.log(2)
    return {
        "HALF_PI": ("π/2 = sum of these, 53 bits each", parts_of(half_pi, [53] * 3)),
        "HALF_PI_SHORT": (
            "π/2 = sum of these; n times the first three is exact up to n = 2^17",
            parts_of(half_pi, [36, 36, 36, 53]),
        ),
        "LOG_2": (
            "ln 2 = sum of these; n times the first is exact up to n = 2^11",
            parts_of(log2, [42, 53]),
        ),
        "TWO_THIRDS": ("2/3 = sum of these", parts_of(mpf(2) / 3, [53] * 2)),
    }


def text() -> str:
    lines = ['"""Generated by tools/fit_polynomials.py: do not edit."""', ""]
    for name, (meaning, values) in constants().items():
        lines += [f"#: {meaning}", *listing(name, values), ""]
    for fit in FITS:
        values, error = coefficients_of(fit)
        lines.append(f"#: {fit.meaning}; relative error below 2^{mp.nstr(mp.log(error, 2), 4)}")
        lines += [*listing(fit.name, values), ""]
    return "\n".join(lines)


def listing(name: str, values: list[float]) -> list[str]:
    return [f"{name} = [", *(f"    {value!r}," for value in values), "]"]


def main() -> None:
    wanted = text()
    if "--check" in sys.argv[1:]:
        if OUTPUT.read_text() != wanted:
            raise SystemExit(f"{OUTPUT} is not what this script writes; run it without --check")
    else:
        OUTPUT.write_text(wanted)


if __name__ == "__main__":
    main()
