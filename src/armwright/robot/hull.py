"""What water feels of a link: displaced volume, drag, added mass."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.pose import Pose
from armwright.robot.values import Value, frozen_array

#: Of water where a file does not say it, kg/m³.
FRESH_WATER = 1000.0
_UPPER = np.triu_indices(6)
#: Numbers of a hull: unit, meaning.
HULL_NUMBERS = {
    "volume": ("m³", "displaced volume"),
    "drag": ("N s²/m²", "quadratic drag along the link's axes"),
    "linear_drag": ("N s/m", "linear drag along the link's axes"),
    "turning_drag": ("N m s²/rad²", "quadratic drag about the link's axes"),
    "linear_turning_drag": ("N m s/rad", "linear drag about the link's axes"),
    "added_mass": ("kg, kg m, kg m²", "upper half of the added inertia, row by row"),
    "drag_coefficient": ("", "C_d across the cylinder, or of the box"),
    "added_mass_coefficient": ("", "C_a across the cylinder, or of the box"),
    "axial_drag_coefficient": ("", "C_t along the cylinder, of its skin"),
    "axial_added_mass_coefficient": ("", "C_a along the cylinder"),
    "lift_coefficient": ("", "C_l of the cylinder, across the flow"),
}
_TRIPLES = ("drag", "linear_drag", "turning_drag", "linear_turning_drag", "start", "end", "box")
_COEFFICIENTS = (
    "drag_coefficient",
    "added_mass_coefficient",
    "axial_drag_coefficient",
    "axial_added_mass_coefficient",
)


def _zeros(size: int = 3) -> Array:
    return frozen_array(np.zeros(size), (size,), "hull")


@dataclass(frozen=True, eq=False)
class Hull(Value):
    """What water feels of a link, in the link's axes.

    `volume` (m³) that it displaces, and its `centre` (m): buoyancy acts there. 0 and None mean
    those of the shape.

    Given coefficients: at the centre, `drag` (N s²/m²) and `linear_drag` (N s/m) along the link's
    axes, `turning_drag` (N m s²/rad²) and `linear_turning_drag` (N m s/rad) about them;
    `added_mass`: the upper half of the 6 × 6 matrix (linear; angular) about the centre, row by row.

    A cylinder with its axis from `start` to `end` (m) and a `radius` (m), in strips (Morison):
    ½ρ C_d 2R |v|v and C_a ρπR² v̇ per length across the axis, ½ρ C_t 2πR |v|v and C_a' ρπR² v̇ along
    it. `lift_coefficient`: ½ρ C_l 2R |v| (t × v) per length, t from start to end. `round_ends`: a
    capsule, whose ends add half a sphere each: half the displaced mass, and drag C_d πR²/2.

    A `box` (edges a, b, c, m) about the centre: ½ρ C_d A |v|v along each axis, A its face, and
    C_a ρ V; about each axis its faces in strips, ½ρ C_d c (a⁴ + b⁴)/32 |ω|ω about z, and C_a times
    the inertia of the displaced water.
    """

    volume: float = 0.0
    centre: Array | None = None
    drag: Array = field(default_factory=_zeros)
    linear_drag: Array = field(default_factory=_zeros)
    turning_drag: Array = field(default_factory=_zeros)
    linear_turning_drag: Array = field(default_factory=_zeros)
    added_mass: Array = field(default_factory=lambda: _zeros(21))
    start: Array = field(default_factory=_zeros)
    end: Array = field(default_factory=_zeros)
    radius: float = 0.0
    round_ends: bool = False
    box: Array = field(default_factory=_zeros)
    drag_coefficient: float = 0.0
    added_mass_coefficient: float = 0.0
    axial_drag_coefficient: float = 0.0
    axial_added_mass_coefficient: float = 0.0
    lift_coefficient: float = 0.0

    def __post_init__(self) -> None:
        for name in _TRIPLES:
            object.__setattr__(self, name, frozen_array(getattr(self, name), (3,), f"hull {name}"))
        if self.centre is not None:
            object.__setattr__(self, "centre", frozen_array(self.centre, (3,), "hull centre"))
        object.__setattr__(self, "added_mass", _upper_half(self.added_mass))
        self._check()

    def _check(self) -> None:
        not_negative = ("volume", "radius", *_COEFFICIENTS, *_TRIPLES[:4], "box")
        for name in not_negative:
            if np.any(np.asarray(getattr(self, name)) < 0):
                raise InputError(
                    f"{name} is negative", where="hull", got=getattr(self, name), expected="≥ 0"
                )
        cylinder, box = self.length > 0 or self.radius > 0, bool(self.box.any())
        if cylinder and not (self.length > 0 and self.radius > 0):
            raise InputError(
                "half a cylinder",
                where="hull",
                got=f"length {self.length:g} m, radius {self.radius:g} m",
                expected="start, end and radius",
            )
        if box and (cylinder or not self.box.all()):
            got = "a cylinder and a box" if cylinder else self.box.tolist()
            raise InputError("a box has three edges, and is alone", where="hull", got=got)
        for name in (*_COEFFICIENTS, "lift_coefficient"):
            across = name in _COEFFICIENTS[:2]
            if getattr(self, name) and not (cylinder or (box and across)):
                raise InputError(
                    f"{name} has no shape that it belongs to",
                    where="hull",
                    expected="start, end and radius" + (", or box" if across else ""),
                )

    @property
    def stated(self) -> tuple[str, ...]:
        """The numbers that the hull has: those that are not zero, and what belongs to its shape."""
        shape = bool(self.radius or self.box.any())
        own = ("volume", *_COEFFICIENTS[: 2 * shape])
        return tuple(name for name in HULL_NUMBERS if name in own or np.any(getattr(self, name)))

    @property
    def length(self) -> float:
        """Of the cylinder."""
        return float(np.linalg.norm(self.end - self.start))

    @property
    def shape_volume(self) -> float:
        """Of the cylinder, capsule or box."""
        ends = 4 / 3 * self.radius if self.round_ends else 0.0
        cylinder = math.pi * self.radius**2 * (self.length + ends)
        return cylinder or float(np.prod(self.box))

    @property
    def displaced_volume(self) -> float:
        return self.volume or self.shape_volume

    @property
    def buoyancy_centre(self) -> Array:
        """Where the displaced water would have its centre of mass."""
        if self.centre is not None:
            return self.centre
        return frozen_array((self.start + self.end) / 2, (3,), "hull centre")

    @property
    def added_matrix(self) -> Array:
        """The given added inertia, 6 × 6, about the centre."""
        return _whole(self.added_mass)

    def seen_from(self, pose: Pose) -> Hull:
        """The same hull described in frame A, where `pose` is the link's frame in A."""
        R, p = pose.rotation, pose.translation
        swapped = np.abs(R)
        along_axes = (*_TRIPLES[:4], "box")
        turned = np.abs(swapped - swapped.round()).max() > 1e-9
        if turned and any(getattr(self, name).any() for name in along_axes):
            raise InputError(
                "drag along the axes cannot be turned by this angle", where="hull", got=R.tolist()
            )
        both = np.kron(np.eye(2), R)
        return replace(
            self,
            centre=None if self.centre is None and self.length else R @ self.buoyancy_centre + p,
            **{name: swapped @ getattr(self, name) for name in along_axes},
            added_mass=(both @ self.added_matrix @ both.T)[_UPPER],
            start=R @ self.start + (p if self.length else 0.0),
            end=R @ self.end + (p if self.length else 0.0),
        )


def _upper_half(given: object) -> Array:
    """Six numbers are a diagonal; a 6 × 6 matrix is symmetric."""
    array = np.asarray(given, dtype=np.float64)
    if array.shape == (6,):
        array = np.diag(array)
    if array.shape == (6, 6):
        if np.abs(array - array.T).max() > 1e-9 * np.abs(array).max():
            raise InputError("added mass is not symmetric", where="hull", got=array.tolist())
        array = array[_UPPER]
    upper = frozen_array(array, (21,), "hull added_mass")
    least = float(np.linalg.eigvalsh(_whole(upper))[0])
    if least < -1e-9 * float(np.abs(upper).max()):
        raise InputError(
            "added mass takes energy out of motion",
            where="hull",
            got=f"least eigenvalue {least:.3g}",
            expected="a matrix without negative eigenvalues",
        )
    return upper


def _whole(upper: Array) -> Array:
    matrix = np.zeros((6, 6))
    matrix[_UPPER] = upper
    return np.asarray(matrix + np.triu(matrix, 1).T)
