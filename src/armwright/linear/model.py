"""A linear model: matrices with names, and what one asks of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armwright.arrays import Array
from armwright.errors import InputError, shown
from armwright.linear.margins import StabilityMargins, margins_of
from armwright.linear.modes import Mode, damping_of, in_time, modes_of
from armwright.linear.names import Labels
from armwright.linear.response import Complex, held, marched, transfer

#: How far below the slowest and above the fastest pole margins are looked for.
_BEYOND = 1e3


@dataclass(frozen=True, eq=False)
class OperatingPoint:
    """About which a model is linear: `position` and `velocity` of the plant's coordinates, and the
    motors' torques. All may have leading dimensions."""

    position: Array
    velocity: Array
    motor_torque: Array


@dataclass(frozen=True, eq=False)
class MechanicalMatrices:
    """E δẍ + D δẋ + K δx = G δu of the coordinates: E is the mass matrix, K has gravity in it.

    `basis`: where friction holds some of the plant's coordinates, all of them from those left.
    """

    mass: Array
    damping: Array
    stiffness: Array
    coordinates: tuple[str, ...]
    basis: Array | None = None

    def held(self, basis: Array, kept: Sequence[int]) -> MechanicalMatrices:
        """Of the `kept` coordinates y alone, from which all follow: x = basis y."""
        names = tuple(self.coordinates[k] for k in kept)
        return self._mapped(lambda one: basis.T @ one @ basis, names, basis)

    def at(self, place: int | tuple[int, ...]) -> MechanicalMatrices:
        """Of one configuration of many."""
        return self._mapped(lambda one: one[place], self.coordinates, self.basis)

    def _mapped(
        self, change: Callable[[Array], Array], names: tuple[str, ...], basis: Array | None
    ) -> MechanicalMatrices:
        matrices = change(self.mass), change(self.damping), change(self.stiffness)
        return MechanicalMatrices(*matrices, names, basis)


@dataclass(frozen=True, eq=False)
class LinearModel:
    """ẇ = A w + B u, y = C w + D u; with a `period` (s), w[k+1] = A w[k] + B u[k], u held.

    All about `point`: w, u and y are departures from it. `assumptions` says what was taken for
    granted there. The arrays may have leading dimensions, one model for each configuration:
    `model[k]` is one of them. `mechanical`: of the arm, if it
    is in the model: everything else held. `cut`: y fed back to u closes the
    loop again.
    """

    A: Array
    B: Array
    C: Array
    D: Array
    states: Labels
    inputs: Labels
    outputs: Labels
    point: OperatingPoint
    period: float | None = None
    mechanical: MechanicalMatrices | None = None
    assumptions: tuple[str, ...] = ()
    cut: bool = False
    name: str = ""

    @property
    def state_names(self) -> tuple[str, ...]:
        return self.states.names

    @property
    def input_names(self) -> tuple[str, ...]:
        return self.inputs.names

    @property
    def output_names(self) -> tuple[str, ...]:
        return self.outputs.names

    @property
    def batch(self) -> tuple[int, ...]:
        """The leading dimensions."""
        return self.A.shape[:-2]

    def __getitem__(self, place: int | tuple[int, ...]) -> LinearModel:
        """The model of one configuration of many."""
        own = self.point
        point = OperatingPoint(own.position[place], own.velocity[place], own.motor_torque[place])
        mechanical = None if self.mechanical is None else self.mechanical.at(place)
        four: dict[str, Any] = {name: getattr(self, name)[place] for name in "ABCD"}
        return dataclasses.replace(self, **four, point=point, mechanical=mechanical)

    @property
    def poles(self) -> NDArray[np.complex128]:
        """Eigenvalues of A: in 1/s, or with a period those of a sample, inside the unit circle if
        it is stable."""
        return np.linalg.eigvals(self.A).astype(np.complex128)

    @property
    def rates(self) -> NDArray[np.complex128]:
        """The poles in 1/s: of a sampled model, ln z / period; −∞ of what a sample forgets."""
        return in_time(self.poles, self.period)

    @property
    def damping(self) -> Array:
        """Of each pole: −Re s/|s|."""
        return damping_of(self.rates)

    @property
    def stable(self) -> bool:
        if self.period is None:
            return bool((self.poles.real < 0).all())
        return bool((np.abs(self.poles) < 1).all())

    def modes(self) -> tuple[Mode, ...]:
        """The motions it can have by itself, slowest first, named by the coordinates that move."""
        self._single("modes")
        if self.mechanical is None:
            return modes_of(self.A, self.state_names, np.ones(len(self.state_names)), self.period)
        inertia = np.sqrt(np.diagonal(self.mechanical.mass))
        return modes_of(self.A, self.mechanical.coordinates, inertia, self.period)

    def frequency_response(self, frequencies: ArrayLike) -> Complex:
        """G(jω) for frequencies in rad/s: (…, frequencies, outputs, inputs)."""
        w = np.asarray(frequencies, dtype=np.float64)
        if not np.isfinite(w).all() or w.ndim > 1:
            raise InputError(
                "not frequencies",
                where="frequency_response",
                got=shown(frequencies),
                expected="finite numbers, rad/s",
            )
        turned = 1j * w if self.period is None else np.exp(1j * w * self.period)
        s = np.asarray(turned, dtype=np.complex128)
        if not self.batch:
            return transfer(self.A, self.B, self.C, self.D, s)
        flat = [getattr(self, name).reshape(-1, *getattr(self, name).shape[-2:]) for name in "ABCD"]
        every = zip(*flat, strict=True)
        found = np.stack([transfer(A, B, C, D, s) for A, B, C, D in every])
        return found.reshape(*self.batch, *found.shape[1:])

    def margins(
        self, lowest: float | None = None, highest: float | None = None
    ) -> StabilityMargins:
        """Of the loop with one input and one output that feedback closes: 1/(1 + G), or 1/(1 − G)
        where it was cut open. Looked for between two frequencies in rad/s, by default as far as the
        poles lie and far beyond, up to half the sample rate."""
        self._single("margins")
        if self.D.shape != (1, 1):
            raise InputError(
                "margins are those of one loop",
                where="margins",
                got=f"{self.D.shape[1]} inputs, {self.D.shape[0]} outputs",
                expected="one of each",
                hint="Name an element, such as cut='motor_torque[2]', or use model.only(…).",
            )
        sizes = np.abs(self.rates)
        sizes = sizes[np.isfinite(sizes) & (sizes > 1e-9 * sizes.max(initial=0.0))]
        low = (sizes.min(initial=1.0) if sizes.size else 1.0) / _BEYOND
        high = (sizes.max() if sizes.size else 1.0) * _BEYOND
        if self.period is not None:
            high = np.pi / self.period
        sign = -1.0 if self.cut else 1.0
        return margins_of(
            lambda w: sign * self.frequency_response(w)[:, 0, 0],
            low if lowest is None else lowest,
            high if highest is None else highest,
        )

    def step(self, duration: float, samples: int = 500) -> tuple[Array, Array]:
        """Times (s), and the outputs after a unit step in each input: (times, outputs, inputs)."""
        self._single("step")
        if not (duration > 0 and np.isfinite(duration) and samples >= 2):
            raise InputError(
                "no duration", where="step", got=f"{duration} s, {samples} samples", expected="> 0"
            )
        if self.period is None:
            h = duration / (samples - 1)
            A, B = held(self.A, self.B, h)
        else:
            h, A, B = self.period, self.A, self.B
            samples = int(duration / h) + 1
        times: Array = h * np.arange(samples, dtype=np.float64)
        return times, marched(A, B, self.C, self.D, samples)

    def sampled(self, period: float) -> LinearModel:
        """As a controller sees it that samples every `period` s, and holds what it puts in."""
        self._single("sampled")
        if self.period is not None or not period > 0:
            raise InputError(
                "cannot be sampled",
                where="sampled",
                got=f"a period of {period} s" if self.period is None else "a sampled model",
                expected="a continuous model, and a period above 0 s",
            )
        A, B = held(self.A, self.B, period)
        return dataclasses.replace(self, A=A, B=B, period=period)

    def only(
        self, inputs: Sequence[str] | None = None, outputs: Sequence[str] | None = None
    ) -> LinearModel:
        """With some inputs and outputs only, by their names."""
        columns = _places(self.input_names, inputs, "input")
        rows = _places(self.output_names, outputs, "output")
        return dataclasses.replace(
            self,
            B=self.B[..., :, columns],
            C=self.C[..., rows, :],
            D=self.D[..., rows, :][..., :, columns],
            inputs=self.inputs.at(columns),
            outputs=self.outputs.at(rows),
        )

    def to_scipy(self) -> Any:
        """A `scipy.signal.StateSpace`."""
        from scipy.signal import StateSpace

        self._single("to_scipy")
        sampling = {} if self.period is None else {"dt": self.period}
        return StateSpace(self.A, self.B, self.C, self.D, **sampling)

    def to_control(self) -> Any:
        """A `control.StateSpace` of python-control, with the names."""
        self._single("to_control")
        try:
            import control
        except ImportError:
            raise InputError(
                "python-control is not installed",
                where="to_control",
                hint="Try: pip install 'armwright[control]'.",
            ) from None
        plain = [
            [name.replace(".", "_") for name in names]  # it has other plans for full stops
            for names in (self.state_names, self.input_names, self.output_names)
        ]
        return control.ss(
            self.A,
            self.B,
            self.C,
            self.D,
            0 if self.period is None else self.period,
            states=plain[0],
            inputs=plain[1],
            outputs=plain[2],
        )

    def _single(self, what: str) -> None:
        if self.batch:
            raise InputError(
                "this is for one configuration",
                where=what,
                got=f"a model with leading dimensions {self.batch}",
                expected=f"one of them, model[0].{what}(…)",
            )


def _places(names: Sequence[str], wanted: Sequence[str] | None, what: str) -> list[int]:
    if wanted is None:
        return list(range(len(names)))
    found: list[int] = []
    for one in [wanted] if isinstance(wanted, str) else wanted:
        places = [k for k, name in enumerate(names) if one in (name, name.partition("[")[0])]
        if not places:
            raise InputError(
                f"no such {what}",
                where="linear model",
                got=shown(one),
                expected="one of " + ", ".join(names),
            )
        found += places
    return found


def stacked(models: Sequence[LinearModel], shape: tuple[int, ...]) -> LinearModel:
    """Models of the same states as one with leading dimensions."""
    first = models[0]

    def joined(arrays: list[Array]) -> Array:
        return np.stack(arrays).reshape(*shape, *arrays[0].shape)

    points = [model.point for model in models]
    point = OperatingPoint(
        joined([one.position for one in points]),
        joined([one.velocity for one in points]),
        joined([one.motor_torque for one in points]),
    )
    arms = [model.mechanical for model in models if model.mechanical is not None]
    mechanical = first.mechanical
    if mechanical is not None:
        mechanical = MechanicalMatrices(
            joined([one.mass for one in arms]),
            joined([one.damping for one in arms]),
            joined([one.stiffness for one in arms]),
            mechanical.coordinates,
            mechanical.basis,
        )
    four: dict[str, Any] = {name: joined([getattr(m, name) for m in models]) for name in "ABCD"}
    told = tuple(dict.fromkeys(text for model in models for text in model.assumptions))
    return dataclasses.replace(first, **four, point=point, mechanical=mechanical, assumptions=told)
