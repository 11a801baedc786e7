"""Curves in space, for a tool to follow."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from armwright.blocks.block import Array


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

    def at(self, s: Array) -> Course:
        """At s (N,)."""
