"""Sums of waves with equal coefficients as products: 1 + cos 2x is 2 cos² x."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from armwright.equations.algebra import Counts, upright
from armwright.equations.series import Wave

#: A coefficient times a product of waves.
Product: TypeAlias = tuple[Any, tuple[Wave, ...]]


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
