"""Planted results of the study of S3; see `planted`."""

from __future__ import annotations

from tests.unit.studies.planted_result import apart, plant

RX90B = {
    "upright": plant("joint 5 lags by 3°", tilt=(3.8e-4, 0.05), height=(6.2e-5, 0.013)),
    "turning": plant(
        "the line lies elsewhere, and a wrist joint turns around instead of joint 3",
        where=(0.609, 0.3),
        share=(0.487, 0.24),
        joint2=(1, 2),
        joint3=(1, 0),
        others=(0, 1),
    ),
    "kick": plant(
        "friction without dry friction",
        jump=(1.1, 0.02),
        sideways=(9.6, 1.0),
        vertically=(3.4, 0.9),
    ),
    "accuracy": plant("as S3 needs it", whole=(1.67e-4, 8e-5), speed=(0.25, 0.25)),
    "current": plant("the current of two motors", step=(1.11, 2.2)),
    "sticking": plant(
        "joints creep under friction beyond the static one",
        largest=(0.995, 1.2),
        spread=(1.98, 0.0),
        moved=(1.8e-7, 2e-3),
    ),
    "coupling": plant(
        "the torque of motor 6 acts on joint 6 alone", left=(5.5e-16, 0.14), uncoupled=(0.14, 1e-16)
    ),
    "compensation": plant("its sign is the other one", without=(2.67, 0.4)),
    "largest-difference": plant("points a hundred times as far apart", apart=(2.8e-8, 4e-5)),
    "usual-difference": plant("points a hundred times as far apart", most=(5e-9, 6e-6)),
    "currents-moving": plant("without Coriolis terms", apart=(2.9e-4, 0.06)),
    "currents-resting": plant("as S3 has it", apart=(3.6e-4, 0.05)),
    "speed": plant("a triangle, and a spot that stumbles", apart=(1e-3, 0.5), kept=(0.007, 0.2)),
    "spring": apart(1.4e-13, 311.0, "it pushes instead of pulling"),
    "seventh-friction": plant("it loads joint 6 alone", apart=(1.9e-13, 1.7), size=(1.72, 0.0)),
    "driving-torques": apart(1.9e-13, 80.0, "friction drives the joints"),
    "motion": apart(4.5e-14, 3.0, "rotors have no inertia"),
    "rotors": apart(7.1e-15, 0.04, "motor 6 turns with joint 6 alone"),
    "net-torques": apart(6e-14, 45.0, "friction is left out"),
    "bristles": plant("|q̇| without its bars", apart=(1.2e-4, 0.6), turned=(1.6, 0.1)),
    "friction": apart(2.1e-14, 4.0, "the bristles' damping has the other sign"),
    "stribeck": plant(
        "Coulomb's and static torque exchanged", apart=(3e-5, 0.3), swapped=(0.09, 0)
    ),
    "nominal-torques": apart(1.7e-13, 30.0, "friction is counted"),
    "perturbed-motion": plant(
        "C₀ is that of Christoffel's symbols, half of it",
        mass=(9e-15, 0.3),
        velocity=(3e-15, 2.3),
        size=(4.7, 0),
    ),
    "stiffness-parts": plant(
        "G₀ is left out, or N₀ made symmetric",
        apart=(3e-13, 48.0),
        even=(0.0, 2.0),
        uneven=(4.1, 0.0),
        smallest=(9.8, 0.0),
    ),
    "state-space": plant("δq̇ before δq, as (30) has it", apart=(1.04e-3, 2.0), change=(1.83, 0.01)),
    "stiff-scheme": plant("friction without bristles", explicit=(1e9, 1e-3), stiff=(9e-5, 0.3)),
    "presliding": plant("as S3 has it", rest=(0.296, 6.4)),
    "accurate-solver": plant(
        "steps of first order, and solvers with other equations",
        apart=(5.9e-8, 4e-6),
        solvers=(5e-13, 1e-6),
        order=(4.13, 2.0),
    ),
    "elastic-as-rigid": plant(
        "another friction, or springs that do not matter",
        apart=(4.9e-9, 5e-5),
        elastic=(3.8e-4, 1e-6),
    ),
    "flexible": plant("springs are left out", apart=(8.6e-8, 9e-4), most=(1.56e-8, 5e-4)),
    "vibration": plant(
        "springs a hundred times as soft",
        magnitude=(7.5e-5, 2e-3),
        more=(3.0, 1.0),
        frequency=(0.93, 0.1),
    ),
    "welding": plant("gains of the scenario", whole=(7.7e-5, 2.05e-4), speed=(0.25, 0.05)),
    "welding-trapezoid": plant("as S3 needs it", whole=(1.17e-4, 9e-5)),
    "welding-optimum": plant(
        "higher gains are better without end", rim=(3, 0), around=(1.59, 1.0), gained=(2.67, 1.0)
    ),
    "tenth-of-the-time": plant("as S3 has it", ratio=(2.4, 9.8)),
    "variants": plant("all have the friction of the first", apart=(5.7e-8, 3e-5)),
    "tuning": plant(
        "the method says the opposite of the model", worse=(0.0, 1.5), apart=(2e-4, 0.6)
    ),
    "gain-limit": plant("higher gains are better without end", gained=(5.0, 1.0), lost=(200, 1.0)),
}
