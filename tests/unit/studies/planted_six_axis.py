"""The study of S1: what its numbers are, and results that turn its verdicts."""

from __future__ import annotations

from tests.unit.studies.planted_result import plant

SIX_AXIS = {
    "two-link-model": plant("gravity upwards", torque=(3.6e-15, 35.0), energy=(2.8e-14, 70.0)),
    "two-link-derived": plant("a Coriolis term is missing", torque=(7e-15, 0.2)),
    "two-link-free": plant(
        "friction, and a column that turns",
        highest=(0.0, -4.0),
        lowest=(-180.0, -176.0),
        column=(0, 3),
    ),
    "two-link-balanced": plant("a torque 1 % too small", moved=(6e-14, 0.3)),
    "two-link-spinning": plant(
        "the arm only swings", back=(0, 40), faster=(4.8, 0.7), turns=(4.9, 0.3)
    ),
    "two-link-any-torques": plant("as S1 has it", highest=(24.5, 900.0)),
    "matrices-too-long": plant("every element written out", instructions=(1280, 77_000)),
    "no-error": plant("the model is 10 % off", off=(2.5e-6, 0.03)),
    "filter": plant(
        "poles of a quarter of the damping", rise=(0.44, 1.2), over=(-4e-10, 0.2), off=(3e-16, 0.3)
    ),
    "below-40-percent": plant("limits half as high", largest=(0.33, 0.55)),
    "converged": plant("a loop that is slow", left=(0.0016, 0.08)),
    "limits": plant(
        "an error that has nothing to do with them",
        without=(1.6e-6, 0.3),
        acceleration=(1.34, 0.0),
        torque=(0.36, 0.0),
    ),
    "noise-generator": plant(
        "noise of twice the power", largest=(1.5e-3, 2.1e-3), clipped=(0.9, 40.0)
    ),
    "noise-q-angle": plant("ten times as much", amplitude=(1.77e-3, 0.0177)),
    "noise-q-velocity": plant("ten times as much", amplitude=(3.9e-3, 0.039)),
    "noise-v-angle": plant("ten times as much", amplitude=(1.26e-3, 0.0126)),
    "noise-v-velocity": plant("a tenth", amplitude=(0.057, 0.0057)),
    "noise-both-angle": plant("that of one sensor only", amplitude=(2.4e-3, 1.3e-3)),
    "noise-both-velocity": plant("that of angles only", amplitude=(0.057, 3.9e-3)),
    "noise-converges": plant("a static error of 3 mrad", left=(0.12, 1.2)),
    "noise-in-steps": plant("noise does the same at rest", larger=(1.35, 1.0)),
    "noise-on-velocity": plant("K_P and K_D exchanged", more=(4.4, 0.2)),
    "noise-smooth": plant("n is as rough as B(q) y", share=(0.12, 1.0)),
    "noise-below-40-percent": plant("noise of ten times the power", largest=(0.33, 0.6)),
    "payload-static": plant("an integrator removes it", more=(1e4, 1.0)),
    "payload-linear": plant("the error saturates", off=(0.038, 0.4)),
    "payload-size-5": plant("as S1 has it", less=(0.0255, 0.0158), more=(0.0256, 0.0162)),
    "payload-size-10": plant("as S1 has it", less=(0.0509, 0.0315), more=(0.0514, 0.0325)),
    "payload-lighter": plant("as S1 has it", ratio=(0.99, 1.04)),
    "tool-position": plant("as S1 has it", off=(0.0140, 0.0047)),
    "posture": plant("LA steps the other way", misfit=(0.019, 0.5)),
    "tool-turn": plant("as S1 has it", cosine=(-0.044, 0.99), wrist=(0.0015, 0.0325)),
    "payload-saturation": plant("the lighter, the more", rise=(0.027, -0.03)),
    "inertia-minimal": plant("the masses change too", static=(3e-5, 0.03), change=(0.022, 0.2)),
    "inertia-lower": plant("not in two joints", rises=(6, 4)),
    "inertia-other-joints": plant("joints are not coupled at all", moved=(0.013, 0.0)),
    "inertia-torque": plant("as S1 has it", more=(0.01, 2.0)),
    "inertia-acceleration": plant("as S1 has it", more=(1e-4, 2.0)),
    "half-moon-error": plant("limits are met on the way", largest=(1.4e-4, 0.05)),
    "half-moon-changes": plant("as S1 has it", ratio=(0.35, 4.0)),
    "half-moon-torque": plant("a path ten times as fast", share=(0.39, 30.0)),
    "half-moon-oscillations": plant("as S1 has it", swings=(1, 24)),
    "half-moon-softer": plant("the same error as in the steps", share=(2.8e-4, 1.0)),
    "low-pass": plant("a filter that is too slow", rate=(0.37, 1.4), largest=(0.44, 7.0)),
    "observer": plant(
        "an observer that is too fast, and one that is too slow",
        rate=(0.29, 1.6),
        angle=(0.35, 1.2),
        largest=(1.0, 1.4),
    ),
    "payload-estimated": plant(
        "the place of the payload is wrong, or gains are higher",
        static=(2.3e-3, 3.5),
        torque=(1.0, 2.1),
        least=(0.998, 0.5),
        most=(0.998, 1.6),
    ),
    "sampled": plant(
        "a sample too late, and every element written out",
        change=(5.2e-4, 0.05),
        operations=(870, 77_000),
    ),
    "generated-code": plant(
        "a term is missing in the code, and a moment of the run is compared",
        apart=(0.0, 0.4),
        ticks=(20_001, 200),
    ),
    "robust": plant("a robust term of no size", term=(0.39, 1.0), integral=(0.03, 1.0)),
    "figures-ideal": plant("an error that comes from elsewhere", share=(0.906, 0.4)),
    "figures-noise-both": plant(
        "as S1 has it",
        largest=(0.33, 0.33),
        angles=(1.35, 1.35),
        velocities=(1.56, 1.56),
        accelerations=(0.86, 2.0),
    ),
    "figures-noise-q": plant(
        "K_P ten times as high", largest=(0.33, 0.6), noise=(1.18, 3.0), share=(0.12, 0.9)
    ),
    "figures-noise-v": plant(
        "K_D ten times as high", largest=(0.33, 0.6), noise=(1.14, 3.0), share=(3.5e-3, 0.9)
    ),
    "figures-payload-90": plant(
        "an integral, and a torque that is higher", static=(0.0303, 1e-4), cut=(0.61, 1.2)
    ),
    "figures-payload-95": plant(
        "an integral, and a torque that is higher", static=(0.0155, 1e-4), cut=(0.80, 1.2)
    ),
    "figures-payload-105": plant(
        "an integral, and a torque that is lower", static=(0.0161, 1e-4), cut=(1.17, 0.9)
    ),
    "figures-payload-110": plant(
        "an integral, and a torque that is lower", static=(0.0328, 1e-4), cut=(1.72, 0.9)
    ),
    "figures-inertia-90": plant("the masses change too", static=(2.8e-5, 0.03), ratio=(0.978, 0.7)),
    "figures-inertia-95": plant("the masses change too", static=(3e-5, 0.03), ratio=(0.989, 0.7)),
    "figures-inertia-105": plant(
        "the masses change too", static=(3.4e-5, 0.03), ratio=(1.011, 1.3)
    ),
    "figures-inertia-110": plant(
        "the masses change too", static=(3.6e-5, 0.03), ratio=(1.022, 1.3)
    ),
    "centres-of-gravity": plant(
        "centres of gravity matter as little as S1 has it",
        inertias=(0.034, 0.5),
        centres=(182.0, 0.8),
    ),
    "half-moon-combined": plant("as S1 has it", usual=(0.066, 0.008)),
    "half-moon-estimated": plant(
        "the payload's place is wrong", usual=(0.005, 0.03), ratio=(0.457, 2.7)
    ),
    "half-moon-added": plant("errors of one kind only", ratio=(1.02, 0.6)),
    "half-moon-acceleration": plant("as S1 has it", swings=(2, 24)),
}
