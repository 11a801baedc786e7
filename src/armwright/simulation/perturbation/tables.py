"""The linearised arm as rows of numbers, one for each interval of the nominal motion."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.simulation.perturbation.inertial_torque import InertialDerivatives, InertialTorque
from armwright.simulation.perturbation.nominal import Intervals, Nominal

#: Where in an interval the torque is computed exactly; its cubic goes through these.
_NODES = np.array([0.0, 1.0, 2.0, 3.0]) / 3.0
_CUBIC = np.linalg.inv(np.vander(_NODES, increasing=True))


@dataclass(frozen=True)
class RowLayout:
    """What stands where in a row: the matrices at the beginning of the interval, how they change
    until its end, and four coefficients of every element of b."""

    coordinates: int
    axes: int

    @property
    def matrices(self) -> int:
        """Numbers of (M₀ + κ)⁻¹, of which one half is kept, C₀ and K₀."""
        return self.coordinates * (self.coordinates + 1) // 2 + 2 * self.axes**2

    @property
    def size(self) -> int:
        return 2 * self.matrices + 4 * self.coordinates

    def unpacked(self, row: cs.SX, part: cs.SX) -> tuple[cs.SX, cs.SX, cs.SX, cs.SX]:
        """(M₀ + κ)⁻¹, C₀, K₀ and b at a part (0 to 1) of the interval."""
        n, axes, count = self.coordinates, self.axes, self.matrices
        half = n * (n + 1) // 2
        values = row[:count] + part * row[count : 2 * count]
        inverse = cs.SX(n, n)
        for k, (i, j) in enumerate(zip(*np.tril_indices(n), strict=True)):
            inverse[int(i), int(j)] = inverse[int(j), int(i)] = values[k]
        damping = cs.reshape(values[half : half + axes**2], axes, axes).T
        stiffness = cs.reshape(values[half + axes**2 :], axes, axes).T
        bias = row[2 * count + 3 * n :]
        for power in (2, 1, 0):
            first = 2 * count + power * n
            bias = row[first : first + n] + part * bias
        return inverse, damping, stiffness, bias


@dataclass(frozen=True, eq=False)
class Tables:
    """The numbers themselves. `ends`: (M₀ + κ)⁻¹, C₀ and K₀ at the ends of the intervals."""

    layout: RowLayout
    nominal: Nominal
    stiffening: Array
    ends: tuple[Array, Array, Array]
    #: b, (intervals, nodes, coordinates)
    bias: Array

    def rows(self) -> Array:
        lower = np.tril_indices(self.layout.coordinates)
        inverse, damping, stiffness = self.ends
        intervals = self.nominal.intervals
        flat = np.concatenate(
            [
                inverse[:, lower[0], lower[1]],
                damping.reshape(intervals + 1, -1),
                stiffness.reshape(intervals + 1, -1),
            ],
            axis=1,
        )
        cubic = np.einsum("pn,inj->ipj", _CUBIC, self.bias).reshape(intervals, -1)
        return np.concatenate([flat[:-1], flat[1:] - flat[:-1], cubic], axis=1)

    def torque(self, ticks: Array, x: Array, v: Array, a: Array) -> Array:
        """The linearised inertial torque of joints and elastic axes at some ticks."""
        interval = self.nominal.interval(ticks)
        part = ticks / self.nominal.every - interval
        inverse, damping, stiffness = self._between(interval, part)
        powers = part[:, None] ** np.arange(4)
        bias = np.einsum("ip,pn,inj->ij", powers, _CUBIC, self.bias[interval])
        total = np.linalg.solve(inverse, a[..., None])[..., 0] - a @ self.stiffening + bias
        n = self.layout.axes
        total[:, :n] += np.einsum("ijk,ik->ij", damping, v[:, :n])
        total[:, :n] += np.einsum("ijk,ik->ij", stiffness, x[:, :n])
        return np.asarray(total[:, :n], dtype=np.float64)

    def with_torque(self, torque: Array, ticks: Array) -> Tables:
        """With a torque of joints and elastic axes added, (records, axes), known at some ticks."""
        starts = np.arange(self.nominal.intervals)[:, None] * self.nominal.every
        nodes = starts + _NODES * self.nominal.every
        bias = self.bias.copy()
        for axis in range(self.layout.axes):
            bias[..., axis] += np.interp(nodes, ticks, torque[:, axis])
        return dataclasses.replace(self, bias=bias)

    def _between(self, interval: Intervals, part: Array) -> tuple[Array, Array, Array]:
        weight = part[..., None, None]
        a, b, c = ((1.0 - weight) * e[interval] + weight * e[interval + 1] for e in self.ends)
        return a, b, c


def make_tables(inertia: InertialTorque, nominal: Nominal, stiffening: Array) -> Tables:
    """`stiffening`: κ, what the laws of joints add to the matrix of a step."""
    layout = RowLayout(len(inertia.plant.coordinates), inertia.axes)
    count, nodes = nominal.intervals, len(_NODES)
    at_ends = np.arange(count + 1)
    ends = np.minimum(at_ends, count - 1), (at_ends == count).astype(float)
    found: InertialDerivatives = inertia.derivatives(*_coordinates(inertia, nominal, *ends))
    inverse = np.asarray(np.linalg.inv(found.mass + stiffening), dtype=np.float64)
    matrices = (inverse, found.damping, found.stiffness)
    empty = np.zeros((count, nodes, layout.coordinates))
    tables = Tables(layout, nominal, stiffening, matrices, empty)

    interval = np.repeat(np.arange(count)[:, None], nodes, axis=1)
    part = np.broadcast_to(_NODES, (count, nodes))
    x, v, a = _coordinates(inertia, nominal, interval, part)
    between, damping, stiffness = tables._between(interval, part)
    bias = inertia.torque(x, v, a)
    bias -= np.linalg.solve(between, a[..., None])[..., 0] - a @ stiffening
    n = layout.axes
    bias[..., :n] -= np.einsum("...jk,...k->...j", damping, v)
    bias[..., :n] -= np.einsum("...jk,...k->...j", stiffness, x)
    return Tables(layout, nominal, stiffening, matrices, bias)


def _coordinates(
    inertia: InertialTorque, nominal: Nominal, interval: Intervals, part: Array
) -> tuple[Array, Array, Array]:
    """x and v of the coordinates that move bodies, a of all. Elastic axes do not move; motors
    behind springs move as rigid ones would, which no result depends on."""
    arrangement = inertia.plant.arrangement
    q, v, a = nominal.at(interval, part)
    still = np.zeros((*q.shape[:-1], len(arrangement.elastic)))
    motors = (a @ arrangement.gears.matrix.T)[..., list(arrangement.flexible)]
    return (
        np.concatenate([q, still], axis=-1),
        np.concatenate([v, still], axis=-1),
        np.concatenate([a, still, motors], axis=-1),
    )
