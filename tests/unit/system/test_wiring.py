"""Blocks that do not fit together: the error names both ends."""

from __future__ import annotations

import pytest

from armwright import InputError
from armwright.block import Block
from armwright.block.fidelity import Fidelity
from armwright.system import System
from tests.unit.system.parts import Gain, Lag, Single, gain, setup


def refusal(*blocks: Block) -> str:
    with pytest.raises(InputError) as error:
        System(setup(*blocks))
    return str(error.value)


def test_an_input_that_nothing_writes() -> None:
    said = refusal(gain("limiter", "joint_torqe", "safe"))
    assert said.startswith(
        "block 'limiter', input 'u': nothing writes 'joint_torqe' (expected a signal that a block "
        "or the arm writes, like joint_torque"
    )


def test_near_names_are_those_of_blocks_too() -> None:
    said = refusal(gain("first", "joint_torque", "wanted"), gain("second", "wantd", "sent"))
    assert said.startswith("block 'second', input 'u': nothing writes 'wantd'")
    assert "like wanted" in said


def test_units_that_differ() -> None:
    assert refusal(gain("limiter", "motor_velocity", "limited")) == (
        "block 'limiter', input 'u': units differ: 'the arm' writes 'motor_velocity' in rad/s "
        "(expected N m)"
    )
    one = gain("first", "joint_torque", "wanted")
    other = Gain(name="second", connect={"u": "first_limited", "y": "sent"})
    flag = Single(name="flag", connect={"y": "first_limited"})
    assert "'flag' writes 'first_limited'" in refusal(one, flag, other)


def test_sizes_that_differ() -> None:
    blocks = Single(name="lamp", connect={"y": "brightness"}), gain("reader", "brightness", "read")
    assert refusal(*blocks) == (
        "block 'reader', input 'u': sizes differ: 'lamp' writes 'brightness' with 1 elements "
        "(expected 2)"
    )


def test_two_writers_of_a_signal() -> None:
    said = refusal(gain("one", "joint_torque", "shared"), gain("two", "joint_torque", "shared"))
    assert said == (
        "block 'two', output 'y': signal 'shared' is written twice (got also written by 'one'). "
        "Give one of them another name with connect."
    )
    said = refusal(gain("thief", "motor_torque", "joint_torque"))
    assert "block 'thief', output 'y': signal 'joint_torque' is written twice" in said
    assert "'arm'" in said


def test_two_blocks_of_one_name() -> None:
    with pytest.raises(InputError, match=r"scenario 'wired': two blocks are called 'twin'"):
        setup(gain("twin", "joint_torque", "a"), gain("twin", "joint_torque", "b"))


@pytest.mark.parametrize("rate", [300.0, 2000.0, 999.9])
def test_a_rate_that_does_not_divide(rate: float) -> None:
    said = refusal(gain("slow", "joint_torque", "out", rate))
    assert "block 'slow'" in said and "tick" in said
    assert f"got {rate:g} Hz and 1000 Hz" in said
    assert "expected a whole number of ticks between samples" in said


def test_rates_that_divide() -> None:
    for rate, every in ((1000.0, 1), (500.0, 2), (333.3333333333, 3), (0.1, 10_000)):
        (instance,) = System(setup(gain("slow", "joint_torque", "out", rate))).sampled
        assert instance.every == every


def test_a_loop_of_continuous_blocks() -> None:
    said = refusal(gain("hen", "egg", "chick"), gain("nest", "chick", "egg"))
    assert said.startswith(("between 'nest' and 'hen': alg", "between 'hen' and 'nest': alg"))
    assert "egg (nest) → chick (hen)" in said
    assert said.endswith("Sample one of the blocks, or put a delay between them.")


def test_a_block_that_feeds_itself() -> None:
    assert "between 'ouroboros' and 'ouroboros'" in refusal(gain("ouroboros", "tail", "tail"))


def test_a_loop_of_sampled_blocks() -> None:
    said = refusal(gain("hen", "egg", "chick", 1000.0), gain("nest", "chick", "egg", 500.0))
    assert said.startswith("between 'hen' and 'nest': algebraic loop")
    assert "'hen' → 'nest' → 'hen'" in said
    assert said.endswith("Put a delay between them.")


def test_a_loop_of_sampled_blocks_through_a_continuous_one() -> None:
    said = refusal(gain("hen", "egg", "chick", 1000.0), gain("nest", "chick", "egg"))
    assert "algebraic loop" in said and "'hen'" in said


@pytest.mark.parametrize("rate", [None, 1000.0])
def test_a_state_breaks_a_loop(rate: float | None) -> None:
    lag = Lag(name="lag", rate=rate, connect={"u": "chick", "y": "egg"})
    system = System(setup(gain("hen", "egg", "chick", rate), lag))
    assert {one.block.name for one in system.sampled or system.continuous} == {"hen", "lag"}
    if rate:  # what it needs comes first
        (batch,) = system.batches
        assert [one.block.name for one in batch.outputs] == ["lag", "hen"]


def test_one_sampled_block_breaks_a_loop_that_goes_through_the_arm() -> None:
    """The arm feels a command only after the instant at which it was computed."""
    system = System(setup(gain("feedback", "joint_torque", "commanded_motor_torque", 1000.0)))
    assert [one.block.name for one in system.sampled] == ["feedback"]


def test_a_loop_through_the_arm() -> None:
    """Rigid joints: the torque at the joint needs the acceleration, and that the motor's torque."""
    rigid = Fidelity(joints="rigid")
    with pytest.raises(InputError, match="algebraic loop"):
        System(setup(gain("feedback", "joint_torque", "commanded_motor_torque"), fidelity=rigid))


def test_springs_break_a_loop_through_the_arm() -> None:
    system = System(setup(gain("feedback", "joint_torque", "commanded_motor_torque")))
    assert [one.block.name for one in system.continuous] == ["feedback"]
