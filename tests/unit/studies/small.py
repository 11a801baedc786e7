"""A made-up study that takes no time."""

from __future__ import annotations

from armwright.report.drawing import blank_figure
from armwright.report.html import Chapter, Fold, Picture, Text
from armwright.studies import Outcome, Study, Tell, in_kind, in_number
from tests.unit.signals.arm_run import arm_run

CLAIMS = (
    in_number("S9, table 1", "The mass is 3 kg.", "2.9999 kg (within 1 %).", True),
    in_kind("S9, figure 2", "It swings.", "It swings twice.", True, "Damping is not published."),
    in_number("S9, eq. 3 <b>", "x = 1 & y < 2 °", "x = 5.", False, "Nobody knows why."),
)


def picture(name: str) -> Picture:
    figure = blank_figure((200, 100))
    figure.add_subplot().plot([0, 1])
    return Picture(name, figure, "A line.")


def outcome(seconds: float = 98765.25) -> Outcome:
    """`seconds`: what differs from one time to the next."""
    chapters = [
        Chapter("What there is", [Text("Words."), picture("first")]),
        Chapter("What else there is", [Fold("More", [picture("second")])]),
    ]
    runs = {"line": arm_run(records=11), "back": arm_run(records=11)}
    facts = [("arm", "six_axis"), ("seeds", "1, 2")]
    return Outcome(CLAIMS, chapters, runs, facts, {"simulating": seconds})


def run(tell: Tell) -> Outcome:
    tell("simulating [part one]", 0.0)
    tell("simulating [part two]", 0.5)
    return outcome()


STUDY = Study("small-study", "A small study", "N. Body: Nothing, 1999", "It is made up.", run)
