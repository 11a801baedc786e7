"""A second engine on random trees: every quantity agrees with Pinocchio to 1e-10 relative."""

from __future__ import annotations

import pytest

from armwright import Arm
from tests.support.comparison import differences
from tests.support.evaluation import by_interpreter, by_machine
from tests.support.pinocchio_model import to_pinocchio
from tests.support.random_robots import random_state, random_tree

TOLERANCE = 1e-10
#: The first ones in every run of the tests, all of them in `make crosscheck`.
SEEDS = [
    seed if seed < 14 else pytest.param(seed, marks=pytest.mark.crosscheck) for seed in range(200)
]
#: LLVM takes a second for the derivatives of a large tree, so those of larger trees are
#: interpreted; that machine code and interpreter agree is `test_kernel`'s subject.
COMPILED_UP_TO = 4


@pytest.mark.parametrize("seed", SEEDS)
def test_random_tree(seed: int) -> None:
    joints = 1 + seed % 14
    robot = random_tree(seed, joints)
    q, v, a = random_state(robot, seed)
    evaluate = (
        by_machine(Arm(robot, lanes=1)) if joints <= COMPILED_UP_TO else by_interpreter(robot)
    )
    found = differences(robot, to_pinocchio(robot), evaluate, q, v, a)
    wrong = {name: error for name, error in found.items() if not error < TOLERANCE}
    assert not wrong
