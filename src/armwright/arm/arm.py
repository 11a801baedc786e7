"""An arm as machine code: the numbers of a robot's kinematics and dynamics."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict, TypeVar, Unpack

import numpy as np
from numpy.typing import ArrayLike

from armwright.arm.inverse import InverseKinematics, Search, Solutions
from armwright.arm.inverse.solver import Options
from armwright.arm.programs import make
from armwright.arrays import Array
from armwright.compiler import CompiledFunction, compile_program
from armwright.errors import InputError
from armwright.multibody.orientation import ORIENTATIONS, OrientationForm
from armwright.multibody.parameters import FreeParameters
from armwright.multibody.reactions import fixed_among
from armwright.multibody.regressor import inertial_parameters
from armwright.robot import Pose, Robot, load
from armwright.robot.loop import refuse_loops

#: Sine or cosine below which an analytic Jacobian is none.
NEAR_SINGULAR = 1e-9


class Energy(NamedTuple):
    """In J. The potential is zero for a mass at the base frame's origin."""

    kinetic: Array
    potential: Array


class LoopConstraints(NamedTuple):
    """Φ, Ψ = ∂Φ/∂q and Ψ̇ v of closed loops: M a + C v + g = τ + Ψᵀ λ with Ψ a + Ψ̇ v = 0."""

    gap: Array
    jacobian: Array
    bias: Array


class TorqueDerivatives(NamedTuple):
    """Of inverse dynamics: ∂τ/∂q, ∂τ/∂v, and ∂τ/∂a, which is the mass matrix."""

    dq: Array
    dv: Array
    da: Array


class AccelerationDerivatives(NamedTuple):
    """Of forward dynamics: ∂a/∂q, ∂a/∂v, and ∂a/∂τ, which is the inverse mass matrix."""

    dq: Array
    dv: Array
    dtau: Array


def compile(robot: Robot | str, free: Iterable[str] = (), *, lanes: int | None = None) -> Arm:
    """Machine code for `robot` (a Robot, a library name or a file).

    Parameters named in `free` (`multibody.parameters` lists the names) stay inputs; all other
    numbers are folded into the code. Each method's code is made when it is first called, or found
    in the cache. `lanes` overrides how many states are computed at once in a batch.
    """
    return Arm(load(robot) if isinstance(robot, str) else robot, free, lanes=lanes)


class CallOptions(TypedDict, total=False):
    """Keywords of every method of an `Arm`; it says what they mean."""

    parameters: ArrayLike | Mapping[str, ArrayLike] | None
    threads: int
    out: Array | tuple[Array, ...] | None
    allow_nonfinite: bool


_DEFAULTS = {"parameters": None, "threads": 1, "out": None, "allow_nonfinite": False}
_Method = TypeVar("_Method", bound=Callable[..., Any])


def with_options(method: _Method) -> _Method:
    """The method as it is, with its options in its signature: consoles show and complete them. To
    name them in each method would make short calls slower."""
    signature = inspect.signature(method)
    *plain, _ = signature.parameters.values()
    named = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=default,
            annotation=CallOptions.__annotations__[name].__forward_arg__,
        )
        for name, default in _DEFAULTS.items()
    ]
    method.__signature__ = signature.replace(parameters=[*plain, *named])  # type: ignore[attr-defined]
    return method


class Arm:
    """Kinematics and dynamics of a robot: its bodies and joints, and water at rest around links
    that have a hull. Drives and elastic axes are not in it; `Plant` has them.

    Joint vectors have the shape (..., n), n moving joints in the order of the robot's file; leading
    dimensions are batches and broadcast against each other. SI units, angles in rad. Jacobian
    rows and wrenches list three linear, then three angular components, in base axes, about the
    frame's origin. Further keywords of every method:
    `parameters`: values of the free parameters, (..., p), or a mapping from names to values;
    nominal values where absent. `threads`: split a batch. `out`: arrays for the results.
    `allow_nonfinite`: return NaN and infinity instead of raising NonFiniteError.
    """

    def __init__(self, robot: Robot, free: Iterable[str] = (), *, lanes: int | None = None) -> None:
        self.robot = robot
        self._free = FreeParameters.choose(robot, free)
        self._lanes = lanes
        self._functions: dict[tuple[str, ...], CompiledFunction] = {}
        self._inverse_kinematics = InverseKinematics(self._free, lanes)

    def __repr__(self) -> str:
        n = len(self.robot.moving_joints)
        return f"Arm({self.robot.name!r}, {n} joints, free={list(self._free.names)})"

    @property
    def free(self) -> dict[str, Array]:
        """Names and nominal values of the free parameters, in the order of the vector."""
        return {name: self._free.nominal[place] for name, place in self._free.places.items()}

    @property
    def inertial_parameters(self) -> Array:
        """The vector π with regressor @ π = torques: ten numbers for each joint, nominal values."""
        return inertial_parameters(self.robot)

    @with_options
    def pose(self, q: ArrayLike, frame: str | None = None, **options: Unpack[CallOptions]) -> Array:
        """Homogeneous matrix (..., 4, 4) of a frame, by default the tool, in the base frame."""
        return self._call("pose", (frame or self.robot.tool,), (q,), options)  # type: ignore[no-any-return]

    @with_options
    def jacobian(
        self, q: ArrayLike, frame: str | None = None, **options: Unpack[CallOptions]
    ) -> Array:
        """(..., 6, n): (velocity of the frame's origin, angular velocity) = J v."""
        return self._call("jacobian", (frame or self.robot.tool,), (q,), options)  # type: ignore[no-any-return]

    @with_options
    def analytic_jacobian(
        self,
        q: ArrayLike,
        frame: str | None = None,
        *,
        orientation: OrientationForm = "roll_pitch_yaw",
        **options: Unpack[CallOptions],
    ) -> Array:
        """(..., 6 or 7, n): (velocity of the frame's origin, rates of its orientation) = J v.

        `orientation`: `roll_pitch_yaw`, R = Rz(yaw) Ry(pitch) Rx(roll), has no rates at pitch ±π/2;
        `zyz`, R = Rz(α) Ry(β) Rz(γ), none at β = 0 and π; `quaternion` (w, x, y, z), w ≥ 0, has
        them everywhere. Closer than 1e-9 to such a place InputError names it.
        """
        if orientation not in ORIENTATIONS:
            raise InputError(
                "unknown orientation",
                where="analytic_jacobian",
                got=repr(orientation),
                expected="one of " + ", ".join(ORIENTATIONS),
            )
        about, allowed = (frame or self.robot.tool,), options.pop("allow_nonfinite", False)
        quantity = f"analytic_jacobian_{orientation}"
        given: CallOptions = {**options, "allow_nonfinite": True}
        jacobian, distance = self._call(quantity, about, (q,), given)
        if not allowed and not np.all(np.abs(distance) > NEAR_SINGULAR):
            size = np.nan_to_num(np.abs(distance))
            nearest = np.unravel_index(np.argmin(size), np.shape(distance))
            raise InputError(
                "the orientation has no rates here: " + ORIENTATIONS[orientation].singular,
                where=f"analytic_jacobian of '{about[0]}', '{orientation}'",
                got=f"q = {np.array_repr(np.asarray(q)[tuple(nearest)], precision=6)}",
                hint="Take 'quaternion', or the geometric `jacobian`.",
            )
        return jacobian  # type: ignore[no-any-return]

    @with_options
    def jacobian_derivative(
        self, q: ArrayLike, v: ArrayLike, frame: str | None = None, **options: Unpack[CallOptions]
    ) -> Array:
        """J̇ (..., 6, n) of `jacobian` at velocities v: the frame's acceleration is J a + J̇ v."""
        about = (frame or self.robot.tool,)
        return self._call("jacobian_derivative", about, (q, v), options)  # type: ignore[no-any-return]

    def inverse_kinematics(
        self,
        pose: ArrayLike | Pose,
        start: ArrayLike | None = None,
        frame: str | None = None,
        *,
        position_only: bool | None = None,
        limits: bool = True,
        closest: bool = False,
        search: Search | None = None,
        parameters: ArrayLike | Mapping[str, ArrayLike] | None = None,
        threads: int = 1,
    ) -> Solutions:
        """Joint positions that bring a frame, by default the tool, to `pose`.

        `pose` (..., 4, 4), or points (..., 3) where only the position counts; so it does for arms
        that need all their joints for it, unless `position_only` says otherwise. The result's `q`
        is nearest to `start` (..., n), by default zero, within limits. A full turn more or less is
        the same solution: of those within limits, the one nearest to the start is given.
        Solutions meet the pose to 1e-10 m and rad. If there is none, InputError says by how much
        the pose is missed, or which joint limit is in the way; with `closest`, `q` is the closest
        pose within the limits instead, angles counted as what they move at the arm's length.

        Arms with a closed form (`inverse.closed_form`) give all their solutions. For others damped
        least squares runs from `start` and then from random positions; `search` says from how many,
        and whether every solution is wanted, as by default for a single pose, or one is enough. A
        redundant arm gives one solution, moved along its others to be near to the start.
        """
        self._open_tree("inverse kinematics")
        return self._inverse_kinematics(
            pose,
            start,
            frame or self.robot.tool,
            Options(limits, search or Search(), threads),
            position_only=position_only,
            closest=closest,
            parameters=self._given_parameters("inverse_kinematics", parameters),
        )

    @with_options
    def inverse_dynamics(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        *,
        wrenches: Mapping[str, ArrayLike] | None = None,
        **options: Unpack[CallOptions],
    ) -> Array:
        """Joint torques τ = M a + c + g − Σ Jᵀ w for accelerations a.

        `wrenches` maps frames to what the surroundings exert there on the arm, (..., 6).
        """
        return self._loaded("inverse_dynamics", (q, v, a), wrenches, options)

    @with_options
    def forward_dynamics(
        self,
        q: ArrayLike,
        v: ArrayLike,
        tau: ArrayLike,
        *,
        wrenches: Mapping[str, ArrayLike] | None = None,
        **options: Unpack[CallOptions],
    ) -> Array:
        """Joint accelerations under joint torques τ: the inverse of `inverse_dynamics`."""
        self._open_tree("forward dynamics of an arm")
        return self._loaded("forward_dynamics", (q, v, tau), wrenches, options)

    @with_options
    def reactions(
        self,
        q: ArrayLike,
        v: ArrayLike,
        a: ArrayLike,
        joints: Sequence[str] | None = None,
        *,
        wrenches: Mapping[str, ArrayLike] | None = None,
        **options: Unpack[CallOptions],
    ) -> Array:
        """Force and moment (..., k, 6) that pass through joints to what they carry, for
        accelerations a: base axes, about the origin of the joint's child.

        By default of the joints of joint vectors; `joints` may name any, fixed ones too. The
        component along a joint's axis is its torque in `inverse_dynamics`.
        """
        self._open_tree("reactions of an arm")
        chosen = self.robot.joint_names if joints is None else tuple(joints)
        cut = fixed_among(self.robot, chosen)
        known = [one.name for one in self.robot.joints if one.moves or one.name in cut]
        every = self._loaded("reactions", (q, v, a), wrenches, options, cut)
        return every[..., [known.index(joint) for joint in chosen], :]

    @with_options
    def mass_matrix(self, q: ArrayLike, **options: Unpack[CallOptions]) -> Array:
        """M(q), (..., n, n)."""
        return self._call("mass_matrix", (), (q,), options)  # type: ignore[no-any-return]

    @with_options
    def coriolis(self, q: ArrayLike, v: ArrayLike, **options: Unpack[CallOptions]) -> Array:
        """C(q, v), (..., n, n), of the Christoffel symbols: c = C v, and Ṁ − 2 C is skew."""
        return self._call("coriolis", (), (q, v), options)  # type: ignore[no-any-return]

    @with_options
    def gravity(self, q: ArrayLike, **options: Unpack[CallOptions]) -> Array:
        """Joint torques that hold the arm still."""
        return self._call("gravity", (), (q,), options)  # type: ignore[no-any-return]

    @with_options
    def loop_constraints(
        self, q: ArrayLike, v: ArrayLike, **options: Unpack[CallOptions]
    ) -> LoopConstraints:
        """Of all closures, in the order of the robot's loops: Φ (..., m) in m and rad, Ψ
        (..., m, n) and Ψ̇ v (..., m). All other quantities are those of the tree without its
        loops. Constraints that follow from others are among them."""
        return LoopConstraints(*self._call("loop_constraints", (), (q, v), options))

    @with_options
    def energy(self, q: ArrayLike, v: ArrayLike, **options: Unpack[CallOptions]) -> Energy:
        """Kinetic and potential energy, each (...)."""
        return Energy(*self._call("energy", (), (q, v), options))

    @with_options
    def regressor(
        self, q: ArrayLike, v: ArrayLike, a: ArrayLike, **options: Unpack[CallOptions]
    ) -> Array:
        """Y (..., n, 10 n): Y @ `inertial_parameters` are the torques of `inverse_dynamics`, those
        of water around the links left out."""
        return self._call("regressor", (), (q, v, a), options)  # type: ignore[no-any-return]

    @with_options
    def inverse_dynamics_derivatives(
        self, q: ArrayLike, v: ArrayLike, a: ArrayLike, **options: Unpack[CallOptions]
    ) -> TorqueDerivatives:
        """Exact derivatives of the torques by q, v and a, each (..., n, n)."""
        return TorqueDerivatives(
            *self._call("inverse_dynamics_derivatives", (), (q, v, a), options)
        )

    @with_options
    def forward_dynamics_derivatives(
        self, q: ArrayLike, v: ArrayLike, tau: ArrayLike, **options: Unpack[CallOptions]
    ) -> AccelerationDerivatives:
        """Exact derivatives of the accelerations by q, v and τ, each (..., n, n)."""
        self._open_tree("forward dynamics of an arm")
        return AccelerationDerivatives(
            *self._call("forward_dynamics_derivatives", (), (q, v, tau), options)
        )

    def _open_tree(self, what: str) -> None:
        hint = "A Plant of the robot has its loops, and so have simulations."
        refuse_loops(self.robot.name, self.robot.loops, what, hint)

    def function(self, quantity: str, *frames: str, cut: tuple[str, ...] = ()) -> CompiledFunction:
        """The compiled function behind a method; `frames` as far as the quantity has any. `cut`:
        fixed joints whose reactions are wanted."""
        key = (quantity, *frames, *(f"cut {joint}" for joint in cut))
        found = self._functions.get(key)
        if found is None:
            for frame in frames:
                self.robot.frame(frame)
            recipe = repr((self.robot.fingerprint(), key, self._free.names))
            found = compile_program(
                lambda: make(quantity, self._free, frames, cut), key=recipe, lanes=self._lanes
            )
            self._functions[key] = found
        return found

    def _loaded(
        self,
        quantity: str,
        state: tuple[ArrayLike, ...],
        wrenches: Mapping[str, ArrayLike] | None,
        options: CallOptions,
        cut: tuple[str, ...] = (),
    ) -> Array:
        if not wrenches:
            return self._call(quantity, (), state, options, cut)  # type: ignore[no-any-return]
        arguments = (*state, *wrenches.values())
        return self._call(quantity, tuple(wrenches), arguments, options, cut)  # type: ignore[no-any-return]

    def _call(
        self,
        quantity: str,
        frames: tuple[str, ...],
        arguments: tuple[ArrayLike, ...],
        options: CallOptions,
        cut: tuple[str, ...] = (),
    ) -> Any:
        known = None if cut else self._functions.get((quantity, *frames))
        function = known or self.function(quantity, *frames, cut=cut)
        if not options and not self._free.names:
            return function(*arguments)
        given: dict[str, Any] = {**options}
        vector = self._given_parameters(quantity, given.pop("parameters", None))
        if self._free.names:
            arguments = (*arguments, vector)
        return function(*arguments, **given)

    def _given_parameters(
        self, quantity: str, given: ArrayLike | Mapping[str, ArrayLike] | None
    ) -> ArrayLike:
        if given is not None and not self._free.names:
            raise InputError(
                "has no free parameters",
                where=quantity,
                got="parameters=…",
                hint="Name them when compiling: aw.compile(robot, free=[…]).",
            )
        return self._parameter_vector(given)

    def _parameter_vector(self, given: ArrayLike | Mapping[str, ArrayLike] | None) -> ArrayLike:
        if given is None:
            return self._free.nominal
        if not isinstance(given, Mapping):
            return given
        unknown = set(given) - set(self._free.names)
        if unknown:
            raise InputError(
                "not a free parameter",
                where="parameters",
                got=sorted(unknown),
                expected=f"some of {list(self._free.names)}",
            )
        values = {name: self._one_parameter(name, value) for name, value in given.items()}
        batch = np.broadcast_shapes(*(value.shape[:-1] for value in values.values()))
        vector = np.broadcast_to(self._free.nominal, (*batch, self._free.nominal.size)).copy()
        for name, value in values.items():
            vector[..., self._free.places[name]] = value
        return vector

    def _one_parameter(self, name: str, value: ArrayLike) -> Array:
        """(..., size); a parameter of size 1 may leave its last dimension out."""
        place = self._free.places[name]
        size = place.stop - place.start
        array = np.asarray(value, dtype=np.float64)
        if size == 1 and array.shape[-1:] != (1,):
            array = array[..., None]
        if array.shape[-1:] != (size,):
            raise InputError(
                "wrong shape",
                where=f"parameter '{name}'",
                got=array.shape,
                expected=f"(..., {size})",
            )
        return array
