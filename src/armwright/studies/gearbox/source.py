"""What S4's section 3.2 publishes about a coupled wrist, joints 4 to 6."""

from __future__ import annotations

from armwright.sources import SOURCES

SOURCE = SOURCES["S4"].part("section 3.2")
#: Table 3.1: of each shaft line the share of every spring, motor end first.
SHARES = {
    "UA": {"K41": 1.00, "K42": 0.00},
    "J3": {"K51": 0.013, "K52": 0.602, "K53": 0.251, "K54": 0.134},
    "OS": {"K61": 0.0021, "K62": 0.259, "K63": 0.011, "K64": 0.086, "K65": 0.642},
}
#: Those that S4 keeps.
CHOSEN = ("K41", "K52", "K65")
