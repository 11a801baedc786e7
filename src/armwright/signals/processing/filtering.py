"""A low-pass that delays nothing: a Butterworth filter forwards and backwards."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.signals.processing.stretches import by_stretches, usual_step

#: Of each pass; what comes out has twice as much.
ORDER = 4
#: The highest cutoff, as part of the sampling rate: near one half the filter has no room to fall.
HIGHEST = 0.45
#: In periods of the cutoff: what is mirrored beyond the ends, so that the filter has settled when
#: it arrives there; from how much the slope and curvature at an end are taken; how long a piece at
#: an end is.
SETTLING, END, PIECE = 9.0, 1.0, 20.0


def low_passed(time: Array, values: Array, cutoff: float, order: int = ORDER) -> Array:
    """(samples, channels), with |H| = 1/√2 at `cutoff` (Hz) for both passes together:
    |H(f)| = 1/(1 + (√2 − 1) (tan(π f T)/tan(π f_c T))²ᴺ).

    Gaps are not bridged: every stretch is filtered by itself, and those shorter than a period of
    the cutoff are NaN, since nothing in them is slower.
    """
    from scipy.signal import butter, sosfiltfilt

    rate = 1 / usual_step(time)
    _check_cutoff(cutoff, rate)
    # Both passes together have half of the power at the cutoff, so each has 1/√2 of it.
    widening = (np.sqrt(2) - 1) ** (-1 / (2 * order))
    own = np.arctan(np.tan(np.pi * cutoff / rate) * widening) / np.pi * rate
    sections = butter(order, own, fs=rate, output="sos")
    mirrored, end, piece = (round(n * rate / cutoff) for n in (SETTLING, END, PIECE))

    def both_ways(stretch: Array) -> Array:
        pad = min(mirrored, len(stretch) - 1)
        result: Array = sosfiltfilt(sections, stretch, axis=0, padtype="odd", padlen=pad)
        return result

    def with_ends(stretch: Array) -> Array:
        carried = _quintic(stretch, min(end, len(stretch)))
        return both_ways(stretch - carried) + carried

    def filtered(stretch: Array) -> Array:
        if len(stretch) <= 2 * piece:
            return with_ends(stretch)
        result = both_ways(stretch)
        half = piece // 2
        result[:half] = with_ends(stretch[:piece])[:half]
        result[-half:] = with_ends(stretch[-piece:])[-half:]
        return result

    return by_stretches(filtered, time, values, shortest=max(2, end))


def _quintic(stretch: Array, end: int) -> Array:
    """The polynomial that has the stretch's values, slopes and curvatures at both ends.

    The filter leaves it as it is: maximally flat, it passes polynomials below degree 2 N. Without
    it, what is mirrored beyond an end would bend the other way there, and a second derivative would
    be wrong at the ends by as much as it is large.
    """
    n = len(stretch)
    degree = min(3, end - 1)
    x = np.arange(end) / (n - 1)
    powers = np.vander(x, degree + 1, increasing=True)
    first = np.linalg.lstsq(powers, stretch[:end], rcond=None)[0]
    last = np.linalg.lstsq(powers, stretch[::-1][:end], rcond=None)[0]
    # Value, slope and curvature at x = 0, then at x = 1, of Σ c_k x^k, k = 0 … 5.
    k = np.arange(6)
    conditions = np.array(
        [k == 0, k == 1, 2 * (k == 2), np.ones(6), k, k * (k - 1)], dtype=np.float64
    )
    wanted = np.zeros((6, stretch.shape[1]))
    for row in range(min(3, degree + 1)):
        factor = (1, 1, 2)[row]
        wanted[row] = factor * first[row]
        wanted[3 + row] = factor * (-1) ** row * last[row]
    coefficients = np.linalg.solve(conditions, wanted)
    result: Array = np.vander(np.arange(n) / (n - 1), 6, increasing=True) @ coefficients
    return result


def _check_cutoff(cutoff: float, rate: float) -> None:
    if not 0 < cutoff <= HIGHEST * rate:
        raise InputError(
            "no such cutoff",
            where="filter",
            got=f"{cutoff:g} Hz",
            expected=f"more than 0 and at most {HIGHEST * rate:.4g} Hz, {HIGHEST:g} of the rate",
        )
