"""A run begins at rest also where a whole step of Newton's method goes too far."""

from __future__ import annotations

import numpy as np

import armwright as aw
from armwright.blocks.controllers import Pid
from armwright.blocks.references.hold import Hold
from armwright.simulation.start import Starter
from armwright.system.system import System
from tests.support.every_block import arm


def test_springs_that_stiffen_under_the_weight_carry_it_from_the_beginning() -> None:
    scenario = aw.Scenario(
        "stiffening",
        arm(2),
        0.1,
        blocks=aw.Blocks(
            reference=Hold(name="reference", position=(0.3, -0.7)),
            controller=(Pid(name="pid", rate=1000.0, proportional_gain=1.5, integral_gain=4.0),),
        ),
    )
    starter = Starter(System(scenario))
    values = starter.values()
    assert np.abs(values["pid.integral"]).min() > 1e-2
    residual = starter.residual
    assert residual is not None
    unknown = np.concatenate([values[u.place][u.part] for u in starter.unknowns])
    numbers = starter.nominal_numbers.values()
    left = np.array(residual(unknown, values["position"][starter.tight], *numbers)[0])
    assert np.abs(left).max() < 1e-6
