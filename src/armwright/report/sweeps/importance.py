"""Which parameters a figure depends on, as numbers and in words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from armwright.arrays import Array
from armwright.measures.sensitivity import (
    Estimates,
    SobolIndices,
    rank_correlations,
    sobol_indices,
)
from armwright.report.sweeps.sweep import Sweep, SweptFigure, counted, listed, percent, signed

#: Of parameters that a sentence names.
NAMED = 3


@dataclass(frozen=True, eq=False)
class Importance:
    """Of the parameters `names` for a figure `title`; `values`: of the figure, in the runs that did
    not diverge. `indices`: None where parameters depend on each other."""

    title: str
    values: Array
    names: tuple[str, ...]
    correlations: Estimates
    indices: SobolIndices | None

    @classmethod
    def of(cls, sweep: Sweep, figure: SweptFigure) -> Importance:
        values = sweep.kept(figure.largest)
        return cls(
            title=figure.title,
            values=values,
            names=tuple(one.name for one in sweep.parameters),
            correlations=rank_correlations(sweep.sample, values),
            indices=sobol_indices(sweep.sample, values) if sweep.known.get("independent") else None,
        )

    @property
    def estimates(self) -> list[Estimates]:
        if self.indices is None:
            return [self.correlations]
        return [self.correlations, self.indices.first, self.indices.total]

    @cached_property
    def score(self) -> Array:
        """The share of the variance that a parameter may explain; 0 if nothing is known of it."""
        parts = [self.correlations.value**2, *(one.value for one in self.estimates[1:])]
        score: Array = np.nan_to_num(np.stack(parts)).max(axis=0, initial=0)
        return score

    @cached_property
    def ranked(self) -> list[int]:
        """All parameters, the most important first."""
        return [int(k) for k in np.argsort(-self.score, kind="stable")]

    @cached_property
    def matter(self) -> list[int]:
        """Those whose effect can be told from none, the most important first."""
        found = np.any([one.distinguishable for one in self.estimates], axis=0)
        return [k for k in self.ranked if found[k]]

    @property
    def reason(self) -> str:
        """Why nothing can be said of any parameter, or ""."""
        reasons = self.correlations.reasons
        return reasons[0] if reasons and all(reasons) else ""

    def words(self) -> str:
        """One or two sentences."""
        if not self.names:
            return f"{self.title}: no parameter was varied."
        if self.reason:
            return f"{self.title}: {self.reason}."
        if not self.matter:
            every = "the parameter" if len(self.names) == 1 else "every parameter"
            return f"{self.title}: the effect of {every} is too small to be told from none."
        text = f"{self.title} {listed([self._effect(k) for k in self.matter[:NAMED]])}."
        others = len(self.matter) - NAMED
        if others > 0:
            text += f" {counted(others, 'more parameter has', 'more parameters have')} an effect."
        silent = len(self.names) - len(self.matter)
        if silent:
            text += f" The effect of {counted(silent, 'parameter')} cannot be told from none."
        return text

    def _effect(self, k: int) -> str:
        """`rises with mass (rank correlation 0.83, 68 % of the variance)`."""
        found = self.correlations
        way = "depends on"
        if found.distinguishable[k]:
            way = "rises with" if found.value[k] > 0 else "falls with"
        facts = [f"rank correlation {signed(found.value[k])}"]
        if self.indices is not None and not self.indices.first.reasons[k]:
            facts.append(f"{percent(self.indices.first.value[k])} of the variance by itself")
        return f"{way} {self.names[k]} ({', '.join(facts)})"

    def without_indices(self) -> str:
        """Why there are no Sobol indices, or no total ones; "" if there are."""
        if self.indices is None:
            return (
                "No Sobol indices: the parameters are not drawn independently of each other, so "
                "that the variance cannot be attributed to single ones."
            )
        unknown = ((self.indices.first, "Sobol"), (self.indices.total, "total Sobol"))
        for one, which in unknown:
            if one.reasons and all(one.reasons):
                return f"No {which} indices: {one.reasons[0]}."
        return ""
