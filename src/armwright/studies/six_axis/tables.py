"""Tables of errors, a row for each case and a column for each joint."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from armwright.arrays import Array
from armwright.report.html.parts import Fold, Picture, Table
from armwright.signals import Run
from armwright.studies.six_axis.cases import title
from armwright.studies.six_axis.errors import Steps, static
from armwright.studies.six_axis.figures import case_figure
from armwright.studies.wording import fixed


def largest_table(steps: Steps, runs: Mapping[str, Run], names: Sequence[str]) -> Table:
    caption = "Largest error of each joint in the second after its step, % of the step"
    return joint_table(runs, names, lambda run: 100 * steps.largest(run), 1, caption)


def static_table(runs: Mapping[str, Run], names: Sequence[str]) -> Table:
    caption = "Static error, mrad: the mean of reference minus actual from 8 to 10 s"
    return joint_table(runs, names, lambda run: 1e3 * static(run), 2, caption)


def joint_table(
    runs: Mapping[str, Run],
    names: Sequence[str],
    measure: Callable[[Run], Array],
    decimals: int,
    caption: str,
) -> Table:
    """`measure`: (6,)."""
    joints = runs[names[0]].data["joint"].values
    rows = [
        (title(name), *(fixed(value, decimals) for value in measure(runs[name]))) for name in names
    ]
    return Table(("case", *(f"{joint}:" for joint in joints)), rows, caption)


def case_fold(runs: Mapping[str, Run], name: str, figures: str) -> Fold:
    """What S1 draws of a case, for those who look for it. `figures`: where S1 has them."""
    says = f"Angles, velocities, parts of the torque, torques and accelerations: {title(name)}."
    picture = Picture(name, case_figure(runs[name]), f"{_capital(title(name))}: {figures}.", says)
    return Fold(f"The pictures of the case: {title(name)}", [picture])


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
