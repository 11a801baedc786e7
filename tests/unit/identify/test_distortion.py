"""Model distortion: none for the right model, and for a wrong one the number that is wrong."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.errors import InputError
from armwright.identify import distortion
from armwright.signals.log import Log
from armwright.studies.puma_validation.puma import CURRENT_NOISE, exciting, measured, puma

FREE = [f"joints.joint{k}.drive.friction.{n}" for k in (1, 2, 3) for n in ("viscous", "coulomb")]


@pytest.fixture(scope="module")
def log() -> Log:
    return measured(exciting(puma()))


def test_the_right_model_needs_none(log: Log) -> None:
    found = distortion(puma(), log, FREE, noise=CURRENT_NOISE)
    assert found.size == 0
    assert found.explained


@pytest.mark.parametrize(
    ("path", "value"), [(FREE[0], 6.0), (FREE[2], 13.0), (FREE[4], 6.0), (FREE[1], 4.0)]
)
def test_of_many_unknowns_the_wrong_one_is_distorted_most(
    log: Log, path: str, value: float
) -> None:
    found = distortion(puma({path: value}), log, FREE, noise=CURRENT_NOISE)
    assert found.explained
    assert max(found.sizes, key=lambda name: found.sizes[name]) == path
    assert 0.3 < found.sizes[path] / abs(_true(path) / value - 1) < 1.3


def _true(path: str) -> float:
    drive = puma().joint(path.split(".")[1]).drive
    assert drive is not None
    return drive.friction[path.rpartition(".")[2]]


def test_a_worse_model_is_distorted_more(log: Log) -> None:
    sizes = [
        distortion(puma({FREE[0]: value}), log, FREE, noise=CURRENT_NOISE).size
        for value in (8.0, 7.0, 5.0, 3.0)
    ]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[1]


def test_what_no_number_explains_is_told(log: Log) -> None:
    """Joint 3's friction cannot make up for joint 1's."""
    found = distortion(puma({FREE[0]: 2.0}), log, FREE[4:], noise=CURRENT_NOISE)
    assert not found.explained
    assert found.left[0] > 5 * CURRENT_NOISE


def test_a_change_in_the_middle_is_seen_where_it_is(log: Log) -> None:
    """Viscous friction that grows to twice its size about 5 s."""
    data = log.data.copy(deep=True)
    drive = puma().joint("joint1").drive
    assert drive is not None
    assert drive.torque_constant is not None
    more = 8.0 * log["joint_velocity"][:, 0] / (drive.gear_ratio * drive.torque_constant)
    data["motor_current"][:, 0] += np.clip(log.time - 4.5, 0, 1) * more
    found = distortion(puma(), Log(data), FREE[:2], noise=CURRENT_NOISE)
    viscous = found.changes[:, found.elements.index(FREE[0])]
    assert np.abs(viscous[found.times < 4]).mean() < 0.15 * viscous[found.times > 6].mean()


def test_noise_of_nothing_is_refused(log: Log) -> None:
    with pytest.raises(InputError, match="noise has to be above zero"):
        distortion(puma(), log, FREE, noise=0.0)
