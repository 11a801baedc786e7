"""What is measured in the models: frequencies, responses, and where the tool goes."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.studies.gearbox.runs import FREQUENCIES, FULL, WristModels
from armwright.studies.gearbox.source import SHARES
from armwright.studies.gearbox.wrist import MOTORS, PLANETS, R4, R51A, R51B, R52

#: Below, drifts; Hz.
_DRIFT = 1.0
#: Hz: of the responses that are compared, the last. The train's own wheels swing above.
_HIGHEST = 100.0


def frequencies(found: WristModels, name: str) -> list[float]:
    """Of the vibrations, slowest first, Hz."""
    modes = found.models[name].modes()
    values = sorted(mode.frequency for mode in modes if mode.oscillates and mode.pole.imag > 0)
    return [value for value in values if value > _DRIFT]


def modes_off(found: WristModels, name: str) -> float:
    """How far the four lowest frequencies are off those of the full train at most, as a part."""
    own, true = (np.array(frequencies(found, one)[:4]) for one in (name, FULL))
    return float(np.abs(own / true - 1).max())


def response(found: WristModels, name: str) -> Array:
    """|acceleration / own torque| of the wrist's motors. (frequencies, motors)"""
    model = found.models[name]
    G = model.frequency_response(2 * np.pi * FREQUENCIES)
    names = [f"motor_torque[{motor}]" for motor in MOTORS]
    own = [list(model.input_names).index(one) for one in names]
    return np.abs(np.stack([G[:, k, k] for k in own], axis=1))


def response_off(found: WristModels, name: str) -> float:
    """From the full train's response, root mean square up to 100 Hz, dB."""
    low = FREQUENCIES <= _HIGHEST
    off = 20 * np.log10(response(found, name)[low] / response(found, FULL)[low])
    return float(np.sqrt(np.mean(off**2)))


def tool_off(found: WristModels, name: str) -> Array:
    """Distance of the tool from where the full train has it, m. (records,)"""
    a, b = (found.runs[one].data["tool_position"].values for one in (name, FULL))
    return np.asarray(np.linalg.norm(a - b, axis=-1), dtype=np.float64)


def rms(values: Array) -> float:
    return float(np.sqrt(np.mean(values**2)))


def coupling(K: Array, i: int, j: int) -> float:
    """|K_ij|/√(K_ii K_jj): 0 for springs that do not know of each other, below 1."""
    return float(abs(K[i, j]) / np.sqrt(K[i, i] * K[j, j]))


def printed_ratios() -> tuple[float, float]:
    """n45 and n5 as (3.7) has them."""
    r4, r52 = R4[0] / R4[1], R52[0] / R52[1]
    r51 = R51A[0] / R51A[1] * R51B[0] / R51B[1]
    r45 = PLANETS["45"][0] / PLANETS["45"][1]
    return (1 + r45) / (r4 * r52), 1 / (r45 * r51 * r52)


def stiffest_shares(line: str) -> dict[str, float]:
    """(3.12) as printed, K/ΣK, for springs with table 3.1's deflections."""
    K = {name: 1 / (share or 1e-3) for name, share in SHARES[line].items()}
    return {name: value / sum(K.values()) for name, value in K.items()}
