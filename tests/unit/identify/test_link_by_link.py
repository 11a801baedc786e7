"""A SCARA, outer link first: what can be known comes out, and what cannot is told."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.errors import InputError
from armwright.fit import Fit
from armwright.identify import link_by_link
from armwright.identify.elements import element_value
from armwright.robot.changing import changed
from armwright.studies.puma_validation.scara import scara, scara_logs

pytestmark = pytest.mark.crosscheck


@pytest.fixture(scope="module")
def found() -> Fit:
    wrong = changed(
        scara(),
        {"links.*.mass": 5.0, "links.link2.inertia": [0.03, 0.08, 0.12], "joints.*.friction": {}},
    )
    return link_by_link(wrong, scara_logs())


def test_composites_come_out_whatever_was_believed_before(found: Fit) -> None:
    known = found.combinations
    truth = known.matrix @ [element_value(scara(), element) for element in known.elements]
    np.testing.assert_allclose(known.values, truth, rtol=0.02)
    inertias = [k for k, name in enumerate(known.names) if name.startswith("inertia")]
    np.testing.assert_allclose(known.values[inertias], truth[inertias], rtol=0.004)


def test_the_slide_is_weighed(found: Fit) -> None:
    one = found.parameters["links.quill.mass"]
    assert one.knowledge == "seen"
    assert abs(one.value - 3.0) < 0.001


def test_mass_and_centre_of_link_2_are_known_only_together(found: Fit) -> None:
    for element in ("links.link2.mass", "links.link2.first_moment[0]"):
        assert found.parameters[element].knowledge == "partly"
        assert found.parameters[element].error == np.inf


def test_the_fitted_arm_predicts_the_same_moves(found: Fit) -> None:
    """S2's step 4."""
    for place, (name, log) in enumerate(scara_logs().items()):
        channel = found.robot.joint_names.index(name)
        left = found.residuals["motor_current"].values[place, :, channel]
        assert np.sqrt(np.mean(left**2)) < 0.1 * np.std(log["motor_current"][:, channel])


def test_a_joint_that_is_not_there_is_refused() -> None:
    with pytest.raises(InputError, match=r"no such joint \(got elbow"):
        link_by_link(scara(), {"elbow": next(iter(scara_logs().values()))})
