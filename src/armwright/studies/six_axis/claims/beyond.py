"""S1, section 6.2: what it wishes for, and what that buys."""

from __future__ import annotations

from collections.abc import Mapping

from armwright.studies.claim import Claim, Statement, at_most
from armwright.studies.six_axis.measures import Bought
from armwright.studies.six_axis.runs import OF_SOURCE
from armwright.studies.wording import fixed, percent, short

_WHERE = "S1, section 6.2"

FILTER = Statement(
    "low-pass",
    _WHERE,
    "a filter on the measured signals would reduce the oscillation of the torque",
    "kind",
    {
        "rate": at_most("torque's changes in 10 ms, of those before", 0.5, "", "clearly less"),
        "largest": at_most("largest error, of the step", 1, "", "more is an arm that is lost"),
    },
)
ROBUST = Statement(
    "robust",
    _WHERE,
    "a robust controller would reduce the effect of inaccurate properties",
    "kind",
    {
        "term": at_most("static error with a robust term, of that before", 0.7, "", "clearly less"),
        "integral": at_most("the same with an integral in it", 0.1, "", "an integral removes it"),
    },
)


def beyond_claims(bought: Mapping[str, Bought]) -> list[Claim]:
    """`bought`: by controller."""
    return [_filter(bought), _robust(bought)]


def _filter(bought: Mapping[str, Bought]) -> Claim:
    before, after = bought[OF_SOURCE], bought["low-pass 20 Hz"]
    lost = bought["low-pass 10 Hz"].lost
    slower = " At 10 Hz, where the torque limits are met, the arm is lost." if lost else ""
    return FILTER.judged(
        "a low-pass at 20 Hz reduces the torque's changes in 10 ms to "
        f"{percent(after.rate / before.rate)} of what they are, its standard deviation to "
        f"{percent(after.torque / before.torque)}; the true error on q is "
        f"{short(1e3 * after.amplitude[0])} mrad instead of {short(1e3 * before.amplitude[0])}",
        "It costs phase, and the angles follow the noise a little more." + slower,
        rate=after.rate / before.rate,
        largest=max(after.largest, after.largest_heavier),
    )


def _robust(bought: Mapping[str, Bought]) -> Claim:
    before, term, integral = (
        bought[name] for name in (OF_SOURCE, "robust term", "robust term with integral")
    )
    return ROBUST.judged(
        "with the payload wrong by 10 % a robust term leaves "
        f"{percent(term.static / before.static)} of the static error, with an integral in it "
        f"{percent(integral.static / before.static)}",
        f"Its price is {fixed(integral.torque / before.torque, 1)} times the noise in the torque, "
        f"with the filter {fixed(bought['both, with integral'].torque / before.torque, 1)} times.",
        term=term.static / before.static,
        integral=integral.static / before.static,
    )
