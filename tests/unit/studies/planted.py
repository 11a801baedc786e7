"""For every statement of every study: what its numbers are, and a result that turns its verdict.

`found` are numbers as the study gives them, roughly. `planted` are those of something gone wrong,
as `wrong` says; each of them alone has to turn a verdict that agrees. Where the source is found to
differ, `planted` is what would have agreed with it, all of it together.
"""

from __future__ import annotations

from tests.unit.studies.planted_aa300 import AA300
from tests.unit.studies.planted_friction import FRICTION
from tests.unit.studies.planted_result import PlantedResult, apart, noise, plant
from tests.unit.studies.planted_rx90b import RX90B
from tests.unit.studies.planted_six_axis import SIX_AXIS
from tests.unit.studies.planted_underwater import UNDERWATER

TWO_AXIS = {
    "forward-kinematics": apart(7e-16, 0.3),
    "inverse-kinematics-up": plant("signs of (1.5) exchanged", off=(8e-14, 0.8), wrong=(0, 500)),
    "inverse-kinematics-down": plant("signs of (1.5) exchanged", off=(8e-14, 0.8), wrong=(0, 500)),
    "two-solutions": plant(
        "one branch is not found", least=(2, 1), most=(2, 4), apart=(4e-14, 2.0)
    ),
    "out-of-reach": plant(
        "the nearest posture is taken for it", beyond=(1.0, 0.0), within=(0.0, 0.5)
    ),
    "jacobian": apart(7e-16, 0.5),
    "inertia-matrix": apart(6e-14, 12.0),
    "coriolis": apart(9e-14, 20.0),
    "gravity": apart(7e-13, 400.0),
    "spring": apart(1e-16, 0.1, "k₃ is left out"),
    "spring-seam": plant("m₀ is left out", jump=(3e-9, 0.4), bend=(1e-9, 0.6)),
    "friction": apart(2e-16, 0.2, "f_d on the joint's side"),
    "equations-of-motion": plant(
        "gravity is missing at the joints, friction at the motors",
        joints=(3.5e-14, 0.9),
        motors=(3.5e-14, 0.14),
    ),
    "tool-acceleration": apart(1e-15, 0.4, "J̇ q̇ is left out"),
    "free-fall": plant("the other sign of gravity", off=(0.6, 2e4)),
    "white-noise-sim1": noise("ripple in what remains", (2.7, 1.6, 1.4, 1.5, 3.2)),
    "white-noise-sim2–4": noise("the mounting is not explained", (2.7, 1.6, 1.4, 1.5, 3.2)),
    "mounting-sim3": plant("a drift of 0.2 m/s²", off=(1.7, 90.0)),
    "mounting-sim4": plant("a drift of 0.1 m/s²", off=(1.7, 90.0)),
    "diagonal-pid": plant(
        "a gain on the other motor's error", own=(0.005, 0.03), cross=(8e-4, 0.2)
    ),
    "feed-forward": plant("no feed-forward", share=(0.018, 1.0)),
    "option-calibration": plant("it acts on the arm", off=(5e-15, 0.04), moved=(0.0, 1e-9)),
    "option-offset": plant("it acts on the arm", off=(4e-16, 0.1), moved=(0.0, 1e-9)),
    "option-chirp": plant("it is recorded, and does not act", off=(3e-14, 0.5), part=(3e-14, 0.05)),
    "option-force": plant("it is recorded, and does not act", off=(0.0, 100.0), part=(3e-14, 0.03)),
    "option-torque-ripple": apart(5e-15, 0.1, "a harmonic is missing"),
    "option-resolver-ripple": apart(7e-15, 1e-3, "φ₂ is missing"),
    "option-motor-noise": noise("quantisation instead of noise", (0.6, 1.7, 0.6, 1.1, 3.5)),
    "option-acceleration-noise": noise(
        "drift in it, and fed back", (0.8, 0.8, 1.4, 0.6, 3.2), moved=(0.0, 1e-9)
    ),
    "option-no-gravity": plant("it stays on", reduced=(8e-14, 4.0), full=(4.0, 3e-14)),
    "option-no-friction": plant("it stays on", reduced=(3e-14, 0.14), full=(0.14, 3e-14)),
    "option-linear-springs": plant(
        "they stay as they are", reduced=(2e-14, 0.38), full=(0.38, 3e-14)
    ),
    "option-model-errors": plant("the arm has them too", torque=(1.2e-4, 0.0), part=(3e-14, 0.2)),
    "option-joint-path": plant(
        "a line in space; none at all", off=(2e-16, 0.05), length=(0.9, 0.0)
    ),
    "option-line-path": plant(
        "a line of joint angles; none", off=(6e-15, 0.02), length=(0.57, 0.0)
    ),
    "option-predefined-path": apart(6e-16, 0.01, "one sample late"),
    "reference": apart(4e-16, 0.3),
    "closed-and-clockwise": plant(
        "counter-clockwise, cut short", gap=(1e-16, 0.1), area=(-0.08, 0.08)
    ),
    "same-path": plant("noise of the accelerometer is fed back", same=(8, 0), away=(6.9e-4, 0.0)),
    "reason": plant("the arm errs, not the model", same=(8, 7), change=(0.4, 0.0), others=(0, 4)),
    "performance": plant("model errors do nothing", ratio=(5.8, 1.0)),
    "estimation-arm": plant(
        "the filter believes in a rigid arm", both=(0.45, 1.0), motors=(0.009, 1.0)
    ),
    "estimation-drift": plant("drift is not estimated", trusted=(1.55, 0.5), drift=(1.01, 3.4)),
    "estimation-model-errors": plant("the filter finds out", worse=(29.0, 1.0)),
    "estimation-calibration": plant(
        "the filter is not told of the chirp", left=(0.122, 0.9), springs=(0.083, 0.4)
    ),
    "estimation-on-the-paths": plant("ripple is known", left=(0.89, 0.2)),
    "feedback-model-errors": plant("the shift has the wrong sign", left=(0.244, 1.8)),
    "feedback-same-errors": plant("the filter knows where the tool is", left=(1.02, 0.25)),
    "feedback-right-model": plant("the arm is slow enough", more=(1.22, 1.02)),
    "feedback-stable": plant("the loop is three times as fast", twice=(1.43, 18.0)),
}

KINEMATIC_IDENTIFICATION = {
    "cube": plant("lengths in the unit of angles", mean=(19.4, 180.0)),
    "method": plant("the sign of a link is lost", better=(100.0, -90.0)),
    "remainder": plant("as S2 has it", mean=(0.14, 3.1)),
    "full-fit": plant(
        "the offset of a joint is not fitted", noisy=(0.033, 4.0), exact=(100.0, 83.0)
    ),
    "joint-2": plant("the offset of joint 3 is left out", mean=(27.9, 11.0)),
    "joint-3": plant("the offset of joint 3 is left out", mean=(27.8, 11.0)),
}

COUPLINGS = {
    "pattern": plant(
        "motor 5 rides across the elbow, on link 4",
        others=(0.0, 0.09),
        elsewhere=(0.0, 0.2),
        lower=(0.0, 0.09),
    ),
    "triangular": plant(
        "motors 1 and 3 ride on the links before their joints", diagonal=(1.0, 0.0)
    ),
    "worst": plant(
        "speeds of the motors are not seen through their gears",
        first=(0.0104, 1.04e-4),
        wrist=(0.192, 0.02),
        worst=(0.0104, 0.9),
    ),
    "lower-rows": plant(
        "rotors feel their links through the gear's square",
        second=(5.06e-3, 0.76),
        third=(3.54e-3, 0.53),
    ),
    "extremes": plant("the arm is straight up at zero", row=(0.97, 0.4), mass=(0.93, 0.3)),
    "folding": plant("joint 3 turns the other way", folded=(0.70, 3.8), up=(3.83, 0.7)),
    "coriolis-joint-2": plant("the term ω × J θ̇ a has no J", share=(1.62e-4, 0.08)),
    "coriolis-all-joints": plant("as S4 has it", share=(2.36e-3, 8e-4)),
    "rule": plant("the gear counts twice", reflected=(1.0, 100.0), exponent=(-1.0, 0.0)),
}

FORCE_CONTROL = {
    "any-wall": plant(
        "force feedback that bypasses the servo: walls near 2e5 N/m swing",
        unheld=(0, 1),
        overshoot=(0.0074, 0.19),
        settling=(0.65, 2.7),
        error=(0.0028, 0.02),
    ),
    "sliding": plant(
        "what sliding does to the force is taken for a soft wall",
        lost=(0, 272),
        deviation=(0.149, 2.1),
    ),
    "adaptation": plant(
        "the stiffness that is believed does not come down", unheld=(0, 1), slower=(4.0, 1.0)
    ),
    "rule": plant("the bandwidth has no effect", soft=(0.0015, 0.15), stiff=(0.256, 0.007)),
    "flexibility": plant("rotors are rigid in both", flexible=(1.30, 1.88), rigid=(1.44, 1.0)),
}

FORMULATIONS = {
    "cart": plant("Lagrange has another sign", methods=(3, 2)),
    "scara": plant("Lagrange has another sign", methods=(3, 2)),
    "lagrange-derives": plant("as S2 has it", ratio=(0.93, 2.0)),
    "lagrange-evaluates": plant("as S2 has it", ratio=(6.8, 0.5)),
    "kane-is-best": plant("as S2 has it", ratio=(0.66, 2.0)),
    "kane-when-larger": plant("the gain is always the same", gain=(2.4, 1.0)),
    "forces-in-joints": plant("Kane has them too", newton_euler=(6, 5), others=(0, 6)),
    "by-hand": plant("twice the axes, twice the terms", growth=(11.65, 2.0)),
    "order-n": plant("already with nine joints", first=(11, 9)),
    "same-response": plant("another start", apart=(8e-7, 0.5)),
    "compiled-code": plant("Python is as fast", ratio=(40.0, 1.0)),
}

MEASURING = {
    "rate": plant("the card samples at 100 Hz", lost=(0.025, 0.3)),
    "trigger": plant("a sample late", apart=(1.7e-4, 5e-3)),
    "clocks": plant(
        "the alignment has the wrong sign",
        free=(0.188, 1e-3),
        joined=(1.7e-4, 0.3),
        clock=(2e-4, 50),
    ),
    "angles": plant(
        "counts of another encoder; a perfect arm", angle=(1e-5, 0.2), tool=(0.033, 2e-4)
    ),
}

PUMA_VALIDATION = {
    "table-5.1": plant(
        "passages through zero are put at samples",
        integrated=(1.5e-5, 5e-4),
        filtered=(1.6e-5, 5e-4),
    ),
    "table-5.1-noise": plant(
        "passages are guessed in noise; white residuals",
        part=(0.0065, 0.03),
        errors=(2.6, 9.0),
        spread=(1.05, 3.0),
    ),
    "coupled": plant("joint 2 hangs loose", inertia=(2.31, 1.05)),
    "coupled-composite": plant("as S2 has it", off=(0.015, 0.5)),
    "coupled-friction": plant(
        "joint 2 is welded; gravity is wrong; friction of joint 2 counts",
        friction=(0.55, 0.01),
        body=(0.015, 0.3),
        stiff=(0.015, 0.2),
    ),
    "full-regressor": plant("joint 2 counts as held", friction=(1.03e-4, 0.5)),
    "tuned-friction": plant(
        "a local minimum; errors without autocorrelation",
        viscous=(0.004, 0.2),
        coulomb=(0.016, 5.5),
        errors=(1.9, 20.0),
    ),
    "positions": plant("soft control", apart=(0.0023, 0.1)),
    "currents": plant("friction is left out of both", apart=(0.53, 0.0)),
    "resting-currents": plant("joints 2 and 3 slide as well", share=(0.022, 0.7)),
    "backlash": plant("no play", second=(6.0, 1.0), third=(3.8, 1.0), angle=(-23.0, 80.0)),
    "distortion": plant("as S2 has it", left=(1.05, 9.0)),
    "distortion-size": plant(
        "noise is chased; the penalty is too large; it is spread over all numbers",
        right=(0.0, 0.2),
        wrong=(0.21, 0.01),
        others=(0.36, 0.95),
    ),
    "scara": plant("rotors are forgotten", composites=(0.015, 0.6)),
    "scara-alone": plant("as S2 has it", known=(0, 3)),
    "two-encoders": plant(
        "the motor's friction counts as load",
        stiffness=(2e-4, 0.06),
        play=(3e-4, 0.04),
        work=(0.007, 0.05),
    ),
}

GEARBOX = {
    "ratios": plant("as Willis' equation has them", n45=(1.0, 1.0), n5=(4.0, 1.0)),
    "share": plant("springs side by side instead of in series", same=(0, 3)),
    "choice": plant("shares of stiffness, not of deflection", same=(3, 0)),
    "matrix": plant("the arm of gear 4→5 turns with link 4", apart=(5e-16, 0.3)),
    "sixth": plant("gears 4→6 and 5→6 left out", k46=(0.71, 0.0), k56=(0.93, 0.0)),
    "enough": plant("one shaft in each line", frequency=(0.12, 0.01)),
    "condenses": plant(
        "stiffness of the softest springs alone", frequency=(0.031, 0.13), tool=(1.4e-5, 2.4e-4)
    ),
    "diagonals": plant(
        "a wrist without coupled gears",
        frequency=(0.055, 0.001),
        tool=(23.0, 1.0),
        response=(5.0, 1.0),
    ),
}

PARALLEL_LINKAGE = {
    "minimal-form": plant("the rod's weight is forgotten in one of them", tool=(1.3e-14, 2e-4)),
    "rod": plant(
        "sin ψ instead of its square; a lever that always stands across",
        formula=(4e-15, 0.4),
        range=(2.49, 1.0),
    ),
    "responses": plant(
        "the rod's spring on the wrong side of the elbow; X2 and Z2 are rigid in both",
        plane=(0.39, 6.0),
        sideways=(3.06, 0.0),
    ),
    "high-speed": plant(
        "gears as soft as rubber; the rigid arm is as far off",
        largest=(3.28e-3, 0.05),
        elastic=(2.81, 1.0),
    ),
    "low-speed": plant("friction without dry friction", ratio=(13.3, 1.1), largest=(1.2e-3, 2e-5)),
    "replacement": plant("Y3 turns the other way", share=(0.31, 1.4)),
}

ELASTIC = {
    "structure": plant(
        "the truth has no more axes than a", a=(7.24, 1.0), b=(5.03, 1.0), rank=(1.0, 3.0)
    ),
    "damping": plant("axes that are missing take nothing away", a=(1.48, 1.0)),
    "gravity": plant("springs are linear", shift=(2.96, 0.0)),
    "joint-1": plant("axis 1 lies", first=(2.04e-3, 5.0), second=(38.2, 0.01)),
    "too-low": plant("the gear is linear", shift=(0.216, 0.0)),
    "statistical": plant("the spread is forgotten", left=(0.153, 1.0), stiffness=(0.0113, 0.084)),
    "estimators": plant(
        "feedback is weak", arithmetic=(2.6, 0.34), h1=(2.9, 0.77), harmonic=(0.7, 3.4)
    ),
}

PLANTED: dict[str, dict[str, PlantedResult]] = {
    "two-axis": TWO_AXIS,
    "six-axis": SIX_AXIS,
    "rx90b": RX90B,
    "formulations": FORMULATIONS,
    "measuring": MEASURING,
    "gearbox": GEARBOX,
    "puma-validation": PUMA_VALIDATION,
    "friction": FRICTION,
    "kinematic-identification": KINEMATIC_IDENTIFICATION,
    "couplings": COUPLINGS,
    "force-control": FORCE_CONTROL,
    "underwater": UNDERWATER,
    "parallel-linkage": PARALLEL_LINKAGE,
    "elastic": ELASTIC,
    "aa300": {key: plant(wrong, **pairs) for key, (wrong, pairs) in AA300.items()},
}
