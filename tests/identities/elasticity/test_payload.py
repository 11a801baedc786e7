"""A load that is taken up in mid-run is from then on part of the link."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from armwright import Inertia, Scenario, load
from armwright.block.fidelity import Fidelity
from armwright.blocks.disturbances import Payload
from armwright.system import Integration, Recording, Start

CENTRE, MOMENTS, MASS = [0.05, -0.02, 0.1], [0.01, 0.02, 0.015], 2.0


def falling(**changes: object) -> Scenario:
    scenario = Scenario(
        name="falling",
        robot=load("puma560"),
        duration=0.3,
        tick=0.001,
        fidelity=Fidelity(friction=False),
        start=Start((0.2, -0.5, 0.4, 0.1, 0.6, 0.3), at_rest=False),
        integration=Integration("rk4", 1),
        recording=Recording(("joint_position", "kinetic_energy", "potential_energy")),
    )
    return replace(scenario, **changes)


def payload(**times: float) -> Payload:
    return Payload(link="link6", mass=MASS, centre=CENTRE, moments=MOMENTS, **times)


def test_a_load_from_the_beginning_is_a_heavier_link() -> None:
    robot = load("puma560")
    body = Inertia(MASS, np.array(CENTRE), np.diag(MOMENTS))
    links = tuple(
        replace(link, inertia=(link.inertia + body) if link.inertia else body)
        if link.name == "link6"
        else link
        for link in robot.links
    )
    welded = falling(robot=replace(robot, links=links)).simulate().data
    carried = falling().with_blocks(disturbances=(payload(),)).simulate().data
    for name in ("joint_position", "kinetic_energy", "potential_energy"):
        np.testing.assert_allclose(carried[name], welded[name], rtol=1e-9, atol=1e-12)


def test_it_counts_only_while_it_is_there() -> None:
    free = falling().simulate().data["joint_position"].values
    carried = falling().with_blocks(disturbances=(payload(begin=0.1, end=0.2),))
    late = carried.simulate().data["joint_position"]
    np.testing.assert_allclose(late.values[:101], free[:101], rtol=0, atol=1e-12)
    assert np.abs(late.values[200] - free[200]).max() > 1e-3
