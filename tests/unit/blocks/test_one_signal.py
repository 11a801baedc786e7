"""Saturation and delay: blocks for any signal."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import InputError
from armwright.block import Input, Memory, Output, Parameter
from armwright.block.fidelity import Fidelity
from armwright.blocks.controllers import Delay, Saturation
from tests.support.blocks import evaluate, run, site

TWO = site("two_axis", rate=1000.0)
U = np.array([[-3.0, 0.5], [1.0, 2.0], [5.0, -9.0]])


def test_saturation():
    found = evaluate(Saturation(lower=[-2.0, -1.0], upper=1.5), TWO, input=U)
    np.testing.assert_array_equal(found["output"], [[-2.0, 0.5], [1.0, 1.5], [1.5, -1.0]])
    np.testing.assert_array_equal(found["limited"], [[1, 0], [0, 1], [1, 1]])


def test_saturation_can_be_switched_off():
    free = site("two_axis", fidelity=Fidelity(saturation=False))
    found = evaluate(Saturation(lower=-1.0, upper=1.0), free, input=U)
    np.testing.assert_array_equal(found["output"], U)
    assert not found["limited"].any()


def test_blocks_have_the_unit_and_size_of_their_signal():
    force = Saturation(lower=-1.0, upper=1.0, unit="N", size="axis")
    for port in ("input", "output", "lower", "upper"):
        assert (force.declared[port].unit, force.declared[port].size) == ("N", "axis")
    assert (force.declared["limited"].unit, force.declared["limited"].size) == ("", "axis")
    assert force.of(Output).keys() == {"output", "limited"}
    assert force.of(Parameter)["lower"].unit == "N"
    assert Saturation.of(Input)["input"].unit == Saturation.declared["input"].unit == "N m"
    assert Saturation(lower=-1.0, upper=1.0).of(Input)["input"].unit == "N m"
    found = evaluate(force, TWO, input=[1.0, 2.0, -3.0])
    np.testing.assert_array_equal(found["output"], [1.0, 1.0, -1.0])


def test_a_changed_block_keeps_its_unit():
    block = Saturation(lower=-1.0, upper=1.0, unit="A", connect={"input": "a", "output": "b"})
    other = block.changed({"upper": 2.0})
    assert other.declared["upper"].unit == "A" and other.values["upper"] == 2.0
    assert other.signal("input") == "a" and other.signal("output") == "b"


@pytest.mark.parametrize("samples", [1, 2, 5])
def test_delay_shifts(samples):
    u = np.random.default_rng(0).normal(size=(9, 2))
    found = run(Delay(samples=samples, rate=1000.0), TWO, 9, input=u)["output"]
    np.testing.assert_array_equal(found[:samples], 0.0)
    np.testing.assert_array_equal(found[samples:], u[:-samples])


def test_delay_has_a_memory_for_each_sample():
    block = Delay(samples=3, unit="rad", size="joint", rate=1000.0)
    places = block.of(Memory)
    assert list(places) == ["delayed_1", "delayed_2", "delayed_3"]
    for name, memory in places.items():
        assert (memory.name, memory.unit, memory.size) == (name, "rad", "joint")
        assert not memory.fixed and not memory.trimmed, "full of the signal in a run from rest"
    assert Delay.of(Memory) == {}
    assert len(block.changed({"samples": 5}).of(Memory)) == 5


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: Delay(samples=0, rate=1.0),
            "block 'delay': 'samples' (got 0, expected a whole number from 1 to 1000)",
        ),
        (
            lambda: Delay(samples=1.5, rate=1.0, name="wire"),
            "block 'wire': 'samples' (got 1.5, expected a whole number from 1 to 1000)",
        ),
        (
            lambda: Delay(),
            "block 'delay': keeps 'delayed_1' from sample to sample but has no rate "
            "(expected rate = … (Hz))",
        ),
        (
            lambda: Saturation(lower=0.0, upper=1.0, size="motors"),
            "block 'saturation': unknown 'size' (got 'motors', expected one of motor, joint, axis, "
            "one). Did you mean 'motor'?",
        ),
        (
            lambda: Saturation(lower=0.0, upper=1.0, unit=3),
            "block 'saturation': 'unit' is of the wrong kind (got 3, expected unit of the signal)",
        ),
        (
            lambda: Saturation(lower=2.0, upper=[3.0, 1.0]).parameters(TWO),
            "block 'saturation': 'lower' is above 'upper' (got [2.0, 2.0] and [3.0, 1.0], expected "
            "lower ≤ upper)",
        ),
    ],
)
def test_wrong_settings(make, message):
    with pytest.raises(InputError) as error:
        make()
    assert str(error.value) == message
