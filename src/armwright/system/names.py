"""The names of the vectors of a run; `layout.py` says what they are."""

from __future__ import annotations

POSITION, VELOCITY, CHANGE = "position", "velocity", "change"
BRISTLE, DRY, RESTING = "bristle", "dry", "resting"
#: How regular the positions of closed loops are.
LOOPS = "loops"
EXACT, OTHER, SUMS = "exact", "other", "meters"
#: What a run has beside the blocks: number of the tick, seed, time and length of a step in s.
TICK, SEED, TIME, STEP = "tick", "seed", "time", "step"
#: Mass matrix and bias, held for some steps, and for how many.
INERTIA, HOLD = "inertia", "inertia steps"
#: Free numbers, by what they belong to.
BLOCK_NUMBERS, DRIVE_NUMBERS, LINK_NUMBERS = "parameters", "drive_parameters", "link_parameters"
#: What machine code computes once for a whole run.
CONSTANTS = "constants of the run"

#: Names that no signal may have.
RESERVED = frozenset(
    (
        *(POSITION, VELOCITY, CHANGE, BRISTLE, DRY, RESTING, EXACT, OTHER, SUMS, LOOPS),
        *(
            TICK,
            SEED,
            TIME,
            STEP,
            INERTIA,
            HOLD,
            BLOCK_NUMBERS,
            DRIVE_NUMBERS,
            LINK_NUMBERS,
            CONSTANTS,
        ),
    )
)
