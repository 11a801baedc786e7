"""Laws whose parameters depend on something: another law's equations with other numbers in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import casadi as cs

from armwright.block.declarations import Declared, Option, Parameter
from armwright.block.quantities import Quantities, Site
from armwright.laws.friction.friction import Friction, StickingFriction


class Varied(Friction):
    """Has all that its `inner` law has, and what `varied` adds; `instead` tells which numbers the
    inner law's equations shall see."""

    inner: ClassVar[type[Friction]]

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        keys = {key for parameter in self.inner.of(Parameter).values() for key in parameter.keys}
        own = keys | self.inner.of(Parameter).keys() | self.inner.of(Option).keys()
        given = {name: value for name, value in self.values.items() if name in own}
        self._law = self.inner(name=self.name, **given)

    def known(self, site: Site) -> Mapping[str, Any]:
        return self._law.known(site)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return self._law.equations(x.replaced(self.instead(x)))

    def bent(self, x: Quantities) -> cs.SX | float:
        return self._law.bent(x.replaced(self.instead(x)))

    def instead(self, x: Quantities) -> Mapping[str, cs.SX]:
        """Numbers of the inner law, by the names under which its equations see them."""
        raise NotImplementedError


def varied(
    how: type[Varied], law: type[Friction], kind: str, extra: Mapping[str, Declared]
) -> type[Varied]:
    """The law `kind`: `law`, and beside its declarations the `extra` ones."""
    bases = (how, StickingFriction) if issubclass(law, StickingFriction) else (how,)
    doc = f"{how.__doc__}\n\n    The law: {law.__doc__}"
    about = {"kind": kind, "inner": law, "__doc__": doc, "__module__": how.__module__}
    return type(f"{how.__name__}{law.__name__}", bases, {**law.declared, **extra, **about})


def of_law(law: type[Friction], names: tuple[str, ...]) -> dict[str, Parameter]:
    """Those of the named parameters that the law has; there must be one."""
    found = {name: value for name, value in law.of(Parameter).items() if name in names}
    if not found:
        raise TypeError(f"friction law '{law.kind}' has none of {', '.join(names)} to vary")
    return found
