"""A recorder: instruments that one clock samples, and what is left of a run in its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.measuring.instruments import Instrument
from armwright.signals import Run
from armwright.signals.records import array_of, channels_of


@dataclass(frozen=True)
class SampleClock:
    """Samples at `rate` (Hz) by its own time, which begins `delay` s after the run does and is fast
    by the part `drift`: its k-th sample is taken at delay + k/(rate (1 + drift)). A part `lost` of
    the samples is missing from the file, at random. After `most` samples it stops."""

    rate: float
    delay: float = 0.0
    drift: float = 0.0
    lost: float = 0.0
    most: int | None = None

    def instants(self, duration: float, rng: np.random.Generator) -> tuple[Array, Array]:
        """Of every sample: what the recorder says (s), and when it is (s of the run)."""
        count = int((duration - self.delay) * self.rate * (1 + self.drift) + 1e-9) + 1
        if count < 2:
            raise InputError(
                "the clock begins after the end of the run",
                where="recorder",
                got=f"a delay of {self.delay:g} s",
                expected=f"less than {duration:g} s",
            )
        k = np.arange(min(count, self.most or count))
        if self.lost:
            k = k[rng.random(k.size) >= self.lost]
        return k / self.rate, self.delay + k / (self.rate * (1 + self.drift))


@dataclass(frozen=True, eq=False)
class Recorder:
    """`instruments`: by the signal of a run that each of them measures. `stamped`: whether the file
    has a column of times; without it the samples are at the clock's rate, all of them."""

    name: str
    clock: SampleClock
    instruments: Mapping[str, Instrument]
    stamped: bool = True

    def record(self, run: Run, seed: int = 0) -> RawRecording:
        """What it would have written during a run: signals between records are interpolated."""
        if self.clock.lost and not self.stamped:
            raise InputError("lost samples need stamps", where=f"recorder '{self.name}'")
        rng = np.random.default_rng([seed, *self.name.encode()])
        time = run.data["time"].values
        stamps, instants = self.clock.instants(float(time[-1] - time[0]), rng)
        columns: dict[str, Array] = {"time": stamps} if self.stamped else {}
        tables: dict[str, dict[str, Any]] = {}
        for signal, instrument in self.instruments.items():
            if signal not in run.data:
                raise InputError(
                    "the run has no such signal",
                    where=f"recorder '{self.name}'",
                    got=repr(signal),
                    expected="one of " + ", ".join(map(str, run.data.data_vars)),
                )
            true = array_of(run.data, signal)[0]
            if instrument.cutoff is not None:
                true = _filtered(time, true, instrument.cutoff, f"recorder '{self.name}'")
            at = np.stack([np.interp(time[0] + instants, time, one) for one in true.T], axis=1)
            names = [f"{signal}_{channel}" for channel in channels_of(run.data, signal)]
            columns |= dict(zip(names, instrument.shown(at, rng).T, strict=True))
            tables[signal.removeprefix("measured_")] = {"columns": names, **instrument.meaning()}
        time_table = {"column": "time"} if self.stamped else {"rate": self.clock.rate}
        joints, motors = (list(map(str, run.data[name].values)) for name in ("joint", "motor"))
        meaning = {"joints": joints, "motors": motors, "time": time_table, "signals": tables}
        return RawRecording(self.name, columns, meaning, instants)


@dataclass(frozen=True, eq=False)
class RawRecording:
    """`columns` of its file, by name, and their `meaning`: the content of a columns file.
    `instants`: when each sample really was taken, s of the run, which no file knows."""

    name: str
    columns: Mapping[str, Array]
    meaning: Mapping[str, Any]
    instants: Array


def _filtered(time: Array, values: Array, cutoff: float, where: str) -> Array:
    """Through Butterworth's filter of second order, exact for signals that are straight between
    records; it was at rest before the first."""
    from scipy.signal import butter, cont2discrete, lfilter, lfilter_zi

    step = float(time[-1] - time[0]) / (time.size - 1)
    if not 0 < cutoff < 0.5 / step:
        raise InputError(
            "no such filter",
            where=where,
            got=f"a cutoff of {cutoff:g} Hz",
            expected=f"above 0, below {0.5 / step:g} Hz: half the rate of the run's records",
        )
    analogue = butter(2, 2 * np.pi * cutoff, analog=True)
    b, a, _ = cont2discrete(analogue, step, method="foh")
    rest = lfilter_zi(b.ravel(), a)[:, None] * values[0]
    found: Array = lfilter(b.ravel(), a, values, axis=0, zi=rest)[0]
    return found
