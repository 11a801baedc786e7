"""The plant: an arm with its drives, as one model under simulation, control, estimation and export.

    M(x) ẍ + bias(x, ẋ) + Σ g f = applied + Ψᵀ λ,     Ψ ẍ = γ,

x the coordinates, f the laws of friction and elasticity along their directions g, Ψ the constraints
of loops, if there are any. Everything is an
expression of the symbols `x`, `v`, `inputs`, the laws' states and the free numbers; whoever wires
a plant fills the inputs in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from functools import cached_property

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.declarations import Input
from armwright.block.fidelity import Fidelity
from armwright.block.quantities import Site
from armwright.errors import InputError
from armwright.multibody.constraints import Constrained
from armwright.multibody.energy import kinetic_energy, potential_energy
from armwright.multibody.external import external_forces
from armwright.multibody.factorisation import SparseFactors, factorise
from armwright.multibody.forward_dynamics import SMALL, MassSolver, shortest
from armwright.multibody.inverse_dynamics import (
    body_forces,
    inverse_dynamics,
    joint_torques,
    water_forces,
)
from armwright.multibody.laden_tree import LadenTree
from armwright.multibody.mass_matrix import mass_entries
from armwright.multibody.mechanism import Mechanism, MountedRotor, Positions, build
from armwright.multibody.parameters import FreeParameters, linear_parameters
from armwright.multibody.placement import Ten
from armwright.multibody.reactions import fixed_among, reactions
from armwright.multibody.rotors import carried_torques
from armwright.multibody.rows import Entries, Row, add_along, add_square, combination, dense
from armwright.multibody.spatial import Force, Scalar, Symmetric, Vector, minus, plus, times
from armwright.multibody.wet_links import Water
from armwright.plant.arrangement import Arrangement, ExtraFriction, Place, arranged
from armwright.plant.coordinates import Coordinate
from armwright.plant.environment import Environment
from armwright.plant.frames import FrameMotion
from armwright.plant.gears import Gears
from armwright.plant.inertia import check_inertia
from armwright.plant.law import Element, element
from armwright.plant.loop_reactions import (
    all_multipliers,
    closure_reaction,
    determined,
    wrenches,
)
from armwright.plant.loops import PlantLoops, plant_loops
from armwright.plant.values import Values
from armwright.plant.water import CURRENT, check_current, water_around, water_numbers
from armwright.robot import Robot
from armwright.robot.loop import refuse_loops

#: What acts on the motors (N m), on the joints (N m, N), and along the coordinates themselves.
MOTOR_TORQUE, JOINT_TORQUE, FORCE = "motor_torque", "joint_torque", "force"


def wrench_on(frame: str) -> str:
    """The input for what pushes on a frame: force and moment, world axes, about its origin."""
    return f"wrench on {frame}"


def payload_of(link: str) -> str:
    """The input for what a link carries: mass, first moment, inertia about the link's origin."""
    return f"payload of {link}"


class Plant:
    """Immutable. `free` names the numbers that stay symbols (see `numbers`); `laws`: laws that the
    description may name beside those of armwright; `frictions`: friction along sums of joints.

    `inputs`: by name, symbols of what acts from outside, and of what laws read beside their own
    displacement and velocity (one element for each joint).
    """

    def __init__(
        self,
        robot: Robot,
        fidelity: Fidelity | None = None,
        environment: Environment | None = None,
        *,
        laws: Iterable[type[Block]] = (),
        frictions: Sequence[ExtraFriction] = (),
        free: Iterable[str] = (),
    ) -> None:
        self.robot = robot
        self.fidelity = fidelity or Fidelity()
        self.environment = environment or Environment()
        self._site = Site.of_laws()
        self.arrangement: Arrangement = arranged(
            robot, self.fidelity, self.environment, laws, frictions
        )
        if self.environment.current:
            check_current(robot)
        chosen = frozenset(free)
        self._own_numbers = {**self.arrangement.numbers, **water_numbers(robot, self.fidelity)}
        self.values = Values(self._own_numbers, chosen)
        names = [name for name in linear_parameters(self.tree) if name in chosen] if chosen else []
        self.free_bodies = FreeParameters.choose(self.tree, names, linear=True)
        size = self.arrangement.free
        self.x, self.v = cs.SX.sym("position", size), cs.SX.sym("velocity", size)
        self.inputs = self._make_inputs()
        #: by the number of its motor, every rotor that rides on a link
        self.mounted: dict[int, MountedRotor] = self._mount_rotors()
        sticking = [law for law in self.arrangement.laws if law.sticks]
        #: dry friction that held or braked each sticking channel during the last step
        self.dry = cs.SX.sym("dry", sum(len(law.channels) for law in sticking))
        #: ẍ during the last step
        self.last_acceleration = cs.SX.sym("last acceleration", size)
        if self.arrangement.elastic or self.arrangement.trains.shafts:
            known = [
                (self.values.symbol, self.values.vector(self.numbers)),
                (self.free_bodies.symbol, self.free_bodies.nominal),
                *((symbol, np.zeros(symbol.shape[0])) for symbol in self.inputs.values()),
            ]
            small = self.arrangement.places("elastic") if self._small else ()
            check_inertia(robot.name, self.coordinates, self.mass(), self.x, known, small)

    # What there is.

    @property
    def tree(self) -> Robot:
        return self.arrangement.tree

    @property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """Those of x, in its order."""
        return self.arrangement.coordinates[: self.arrangement.free]

    @property
    def gears(self) -> Gears:
        return self.arrangement.gears

    @property
    def motor_names(self) -> tuple[str, ...]:
        return tuple(motor.name for motor in self.arrangement.motors)

    @property
    def elastic_names(self) -> tuple[str, ...]:
        return tuple(axis.name for axis in self.arrangement.elastic)

    @property
    def frictions(self) -> tuple[Place, ...]:
        """The channels of friction, in the order of `of_frictions`."""
        return self.arrangement.frictions

    @property
    def motor_inertia(self) -> Array:
        """J of the rotors, about their own axes."""
        numbers = self.arrangement.numbers
        return np.array([numbers[path][0] for path in self.arrangement.inertia_paths])

    @cached_property
    def numbers(self) -> dict[str, Array]:
        """Every number that may differ between runs of the same machine code, by path."""
        return {**linear_parameters(self.tree), **self._own_numbers}

    def _make_inputs(self) -> dict[str, cs.SX]:
        n, base = self.arrangement.joints, len(self.environment.base_motion)
        sizes = {
            MOTOR_TORQUE: len(self.motor_names),
            JOINT_TORQUE: n,
            FORCE: self.arrangement.free,
            **{wrench_on(frame): 6 for frame in self.environment.wrenches},
            **{payload_of(link): 10 for link in self.environment.payloads},
            **({f"base_{what}": base for what in _MOTION} if base else {}),
            **(dict.fromkeys(CURRENT, 3) if self.environment.current else {}),
        }
        for law in self.arrangement.laws:
            for name in law.block.of(Input):
                if name not in _OWN_INPUTS:
                    sizes[law.block.signal(name)] = n
        return {name: cs.SX.sym(name, size) for name, size in sizes.items()}

    # Mechanics.

    @cached_property
    def position(self) -> cs.SX:
        """Of all coordinates, those that are moved from outside last."""
        return self._with_base(self.x, "position")

    @cached_property
    def velocity(self) -> cs.SX:
        return self._with_base(self.v, "velocity")

    def _with_base(self, own: cs.SX, what: str) -> cs.SX:
        base = self.inputs.get(f"base_{what}")
        return own if base is None else cs.vertcat(own, base)

    @property
    def _small(self) -> bool:
        """Whether elastic axes are taken for small: S4 6.4."""
        return self.fidelity.deflections == "small"

    @cached_property
    def _positions(self) -> Positions:
        names = tuple(one.name for one in self.arrangement.coordinates)
        small = self.elastic_names if self._small else ()
        return Positions(self.position, self.arrangement.positions, names, frozenset(small))

    @cached_property
    def _loads(self) -> dict[str, Ten]:
        found = {}
        for link in self.environment.payloads:
            mass, *rest = cs.vertsplit(self.inputs[payload_of(link)])
            found[link] = Ten(mass, Vector(*rest[:3]), Symmetric(*rest[3:]))
        return found

    @cached_property
    def mechanism(self) -> Mechanism:
        return self._built(physical=False)

    @cached_property
    def physical(self) -> Mechanism:
        """With every body's own inertia."""
        return self._built(physical=True)

    def _built(self, *, physical: bool, cut: Sequence[str] = ()) -> Mechanism:
        matrices = self.environment.added_inertia.items()
        return build(
            self.free_bodies,
            physical=physical,
            at=self._positions,
            loads=self._loads,
            added={link: np.asarray(matrix, dtype=np.float64) for link, matrix in matrices},
            cut=cut,
            rotors=tuple(self.mounted.values()),
            water=self.water,
        )

    @cached_property
    def water(self) -> Water | None:
        """What is around the links that have a hull."""
        return water_around(self.robot, self.fidelity, self.values, self.inputs)

    def _mount_rotors(self) -> dict[int, MountedRotor]:
        if not (self.fidelity.drives and self.fidelity.rotors == "bodies"):
            return {}
        rows = zip(self.arrangement.motors, self.motor_rows, self.rotor_inertias, strict=True)
        found = {}
        for i, (motor, row, inertia) in enumerate(rows):
            if motor.link:
                found[i] = MountedRotor(motor.link, motor.axis, row, inertia)
            elif not (type(inertia) is float and inertia == 0.0):
                raise InputError(
                    "where its rotor is mounted is not known",
                    where=f"robot '{self.robot.name}', motor '{motor.name}'",
                    got="no link",
                    expected="link and axis in its description",
                    hint='Give them, or choose fidelity.rotors = "reduced".',
                )
        return found

    @property
    def gravity(self) -> cs.SX:
        """The acceleration of free fall, world axes; zero where it is switched off."""
        if not self.fidelity.gravity:
            return cs.SX.zeros(3)
        return cs.densify(self.mechanism.gravity.column())

    @cached_property
    def ratios(self) -> list[Scalar]:
        """η row by row."""
        return self.arrangement.ratios(self.values)

    @cached_property
    def motor_rows(self) -> tuple[Row, ...]:
        return self.arrangement.motor_rows(self.ratios)

    @cached_property
    def rotor_inertias(self) -> list[Scalar]:
        return [self.values.scalar(path) for path in self.arrangement.inertia_paths]

    @cached_property
    def inertia_rows(self) -> list[tuple[Row, Scalar]]:
        """Inertias along rows: of rotors, then of wheels in gear trains."""
        found = list(zip(self.motor_rows, self.rotor_inertias, strict=True))
        for one in self.arrangement.trains.inertias:
            found.append((self.arrangement.named_row(one.along), self.values.scalar(one.path)))
        return found

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        """The laws, one element for each kind."""
        return tuple(
            element(
                law,
                self.arrangement.law_rows(law, self.ratios),
                self.values,
                self._site,
                self.inputs,
            )
            for law in self.arrangement.laws
        )

    @cached_property
    def bristles(self) -> cs.SX:
        """The states of all laws."""
        return _stack([part.state for part in self.elements])

    @cached_property
    def bristle_rate(self) -> cs.SX:
        """ż = a z + b of all laws with states."""
        x, v = cs.vertsplit(self.x), cs.vertsplit(self.v)
        rates = []
        for part in self.elements:
            if part.linear is None:
                raise InputError(
                    f"there is no rate for the states of '{part.law.key}'",
                    where=f"robot '{self.robot.name}'",
                    expected="friction laws with states that are linear in themselves",
                )
            a, b = part.linear
            rates += part.at([a * part.state + b], part.along(x), part.along(v), part.state)
        return _stack(rates)

    def inertial_forces(self, acceleration: Sequence[Scalar]) -> list[Scalar]:
        """M(x) ẍ + bias(x, ẋ)."""
        total = self.link_forces(acceleration)
        for row, torque in zip(self.motor_rows, self.rotor_torques(acceleration), strict=True):
            add_along(total, row, torque)
        for row, inertia in self.inertia_rows[len(self.motor_rows) :]:
            add_along(total, row, times(inertia, combination(row, acceleration)))
        return total

    def rotor_torques(self, acceleration: Sequence[Scalar]) -> list[Scalar]:
        """What each rotor needs about its own axis, on the motor's side: J θ̈, and where it rides on
        a link that turns, J a·α."""
        found = [
            times(inertia, combination(row, acceleration))
            for row, inertia in zip(self.motor_rows, self.rotor_inertias, strict=True)
        ]
        if self.mounted:
            carried = carried_torques(self.mechanism, self._rates, self._given(acceleration))
            for i, torque in zip(self.mounted, carried, strict=True):
                found[i] = plus(found[i], torque)
        return found

    def link_forces(self, acceleration: Sequence[Scalar]) -> list[Scalar]:
        """What the bodies need, and the spin of the rotors that ride on them; not what the rotors
        need about their own axes."""
        given = self._given(acceleration)
        total = inverse_dynamics(self.mechanism, self._rates, given, gravity=self.fidelity.gravity)
        return total[: self.arrangement.free]

    @property
    def _rates(self) -> list[Scalar]:
        """ẋ as inertial forces count it: small deflections have none."""
        rates: list[Scalar] = [*cs.vertsplit(self.velocity)]
        if self._small:
            for k in self.arrangement.places("elastic"):
                rates[k] = 0.0
        return rates

    def _given(self, acceleration: Sequence[Scalar]) -> list[Scalar]:
        """ẍ of all coordinates, those that are moved from outside last."""
        base = self.inputs.get("base_acceleration")
        return [*acceleration, *(cs.vertsplit(base) if base is not None else ())]

    def bias(self) -> list[Scalar]:
        """Coriolis, centrifugal and gravity forces."""
        return self.inertial_forces([0.0] * self.arrangement.free)

    def mass(self) -> Entries:
        """Entries of M by coordinates."""
        free = self.arrangement.free
        entries = {
            pair: value for pair, value in mass_entries(self.mechanism).items() if max(pair) < free
        }
        self._add_rotors(entries)
        return entries

    def rotor_entries(self) -> Entries:
        """What M has beside the bodies' own: J of every rotor and wheel about its axis, along its
        row."""
        entries: Entries = {}
        self._add_rotors(entries)
        return entries

    def _add_rotors(self, entries: Entries) -> None:
        for row, inertia in self.inertia_rows:
            add_square(entries, row, inertia)

    def factorised(self, entries: Entries) -> SparseFactors:
        """M, or M with more along some rows, ready to be solved with."""
        order = [k for k in self.mechanism.order if k < self.arrangement.free]
        return factorise(entries, order, self.mechanism.inverse_pivot)

    @cached_property
    def loops(self) -> PlantLoops | None:
        """The constraints of closed loops; None if there are none."""
        if not self.tree.loops:
            return None
        more = [self.values.symbol, self.free_bodies.symbol]
        return plant_loops(self.arrangement, self.mechanism, self.values, self.x, more)

    def applied(self) -> list[Scalar]:
        """Generalised forces of the motors and of what acts from outside."""
        total: list[Scalar] = [0.0] * self.arrangement.free
        torques = cs.vertsplit(self.inputs[MOTOR_TORQUE]) if self.motor_rows else []
        for row, torque in zip(self.motor_rows, torques, strict=True):
            add_along(total, row, torque)
        for k, torque in enumerate(cs.vertsplit(self.inputs[JOINT_TORQUE])):
            total[k] = plus(total[k], torque)
        for k, force in enumerate(cs.vertsplit(self.inputs[FORCE])):
            total[k] = plus(total[k], force)
        if self.environment.wrenches:
            nothing = Force(Vector(), Vector())
            needed = joint_torques(self.mechanism, [nothing - push for push in self._external])
            total = [minus(a, b) for a, b in zip(total, needed, strict=False)]
        return total

    @cached_property
    def _external(self) -> list[Force]:
        return self.pushes(self.mechanism)

    def pushes(self, mechanism: Mechanism) -> list[Force]:
        """What acts on each body from outside."""
        frames = self.environment.wrenches
        return external_forces(mechanism, {f: self.inputs[wrench_on(f)] for f in frames})

    def drag(self) -> list[Scalar]:
        """Generalised forces of the water's drag and lift."""
        rates = cs.vertsplit(self.velocity)
        with_drag, without = (water_forces(self.mechanism, rates, drag=on) for on in (True, False))
        nothing = Force(Vector(), Vector())
        forces = [
            nothing if a is None or b is None else a - b
            for a, b in zip(with_drag, without, strict=True)
        ]
        return joint_torques(self.mechanism, forces)[: self.arrangement.free]

    def driving(
        self,
        applied: Sequence[Scalar],
        bias: Sequence[Scalar],
        torques: Iterable[cs.SX],
        step: float = 1.0,
    ) -> list[Scalar]:
        """step · (applied − bias) − Σ g f: what is left to accelerate the coordinates. `torques`:
        f of each law, times the step."""
        total = [times(step, minus(a, b)) for a, b in zip(applied, bias, strict=True)]
        for part, torque in zip(self.elements, torques, strict=True):
            for row, amount in zip(part.rows, cs.vertsplit(torque), strict=True):
                add_along(total, row, times(-1.0, amount))
        return total

    @cached_property
    def torques(self) -> tuple[cs.SX, ...]:
        """f of each law at this instant, dry friction included."""
        x, v = cs.vertsplit(self.x), cs.vertsplit(self.v)
        found, first = [], 0
        for part in self.elements:
            (torque,) = part.at([part.torque], part.along(x), part.along(v), part.state)
            if part.limits:
                torque = torque + self.dry[first : first + part.size]
                first += part.size
            found.append(torque)
        return tuple(found)

    @cached_property
    def acceleration(self) -> cs.SX:
        """ẍ at this instant."""
        drive = self.driving(self.applied(), self.bias(), self.torques)
        solver = self.mass_solver()
        if self.loops is None:
            return cs.vertcat(*solver.solve(drive))
        wanted = cs.vertsplit(-self.loops.product_rate(self.v))
        return cs.vertcat(*self.constrained(solver, self.loops.rows).solve(drive, wanted))

    def mass_solver(self) -> MassSolver:
        """M, ready to be solved with, in whichever way needs fewer operations."""
        factors, laden = self.factorised(self.mass()), self.rotor_entries()
        if not self.is_laden_tree(laden):
            return factors
        return shortest([factors, LadenTree(self.mechanism, laden)], self.arrangement.free)

    def is_laden_tree(self, laden: Entries) -> bool:
        """Whether articulated bodies can solve with M and `laden`, and may take fewer operations:
        with many bodies they do, unless loops have many sides to solve for. Where deflections are
        taken for small, the two differ by what is left out: the square of a deflection."""
        mechanism = self.mechanism
        alone = self.arrangement.free == mechanism.coordinates and self.loops is None
        return alone and len(mechanism.bodies) > SMALL and LadenTree.fits(mechanism, laden)

    def constrained(self, factors: MassSolver, rows: tuple[Row, ...]) -> Constrained:
        """What was factorised, under constraints."""
        return Constrained(factors, self.arrangement.free, rows)

    def accelerated(self, acceleration: cs.SX) -> Plant:
        """The same plant, whose ẍ is given instead of following from its forces: what it shows is
        then an expression of that."""
        other = copy(self)
        other.__dict__["acceleration"] = acceleration  # in place of the cached property
        return other

    @property
    def every_acceleration(self) -> cs.SX:
        """ẍ of all coordinates, those that are moved from outside last."""
        return self._with_base(self.acceleration, "acceleration")

    # What it shows.

    def with_joints(
        self, expressions: list[cs.SX], q: cs.SX, v: cs.SX | None = None
    ) -> list[cs.SX]:
        """Expressions for joint positions (and velocities), all else at zero."""
        rest = cs.SX.zeros(len(self.coordinates) - q.shape[0])
        symbols, values = [self.x], [cs.vertcat(q, rest)]
        if v is not None:
            symbols, values = [*symbols, self.v], [*values, cs.vertcat(v, rest)]
        found: list[cs.SX] = cs.substitute(expressions, symbols, values)
        return found

    def joint_torque_for(self, q: cs.SX, v: cs.SX, a: cs.SX) -> cs.SX:
        """M(q) a + c(q, v) + g(q) of the links, without the motors, for a motion of the joints."""
        refuse_loops(self.robot.name, self.tree.loops, "the torque for a motion of all joints")
        rest = [0.0] * (len(self.coordinates) - a.shape[0])
        needed = self.link_forces([*cs.vertsplit(a), *rest])[: self.arrangement.joints]
        return cs.densify(self.with_joints([cs.vertcat(*map(cs.SX, needed))], q, v)[0])

    def following(self, joints: cs.SX) -> cs.SX:
        """Coordinates (or velocities) where only the joints have moved: motors behind springs as
        the gears say, elastic axes not at all."""
        elements = cs.vertsplit(joints)
        found: list[Scalar] = [*elements, *([0.0] * len(self.elastic_names))]
        for motor in self.arrangement.flexible:
            found.append(combination(self.arrangement.joint_row(motor, self.ratios), elements))
        for along in self.arrangement.trains.shafts.values():
            found.append(combination(self.arrangement.named_row(along), elements))
        return cs.vertcat(*found)

    def of_joints(self, coordinates: cs.SX) -> cs.SX:
        """Joint positions for coordinates, or joint velocities for their velocities."""
        return coordinates[: self.arrangement.joints]

    def of_elastic(self, coordinates: cs.SX) -> cs.SX:
        return coordinates[self.arrangement.places("elastic")]

    def of_motors(self, coordinates: cs.SX) -> cs.SX:
        """Motor positions for coordinates, or motor velocities for their velocities."""
        elements = cs.vertsplit(coordinates)
        return _stack([cs.SX(combination(row, elements)) for row in self.motor_rows])

    def of_frictions(self, amounts: Sequence[cs.SX]) -> cs.SX:
        """Of what every law has for its channels, that of the channels of friction."""
        return _stack([amounts[place.law][place.number] for place in self.frictions])

    @cached_property
    def energies(self) -> tuple[cs.SX, cs.SX]:
        """Kinetic and potential energy, springs and rotors counted."""
        kinetic: Scalar = kinetic_energy(self.physical, cs.vertsplit(self.velocity))
        rates = cs.vertsplit(self.v)
        for row, inertia in self.inertia_rows:
            rate = combination(row, rates)
            kinetic = plus(kinetic, times(times(0.5, inertia), times(rate, rate)))
        potential: Scalar = potential_energy(self.physical) if self.fidelity.gravity else 0.0
        return cs.SX(kinetic), cs.SX(potential) + self._spring_energy()

    def _spring_energy(self) -> cs.SX:
        total = cs.SX(0)
        x, v = cs.vertsplit(self.x), cs.vertsplit(self.v)
        for part in self.elements:
            if part.energy is not None:
                (energy,) = part.at([part.energy], part.along(x), part.along(v), part.state)
                total += cs.sum1(energy)
        return total

    def frame(self, name: str) -> FrameMotion:
        """How a frame, or a link, moves."""
        return FrameMotion(self, name)

    def reaction(self, joint: str) -> cs.SX:
        """Force and moment (6) that pass through a joint of the tree, fixed ones among them, to
        what it carries: `multibody.reactions` says how. Rotors that do not ride on links count as
        inertia of their coordinates only. Of a loop: see `closure_reaction`. Where loops are
        redundant, it has the components that are `determined`, in their order."""
        if self.loops is None:
            return self.carried(joint)
        known = determined(self, joint)
        if joint in self.loops.names:
            return closure_reaction(self, joint)[known]
        return self.carried(joint, all_multipliers(self))[known]

    def carried(self, joint: str, multipliers: Sequence[Scalar] = ()) -> cs.SX:
        """The same for given multipliers of all constraints of loops."""
        cut = fixed_among(self.tree, (joint,))
        mechanism = self._built(physical=True, cut=cut) if cut else self.physical
        forces = body_forces(
            mechanism,
            cs.vertsplit(self.velocity),
            cs.vertsplit(self.every_acceleration),
            gravity=self.fidelity.gravity,
            external=self._pushed(mechanism, multipliers),
        )
        return reactions(mechanism, forces, (joint,))

    def _pushed(self, mechanism: Mechanism, multipliers: Sequence[Scalar]) -> list[Force] | None:
        """What acts on bodies from outside, closures of loops counted."""
        found = self.pushes(mechanism) if self.environment.wrenches else None
        if not multipliers:
            return found
        closing = external_forces(mechanism, wrenches(self, multipliers))
        return closing if found is None else [a + b for a, b in zip(found, closing, strict=True)]

    def base_forces(self) -> cs.SX:
        """What it takes to move the base as it is moved, along its axes."""
        total = inverse_dynamics(
            self.mechanism,
            cs.vertsplit(self.velocity),
            cs.vertsplit(self.every_acceleration),
            gravity=self.fidelity.gravity,
            external=self._external if self.environment.wrenches else None,
        )
        return cs.vertcat(*total[self.arrangement.free :])

    def directions(self, part: Element) -> cs.SX:
        """G: velocities of a law's channels = G v."""
        rows = [cs.vertcat(*dense(row, self.arrangement.free)).T for row in part.rows]
        return cs.densify(cs.vertcat(*rows))


_MOTION = ("position", "velocity", "acceleration")
_OWN_INPUTS = ("velocity", "deflection", "deflection_rate")


def _stack(parts: Sequence[cs.SX]) -> cs.SX:
    return cs.vertcat(*parts) if parts else cs.SX(0, 1)
