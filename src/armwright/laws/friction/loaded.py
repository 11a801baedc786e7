"""Friction that grows with what the gear transmits."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Declared, Input, Parameter
from armwright.block.quantities import Quantities
from armwright.laws.friction.friction import Friction
from armwright.laws.friction.varied import Varied, of_law, varied

NAMES = ("coulomb", "static")


class Loaded(Varied):
    """F_c and F_s grow by μ|τ_load|.  Hamon, Gautier, Garrec 2010; S4, section 2.2.2.

    The load of a rigid joint is that of the last step. With the σ₁ of LuGre this is stable as long
    as μ σ₁|v| is less than F_c.
    """

    def instead(self, x: Quantities) -> Mapping[str, cs.SX]:
        more = x.load_coefficient * cs.fabs(x.load)
        keys = [key for p in of_law(self.inner, NAMES).values() for key in p.keys]
        return {key: getattr(x, key) + more for key in keys}


def loaded(law: type[Friction]) -> type[Friction]:
    """The law `loaded_…`: as `law`, with a load; the values given are those without any."""
    of_law(law, NAMES)
    extra: dict[str, Declared] = {
        "load": Input(
            "N m", "what the gear transmits", signal="transmitted_torque", size="channel"
        ),
        "load_coefficient": Parameter(
            "", "μ, friction for each N m of load", default=0.0, at_least=0.0, size="channel"
        ),
    }
    return varied(Loaded, law, f"loaded_{law.kind}", extra)
