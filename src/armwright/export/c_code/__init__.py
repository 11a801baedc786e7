"""C99 from programs and models: a second back-end for what `compiler` turns into machine code.

Read `functions` (a program) first, with `elementary` and `text`; then `arm`, `model` with
`beginning` and `header`; `files` and `selftest` are what stands around them.
"""
