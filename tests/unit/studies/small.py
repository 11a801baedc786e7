"""A made-up study that takes no time."""

from __future__ import annotations

from armwright.report.canvas import blank_figure
from armwright.report.html import Chapter, Fold, Paragraph, Picture
from armwright.signals import Run
from armwright.studies import Outcome, Statement, Study, Tell, observed
from armwright.studies.claim import at_most, near
from tests.unit.signals.arm_run import arm_run

MASS = Statement(
    "mass",
    "S9, table 1",
    "The mass is 3 kg.",
    "number",
    {"mass": near("mass of all links", 3.0, 0.03, "kg", "printed to 1 %")},
)
SWINGS = Statement(
    "swings",
    "S9, figure 2",
    "It swings.",
    "kind",
    {"rest": at_most("time at rest", 1.0, "s", "seen in the figure")},
)
WRONG = Statement(
    "wrong",
    "S9, eq. 3 <b>",
    "x = 1 & y < 2 °",
    "number",
    {"x": near("x", 1.0, 0.1, "", "printed"), "y": at_most("y", 2.0, "°", "printed")},
)
#: One whose equations are short.
ROBOT = "cart_pendulum"
CLAIMS = (
    MASS.judged("2.9999 kg (within 1 %).", mass=2.9999),
    SWINGS.judged("It swings twice.", "Damping is not published.", rest=0.5),
    WRONG.judged("x = 5.", "Nobody knows why.", x=5.0, y=-1.0),
    observed("year", "S9", "It took a day in 1999.", "It takes less.", "Machines differ."),
)


def picture(name: str) -> Picture:
    figure = blank_figure((200, 100))
    figure.add_subplot().plot([0, 1])
    return Picture(name, figure, "A line.")


def outcome(seconds: float = 98765.25) -> Outcome:
    """`seconds`: what differs from one time to the next."""
    chapters = [
        Chapter("What there is", [Paragraph("Words."), picture("first")]),
        Chapter("What else there is", [Fold("More", [picture("second")])]),
    ]
    run = Run(arm_run(records=11).data.assign_attrs(robot=ROBOT, seed=7))
    facts = [("arm", ROBOT), ("seeds", "1, 2")]
    return Outcome(CLAIMS, chapters, {"line": run, "back": run}, facts, {"simulating": seconds})


def run(tell: Tell) -> Outcome:
    tell("simulating [part one]", 0.0)
    tell("simulating [part two]", 0.5)
    return outcome()


STUDY = Study("small-study", "A small study", "N. Body: Nothing, 1999", "It is made up.", run)
