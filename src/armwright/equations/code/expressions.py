"""Expressions as program text. They consist of sums, products, small powers, sines and cosines, so
that the languages differ only in how they write numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sympy as sp


@dataclass(frozen=True)
class CodeWriter:
    """`sign`: how to write −1, 0 or 1 of an argument."""

    number: Callable[[float], str] = repr
    sign: str = "(1.0*({0} > 0) - 1.0*({0} < 0))"

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
        words = [self._factor(factor) for factor in rest.as_ordered_factors() if factor != 1]
        if number != 1 or not words:
            words.insert(0, self.number(float(number)))
        return "*".join(words)

    def _factor(self, factor: sp.Expr) -> str:
        if factor.is_number:
            return self.number(float(factor))
        base, exponent = factor.as_base_exp()
        if base.is_Function:
            inside = self.write(base.args[0])
            word = f"{base.func.__name__}({inside})"
            if base.func == sp.sign:
                word = self.sign.format(inside if base.args[0].is_Symbol else f"({inside})")
        else:
            word = base.name if base.is_Symbol else f"({self.write(base)})"
        return "*".join([word] * int(exponent))
