"""Text for terminals and pipes that know few characters: there `m/s²` is `m/s^2`, never `m/s?`."""

from __future__ import annotations

import codecs
import re
import unicodedata

#: The name of the error handler, for `open`, `encode` and streams.
TRANSLITERATE = "armwright.transliterate"

_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ᵀⁿⁱᵏˣ", "0123456789+-()Tnikx", strict=True))
_LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₙₓᵢⱼₖ", "0123456789+-aenxijk", strict=True))
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta",
    "η": "eta", "θ": "theta", "ϑ": "theta", "ι": "iota", "κ": "kappa", "λ": "lambda",
    "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma", "ς": "sigma",
    "τ": "tau", "υ": "upsilon", "φ": "phi", "ϕ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
    "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi",
    "Σ": "Sigma", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega", "∂": "d", "∇": "grad",
}  # fmt: skip
_SIGNS = {
    "·": "*", "×": "x", "÷": "/", "±": "+-", "∓": "-+", "−": "-", "√": "sqrt", "∞": "inf",
    "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "∝": "~", "→": "->", "←": "<-", "↔": "<->",
    "⇒": "=>", "∈": "in", "∫": "integral", "∑": "sum", "µ": "u", "°": " deg", "‰": "permille",
    "½": "1/2", "¼": "1/4", "¾": "3/4", "…": "...", "–": "-", "—": "-", "‐": "-", "‑": "-",
    "‘": "'", "’": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "•": "*", "∙": "*",
    "ß": "ss", "æ": "ae", "ø": "o", "ł": "l", "Æ": "AE", "Ø": "O", "Ł": "L", "§": "section ",
    "‖": "||", "′": "'", "″": "''", "‴": "'''", "⁗": "''''", "∛": "cbrt", "∮": "integral",
    "⟨": "<", "⟩": ">", "⌊": "floor(", "⌋": ")", "■": "#",
    "\u00a0": " ", "\u2009": " ", "\u202f": " ", "\u0307": "'", "\u20db": "'''",
    "╭": "+", "╮": "+", "╰": "+", "╯": "+", "│": "|", "─": "-", "━": "-", "╸": "-", "╺": "-",
}  # fmt: skip
_RUN = re.compile(f"([{''.join(_RAISED)}]+)|([{''.join(_LOWERED)}]+)|(.)", re.DOTALL)
#: Two dots over a letter of these are the language's, over others they are a second derivative.
_UMLAUTS = frozenset("aeiouAEIOU")


def in_ascii(text: str) -> str:
    """The text in plain ASCII, as one would type it."""
    return _RUN.sub(_told, text)


def shown_in(text: str, encoding: str) -> str:
    """The text as a stream of that encoding shows it."""
    return text.encode(encoding, TRANSLITERATE).decode(encoding)


def _told(found: re.Match[str]) -> str:
    raised, lowered, sign = found.groups()
    if raised:
        return "^" + "".join(_RAISED[one] for one in raised)
    if lowered:
        return "".join(_LOWERED[one] for one in lowered)
    return sign if sign.isascii() else _one(sign)


def _one(sign: str) -> str:
    known = _SIGNS.get(sign) or _GREEK.get(sign)
    if known:
        return known
    if sign == "\u0308":
        return "''"
    parts = unicodedata.normalize("NFKD", sign)
    if len(parts) > 1:
        letter, marks = parts[0], parts[1:]
        dots = {"\u0307": "'", "\u0308": "" if letter in _UMLAUTS else "''"}
        return in_ascii(letter) + "".join(dots.get(mark, "") for mark in marks)
    if parts != sign:
        return in_ascii(parts)
    return "" if unicodedata.combining(sign) else "?"


def _handler(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return in_ascii(error.object[error.start : error.end]), error.end


codecs.register_error(TRANSLITERATE, _handler)
