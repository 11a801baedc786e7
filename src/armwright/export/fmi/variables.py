"""The variables of a model description, in the order of their value references.

Their names follow FMI's structured convention, `controller.velocity_gain[2]`: what is not an
identifier is quoted, and a number in a path is an index: `joints.2.friction.coulomb` is
`joints[2].friction.coulomb`. Letters that FMI does not allow there stand by their numbers in
Unicode, so that different names stay different: `ä` is `#E4;`.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from armwright.compiler import Program
from armwright.export.fmi.elements import VectorElements
from armwright.export.model import ExportModel, ModelVector

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
#: What may stand in a quoted name beside letters and digits.
_QUOTED = frozenset(" !$%&()*+,-./:;<>=?@[]^_{}|~")

VariableRole = Literal[
    "time", "seed", "parameter", "input", "output", "state", "derivative", "indicator"
]


@dataclass(frozen=True)
class Variable:
    """A vector as other tools see it. `units` and `meanings`: of its elements. `start`: None if it
    is computed. `nominal`: the size of a state that tolerances refer to. `state`: of which state
    it is the derivative. `needs`: the vectors, inputs and states, that an output or a derivative
    depends on. `place`: of its first element in the vector."""

    name: str
    vector: str
    role: VariableRole
    size: int
    units: tuple[str, ...]
    meaning: str
    meanings: tuple[str, ...]
    start: tuple[float, ...] | None = None
    nominal: float | None = None
    state: str | None = None
    needs: tuple[str, ...] = ()
    place: int = 0

    @property
    def unit(self) -> str:
        """Of the whole; empty if elements have different ones."""
        return self.units[0] if len(set(self.units)) == 1 else ""

    def elements(self) -> list[Variable]:
        """Each element as a variable of its own."""
        return [self._element(k) for k in range(self.size)]

    def _element(self, k: int) -> Variable:
        state = _element_name(self.state, k + 1, self.size) if self.state else None
        return dataclasses.replace(
            self,
            name=_derivative_name(state) if state else _element_name(self.name, k + 1, self.size),
            place=k,
            size=1,
            units=self.units[k : k + 1],
            meaning=self.meanings[k],
            meanings=self.meanings[k : k + 1],
            start=self.start[k : k + 1] if self.start else None,
            state=state,
        )


def variables(model: ExportModel, elements: VectorElements) -> list[Variable]:
    builder, vectors = _Builder(model, elements), model.vectors
    found = [Variable("time", "time", "time", 1, ("s",), "time", ("time",))]
    if model.open.seed is not None:
        meaning = "seed of all random numbers"
        seed = (float(model.open.seed),)
        found.append(Variable("seed", "seed", "seed", 1, ("",), meaning, (meaning,), seed))
    found += [builder.variable(one, "parameter", one.start) for one in model.open.parameters]
    found += [builder.variable(one, "input", one.start) for one in vectors.inputs]
    found += [builder.shown(one) for one in vectors.signals]
    state = {one.name: one for one in vectors.state}
    settled = model.open.beginning is not None and model.open.beginning.first is not None
    for name in vectors.derivatives:
        start = None if settled else state[name].start
        found.append(builder.variable(state[name], "state", start, vectors.nominals.get(name, 1.0)))
    found += [builder.derivative(name) for name in vectors.derivatives]
    if vectors.indicators:
        found.append(builder.shown(vectors.indicators, "indicator"))
    return found


class _Builder:
    def __init__(self, model: ExportModel, elements: VectorElements) -> None:
        self._elements = elements
        vectors = model.vectors
        self._outputs = {one.name: one for one in vectors.outputs}
        self._derivatives = vectors.derivatives
        self._needs = _dependencies(model.routine.observe) if model.routine.observe else {}
        #: What importers know when they ask.
        self._known = [one.name for one in vectors.inputs] + list(vectors.derivatives)

    def variable(
        self,
        vector: ModelVector,
        role: VariableRole,
        start: tuple[float, ...] | None,
        nominal: float | None = None,
    ) -> Variable:
        return Variable(
            _variable_name(vector.name),
            vector.name,
            role,
            vector.size,
            self._elements.units(vector),
            vector.meaning,
            self._elements.meanings(vector),
            start,
            nominal,
        )

    def shown(self, vector: ModelVector, role: VariableRole = "output") -> Variable:
        plain = self.variable(vector, role, None)
        return dataclasses.replace(plain, needs=self._needed(vector.name))

    def derivative(self, state: str) -> Variable:
        output = self._outputs[self._derivatives[state]]
        vector = self._elements.derivative(output, self._outputs[state])
        name = _variable_name(state)
        plain = self.variable(vector, "derivative", None)
        return dataclasses.replace(
            plain,
            name=_derivative_name(name),
            vector=output.name,
            state=name,
            needs=self._needed(output.name),
        )

    def _needed(self, output: str) -> tuple[str, ...]:
        found = self._needs.get(output, frozenset())
        return tuple(name for name in self._known if name in found)


def flat(found: Sequence[Variable]) -> list[Variable]:
    """One variable for each number, as FMI 2.0 has them; there indicators are no variables."""
    return [e for one in found if one.role != "indicator" for e in one.elements()]


def _variable_name(path: str) -> str:
    """The name of a whole vector."""
    found = ""
    for part in path.split("."):
        if part.isdecimal() and found and not found.endswith("]"):
            found += f"[{int(part)}]"
        else:
            found += f".{_part(part)}" if found else _part(part)
    return found


def _element_name(name: str, element: int, size: int) -> str:
    """Of one element, counted from 1; a vector of one has no index."""
    if size == 1:
        return name
    if name.endswith("]"):
        return f"{name[:-1]},{element}]"
    return f"{name}[{element}]"


def _derivative_name(name: str) -> str:
    return f"der({name})"


def _part(text: str) -> str:
    if _IDENTIFIER.fullmatch(text):
        return text
    inside = (letter if _may_stand(letter) else f"#{ord(letter):X};" for letter in text)
    return f"'{''.join(inside)}'"


def _may_stand(letter: str) -> bool:
    return letter.isascii() and (letter.isalnum() or letter in _QUOTED)


def _dependencies(program: Program) -> dict[str, frozenset[str]]:
    """Output → names of inputs, whole vectors each."""
    reached: list[frozenset[int]] = []
    for operation, *operands in program.code:
        if operation == "constant":
            reached.append(frozenset())
        elif operation == "input":
            reached.append(frozenset((operands[0],)))
        else:
            reached.append(frozenset().union(*(reached[k] for k in operands)))
    found: dict[str, set[int]] = {port.name: set() for port in program.outputs}
    for store in program.stores:
        found[program.outputs[store.port].name] |= reached[store.value]
    names = [port.name for port in program.inputs]
    return {output: frozenset(names[k] for k in ports) for output, ports in found.items()}
