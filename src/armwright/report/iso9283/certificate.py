"""A virtual certificate as a page, and as a file for programs."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence

from armwright.measures.iso9283 import UNCONFIRMED, Characteristic
from armwright.measures.iso9283.certificate import IsoCertificate
from armwright.report.iso9283.page import IsoReport


def certificate_page(certificate: IsoCertificate) -> IsoReport:
    scenario, given = certificate.scenario, certificate.conditions
    x, y, z = certificate.cube.centre
    facts = [
        ("scenario", scenario.name),
        ("arm", scenario.robot.name),
        ("test cube", f"{1e3 * certificate.cube.side:.0f} mm about {x:.3f}, {y:.3f}, {z:.3f} m"),
        ("plane", given.plane),
        ("velocity", f"{100 * given.velocity:.0f} % of the joints' limits"),
        ("path speed", f"{1e3 * given.velocity * given.path_speed:.0f} mm/s"),
        ("seed", str(scenario.seed)),
    ]
    return IsoReport(
        f"Virtual certificate after ISO 9283: {scenario.name}",
        certificate.results,
        facts,
        certificate.band,
        certificate.left_out,
        _about(certificate),
    )


def _about(certificate: IsoCertificate) -> str:
    words = "The arm was simulated with its controller; the tool's true motion counts. Before the "
    words += "cycles that count there was one more of each test."
    if not certificate.scenario.blocks.sensors:
        words += " The scenario has no sensors, and so no noise: the repeatabilities are those of "
        words += "friction and control alone."
    return words


def certificate_json(certificate: IsoCertificate) -> str:
    """Nothing in here changes from one time to the next."""
    scenario, given, cube = certificate.scenario, certificate.conditions, certificate.cube
    table = {
        "standard": "ISO 9283:1998, as far as public sources tell",
        "scenario": scenario.name,
        "robot": scenario.robot.name,
        "robot_fingerprint": scenario.robot.fingerprint(),
        "seed": scenario.seed,
        "cube": {
            "centre_m": cube.centre.tolist(),
            "side_m": cube.side,
            "plane": given.plane,
        },
        "velocity": given.velocity,
        "path_speed_m_per_s": given.path_speed,
        "rated_load_kg": given.rated_load,
        "limit_band_m": certificate.band,
        **characteristics_table(certificate.rows, certificate.left_out),
    }
    return json.dumps(table, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def characteristics_table(
    rows: Sequence[Characteristic], left_out: Mapping[str, str]
) -> dict[str, object]:
    return {
        "characteristics": [characteristic_row(row) for row in rows],
        "not_tested": dict(left_out),
        "not_confirmed": list(UNCONFIRMED),
    }


def characteristic_row(row: Characteristic) -> dict[str, object]:
    assert math.isfinite(row.value)
    return {
        "symbol": row.symbol,
        "name": row.measure.name,
        "clause": row.measure.clause,
        "where": row.where,
        "value": row.value,
        "unit": row.unit,
        "cycles": row.cycles,
        "cycles_of_the_standard": row.measure.cycles,
        "basis": row.measure.basis,
        "note": row.note,
    }
