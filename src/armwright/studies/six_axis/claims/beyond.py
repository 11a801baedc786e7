"""S1, section 6.2: what it wishes for, and what that buys."""

from __future__ import annotations

from collections.abc import Mapping

from armwright.arrays import Array
from armwright.studies.claim import Claim, Statement, at_least, at_most
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


OBSERVER = Statement(
    "observer",
    _WHERE,
    "a filter would reduce the oscillation of the torque: here an observer, in place of a low-pass",
    "kind",
    {
        "rate": at_most("torque's changes in 10 ms, of those before", 0.5, "", "as a low-pass"),
        "angle": at_most(
            "true error on q, of that with the low-pass", 1, "", "no phase is lost to a filter"
        ),
        "largest": at_most(
            "largest errors in the steps, of those before", 1.05, "", "the model is exact"
        ),
    },
)
ESTIMATE = Statement(
    "payload-estimated",
    _WHERE,
    "a robust controller would reduce the effect of inaccurate properties: here the payload is "
    "estimated, in place of an integral",
    "kind",
    {
        "static": at_most("static error, of that before", 0.1, "", "as the integral's"),
        "torque": at_most("noise in the torque, of that before", 1.1, "", "gains are as before"),
        "least": at_least("payload found, least part of it", 0.95, "", "5 % of it"),
        "most": at_most("payload found, largest part of it", 1.05, "", "5 % of it"),
    },
)


def beyond_claims(bought: Mapping[str, Bought], found: Array) -> list[Claim]:
    """`bought`: by controller. `found`: of the payloads, see `payload_found`."""
    return [_filter(bought), _observer(bought), _robust(bought), _estimate(bought, found)]


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


def _observer(bought: Mapping[str, Bought]) -> Claim:
    before, filtered, after = (bought[name] for name in (OF_SOURCE, "low-pass 20 Hz", "observer"))
    angles = [1e3 * one.amplitude[0] for one in (after, filtered, before)]
    return OBSERVER.judged(
        f"it leaves {percent(after.rate / before.rate)} of the torque's changes in 10 ms and "
        f"{percent(after.torque / before.torque)} of its standard deviation, the low-pass "
        f"{percent(filtered.rate / before.rate)} and {percent(filtered.torque / before.torque)}; "
        f"the true error on q is {fixed(angles[0], 2)} mrad, with the low-pass "
        f"{fixed(angles[1], 2)}, before {fixed(angles[2], 2)}",
        "It does without measured velocities, which have most of the noise, and knows what the "
        "torques do without delay.",
        rate=after.rate / before.rate,
        angle=after.amplitude[0] / filtered.amplitude[0],
        largest=max(after.largest / before.largest, after.largest_heavier / before.largest_heavier),
    )


def _estimate(bought: Mapping[str, Bought], found: Array) -> Claim:
    names = (OF_SOURCE, "robust term with integral", "estimated payload")
    before, integral, after = (bought[name] for name in names)
    return ESTIMATE.judged(
        f"{percent(after.static / before.static, 1)} of the static error are left, with the "
        f"integral {percent(integral.static / before.static, 1)}; the noise in the torque is "
        f"{fixed(after.torque / before.torque, 2)} times that before, with the integral "
        f"{fixed(integral.torque / before.torque, 2)} times; {percent(found[0], 1)} and "
        f"{percent(found[1], 1)} of the payload's error are found, less and more of it",
        "It bears a wrong payload only, of which it knows the place. An integral bears whatever "
        "is constant.",
        static=after.static / before.static,
        torque=after.torque / before.torque,
        least=found.min(),
        most=found.max(),
    )


def _robust(bought: Mapping[str, Bought]) -> Claim:
    before, term, integral = (
        bought[name] for name in (OF_SOURCE, "robust term", "robust term with integral")
    )
    with_filter = bought["low-pass, and term with integral"]
    return ROBUST.judged(
        "with the payload wrong by 10 % a robust term leaves "
        f"{percent(term.static / before.static)} of the static error, with an integral in it "
        f"{percent(integral.static / before.static)}",
        f"Its price is {fixed(integral.torque / before.torque, 1)} times the noise in the torque, "
        f"with the filter {fixed(with_filter.torque / before.torque, 1)} times.",
        term=term.static / before.static,
        integral=integral.static / before.static,
    )
