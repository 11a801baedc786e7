"""An arm as functions of languages in which one writes sums and calls functions.

Read `assignments` (a program in any of them) first, then `octave` and `python`.
"""
