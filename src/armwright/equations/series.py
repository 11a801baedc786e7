"""Closed forms: Fourier series in the joint angles with polynomials as coefficients.

Products of sines and cosines become sums at once, as in the rules that S2 gives its algebra
program (appendix A.2). Two expressions that are equal then look equal, sums of parallel axes'
angles stay together, and sin² + cos² never has to be searched for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import Any, TypeAlias

import sympy as sp
from sympy.polys.rings import PolyElement, PolyRing

from armwright.equations.algebra import AlgebraScalar, Angle, Coordinates, Counts, counted, upright

#: How often each angle is counted, the first that is at all positively; and whether it is a sine.
Wave: TypeAlias = tuple[Counts, bool]


#: Terms that are smaller, compared with the largest, are what rounding left of zero.
ROUNDING = 1e-14
GOOD_DIGITS = 14


class TooLong(Exception):
    """A closed form would get longer than anyone can read."""


class Series:
    """Σ polynomial · cos or sin of a sum of angles. Never changed after it is made."""

    __slots__ = ("algebra", "terms")

    def __init__(self, algebra: SeriesAlgebra, terms: dict[Wave, PolyElement]) -> None:
        self.algebra, self.terms = algebra, terms

    def __len__(self) -> int:
        """The number of terms, all multiplied out."""
        return sum(len(p) for p in self.terms.values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Series) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __neg__(self) -> Series:
        return Series(self.algebra, {wave: -p for wave, p in self.terms.items()})

    def __add__(self, other: Series) -> Series:
        if not self.terms or not other.terms:
            return self if self.terms else other
        total = dict(self.terms)
        for wave, p in other.terms.items():
            _add(total, wave, p)
        return self.algebra.checked(total)

    def __sub__(self, other: Series) -> Series:
        return self + -other

    def __mul__(self, other: Series) -> Series:
        total: dict[Wave, PolyElement] = {}
        for one, p in self.terms.items():
            for two, r in other.terms.items():
                self.algebra.spend(len(p) * len(r))
                product = p * r
                for wave, halves in _product(one, two):
                    _add(total, wave, self.algebra.times_halves(product, halves))
        return self.algebra.checked(total)

    def rounded(self, values: Mapping[sp.Symbol, float]) -> Series:
        """Without what rounding left of zero: terms that are tiny where the parameters have these
        values, and all else is one. Other coefficients keep the digits that are good."""
        ring = self.algebra.ring
        at = [values.get(symbol, 1.0) for symbol in ring.symbols]

        def size(powers: tuple[int, ...], coefficient: float) -> float:
            factors = (x**power for x, power in zip(at, powers, strict=True) if power)
            return abs(prod(factors) * coefficient)

        plain = {
            wave: [(powers, float(ring.domain.to_sympy(x))) for powers, x in p.terms()]
            for wave, p in self.terms.items()
        }
        largest = max((size(*term) for terms in plain.values() for term in terms), default=0.0)
        kept = {
            wave: ring.from_terms(
                (powers, ring.domain.from_sympy(sp.Rational(f"{x:.{GOOD_DIGITS}g}")))
                for powers, x in terms
                if size(powers, x) > ROUNDING * largest
            )
            for wave, terms in plain.items()
        }
        return self.algebra.checked(kept)


class SeriesAlgebra:
    """`limit`: how many products of single terms may be formed before `TooLong` is raised;
    `spent`: how many were."""

    def __init__(
        self,
        coordinates: Coordinates,
        symbols: Iterable[sp.Symbol],
        roots: Iterable[Any],
        limit: float,
    ) -> None:
        slides = [q for q, slide in zip(coordinates.q, coordinates.prismatic, strict=True) if slide]
        known = (*symbols, *slides, *coordinates.dq, *coordinates.ddq, *coordinates.wrench)
        roots = tuple(roots)
        domain = sp.QQ.algebraic_field(*roots) if roots else sp.QQ
        self.ring = PolyRing(known, domain, sp.lex)
        self._half = domain.from_sympy(sp.Rational(1, 2))
        self._generators = dict(zip(known, self.ring.gens, strict=True))
        self._angle = {q: k for k, q in enumerate(coordinates.q) if q not in slides}
        self._still = (0,) * coordinates.size
        self._limit, self.spent = limit, 0

    def number(self, value: Any) -> Series:
        return self._polynomial(
            self.ring.ground_new(self.ring.domain.from_sympy(sp.sympify(value)))
        )

    def symbol(self, symbol: sp.Symbol) -> Series:
        return self._polynomial(self._generators[symbol])

    def cosine_and_sine(self, angle: Angle) -> tuple[Series, Series]:
        counts, sign = counted(angle, len(self._still))
        one = self.ring.one
        return self.checked({(counts, False): one}), self.checked({(counts, True): sign * one})

    def derivative(self, scalar: Series, by: sp.Symbol) -> Series:
        total: dict[Wave, PolyElement] = {}
        for (counts, is_sine), p in scalar.terms.items():
            if by in self._angle:
                count = counts[self._angle[by]]
                _add(total, (counts, not is_sine), p * (count if is_sine else -count))
            else:
                _add(total, (counts, is_sine), p.diff(self._generators[by]))
        return self.checked(total)

    def without(self, scalar: Series, symbols: Sequence[sp.Symbol]) -> Series:
        places = [self.ring.symbols.index(symbol) for symbol in symbols]
        return self.checked(
            {
                wave: self.ring.from_terms(t for t in p.terms() if not any(t[0][k] for k in places))
                for wave, p in scalar.terms.items()
            }
        )

    def keep(self, scalar: AlgebraScalar, name: str) -> AlgebraScalar:
        return scalar

    def checked(self, terms: dict[Wave, PolyElement]) -> Series:
        return Series(self, {wave: p for wave, p in terms.items() if p})

    def times_halves(self, p: PolyElement, halves: int) -> PolyElement:
        return p if halves == 2 else p.mul_ground(self._half * halves)

    def spend(self, products: int) -> None:
        self.spent += products
        if self.spent > self._limit:
            raise TooLong

    def _polynomial(self, p: PolyElement) -> Series:
        return Series(self, {(self._still, False): p} if p else {})


def _add(total: dict[Wave, PolyElement], wave: Wave, p: PolyElement) -> None:
    old = total.get(wave)
    total[wave] = p if old is None else old + p


def _product(one: Wave, two: Wave) -> Iterable[tuple[Wave, int]]:
    """Twice the product of two waves as a sum of waves."""
    (f, sine_f), (g, sine_g) = one, two
    if not any(f) or not any(g):
        return (((g, sine_g) if not any(f) else (f, sine_f), 2),)
    both, sign = upright(tuple(a + b for a, b in zip(f, g, strict=True)))
    between, turn = upright(tuple(a - b for a, b in zip(f, g, strict=True)))
    if sine_f == sine_g:
        return ((between, False), 1), ((both, False), -1 if sine_f else 1)
    return ((both, True), sign), ((between, True), turn if sine_f else -turn)
