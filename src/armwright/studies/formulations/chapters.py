"""What the study has to show."""

from __future__ import annotations

from armwright.equations import derive
from armwright.report.html.parts import Chapter, Fold, Paragraph, Picture, Preformatted
from armwright.robot import load
from armwright.studies.formulations import tables
from armwright.studies.formulations.comparing import Comparison
from armwright.studies.formulations.figure import operations_figure


def chapters(found: Comparison) -> list[Chapter]:
    return [_derived(found), _evaluated(found), _falling(found), _order(found)]


def _derived(found: Comparison) -> Chapter:
    return Chapter(
        "Three ways to the same equations",
        [
            Paragraph(
                "Newton-Euler goes out along the arm with velocities and accelerations and back "
                "with forces; Lagrange differentiates energies; Kane projects the forces on "
                "partial velocities. Products of sines and cosines are turned into sums at once, "
                "as in the rules that S2 gives its algebra program: so equal expressions look "
                "equal. All three give the same closed forms, term by term."
            ),
            Preformatted(
                derive(load("cart_pendulum"), "kane").text(),
                "The cart with the pendulum, S2 (2.46) and (2.47)",
            ),
            Fold(
                "The PUMA 560 with three links",
                [Preformatted(derive(load("puma560_armstrong3"), "kane").text())],
            ),
            tables.products(found),
            tables.deriving_times(found),
        ],
    )


def _evaluated(found: Comparison) -> Chapter:
    text = (
        "For larger arms nobody wants the closed form. Each method then lists its own "
        "intermediate quantities, and common parts are computed once. Here the arms' numbers are "
        "in the code. Armwright's own path, CasADi expressions in frames and parameters chosen "
        "for short code, stands beside them; its mass matrix and its torques are counted "
        "together where the methods give mass matrix, velocity terms and gravity."
    )
    functions = (
        "The closed form of a small arm takes the fewest operations, for numbers of all links "
        "have been added up in it, but it needs the sines and cosines of more angles, which "
        "take longest."
    )
    return Chapter(
        "What it takes to evaluate them",
        [
            Paragraph(text),
            Picture(
                "operations",
                operations_figure(found.growing),
                "Operations for the first axes of the six-axis arm: additions, multiplications, "
                "sines and cosines.",
                "Two panels with operations on a logarithmic scale over the number of axes. "
                "Lagrange rises steepest, armwright stays lowest.",
            ),
            tables.torques(found),
            tables.terms(found),
            tables.listings(),
            tables.times(found),
            Paragraph(functions),
            tables.python_times(found),
        ],
    )


def _falling(found: Comparison) -> Chapter:
    return Chapter(
        "The double pendulum falls",
        [
            Paragraph(
                "S2 lets the cart with the double pendulum move under its own weight in four "
                "programs, and after that with AUTOLEV's equations compiled and called from "
                "SIMULINK. Where it begins is not said; here both rods start at rest, 0.1 rad off "
                "the upright. The integrator in Python has variable steps and AUTOLEV's tolerance "
                f"of 1e−8: {found.fall.evaluations} evaluations for 5 s. Armwright's simulation "
                "takes steps of 0.25 ms. The machines are not the same, of course: only ratios "
                "within a column of times mean something."
            ),
            tables.falling(found),
        ],
    )


def _order(found: Comparison) -> Chapter:
    return Chapter(
        "Order n and order n³",
        [
            Paragraph(
                "Accelerations from torques, in armwright's own code, for chains of equal links "
                "with crossed axes: by articulated bodies, whose work grows with the number of "
                "joints, and by the mass matrix and its factors."
            ),
            tables.chains(found),
        ],
    )
