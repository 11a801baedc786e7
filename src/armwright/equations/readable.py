"""From a series to an expression that one can read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import sympy as sp

from armwright.equations.algebra import Coordinates
from armwright.equations.collapse import collapsed
from armwright.equations.factoring import Term, factored
from armwright.equations.series import Series, Wave

#: Symbols with their powers.
Monomial: TypeAlias = tuple[tuple[sp.Symbol, int], ...]

#: Velocities are put together, as in q̇1 (2 q̇1 + q̇2), with numbers up to this one.
LARGEST = 4


def expression(series: Series, coordinates: Coordinates, ranks: Mapping[sp.Symbol, int]) -> sp.Expr:
    """`ranks`: which symbols to put in front of brackets first; 0 or none for never."""
    terms = [
        term
        for parameters, waves in _sorted_out(series, coordinates).items()
        for term in _terms(parameters, waves, coordinates)
    ]
    return factored(terms, lambda factor: ranks.get(factor, 0 if factor.is_Symbol else 1))


def _sorted_out(
    series: Series, coordinates: Coordinates
) -> dict[Monomial, dict[Wave, dict[Monomial, Any]]]:
    """Coefficients by parameters, wave, and velocities."""
    ring, velocities = series.algebra.ring, set(coordinates.dq)
    found: dict[Monomial, dict[Wave, dict[Monomial, Any]]] = {}
    for wave, polynomial in series.terms.items():
        for powers, coefficient in polynomial.terms():
            every = [(s, power) for s, power in zip(ring.symbols, powers, strict=True) if power]
            parameters = tuple(item for item in every if item[0] not in velocities)
            speeds = tuple(item for item in every if item[0] in velocities)
            at_wave = found.setdefault(parameters, {}).setdefault(wave, {})
            at_wave[speeds] = ring.domain.to_sympy(coefficient)
    return found


def _terms(
    parameters: Monomial, waves: Mapping[Wave, Mapping[Monomial, Any]], coordinates: Coordinates
) -> Iterator[Term]:
    outside = Counter(dict(parameters))
    left: dict[Monomial, dict[Wave, Any]] = {}
    for wave, speeds in waves.items():
        product = _speeds_as_product(speeds)
        if product is not None:
            sign, function = _functions([wave] if any(wave[0]) else [], coordinates)
            yield Term(sign * product.coefficient, outside + product.factors + function)
            continue
        for powers, coefficient in speeds.items():
            left.setdefault(powers, {})[wave] = coefficient
    for powers, amplitudes in left.items():
        for coefficient, found in collapsed(amplitudes):
            sign, functions = _functions(found, coordinates)
            yield Term(sign * coefficient, outside + Counter(dict(powers)) + functions)


def _speeds_as_product(speeds: Mapping[Monomial, Any]) -> Term | None:
    """Several products of velocities as one, if it has whole and small numbers only."""
    first = next(iter(speeds.values()))
    ratios = [x / first for x in speeds.values()]
    if len(speeds) < 2 or not all(_is_simple(ratio) for ratio in ratios):
        return None
    total = sp.Add(
        *(x * sp.Mul(*(s**p for s, p in m)) for m, x in zip(speeds, ratios, strict=True))
    )
    unit, factors = sp.factor_list(total)
    for factor, _ in factors:
        numbers = sp.Poly(factor).coeffs()
        if sp.Poly(factor).total_degree() > 1 or max(abs(x) for x in numbers) > LARGEST:
            return None
    return Term(first * unit, Counter(dict(factors)))


def _is_simple(number: Any) -> bool:
    return bool(number.is_Rational and max(abs(number.p), number.q) <= LARGEST**2)


def _functions(waves: Iterable[Wave], coordinates: Coordinates) -> tuple[int, Counter[sp.Expr]]:
    """SymPy may write sin(q1 − q2 − q3) as −sin(q2 + q3 − q1): the sign stands apart."""
    functions: Counter[sp.Expr] = Counter()
    sign = 1
    for counts, is_sine in waves:
        angle = sp.Add(*(count * q for count, q in zip(counts, coordinates.q, strict=True)))
        function = sp.sin(angle) if is_sine else sp.cos(angle)
        if function.could_extract_minus_sign():
            sign, function = -sign, -function
        functions[function] += 1
    return sign, functions
