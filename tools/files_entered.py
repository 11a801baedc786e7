"""Which files of armwright one run goes through, and the longest way from file to file.

`python -m tools.files_entered`: the second `load_scenario("six-axis-line").simulate()` in one
process, and one that has to make its loop anew. Modules' own bodies do not count.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType

import armwright as aw
from armwright.simulation import recall

ROOT = str(Path(aw.__file__).parent)
SCENARIO = "six-axis-line"


class Watch:
    """Files that are entered, and the longest chain of them on the stack."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.spine: list[str] = []

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call" or not _ours(frame):
            return
        self.files.add(_name(frame))
        chain: list[str] = []
        at: FrameType | None = frame
        while at is not None:
            if _ours(at) and (not chain or chain[-1] != _name(at)):
                chain.append(_name(at))
            at = at.f_back
        if len(chain) > len(self.spine):
            self.spine = chain[::-1]


def _ours(frame: FrameType) -> bool:
    code = frame.f_code
    return code.co_filename.startswith(ROOT) and code.co_name != "<module>"


def _name(frame: FrameType) -> str:
    return frame.f_code.co_filename[len(ROOT) + 1 :]


def watched() -> Watch:
    watch = Watch()
    sys.setprofile(watch)
    try:
        aw.load_scenario(SCENARIO).simulate()
    finally:
        sys.setprofile(None)
    return watch


def main() -> None:
    aw.load_scenario(SCENARIO).simulate()
    for which in ("second run", "made anew"):
        found = watched()
        print(f"{which}: {len(found.files)} files, {len(found.spine)} hops")
        print("  " + " → ".join(found.spine))
        recall.forget()


if __name__ == "__main__":
    main()
