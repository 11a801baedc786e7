"""What importers may do with instances: save, restore, start anew, run side by side; and not."""

from __future__ import annotations

import copy
from collections.abc import Iterator

import fmpy
import numpy as np
import pytest

from tests.support.c_code import needs_compiler
from tests.support.fmus import Instance, exported, scenario

pytestmark = [needs_compiler, pytest.mark.parametrize("version", [2, 3])]
SIGNALS = ("joint_position", "joint_velocity", "motor_position", "commanded_motor_torque")
TICK = scenario("noisy").tick


@pytest.fixture
def one(version: int) -> Iterator[Instance]:
    found = fresh(version)
    yield found
    found.fmu.freeInstance()


def fresh(version: int) -> Instance:
    return Instance(exported("noisy", version, 0.1)[0])


def seen(instance: Instance) -> np.ndarray:
    return np.concatenate([instance.get(name) for name in SIGNALS])


def test_a_saved_state_is_gone_back_to(one: Instance) -> None:
    one.initialise().steps(7, TICK)
    saved = one.save()
    one.steps(5, TICK, first=7)
    first = seen(one)
    one.restore(saved)
    assert one.get("time") == pytest.approx(7 * TICK)
    assert not np.array_equal(seen(one), first)
    one.steps(5, TICK, first=7)
    assert np.array_equal(seen(one), first)


def test_saved_bytes_go_into_another_instance(one: Instance, version: int) -> None:
    one.initialise().steps(7, TICK)
    content = one.bytes_of(one.save())
    one.steps(5, TICK, first=7)
    other = fresh(version).initialise()
    other.restore(other.from_bytes(content))
    other.steps(5, TICK, first=7)
    assert np.array_equal(seen(other), seen(one))
    with pytest.raises(Exception, match=r"[Dd]e[Ss]erialize"):
        other.from_bytes(b"x" + content[1:])
    with pytest.raises(Exception, match=r"[Dd]e[Ss]erialize"):
        other.from_bytes(content[:-8])
    assert other.log == ["This is not a saved state of this model."] * 2
    other.fmu.freeInstance()


def test_reset_is_a_new_beginning(one: Instance) -> None:
    one.initialise(seed=5).steps(40, TICK)
    first = seen(one)
    one.fmu.reset()
    one.initialise(seed=5).steps(40, TICK)
    assert np.array_equal(seen(one), first)
    one.fmu.reset()
    one.initialise().steps(40, TICK)
    assert not np.array_equal(seen(one), first), "the seed is the scenario's again"


def test_instances_live_side_by_side(one: Instance, version: int) -> None:
    alone, first, second = one.initialise(), fresh(version), fresh(version)
    alone.steps(12, TICK)
    first.initialise()
    second.initialise(seed=5, controller__proportional_gain=[15.0, 9.0])
    for k in range(12):
        first.step(k * TICK, TICK)
        second.step(k * TICK, TICK)
    assert np.array_equal(seen(first), seen(alone))
    assert not np.array_equal(seen(first), seen(second))
    for other in (first, second):
        other.close()


@pytest.mark.parametrize("size", [1.5 * TICK, 0.5 * TICK, 0.0, -TICK, 1.001 * TICK, np.nan])
def test_other_steps_than_ticks_are_refused(one: Instance, size: float) -> None:
    one.initialise().step(0.0, TICK)
    before = seen(one)
    with pytest.raises(Exception, match="DoStep failed"):
        one.step(TICK, size)
    (message,) = one.log
    assert "is not a whole number of ticks of 0.00025 s" in message
    assert np.array_equal(seen(one), before)
    one.step(TICK, TICK)


def test_steps_follow_each_other(one: Instance) -> None:
    one.initialise().step(0.0, TICK)
    with pytest.raises(Exception, match="DoStep failed"):
        one.step(0.01, TICK)
    assert one.log == ["The step begins at 0.01 s, but the last one ended at 0.00025 s."]


def test_what_cannot_be_set_is_told(one: Instance) -> None:
    with pytest.raises(Exception, match="failed"):
        one.set("controller.proportional_gain", [np.nan, 1.0])
    one.initialise()
    for name, value in (("joint_position", [0.0, 0.0]), ("seed", 3), ("time", 1.0)):
        with pytest.raises(Exception, match="failed"):
            one.set(name, value)
    assert [message.partition(" (")[0] for message in one.log] == [
        "This value is not a finite number.",
        "This variable cannot be set.",
        "This variable can only be set before the run.",
        "This variable cannot be set.",
    ]


def test_calls_out_of_turn_are_told(one: Instance) -> None:
    with pytest.raises(Exception, match="DoStep failed"):
        one.step(0.0, TICK)
    one.initialise()
    with pytest.raises(Exception, match="failed"):
        one.fmu.exitInitializationMode()
    one.fmu.terminate()
    with pytest.raises(Exception, match="DoStep failed"):
        one.step(0.0, TICK)
    assert len(one.log) == 3


def test_another_token_is_refused(one: Instance, version: int) -> None:
    description, folder = copy.copy(one.description), one.fmu.unzipDirectory
    description.guid = description.instantiationToken = "{0}"
    said: list[str] = []
    with pytest.raises(Exception, match=r"[Ii]nstantiate"):
        fmpy.instantiate_fmu(
            folder,
            description,
            "CoSimulation",
            logger=lambda *words: said.append(words[-1].decode()),
        )
    assert len(said) == 1
    assert "was this binary made for another model description?" in said[0]


def test_times_that_are_none_are_told(version: int) -> None:
    own = Instance(exported("sticking", version, kind="model-exchange")[0], "model-exchange")
    own.initialise()
    for time in (np.nan, np.inf):
        with pytest.raises(Exception, match="SetTime failed"):
            own.fmu.setTime(time)
    assert own.log == ["The time is not a finite number."] * 2
    own.close()
