"""From a series to an expression that one can read.

Sums of waves with equal coefficients become products: 1 + cos 2x is 2 cos² x. What all terms share
goes in front of a bracket; so does what several share, if it is a mass, a velocity, a force,
gravity or a function of an angle. Lengths are left inside, as in m (a² + b²).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import sympy as sp

from armwright.equations.algebra import Coordinates, Counts, upright
from armwright.equations.series import Series, Wave

#: Symbols with their powers.
Monomial: TypeAlias = tuple[tuple[sp.Symbol, int], ...]

#: Velocities are put together, as in q̇1 (2 q̇1 + q̇2), with numbers up to this one.
LARGEST = 4
#: A coefficient times a product of waves.
Product: TypeAlias = tuple[Any, tuple[Wave, ...]]
#: Numbers that are so many times another are written as its multiples.
MULTIPLES = 4


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


def collapsed(waves: Mapping[Wave, Any]) -> list[Product]:
    """Σ coefficient · wave, with as many pairs as possible turned into products."""
    left = sorted(waves.items(), key=lambda item: (_size(item[0]), item[0]), reverse=True)
    found: list[Product] = []
    while left:
        wave, coefficient = left.pop(0)
        partner = next(
            (k for k, other in enumerate(left) if _fit((wave, coefficient), other)), None
        )
        if partner is None:
            found.append((coefficient, (wave,) if any(wave[0]) else ()))
            continue
        other, second = left.pop(partner)
        found.append(_product(wave, coefficient, other, second))
    return found


def _size(wave: Wave) -> int:
    return sum(abs(count) for count in wave[0])


def _fit(one: tuple[Wave, Any], two: tuple[Wave, Any]) -> bool:
    """Both sines or both cosines, equal but for the sign, with whole half sums of their angles."""
    ((f, sine_f), a), ((g, sine_g), b) = one, two
    even = all((x + y) % 2 == 0 for x, y in zip(f, g, strict=True))
    return sine_f == sine_g and even and a in (b, -b)


def _product(one: Wave, a: Any, two: Wave, b: Any) -> Product:
    """cos x + cos y = 2 cos h cos d, cos x − cos y = −2 sin h sin d, sin x ± sin y alike, with
    h = (x + y) / 2 and d = (x − y) / 2."""
    (f, is_sine), (g, _) = one, two
    h = tuple((x + y) // 2 for x, y in zip(f, g, strict=True))
    d = tuple((x - y) // 2 for x, y in zip(f, g, strict=True))
    same = a == b
    if is_sine:
        first, second, sign = (h, same), (d, not same), 1
    else:
        first, second, sign = (h, not same), (d, not same), 1 if same else -1
    (wave_h, sign_h), (wave_d, sign_d) = _straight(*first), _straight(*second)
    return 2 * a * sign * sign_h * sign_d, (wave_h, wave_d)


def _straight(counts: Counts, is_sine: bool) -> tuple[Wave, int]:
    counts, sign = upright(counts)
    return (counts, is_sine), sign if is_sine else 1


@dataclass(frozen=True)
class Term:
    """A number times symbols and functions, each as often as it says."""

    coefficient: Any
    factors: Counter[sp.Expr]


def factored(terms: Sequence[Term], rank: Callable[[sp.Expr], int]) -> sp.Expr:
    """`rank`: which factors to put in front of brackets first; those with 0 never."""
    if not terms:
        return sp.Integer(0)
    common = terms[0].factors
    for term in terms[1:]:
        common = common & term.factors
    unit = _common_number([term.coefficient for term in terms])
    front = unit * sp.Mul(*common.elements())
    rest = [Term(term.coefficient / unit, term.factors - common) for term in terms]
    best = _most_shared(rest, rank)
    if best is None:
        return front * sp.Add(*(_single(term) for term in rest))
    inside = [term for term in rest if term.factors[best]]
    outside = [term for term in rest if not term.factors[best]]
    return front * (factored(inside, rank) + factored(outside, rank))


def _single(term: Term) -> sp.Expr:
    return term.coefficient * sp.Mul(*term.factors.elements())


def _most_shared(terms: Sequence[Term], rank: Callable[[sp.Expr], int]) -> sp.Expr | None:
    """Of equally shared ones that of the higher rank. A function stays inside where it occurs
    with different powers, as in a sin² x + b sin x."""
    powers: dict[sp.Expr, list[int]] = {}
    for term in terms:
        for factor, power in term.factors.items():
            powers.setdefault(factor, []).append(power)
    shared = [
        (len(found), rank(factor), str(factor), factor)
        for factor, found in powers.items()
        if len(found) > 1 and rank(factor) and (factor.is_Symbol or len(set(found)) == 1)
    ]
    return max(shared, key=lambda item: item[:3])[3] if shared else None


def _common_number(numbers: Sequence[Any]) -> Any:
    """The smallest, if all others are small multiples of it; with the sign of the first."""
    smallest = min(numbers, key=abs)
    ratios = [number / smallest for number in numbers]
    whole = all(r.is_Integer and abs(r) <= MULTIPLES for r in ratios)
    unit = abs(smallest) if whole else sp.Integer(1)
    return -unit if all(number < 0 for number in numbers) else unit
