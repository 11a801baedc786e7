"""The study of S4's chapter 5 from beginning to end."""

from __future__ import annotations

from collections.abc import Callable

from armwright.progress import Tell
from armwright.robot import load
from armwright.studies.friction.adaptive.chapters import followed
from armwright.studies.friction.arm import BRISTLES, COLD, forearm
from armwright.studies.friction.chapters import dynamic_chapter, static_chapter
from armwright.studies.friction.claims import dynamic_claims, static_claims
from armwright.studies.friction.runs import run_dynamic, run_static
from armwright.studies.friction.source import SOURCE
from armwright.studies.friction.thermal.chapters import warmed_up
from armwright.studies.study import Outcome, Study


def identified(tell: Tell) -> Outcome:
    """Sections 5.1 to 5.3: static and dynamic friction, cold and warm."""
    static = run_static(tell)
    dynamic = run_dynamic(tell)
    return Outcome(
        claims=[*static_claims(static), *dynamic_claims(dynamic)],
        chapters=[static_chapter(static), dynamic_chapter(dynamic)],
        runs={"constant-speeds": static.run, "slow-chirp": dynamic.run},
    )


#: The parts of the chapter, each with claims of its own, in its order.
PARTS: tuple[Callable[[Tell], Outcome], ...] = (identified, warmed_up, followed)


def run(tell: Tell) -> Outcome:
    found = []
    for k, part in enumerate(PARTS):

        def told(what: str, done: float, before: int = k) -> None:
            tell(what, (before + done) / len(PARTS))

        found.append(part(told))
    return Outcome(
        claims=[claim for one in found for claim in one.claims],
        chapters=[chapter for one in found for chapter in one.chapters],
        runs={name: one for part in found for name, one in part.runs.items()},
        facts=[("robot", "joint 3 of a serial arm; all numbers assumed, S4 prints none")],
        robots=[forearm({**COLD, **BRISTLES}, "lugre"), load("six_axis")],
    )


STUDY = Study(
    name="friction",
    title="Friction: found, followed, diagnosed",
    source=SOURCE,
    summary=(
        "S4 measures the friction of one joint at constant speeds and in slow chirps, cold and "
        "warm, and follows it by a Kalman filter. Here the same experiments are simulated with "
        "known friction: what is found of it, how well that is known, and what it tells of a gear."
    ),
    run=run,
)
