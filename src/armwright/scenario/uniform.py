"""Uniform numbers between 0 and 1, neither of them included, for any stretch of runs.

What is drawn in a sweep is the inverse of a distribution function at such numbers.

- `random`: Philox, a counter-based generator (Salmon et al., Parallel random numbers: as easy as
  1, 2, 3, 2011), with seed and path as its key and the number of the run as its counter.
- `latin`: a Latin hypercube, with one number in each of as many strata as there are runs (McKay,
  Beckman and Conover 1979).
- `sobol`: Sobol's sequence, scrambled (Owen 1998).

`scipy.stats` takes long to import, and is needed by the last two only.
"""

from __future__ import annotations

import zlib
from functools import lru_cache

import numpy as np

from armwright.arrays import Array

#: Words of Philox for each value of its counter.
_WORDS = 4
#: Of Sobol's numbers; with more, SciPy cannot skip runs.
_BITS = 32
#: From 0 and 1, where normal values are infinite.
_MARGIN = 2.0**-53


def _key(path: str) -> int:
    return zlib.crc32(path.encode())


def random(seed: int, path: str, first: int, last: int) -> Array:
    key = np.array([seed, _key(path)], dtype=np.uint64)
    words = np.random.Philox(key=key, counter=first).random_raw(_WORDS * (last - first))
    # The middles of 2⁵² intervals: neither 0 nor 1 is one of them.
    return ((words[::_WORDS] >> np.uint64(12)).astype(np.float64) + 0.5) * 2.0**-52


@lru_cache(maxsize=64)
def latin(seed: int, path: str, runs: int) -> Array:
    """Each path has permutations of its own, so that it does not depend on the others."""
    from scipy.stats import qmc

    generator = np.random.default_rng([seed, _key(path)])
    points = qmc.LatinHypercube(1, seed=generator).random(runs)[:, 0]
    return np.asarray(np.clip(points, _MARGIN, 1.0 - _MARGIN), dtype=np.float64)


def sobol(seed: int, count: int, first: int, last: int) -> Array:
    """(count, last - first)"""
    from scipy.stats import qmc

    engine = qmc.Sobol(count, bits=_BITS, seed=np.random.default_rng(seed))
    if first == last:
        return np.zeros((count, 0))
    if first:
        engine.fast_forward(first)
        points = engine.random(last - first)
    else:
        # In two parts, or SciPy warns that only 2ᵏ runs are perfectly balanced.
        points = np.concatenate([engine.random(1), engine.random(last - 1)])
    return np.ascontiguousarray(points.T) + 0.5 * 2.0**-_BITS
