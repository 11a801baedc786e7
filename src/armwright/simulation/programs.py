"""Expressions of a system, as programs that read and write the vectors of a run."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.compiler import Program, make_program


def program(name: str, outputs: Mapping[str, cs.SX], vectors: Mapping[str, cs.SX]) -> Program:
    """The program that writes `outputs`; of the `vectors` it reads those it needs."""
    wanted = {key: value for key, value in outputs.items() if value.shape[0]}
    everything = cs.vertcat(*wanted.values())
    inputs = {key: symbol for key, symbol in vectors.items() if cs.depends_on(everything, symbol)}
    return make_program(name, inputs, wanted)
