"""From derivatives as numbers to matrices of a linear model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.linear.evaluation import Evaluated
from armwright.linear.expressions import (
    ACCELERATION,
    MULTIPLIERS,
    POSITION,
    STATES,
    VELOCITY,
)

#: rad/s², or m/s²: less is rounding.
_AT_REST = 1e-6


@dataclass(frozen=True, eq=False)
class Holding:
    """Coordinates that dry friction or loops hold: `rows` G with G δẋ = 0, the first `closed` of
    them those of loops. `kept`: the coordinates that are left; `basis`: N with δx = N δx_kept."""

    rows: Array
    kept: tuple[int, ...]
    basis: Array
    closed: int = 0

    @staticmethod
    def of(rows: Array, closed: int = 0, first: Sequence[int] = ()) -> Holding:
        """For each row the coordinate with its largest coefficient is given up, one of `first` if
        any is in it."""
        left, given = rows.copy(), list[int]()
        for k in range(len(left)):
            sizes = np.abs(left[k])
            wanted = [i for i in first if i not in given and sizes[i] > 1e-6 * sizes.max()]
            place = max(wanted or range(len(sizes)), key=lambda i, sizes=sizes: sizes[i])
            given.append(place)
            left[k] = left[k] / left[k, place]
            others = np.arange(len(left)) != k
            left[others] -= np.outer(left[others, place], left[k])
        size = rows.shape[1]
        kept = tuple(k for k in range(size) if k not in given)
        basis = np.zeros((size, len(kept)))
        basis[list(kept), range(len(kept))] = 1.0
        basis[given] = -left[:, list(kept)]
        return Holding(rows, kept, basis, closed)

    def multipliers(self, mass: Array, force: Array) -> Array:
        """λ of the loops that hold the coordinates against a residual, (constraints,)."""
        response = np.linalg.solve(mass, self.rows.T)
        found = np.linalg.solve(self.rows @ response, self.rows @ np.linalg.solve(mass, force))
        return np.asarray(found[: self.closed, 0])

    def released(self, mass: Array) -> Array:
        """P of δẍ = P δẍ_free: what the holding torques leave of accelerations."""
        response = np.linalg.solve(
            mass, np.broadcast_to(self.rows.T, (*mass.shape[:-2], *self.rows.T.shape))
        )
        taken = np.linalg.solve(
            self.rows @ response, np.broadcast_to(self.rows, (*mass.shape[:-2], *self.rows.shape))
        )
        found: Array = np.eye(mass.shape[-1]) - response @ taken
        return found


def at_point(
    evaluated: Evaluated, values: dict[str, Array], holding: Holding | None
) -> dict[str, Array]:
    """Derivatives at a point, and the residual, with the accelerations that there are; at rest,
    none."""
    numbers = evaluated(values)
    mass, force = numbers[f"residual by {ACCELERATION}"], numbers["residual"]
    acceleration: Array = np.asarray(-np.linalg.solve(mass, force), dtype=np.float64)
    if holding is not None and holding.closed:
        values = {**values, MULTIPLIERS: holding.multipliers(mass, force)}
        numbers = evaluated(values)
    if holding is not None:
        acceleration = holding.released(mass) @ acceleration
    if np.abs(acceleration).max(initial=0.0) < _AT_REST:
        return numbers
    return evaluated({**values, ACCELERATION: acceleration[..., 0]})


def accelerations(numbers: dict[str, Array], parts: list[str], holding: Holding | None) -> Array:
    """δẍ by each of the parts, side by side."""
    mass = numbers[f"residual by {ACCELERATION}"]
    force = np.concatenate([numbers[f"residual by {part}"] for part in parts], axis=-1)
    found: Array = -np.linalg.solve(mass, force)
    return found if holding is None else holding.released(mass) @ found


def through(numbers: dict[str, Array], what: str, parts: list[str], by_parts: Array) -> Array:
    """LinearDerivatives of outputs or rates by the parts, directly and through ẍ."""
    direct = np.concatenate([numbers[f"{what} by {part}"] for part in parts], axis=-1)
    found: Array = direct + numbers[f"{what} by {ACCELERATION}"] @ by_parts
    return found


def plant_matrices(
    numbers: dict[str, Array], n: int, holding: Holding | None
) -> tuple[Array, Array, Array, Array]:
    """A, B, C, D of w = (x, ẋ, z)."""
    state, inputs = [POSITION, VELOCITY, STATES], ["inputs"]
    by_state = accelerations(numbers, state, holding)
    by_input = accelerations(numbers, inputs, holding)
    batch, states = by_state.shape[:-2], by_state.shape[-1]
    ways = np.broadcast_to(np.eye(n, states, n), (*batch, n, states))
    nothing = np.zeros((*batch, n, by_input.shape[-1]))
    A = np.concatenate([ways, by_state, through(numbers, "rates", state, by_state)], axis=-2)
    B = np.concatenate([nothing, by_input, through(numbers, "rates", inputs, by_input)], axis=-2)
    C = through(numbers, "outputs", state, by_state)
    D = through(numbers, "outputs", inputs, by_input)
    return A, B, C, D


def reduced(
    A: Array, B: Array, C: Array, holding: Holding, n: int
) -> tuple[Array, Array, Array, list[int]]:
    """With the coordinates alone that are not held, and which of the states these are."""
    others = A.shape[-1] - 2 * n
    k = len(holding.kept)
    basis = np.zeros((A.shape[-1], 2 * k + others))
    basis[:n, :k], basis[n : 2 * n, k : 2 * k] = holding.basis, holding.basis
    basis[2 * n :, 2 * k :] = np.eye(others)
    rows = [*holding.kept, *(n + i for i in holding.kept), *range(2 * n, A.shape[-1])]
    return A[..., rows, :] @ basis, B[..., rows, :], C @ basis, rows
