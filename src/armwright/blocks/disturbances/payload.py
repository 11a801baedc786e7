"""A load that is taken up or let go in mid-run."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Option, Output, Parameter
from armwright.block.quantities import NO_LIMIT, Quantities
from armwright.blocks.disturbances.interval import during


class Payload(Block):
    """A body rigidly attached to a link for begin ≤ t < end; when taken up it already moves along.

    Mass m, centre c in the link's frame, moments of inertia I_x, I_y, I_z about the centre, link
    axes.
    """

    kind = "payload"

    payload = Output("", "m, m c, and the inertia about the link's origin", size=10, acts="inertia")
    link = Option(str, "the link that carries it")
    mass = Parameter("kg", "m", at_least=0.0, size="one")
    centre = Parameter("m", "c", default=0.0, size="axis")
    moments = Parameter("kg m²", "I_x, I_y, I_z", default=0.0, at_least=0.0, size="axis")
    begin = Parameter("s", "when it is taken up", default=0.0, size="one")
    end = Parameter("s", "when it is let go", default=NO_LIMIT, size="one")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        m, c = x.mass, x.centre
        about = cs.diag(x.moments) + m * (cs.dot(c, c) * cs.SX.eye(3) - cs.mtimes(c, c.T))
        upper = [about[i, j] for i in range(3) for j in range(i, 3)]
        return {"payload": during(x.time, x.begin, x.end, cs.vertcat(m, m * c, *upper))}
