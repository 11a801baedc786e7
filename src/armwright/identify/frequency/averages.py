"""Five ways from spectra to a response, on the same data.

A block has as many experiments as there are inputs: with their spectra as columns of square
matrices U, Y and of the reference R, G = Y U⁻¹. Over blocks m = 1 … M (Wernholt and Moberg 2008;
Guillaume, Pintelon and Schoukens 1992 for the logarithmic mean):

    arithmetic          (1/M) Σ Gₘ
    harmonic            ((1/M) Σ Gₘ⁻¹)⁻¹
    logarithmic         exp((1/M) Σ log Gₘ), element by element, the phase on one branch
    h1                  (Σ Yₘ Uₘᴴ)(Σ Uₘ Uₘᴴ)⁻¹
    joint_input_output  (Σ Yₘ Rₘᴴ)(Σ Uₘ Rₘᴴ)⁻¹

In closed loop U has noise that goes with that of Y, as a part |L| times as much where it passes the
whole loop, L the loop's gain: H1 is biased by it. Where |L| > 1 the arithmetic mean is biased more
than the harmonic one, which divides by Y; where |L| < 1 it is the other way round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

import numpy as np

from armwright.errors import InputError
from armwright.identify.frequency.experiments import HOLD, PERIOD, SETTLING
from armwright.identify.frequency.response import MeasuredResponse
from armwright.identify.frequency.spectra import PeriodSpectra, grouped, spectra_of
from armwright.linear.response import Complex
from armwright.robot import Robot
from armwright.signals.log import Log

ResponseEstimator = Literal["arithmetic", "logarithmic", "harmonic", "h1", "joint_input_output"]
ESTIMATORS: tuple[ResponseEstimator, ...] = get_args(ResponseEstimator)
#: What is a block: a realisation, its periods averaged, or each period of each realisation.
BlocksOf = Literal["realisations", "periods"]
#: Neighbouring lines over which the noise is averaged, to either side.
_NEIGHBOURS = 3


def average(U: Complex, Y: Complex, R: Complex | None, method: ResponseEstimator) -> Complex:
    """G (F, n, n) of blocks U, Y, R (M, F, n, n); columns are experiments."""
    if method == "joint_input_output":
        if R is None:
            raise InputError(
                "the joint input-output estimate needs the reference",
                where="responses",
                expected="logs with disturbance_motor_torque or reference_joint_position",
            )
        return _divided((Y @ _adjoint(R)).sum(axis=0), (U @ _adjoint(R)).sum(axis=0))
    if method == "h1":
        return _divided((Y @ _adjoint(U)).sum(axis=0), (U @ _adjoint(U)).sum(axis=0))
    each = _divided(Y, U)
    if method == "arithmetic":
        return np.asarray(each.mean(axis=0))
    if method == "harmonic":
        return np.asarray(np.linalg.inv(np.linalg.inv(each).mean(axis=0)))
    if method == "logarithmic":
        middle = each.mean(axis=0)
        return np.asarray(middle * np.exp(np.log(each / middle).mean(axis=0)))
    raise InputError(
        "unknown estimator", where="responses", got=repr(method), expected=", ".join(ESTIMATORS)
    )


def responses(
    robot: Robot,
    logs: Sequence[Log],
    *,
    method: ResponseEstimator = "logarithmic",
    blocks: BlocksOf = "realisations",
    period: float | None = None,
    settling: int | None = None,
    hold: float | None = None,
    band: tuple[float, float] | None = None,
) -> list[MeasuredResponse]:
    """One for each configuration, from logs of one experiment each. Where logs do not say it
    themselves, as those of `response_experiments` do: the `period` (s), how many periods are for
    `settling` (1), how long a torque is held (`hold`, s; 0), and the `band` (Hz)."""
    given = _given(period, settling, hold)
    spectra = [spectra_of(robot, log, given, band) for log in logs]
    return [response_of(group, method, blocks) for group in grouped(spectra)]


def _given(period: float | None, settling: int | None, hold: float | None) -> Mapping[str, object]:
    return {PERIOD: period, SETTLING: settling, HOLD: hold}


def response_of(
    group: Sequence[PeriodSpectra],
    method: ResponseEstimator = "logarithmic",
    blocks: BlocksOf = "realisations",
) -> MeasuredResponse:
    """Of experiments in one configuration: as many, one after the other, as there are inputs, are a
    block."""
    first = group[0]
    n = first.U.shape[-1]
    if len(group) % n or any(
        not np.array_equal(one.frequencies, first.frequencies) for one in group
    ):
        raise InputError(
            "experiments do not make whole blocks",
            where=f"{first.name} and the others of its configuration",
            got=f"{len(group)} logs",
            expected=f"{n} logs for each realisation, with the same frequencies",
        )
    periods = min(one.U.shape[0] for one in group)
    M = len(group) // n
    U, Y = (_square([getattr(one, key)[-periods:] for one in group], M) for key in ("U", "Y"))
    R = None
    if all(one.R is not None and one.R.shape[-1] == n for one in group):
        R = _square([np.asarray(one.R)[-periods:] for one in group], M)
    _check_inputs(first, U)
    # (M, P, F, n, e): noise from single periods; G from blocks of either kind.
    if blocks == "realisations":
        blocked = [None if one is None else one.mean(axis=1) for one in (U, Y, R)]
    else:
        blocked = [None if one is None else one.reshape(-1, *one.shape[2:]) for one in (U, Y, R)]
    u, y, r = blocked
    assert u is not None and y is not None
    G = average(u, y, r, method)
    noise, excitation = _noise(G, U, Y)
    power = np.mean(U @ _adjoint(U), axis=(0, 1)) / n
    return MeasuredResponse(
        np.mean([one.configuration for one in group], axis=0),
        first.frequencies,
        G,
        noise,
        excitation,
        power,
        np.mean([one.mean_torque for one in group], axis=0),
        method,
    )


def _noise(G: Complex, U: Complex, Y: Complex) -> tuple[Complex, Complex]:
    """Covariance of V = Y − G U in the mean over periods, and Σ U Uᴴ of these means.

    From one realisation to the next what friction and stiffening springs distort differs, too; from
    period to period only what is not periodic. Lines beside each other share their noise."""
    M, P, _, n, _ = U.shape
    u, y = U.mean(axis=1), Y.mean(axis=1)
    excitation = (u @ _adjoint(u)).sum(axis=0)
    if M > 1:
        V = y - G @ u
        raw = (V @ _adjoint(V)).sum(axis=0) / (n * (M - 1))
    elif P > 1:
        V = (Y - Y.mean(axis=1, keepdims=True)) - G @ (U - U.mean(axis=1, keepdims=True))
        raw = (V @ _adjoint(V)).sum(axis=(0, 1)) / (n * (P - 1) * P)
    else:
        raise InputError(
            "one period tells nothing about noise",
            where="responses",
            got="1 period of 1 realisation",
            expected="2 or more periods or realisations",
        )
    return _smoothed(raw), excitation


def _smoothed(raw: Complex) -> Complex:
    found = np.empty_like(raw)
    for f in range(len(raw)):
        low, high = max(f - _NEIGHBOURS, 0), f + _NEIGHBOURS + 1
        found[f] = raw[low:high].mean(axis=0)
    return found


def _check_inputs(first: PeriodSpectra, U: Complex) -> None:
    """Inputs of a block have to differ: else nobody knows which of them did what."""
    size = np.linalg.norm(U, axis=-1, keepdims=True).max(axis=2, keepdims=True)
    scaled = U.mean(axis=1) / np.where(size > 0, size, 1.0).mean(axis=1)
    condition = np.linalg.cond(scaled)
    if not np.median(condition) < 1e3:
        raise InputError(
            "experiments of a block do not differ",
            where=f"{first.name} and the others of its configuration",
            got=f"torques with a condition number of {float(np.median(condition)):.3g}",
            expected="less than 1000",
            hint="Excite with orthogonal multisines: see response_experiments.",
        )


def _square(parts: Sequence[Complex], blocks: int) -> Complex:
    """(blocks, periods, F, n, experiments) of parts (periods, F, n)."""
    stacked = np.stack(parts, axis=-1)
    n = stacked.shape[-1] // blocks
    split = stacked.reshape(*stacked.shape[:-1], blocks, n)
    return np.moveaxis(split, -2, 0)


def _divided(left: Complex, right: Complex) -> Complex:
    """left · right⁻¹"""
    found: Complex = np.swapaxes(
        np.linalg.solve(np.swapaxes(right, -1, -2), np.swapaxes(left, -1, -2)), -1, -2
    )
    return found


def _adjoint(matrix: Complex) -> Complex:
    return np.swapaxes(matrix, -1, -2).conj()
