"""Large logs: what a part of one needs of memory does not grow with the file."""

from __future__ import annotations

from pathlib import Path

import pyarrow
import pyarrow.csv
import pytest

from armwright.signals.flat import flattened
from benchmarks.logs import made, peak

pytestmark = pytest.mark.crosscheck

ROWS = (1000, 300_000, 900_000)


def written(path: Path, rows: int, suffix: str) -> Path:
    if suffix == ".parquet":
        return made(rows).save(path)
    pyarrow.csv.write_csv(pyarrow.table(flattened(made(rows).data).columns()), path)
    return path


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_the_memory_for_a_part_does_not_grow_with_the_file(tmp_path: Path, suffix: str) -> None:
    paths = [written(tmp_path / f"{rows}{suffix}", rows, suffix) for rows in ROWS]
    grown = []
    for path, rows in zip(paths[1:], ROWS[1:], strict=True):
        before, most, samples = peak(path, paths[0])
        assert samples == rows / 1000
        grown.append(most - before)
    # Its numbers alone are 96 MB more.
    assert grown[1] - grown[0] < 40
