"""Planted results of the study of arms under water."""

from __future__ import annotations

from tests.unit.studies.planted_result import plant

UNDERWATER = {
    "more-mass": plant("added mass with the wrong sign", slower=(0.77, 1.3)),
    "small-coriolis": plant("as S2 says", moved=(1.01, 0.03)),
    "stops": plant("drag in the direction of motion", left=(0.002, 0.6)),
    "at-once": plant("water of a thousandth of its density", apart=(0.52, 0.001)),
    "less-than-drag": plant(
        "added mass three times as large", ratio=(0.12, 0.36), least=(0.09, 0.27)
    ),
    "positive": plant("C_a < 0", least=(0.133, -0.2)),
    "constant": plant(
        "as S2 says",
        printed=(2e-15, 2e-15),
        value=(1.8002175562316856, 1.8002175562316856),
        consistent=(0.75, 0.0),
    ),
    "equations": plant("as S2 says", end=(0.81, 0.01), energy=(0.29, 1e-3)),
    "generated": plant("accelerations that lag behind", energy=(3e-9, 0.2), closed=(1.0, 0.9)),
    "tracking": plant("as S2 says", first=(0.072, 0.004), second=(0.121, 0.006)),
    "final": plant("a load that is not attenuated", left=(0.0066, 0.2)),
    "interaction": plant("the other link's torque is felt", largest=(0.018, 0.2)),
    "limiter": plant("as S2 says", largest=(0.034, 0.004), last=(1e-6, 1e-6)),
    "water-at-rest": plant("an arm that a current carries along", tool=(0.5, 60.0)),
    "fixed-base": plant("a vehicle of a thousand times the mass", tool=(24.3, 0.6)),
    "impulse": plant("the vehicle does not feel the arm", left=(3e-7, 0.5)),
    "station": plant(
        "the wrench has the wrong sign, or acts in other axes; the vehicle is not free",
        gone=(0.03, 7.0),
        tilted=(1.9, 20.0),
        better=(225.0, 1.0),
    ),
    "tool-kept": plant("an integral part for the attitude, too", tool=(32.0, 2.0)),
    "balance": plant(
        "a thruster that pushes the other way", force=(0.011, 0.35), moment=(0.099, 1.2)
    ),
    "saturation": plant(
        "a vehicle that capsizes as soon as a thruster is at its limit",
        above=(2.9e-4, 2.9e-4),
        below=(2.9e-4, 2.0),
    ),
    "platform-rests": plant("the tyres' stiffness acts on other axes", off=(1e-6, 0.4)),
    "platform-felt": plant("tyres ten times as soft", tool=(1.13, 4.0)),
    "place": plant(
        "limits that do not act; that act on half of the thrust",
        above=(3.6e-4, 0.9),
        below=(1.34, 3e-4),
    ),
}
