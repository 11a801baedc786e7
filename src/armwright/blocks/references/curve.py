"""Curves in space, for a tool to follow."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from armwright.arrays import Array


class Course(NamedTuple):
    """Points of a curve and the derivatives p′(s) and p″(s), each (N, 3), in m."""

    point: Array
    slope: Array
    bend: Array


class Curve(Protocol):
    """p(s) from s = 0 to 1, with |p′| = `length` everywhere."""

    @property
    def length(self) -> float:
        """In m."""

    @property
    def corners(self) -> tuple[float, ...]:
        """Rising s, without 0 and 1, where the direction jumps: the tool has to rest there.

        At a corner `at` gives the derivatives behind it.
        """

    def at(self, s: Array) -> Course:
        """At s (N,)."""
