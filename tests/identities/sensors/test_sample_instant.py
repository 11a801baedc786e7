"""What a sensor sees at a sample does not depend on how often it samples."""

from __future__ import annotations

import numpy as np

from tests.support.two_axes import two_axes


def test_an_accelerometer_sees_the_arm_before_new_commands() -> None:
    """With rigid joints the acceleration follows from the command at once. The sensor is read by
    nobody, so that its rate changes nothing else: at common samples it must show the same."""
    readings = []
    for rate in (1000.0, 4000.0):
        loop = two_axes(0.02, reference=4000.0, encoder=4000.0, accelerometer=rate)
        rigid = loop.changed({"fidelity.joints": "rigid", "recording.signals": ["accelerometer"]})
        readings.append(rigid.simulate().data["accelerometer"].values)
    assert np.allclose(*readings, rtol=0, atol=1e-9)
