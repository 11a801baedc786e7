"""The study from beginning to end."""

from __future__ import annotations

from armwright.studies.formulations.chapters import chapters
from armwright.studies.formulations.claims import NAMES, claims
from armwright.studies.formulations.comparing import Comparison, compare
from armwright.studies.formulations.equalities import equalities
from armwright.studies.study import Outcome, Tell


def run(tell: Tell) -> Outcome:
    found = compare(tell)
    tell("equations beside those of the source", 0.95)
    return Outcome(
        claims=[*equalities(), *claims(found)],
        chapters=chapters(found),
        runs={"falling": found.fall.run},
        facts=[
            ("arms", "cart_pendulum, cart_double_pendulum, scara, puma560_armstrong3, six_axis")
        ],
        timings=_timings(found),
    )


def _timings(found: Comparison) -> dict[str, float]:
    six = found.growing[-1].case
    derived = {
        f"six axes, {NAMES[method]}: {what}": seconds
        for method, one in six.by.items()
        for what, seconds in (("closed form", one.to_close), ("sequence", one.to_list))
    }
    fallen = {f"double pendulum: {way}": s for way, s in found.fall.seconds.items()}
    return {**derived, **fallen}
