"""Two circular arcs that join two curves without a corner."""

from __future__ import annotations

import math

from armwright.arrays import Array
from armwright.blocks.references.arc import Arc, arc_from
from armwright.blocks.references.line import Line


def biarc(begin: Array, before: Array, end: Array, after: Array) -> tuple[Arc | Line, Arc | Line]:
    """From `begin` in the direction `before` to `end` in the direction `after` (unit vectors).

    Bolton 1975, in space: with p₀, t₀, p₁, t₁ the arcs meet half way between p₀ + d t₀ and
    p₁ − d t₁, where |p₁ − p₀ − d (t₀ + t₁)| = 2d. If p₀ and p₁ are equally far from where
    straight lines along t₀ and t₁ meet, both arcs are parts of one circle.
    """
    v, t = end - begin, before + after
    along, bending = float(v @ t), 2.0 - 2.0 * float(before @ after)
    square = float(v @ v)
    d = square / (along + math.sqrt(along**2 + bending * square))
    middle = (begin + d * before + end - d * after) / 2
    second = arc_from(end, -after, middle)
    turned = Line(second.end, second.begin) if isinstance(second, Line) else second.reversed
    return arc_from(begin, before, middle), turned
