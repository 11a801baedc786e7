"""Equations as text and LaTeX: `page` says what stands where, `writer` writes expressions."""
