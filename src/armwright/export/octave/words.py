"""Words that a function of Octave or MATLAB may not be called by."""

from __future__ import annotations

#: Keywords of either, and functions that the generated files call.
TAKEN = frozenset(
    (
        *("break", "case", "catch", "classdef", "continue", "do", "else", "elseif", "end"),
        *("end_try_catch", "end_unwind_protect", "endfor", "endfunction", "endif", "endparfor"),
        *("endswitch", "endwhile", "for", "function", "global", "if", "otherwise", "parfor"),
        *("persistent", "return", "spmd", "switch", "try", "until", "unwind_protect", "while"),
        *("cos", "error", "isempty", "nargin", "numel", "sin", "zeros"),
    )
)
