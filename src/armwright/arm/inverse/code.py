"""The compiled functions for one frame of an arm, each made when it is first needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from armwright.arm.inverse.branches import branches_program
from armwright.arm.inverse.chain import Chain
from armwright.arm.inverse.closed import ClosedForm, closed_form
from armwright.arm.inverse.damped import step_program
from armwright.arm.inverse.wrapping import wrapping_program
from armwright.compiler import CompiledFunction, Program, compile_program
from armwright.multibody.parameters import FreeParameters


@dataclass(frozen=True, eq=False)
class Code:
    """`free`: parameters that the pose depends on. They rule out a closed form, since the axes may
    lie anyhow."""

    chain: Chain
    free: FreeParameters
    position_only: bool
    lanes: int | None

    @cached_property
    def closed(self) -> ClosedForm | None:
        return None if self.free.names else closed_form(self.chain, self.position_only)

    @cached_property
    def freedoms(self) -> int:
        return self.chain.freedoms(self.position_only)

    @cached_property
    def branches(self) -> CompiledFunction:
        closed = self.closed
        assert closed is not None
        return self._compiled(
            "branches", lambda: branches_program(self.chain, closed, self.position_only)
        )

    @cached_property
    def step(self) -> CompiledFunction:
        return self._compiled(
            "step", lambda: step_program(self.free, self.chain, self.position_only)
        )

    @cached_property
    def wrap(self) -> CompiledFunction:
        return self._compiled("wrapping", lambda: wrapping_program(self.chain))

    def _compiled(self, what: str, make: Callable[[], Program]) -> CompiledFunction:
        chain = self.chain
        facts = (chain.robot.fingerprint(), chain.frame, self.position_only, self.free.names)
        return compile_program(
            make, key=repr(("inverse kinematics", what, *facts)), lanes=self.lanes
        )
