"""What is derived, counted and timed: S2's arms and growing ones by every method, and chains."""

from __future__ import annotations

import dataclasses
import time as clock
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from armwright.equations import GROUPS, METHODS, Equations, Method, derive
from armwright.equations.deriving import Problem, closed_elements
from armwright.equations.parameters import choose
from armwright.progress import Tell
from armwright.robot import Inertia, Joint, Link, Pose, Robot, load
from armwright.robot.pose import rotation_about
from armwright.studies.formulations import evaluation
from armwright.studies.formulations.evaluation import best_time
from armwright.studies.formulations.falling import Fall, fall, falling_equations
from armwright.studies.formulations.source import OF_THE_SOURCE

METHOD_NAMES: dict[Method, str] = {
    "newton-euler": "Newton-Euler",
    "lagrange": "Lagrange",
    "kane": "Kane",
}
#: What is compared beside the methods.
CLOSED, OURS = "closed form", "armwright"
#: The first axes of the six-axis arm.
SIZES = (2, 3, 4, 5, 6)
#: Joints of the chains on which algorithms of order n and n³ are compared.
CHAINS = (2, 4, 6, 8, 9, 10, 11, 12, 14, 16)
#: Closed forms with numbers are written down for as many axes as this.
WRITTEN = 4
_NO_END = 10**9
_STATES, _FEW = 20_000, 200


def source_arms() -> dict[str, Robot]:
    return {title: load(name) for name, title in OF_THE_SOURCE.items()}


def growing_arms() -> dict[str, Robot]:
    whole = load("six_axis")
    return {f"{n} axes": first_joints(whole, n) for n in SIZES}


def first_joints(robot: Robot, count: int) -> Robot:
    """The arm as far as its first so many moving joints, and all that is fixed to them."""
    chosen = {joint.name for joint in robot.moving_joints[:count]}
    links, joints = {robot.base}, []
    for joint in robot.joints:
        if joint.parent in links and (not joint.moves or joint.name in chosen):
            joints.append(joint)
            links.add(joint.child)
    return dataclasses.replace(
        robot,
        name=f"{robot.name}_{count}",
        links=tuple(link for link in robot.links if link.name in links),
        joints=tuple(joints),
        frames=(),
        tool="",
    )


def crossed_chain(count: int) -> Robot:
    """Equal links with full inertia tensors, each axis at a right angle to the one before."""
    tensor = np.array([[50, 2, 3], [2, 40, 4], [3, 4, 30]]) * 1e-3
    inertia = Inertia(2.0, np.array([0.1, 0.02, 0.03]), tensor)
    links, joints = [Link("base")], []
    for k in range(count):
        turn = rotation_about([1, 0, 0], np.pi / 2 if k % 2 else -np.pi / 2)
        place = Pose(turn, np.array([0.3, 0.0, 0.1]))
        joints.append(Joint(f"joint{k + 1}", "revolute", links[-1].name, f"link{k + 1}", place))
        links.append(Link(f"link{k + 1}", inertia))
    return Robot("crossed_chain", tuple(links), tuple(joints))


@dataclass(frozen=True)
class Derivation:
    """One arm by one method.

    `products`: of single terms, to get the closed form with all parameters as symbols; `terms`:
    what it has, multiplied out. `sequence`: the method's own assignments, with the arm's
    numbers. Operations are those of the generated code. Times in s.
    """

    method: Method
    products: int
    terms: int
    to_close: float
    sequence: Equations
    to_list: float
    operations: int
    torque_operations: int


@dataclass(frozen=True)
class DerivedArm:
    """`closed`: the equations written out with numbers, the same for all methods; None where that
    is too long."""

    title: str
    robot: Robot
    by: Mapping[Method, Derivation]
    closed: Equations | None

    @property
    def axes(self) -> int:
        return len(self.robot.moving_joints)


def derive_arm(title: str, robot: Robot) -> DerivedArm:
    small = len(robot.moving_joints) <= WRITTEN
    closed = derive(robot, "lagrange", (), form="closed") if small else None
    return DerivedArm(title, robot, {method: _derived(robot, method) for method in METHODS}, closed)


def _derived(robot: Robot, method: Method) -> Derivation:
    begun = clock.perf_counter()
    elements = closed_elements(Problem(robot, method, choose(robot, GROUPS), False), _NO_END)
    closed = clock.perf_counter()
    sequence = derive(robot, method, (), form="sequence")
    listed = clock.perf_counter()
    return Derivation(
        method=method,
        products=elements[0].algebra.spent,
        terms=sum(len(element) for element in elements),
        to_close=closed - begun,
        sequence=sequence,
        to_list=listed - closed,
        operations=sequence.operations("terms").total,
        torque_operations=sequence.operations("torque").total,
    )


@dataclass(frozen=True)
class ComparedArm:
    """An arm, counted and timed.

    By method, `closed form` and `armwright`: operations, and seconds for one torque in C
    (armwright: in machine code, one state at a time) and in Python.
    """

    derived: DerivedArm
    operations: Mapping[str, int]
    torque_operations: Mapping[str, int]
    in_c: Mapping[str, float]
    in_python: Mapping[str, float]
    in_lanes: float


@dataclass(frozen=True)
class Comparison:
    """`chains`: joints → operations of forward dynamics, order n and order n³."""

    of_source: Sequence[ComparedArm]
    growing: Sequence[ComparedArm]
    chains: Mapping[int, tuple[int, int]]
    fall: Fall
    has_compiler: bool


def compare(tell: Tell) -> Comparison:
    arms = {**source_arms(), **growing_arms()}
    derived = []
    for k, (title, robot) in enumerate(arms.items()):
        tell(f"equations: {title}", 0.6 * k / len(arms))
        derived.append(derive_arm(title, robot))
    tell("compiling and timing", 0.6)
    equations = {f"{arm.title}, {way}": e for arm in derived for way, e in _ways(arm).items()}
    with evaluation.compiled_library({**equations, "falling": falling_equations()}) as code:
        rows = [_compared(arm, code) for arm in derived]
        tell("the double pendulum falls", 0.8)
        fallen = fall(code["falling"][0] if code else None)
    tell("chains of up to 16 joints", 0.9)
    split = len(source_arms())
    return Comparison(rows[:split], rows[split:], _chains(), fallen, code is not None)


def _ways(arm: DerivedArm) -> dict[str, Equations]:
    ways: dict[str, Equations] = {m: arm.by[m].sequence for m in METHODS}
    return ways if arm.closed is None else {**ways, CLOSED: arm.closed}


def _compared(
    arm: DerivedArm, code: dict[str, tuple[evaluation.Native, evaluation.Native]] | None
) -> ComparedArm:
    robot, ways = arm.robot, _ways(arm)
    states = np.random.default_rng(1).normal(size=(_STATES, 3, arm.axes))
    terms = {way: e.operations("terms").total for way, e in ways.items()}
    torque = {way: e.operations("torque").total for way, e in ways.items()}
    inverse = evaluation.own_operations(robot, "inverse_dynamics")
    terms[OURS] = evaluation.own_operations(robot, "mass_matrix") + inverse
    torque[OURS] = inverse
    in_c = {OURS: evaluation.own_torque_time(robot, states, 1)}
    if code is not None:
        many = {way: code[f"{arm.title}, {way}"][1] for way in ways}
        in_c |= {
            way: evaluation.native_torque_time(function, states) for way, function in many.items()
        }
    in_python = {way: _python_time(e, states[:_FEW]) for way, e in ways.items()}
    in_lanes = evaluation.own_torque_time(robot, states, None)
    return ComparedArm(arm, terms, torque, in_c, in_python, in_lanes)


def _python_time(equations: Equations, states: np.ndarray) -> float:
    torque, listed = equations.function("torque"), states.tolist()
    return best_time(lambda: [torque(*state) for state in listed]) / len(listed)


def _chains() -> dict[int, tuple[int, int]]:
    robots: dict[int, Robot] = {n: crossed_chain(n) for n in CHAINS}
    return {
        n: (
            evaluation.own_forward_operations(robot, articulated=True),
            evaluation.own_forward_operations(robot, articulated=False),
        )
        for n, robot in robots.items()
    }
