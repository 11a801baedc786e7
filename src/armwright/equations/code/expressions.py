"""Expressions as program text. They consist of sums, products, small powers, sines and cosines;
with water around an arm also of quotients, roots and absolute values. The languages differ in how
they write numbers and some functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import sympy as sp

#: −1, 0 or 1, in languages whose comparisons are 1 and 0.
_SIGN = "(1.0*({0} > 0) - 1.0*({0} < 0))"


@dataclass(frozen=True)
class CodeWriter:
    """`functions`: by their names, how to write those of `equations.water` and the sign of friction
    around an argument."""

    number: Callable[[float], str] = repr
    functions: Mapping[str, str] = field(default_factory=dict)

    def write(self, expression: sp.Expr) -> str:
        terms = sp.Add.make_args(expression)
        signs = [term.could_extract_minus_sign() for term in terms]
        text = ""
        for term, is_negative in sorted(zip(terms, signs, strict=True), key=lambda pair: pair[1]):
            sign = "-" if is_negative else "+"
            product = self._product(-term if is_negative else term)
            text += f" {sign} {product}" if text else product if sign == "+" else f"-{product}"
        return text

    def _product(self, product: sp.Expr) -> str:
        number, rest = product.as_coeff_Mul()
        factors = [factor for factor in rest.as_ordered_factors() if factor != 1]
        below = [f for f in factors if f.as_base_exp()[1].is_negative]
        words = [self._factor(factor) for factor in factors if factor not in below]
        if number != 1 or not words:
            words.insert(0, self.number(float(number)))
        return "*".join(words) + "".join(f"/({self._factor(1 / factor)})" for factor in below)

    def _factor(self, factor: sp.Expr) -> str:
        if factor.is_number:
            return self.number(float(factor))
        base, exponent = factor.as_base_exp()
        if base.is_Function:
            name, inside = base.func.__name__, self.write(base.args[0])
            if name == "sign" and not base.args[0].is_Symbol:
                inside = f"({inside})"
            word = {"sign": _SIGN, **self.functions}.get(name, name + "({})").format(inside)
        else:
            word = base.name if base.is_Symbol else f"({self.write(base)})"
        return "*".join([word] * int(exponent))
