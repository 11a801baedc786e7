"""What ISO 9283:1998 asks for, and how far public sources confirm what is used here.

The text of the standard was not at hand. Formulas and cycles are those that public editions and
programs of test laboratories agree on; `basis` says of each how many they are. Nothing that is only
remembered is cited as the standard's.
"""

from __future__ import annotations

from dataclasses import dataclass

#: From fewer attained values no deviation can be computed.
LEAST = 2
#: m: the limit bands of annex A, which a settled arm may stay in.
BANDS = (1e-4, 5e-4, 1e-3)


@dataclass(frozen=True)
class IsoMeasure:
    """`cycles`: how many the standard asks for. `basis`: how far its definition is confirmed."""

    symbol: str
    name: str
    clause: str
    cycles: int
    basis: str


_ALL = (
    IsoMeasure("AP", "pose accuracy", "7.2.1", 30, "confirmed by two sources"),
    IsoMeasure("RP", "pose repeatability", "7.2.2", 30, "confirmed by three sources"),
    IsoMeasure(
        "vAP",
        "multi-directional pose accuracy variation",
        "7.2.3",
        30,
        "confirmed by three sources; the poses P1, P2 and P4 by one, directions by none",
    ),
    IsoMeasure("AD", "distance accuracy", "7.3.2", 30, "confirmed by two sources"),
    IsoMeasure("RD", "distance repeatability", "7.3.3", 30, "confirmed by two sources"),
    IsoMeasure(
        "t_s",
        "pose stabilisation time",
        "7.4",
        3,
        "definition confirmed by one source, pose and cycles by two; the limit band by none",
    ),
    IsoMeasure("OV", "pose overshoot", "7.5", 3, "confirmed by two sources"),
    IsoMeasure(
        "dAP", "drift of pose accuracy", "7.6", 10, "by analogy with dRP; confirmed by none"
    ),
    IsoMeasure("dRP", "drift of pose repeatability", "7.6", 10, "confirmed by one source"),
    IsoMeasure(
        "E",
        "exchangeability",
        "7.7",
        30,
        "definition and cycles confirmed by one source each; five arms and five poses by none",
    ),
    IsoMeasure(
        "AT", "path accuracy", "8.2", 10, "position confirmed by one source, orientation by none"
    ),
    IsoMeasure(
        "RT",
        "path repeatability",
        "8.3",
        10,
        "position confirmed by one source, orientation by none",
    ),
    IsoMeasure(
        "ATr",
        "path accuracy on reorientation",
        "8.4",
        10,
        "cycles confirmed by one source; the poses P6 to P9 and their angles by none",
    ),
    IsoMeasure("CR", "cornering round-off error", "8.5", 3, "confirmed by two sources"),
    IsoMeasure("CO", "cornering overshoot", "8.5.2", 3, "confirmed by two sources"),
    IsoMeasure("AV", "path velocity accuracy", "8.6", 10, "confirmed by one source"),
    IsoMeasure("RV", "path velocity repeatability", "8.6", 10, "confirmed by one source"),
    IsoMeasure("FV", "path velocity fluctuation", "8.6", 10, "confirmed by one source"),
    IsoMeasure("t_p", "minimum posing time", "9", 3, "confirmed by one source"),
    IsoMeasure("C", "static compliance", "10", 3, "confirmed by one source; steps of 10 % by none"),
    IsoMeasure(
        "WS", "weaving stroke error", "11", 3, "formula confirmed by two sources, path by none"
    ),
    IsoMeasure(
        "WF", "weaving frequency error", "11", 3, "formula confirmed by two sources, path by none"
    ),
)
#: By their symbols. `t_s`, `t_p`, `E` and `C` are ours: those of the standard are not known.
MEASURES = {measure.symbol: measure for measure in _ALL}

#: What is used here and no public source confirms; for reports.
UNCONFIRMED = (
    "Where the cube is: the largest that was found in the arm's reach, its edges along the base's "
    "axes.",
    "Which corner of the cube is C1: here C1 to C4 are the lower face. Others number them "
    "otherwise, and their P2 is our P4.",
    "The poses P6 to P9 of the reorientation: here the tool swings by the same angle to both sides "
    "on the way from P2 to P4.",
    "The sizes of the weaving path.",
    "That a rectangle is begun between two of its corners, and that poses for vAP are approached "
    "along the base's axes.",
    "The limit band of the stabilisation: here the pose repeatability, but not less than 0.1 mm, "
    "the smallest band of annex A.",
    "How orientations are counted: here as rotations about x, y and z of the base from the "
    "commanded to the attained one.",
)


@dataclass(frozen=True)
class Characteristic:
    """A number that was found. `symbol`: that of a measure, with a part behind an underscore, as
    `AP_x`. `where`: at which pose or on which path. `value` in SI units. `cycles`: how many there
    were. `note`: what one should know about it."""

    symbol: str
    where: str
    value: float
    unit: str
    cycles: int
    note: str = ""

    @property
    def measure(self) -> IsoMeasure:
        if self.symbol in MEASURES:
            return MEASURES[self.symbol]
        return MEASURES[self.symbol.partition("_")[0]]

    @property
    def enough(self) -> bool:
        """Whether there were as many cycles as the standard asks for."""
        return self.cycles >= self.measure.cycles
