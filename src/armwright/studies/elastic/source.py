"""What S4's chapter 4 publishes: procedures and kinds of results, hardly a number."""

from __future__ import annotations

SOURCE = (
    "S4, chapter 4: a thesis on high-fidelity modelling of industrial robots; estimators of "
    "responses: E. Wernholt and S. Moberg, 2008; the arm of four masses: S. Moberg and J. Öhr, 2005"
)
#: Hz: by how much resonances come out too low where springs are linearised at one point.
SHIFT = (0.1, 0.5)
