"""Joints that stick and slide while the mass matrix couples them: rods in a row, no gears.

Compared with an integration from event to event (`stick_slip`) that shares nothing with armwright.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np
import pytest

from armwright import Blocks, Scenario
from armwright.blocks.disturbances import JointTorque
from armwright.system import Recording, Start
from tests.support.planar_chain import PlanarChain
from tests.support.probes import Swell
from tests.support.simulations import signals, signals_of_many
from tests.support.stick_slip import StickSlip

BEGIN, END, DURATION = 0.1, 0.6, 1.5
RECORDED = ("joint_position", "joint_velocity", "friction_torque")


class Case(NamedTuple):
    """Torques that act for half a second, and which modes the joints must go through."""

    chain: PlanarChain
    posture: tuple[float, ...]
    torque: tuple[float, ...]
    modes: tuple[tuple[int, ...], ...]


CASES = {
    "one of two": Case(
        PlanarChain((0.7, 0.7), (1.0, 1.0)), (0.3, 1.2), (1.5, 0.0), ((0, 0), (1, 0), (0, 0))
    ),
    "the middle one of three, which then pulls the first along": Case(
        PlanarChain((1.0, 1.0, 0.8), (1.5, 1.2, 0.9)),
        (0.0, 0.6, 0.9),
        (0.0, 1.6, 0.0),
        ((0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0), (0, 0, 0)),
    ),
    "two of three, the first breaks away later": Case(
        PlanarChain((0.5, 0.5, 0.4), (0.6, 0.6, 0.5)),
        (0.0, 0.6, 0.9),
        (1.5, 1.0, -0.5),
        ((0, 0, 0), (0, 1, -1), (1, 1, -1), (1, 0, -1), (1, 0, 0)),
    ),
    "all, in both directions": Case(
        PlanarChain((0.5, 0.5, 0.4), (0.6, 0.6, 0.5)),
        (0.0, 0.6, 0.9),
        (3.0, 0.5, 1.0),
        ((0, 0, 0), (1, -1, 1), (1, 0, 1), (1, 0, 0)),
    ),
    "one passes through rest": Case(
        PlanarChain((0.5, 0.5, 0.4), (0.5, 0.5, 0.4)),
        (0.0, 0.6, 0.9),
        (1.5, 1.0, -0.5),
        ((0, 0, 0), (0, 1, -1), (1, 1, -1), (1, -1, -1), (1, 0, -1), (1, 0, 0)),
    ),
}


def chain_run(chain: PlanarChain, posture: tuple[float, ...], **parts: object) -> Scenario:
    return Scenario(
        name="chain",
        robot=chain.robot(),
        start=Start(posture),
        **{"duration": DURATION, "tick": 2.5e-4, **parts},  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_chain_moves_as_it_does_from_event_to_event(case: Case) -> None:
    """A joint that passes through rest under load may be a step late: 1e-5 rad here."""
    load = JointTorque(torque=case.torque, begin=BEGIN, end=END)
    recording = Recording(RECORDED, rate=100.0)
    blocks = Blocks(disturbances=(load,))
    run = signals(chain_run(case.chain, case.posture, blocks=blocks, recording=recording))
    engine = StickSlip(case.chain.terms, np.array(case.chain.coulomb), np.array(case.chain.static))
    torque = np.array(case.torque)
    loads = [(0.0, 0 * torque), (BEGIN, torque), (END, 0 * torque)]
    exact = engine.simulate(np.array(case.posture), loads, run["time"])
    met = [piece.mode for piece in exact.pieces]
    assert tuple(m for k, m in enumerate(met) if k == 0 or m != met[k - 1]) == case.modes
    assert np.abs(exact.position[-1] - exact.position[0]).max() > 0.05
    assert np.abs(run["joint_position"] - exact.position).max() < 1e-5
    stuck = np.abs(exact.velocity[-1]) == 0
    assert (run["joint_velocity"][-1, stuck] == 0.0).all()


def loads_of(size: int) -> list[tuple[int, ...]]:
    """All directions, but for the sign of the whole."""
    return [(1, *rest) for rest in product((1, -1), repeat=size - 1)]


def chain_of(size: int, coulomb: float, **parts: object) -> Scenario:
    """Rods with a break-away torque of 1 N m in every joint, steps of 1 ms."""
    chain = PlanarChain((coulomb,) * size, (1.0,) * size)
    return chain_run(chain, (0.5,) * size, **{"tick": 1e-3, **parts})


@pytest.mark.parametrize("size", [2, 3, 4])
def test_slow_loads_of_90_percent_are_held(size: int) -> None:
    run = signals_of_many(
        [
            chain_of(size, 0.5, duration=0.4, blocks=swell(0.9, signs, 0.2))
            for signs in loads_of(size)
        ]
    )
    assert (run["joint_position"] == 0.5).all()
    assert (run["joint_velocity"] == 0.0).all()


def swell(share: float, signs: tuple[int, ...], rise: float) -> Blocks:
    return Blocks(controller=(Swell(torque=[share * sign for sign in signs], rise=rise),))


@pytest.mark.parametrize(("size", "coulomb"), [(2, 0.5), (3, 0.5), (3, 1.0), (4, 0.5)])
def test_sudden_loads_of_90_percent_are_held(size: int, coulomb: float) -> None:
    """Each joint carries what acts on it, whatever the mass matrix says: nothing moves."""
    run = signals_of_many(
        [
            chain_of(
                size,
                coulomb,
                duration=0.1,
                blocks=Blocks(disturbances=(JointTorque(torque=torque),)),
            )
            for torque in 0.9 * np.array(loads_of(size))
        ]
    )
    assert (run["joint_velocity"] == 0.0).all()


@pytest.mark.parametrize("size", [2, 3, 4])
def test_nothing_breaks_away_early_or_is_held_beyond_break_away(size: int) -> None:
    """Loads that rise slowly to 130 % in every joint, in all directions."""
    recording = Recording((*RECORDED, "motor_torque"))
    run = signals_of_many(
        [
            chain_of(size, 0.5, duration=0.5, blocks=swell(1.3, signs, 0.5), recording=recording)
            for signs in loads_of(size)
        ]
    )
    resting = run["joint_velocity"] == 0.0
    assert resting[np.abs(run["motor_torque"][..., 0]) < 0.999].all()
    assert np.abs(run["friction_torque"])[resting].max() < 1.001
