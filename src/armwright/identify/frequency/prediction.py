"""What an arm would have shown in an experiment: its answer to the torques that were measured."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import xarray as xr

from armwright.identify.frequency.model import ResponseModel
from armwright.identify.frequency.spectra import amplitudes, spectra_of
from armwright.robot import Robot
from armwright.signals.log import Log

SIGNAL = "motor_velocity"


@dataclass(frozen=True)
class Answering:
    """Predicts `motor_velocity` in the periods after settling: at the excited lines as the linear
    model answers, everything else, like a bias motion, as measured. NaN while it settles."""

    motors: tuple[str, ...]

    def __call__(self, robot: Robot, log: Log) -> xr.Dataset:
        one = spectra_of(robot, log, {}, None)
        model = ResponseModel(robot, (), one.configuration[None], one.frequencies)
        G = model.answers(np.zeros(0)).G[0]
        answer = np.einsum("fab,pfb->pfa", G, one.U) / (1j * one.frequencies)[:, None]
        measured = log[SIGNAL]
        count, samples = one.U.shape[0], one.samples
        lines = amplitudes(measured, samples, count)
        lines[:, one.harmonics] = answer
        lines[:, 0] *= 0.5
        whole = np.fft.irfft(lines * samples / 2, samples, axis=1).reshape(count * samples, -1)
        found = np.full_like(measured, np.nan)
        found[-count * samples :] = whole
        data = log.data[SIGNAL]
        return xr.Dataset({SIGNAL: data.copy(data=found.reshape(data.shape))})
