"""Figures computed in the loop are those of a run that records every tick."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import armwright as aw
from armwright.compiler import Frames
from armwright.simulation import Diverged, Figure
from armwright.simulation.ensemble import Ensemble, OpenSystem
from armwright.simulation.execution import execute
from armwright.simulation.figures import MEASURES, figure_code
from armwright.simulation.loop import Loop, make_loop
from armwright.simulation.observation import continuous_flags
from armwright.simulation.sampled import flag_counters
from armwright.system import System
from tests.support.two_axes import two_axes
from tests.unit.simulation.test_saturations import LIMIT, TICK, arm

Array = np.ndarray
SIGNALS = (
    *("joint_torque", "joint_velocity", "motor_torque", "motor_work"),
    *("tool_position", "reference_tool_position"),
)


def scenario() -> aw.Scenario:
    """Every tick is recorded."""
    one = two_axes(0.1)
    return one.changed({"recording.signals": SIGNALS, "recording.rate": 1 / one.tick})


@cache
def made(*texts: str, record: bool = True) -> tuple[Ensemble, Loop]:
    runs = OpenSystem(scenario(), open_step=True).alone(scenario())
    figures = [Figure.parse(text) for text in texts]
    return runs, make_loop(runs.system, figures=figures, record=record)


def started(runs: Ensemble, loop: Loop, number: int = 1) -> Frames:
    """`number`: how many runs there are beside each other."""
    start = {
        name: value if runs.runs > 1 else np.broadcast_to(value, (number, value.shape[-1]))
        for name, value in runs.start.items()
        if name in loop.march.sizes
    }
    return loop.compiled.start(start, number)


def judged(*texts: str, record: bool = True) -> tuple[dict[str, Array], dict[str, Array]]:
    """Figures by name (size,), and signals (records, size)."""
    runs, loop = made(*texts, record=record)
    frames = started(runs, loop)
    records = loop.compiled.advance(frames, loop.system.setup.ticks + 1)
    results = {name: value[0] for name, value in loop.figures.results(frames).items()}
    return results, {name: rows[0] for name, rows in records.items()}


def above(values: Array, limit: float, tick: float) -> Array:
    """The time above the limit along straight lines, by cutting each of them at the limit."""
    total = np.zeros(values.shape[1])
    for k in range(values.shape[1]):
        for a, b in zip(values[:-1, k] - limit, values[1:, k] - limit, strict=True):
            if a > 0 and b > 0:
                total[k] += tick
            elif a > 0 or b > 0:
                total[k] += tick * max(a, b) / abs(a - b)
    return total


#: measure → the same from all values (ticks, size) and the tick
MEASURED: dict[str, Callable[[Array, float], Array]] = {
    "largest": lambda x, dt: x.max(axis=0),
    "smallest": lambda x, dt: x.min(axis=0),
    "final": lambda x, dt: x[-1],
    "mean": lambda x, dt: np.trapezoid(x, axis=0) / (len(x) - 1),
    "rms": lambda x, dt: np.sqrt(np.trapezoid(x**2, axis=0) / (len(x) - 1)),
    "integral": lambda x, dt: np.trapezoid(x, dx=dt, axis=0),
    "time_of_largest": lambda x, dt: x.argmax(axis=0) * dt,
}
EXPRESSIONS: dict[str, Callable[[dict[str, Array]], Array]] = {
    "joint_torque": lambda r: r["joint_torque"],
    "norm(tool_position - reference_tool_position)": lambda r: np.linalg.norm(
        r["tool_position"] - r["reference_tool_position"], axis=1, keepdims=True
    ),
    "-abs(joint_torque[2]) / 3": lambda r: -np.abs(r["joint_torque"][:, 1:]) / 3,
    "motor_work": lambda r: r["motor_work"],
}


def same(found: Array, expected: Array, scale: Array) -> None:
    assert found.shape == expected.shape
    assert (np.abs(found - expected) <= 1e-12 * np.abs(scale).max()).all()


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_measures_are_those_of_a_run_that_records_every_tick(expression: str) -> None:
    found, records = judged(*(f"{one} = {one}({expression})" for one in MEASURED))
    values = EXPRESSIONS[expression](records)
    tick = scenario().tick
    assert len(values) == scenario().ticks + 1
    for name, measure in MEASURED.items():
        scale = np.array(scenario().duration) if "time" in name else values
        same(found[name], measure(values, tick), scale)


def test_all_measures_are_tested() -> None:
    assert {*MEASURED, "time_above"} == set(MEASURES)


@pytest.mark.parametrize("limit", [-5.0, 0.0, 3.5, 1e6])
def test_time_above_a_limit(limit: float) -> None:
    found, records = judged(f"long = time_above(joint_torque, {limit})")
    expected = above(records["joint_torque"], limit, scenario().tick)
    same(found["long"], expected, np.array([scenario().duration]))
    assert (expected > 0).any() == (limit < 1e6)


def test_a_value_at_the_limit_is_not_above_it() -> None:
    found, _ = judged("at = time_above(0 * joint_torque + 2, 2)")
    assert list(found["at"]) == [0.0, 0.0]


def test_of_several_equal_values_the_first_is_the_largest() -> None:
    found, _ = judged("when = time_of_largest(0 * joint_torque + 2)")
    assert list(found["when"]) == [0.0, 0.0]


#: what an expression is, beside the same in numpy; r: the records
ARITHMETIC: dict[str, Callable[[dict[str, Array]], Array]] = {
    "joint_torque + 2 * motor_torque": lambda r: r["joint_torque"] + 2 * r["motor_torque"],
    "joint_torque * joint_velocity": lambda r: r["joint_torque"] * r["joint_velocity"],
    "3 - joint_torque": lambda r: 3 - r["joint_torque"],
    "joint_torque / (2 + square(joint_velocity))": lambda r: (
        r["joint_torque"] / (2 + r["joint_velocity"] ** 2)
    ),
    "joint_torque ** 3": lambda r: r["joint_torque"] ** 3,
    "(5 + joint_velocity) ** -2": lambda r: (5 + r["joint_velocity"]) ** -2.0,
    "joint_velocity ** 0": lambda r: np.ones_like(r["joint_velocity"]),
    "sum(joint_torque)": lambda r: r["joint_torque"].sum(axis=1, keepdims=True),
    "dot(joint_torque, joint_velocity)": lambda r: (r["joint_torque"] * r["joint_velocity"]).sum(
        axis=1, keepdims=True
    ),
    "sqrt(abs(joint_torque))": lambda r: np.sqrt(np.abs(r["joint_torque"])),
    "min(joint_torque, motor_torque[1])": lambda r: np.minimum(
        r["joint_torque"], r["motor_torque"][:, :1]
    ),
    "max(-joint_torque, +1e-1)": lambda r: np.maximum(-r["joint_torque"], 0.1),
    "tool_position[z]": lambda r: r["tool_position"][:, 2:],
    "tool_position['y'] - tool_position[1]": lambda r: (
        r["tool_position"][:, 1:2] - r["tool_position"][:, :1]
    ),
    "norm('position of tool')": lambda r: np.linalg.norm(r["tool_position"], axis=1, keepdims=True),
}


def test_expressions_are_what_numpy_makes_of_the_signals() -> None:
    texts = [f"f{k} = final({one})" for k, one in enumerate(ARITHMETIC)]
    texts += [f"g{k} = integral({one})" for k, one in enumerate(ARITHMETIC)]
    found, records = judged(*texts)
    for k, expected in enumerate(ARITHMETIC.values()):
        values = expected(records)
        same(found[f"f{k}"], values[-1], values)
        same(found[f"g{k}"], MEASURED["integral"](values, scenario().tick), values)


def test_names_of_joints_name_elements() -> None:
    joint = aw.load("two_axis").joint_names[1]
    found, _ = judged(f"a = rms(joint_torque['{joint}'])", "b = rms(joint_torque[2])")
    assert found["a"] == found["b"] > 0


ALL = (
    "path = largest(norm(tool_position - reference_tool_position))",
    "rms(joint_torque)",
    "time_of_largest(joint_torque)",
    "time_above(joint_torque, 3.5)",
    "mean(motor_work)",
)


def test_alone_or_beside_others_the_bits_are_the_same() -> None:
    runs, loop = made(*ALL)
    alone, beside = started(runs, loop), started(runs, loop, number=3)
    for frames in (alone, beside):
        loop.compiled.advance(frames, 200)
    one, several = loop.figures.results(alone), loop.figures.results(beside)
    for name, value in one.items():
        assert several[name].shape[0] == 3
        assert (several[name] == value).all()


def test_a_march_that_stops_and_goes_on_gives_the_same_bits() -> None:
    runs, loop = made(*ALL)
    whole, parts = started(runs, loop), started(runs, loop)
    loop.compiled.advance(whole, 200)
    for ticks in (1, 1, 5, 93, 100):
        loop.compiled.advance(parts, ticks)
    one, other = loop.figures.results(whole), loop.figures.results(parts)
    for name, value in one.items():
        np.testing.assert_array_equal(other[name], value)


def test_after_any_tick_there_are_the_results_until_there() -> None:
    runs, loop = made("mean(joint_torque)", "rms(joint_torque)", "integral(joint_torque)")
    frames = started(runs, loop)
    assert all(np.isnan(value).all() for value in loop.figures.results(frames).values())
    (row,) = loop.compiled.advance(frames, 1)["joint_torque"][0]
    found = loop.figures.results(frames)
    np.testing.assert_array_equal(found["mean_joint_torque"][0], row)
    np.testing.assert_array_equal(found["rms_joint_torque"][0], np.abs(row))
    np.testing.assert_array_equal(found["integral_joint_torque"][0], [0.0, 0.0])


def test_figures_change_no_bit_of_the_signals() -> None:
    _, with_them = judged(*ALL)
    _, without = judged()
    for name, rows in without.items():
        np.testing.assert_array_equal(with_them[name], rows)


def test_without_figures_there_is_no_program_for_them() -> None:
    _, loop = made()
    assert loop.figures.program is None
    assert not loop.figures.accumulators
    assert "figures" not in [call.program.name for call in loop.march.calls]


def test_without_records_the_figures_are_the_same() -> None:
    found, records = judged(*ALL, record=False)
    assert not records
    _, loop = made(*ALL, record=False)
    assert (loop.signals, loop.flags, loop.march.record) == ((), (), ())
    for name, value in judged(*ALL)[0].items():
        np.testing.assert_array_equal(found[name], value)


def test_execution_leaves_the_figures_in_its_frames() -> None:
    """The guard, which repeats slices, does no harm to them."""
    runs, loop = made(*ALL)
    executed = execute(loop, runs)
    for name, value in judged(*ALL)[0].items():
        np.testing.assert_array_equal(loop.figures.results(executed.frames)[name][0], value)


def test_runs_of_a_sweep_have_their_own_figures() -> None:
    one = scenario().changed({"recording.signals": ["joint_torque"]})
    gains = {"controller.proportional_gain": np.array([[15.0, 12.0], [20.0, 12.0]])}
    runs = OpenSystem(one, gains, open_step=True).many(one, gains, np.array([1, 1]))
    loop = make_loop(runs.system, figures=[Figure.parse("largest(joint_torque)")])
    frames = started(runs, loop, number=2)
    rows = loop.compiled.advance(frames, one.ticks + 1)["joint_torque"]
    found = loop.figures.results(frames)["largest_joint_torque"]
    np.testing.assert_allclose(found, rows.max(axis=1), rtol=1e-12)
    assert (found[0] != found[1]).any()


def test_flags_of_continuous_blocks_are_counted_where_nothing_is_recorded() -> None:
    one = arm(torque_limit=LIMIT).changed({"recording.rate": 1 / TICK})
    runs = OpenSystem(one, open_step=True).alone(one)
    counts: list[tuple[Array, Array]] = []
    for record in (True, False):
        loop = make_loop(runs.system, record=record)
        frames = started(runs, loop)
        rows = loop.compiled.advance(frames, one.ticks + 1)
        if record:
            up = rows["controller.limited"][0] != 0
            assert not loop.figures.flags
            counts.append((up.sum(axis=0), np.where(up.any(axis=0), up.argmax(axis=0) + 1, 0)))
        else:
            assert list(loop.figures.flags) == list(continuous_flags(runs.system))
            (instance,) = (i for i in runs.system.continuous if i.name == "controller")
            places = loop.figures.flags["controller.limited"]
            assert places == flag_counters(instance)["limited"]
            counts.append((frames.get(places[0])[0], frames.get(places[1])[0]))
    for recorded, counted in zip(*counts, strict=True):
        np.testing.assert_array_equal(recorded, counted)
    assert counts[0][0][1] > 10


@pytest.mark.parametrize(
    ("text", "unit", "dimension", "labels"),
    [
        ("rms(joint_torque)", "N m", "joint", 2),
        ("rms(joint_torque - 3)", "N m", "joint", 2),
        ("largest(motor_torque * 2)", "N m", "motor", 2),
        ("largest(joint_torque * joint_velocity)", "N m rad/s", "joint", 2),
        ("largest(joint_torque + motor_position)", "", "x element", 0),
        ("final(tool_position)", "m", "axis", 3),
        ("final(tool_position[z])", "m", "", 0),
        ("rms(norm(tool_acceleration))", "m/s²", "", 0),
        ("integral(tool_velocity)", "m", "axis", 3),
        ("integral(norm(tool_position))", "m s", "", 0),
        ("mean(square(tool_velocity[x]))", "m²/s²", "", 0),
        ("mean(sqrt(dot(joint_torque, joint_torque)))", "N m", "", 0),
        ("mean(1 / (2 + kinetic_energy))", "1/J", "", 0),
        ("mean(sqrt(2 + kinetic_energy))", "", "", 0),
        ("time_of_largest(joint_torque)", "s", "joint", 2),
        ("time_above(tool_position, 1)", "s", "axis", 3),
        ("final('rotation of tool')", "", "x element", 0),
        ("largest(joint_torque / (9 + joint_torque * motor_torque))", "1/(N m)", "x element", 0),
    ],
)
def test_units_and_labels(text: str, unit: str, dimension: str, labels: int) -> None:
    code = figure_code(System(two_axes()), [Figure.parse(f"x = {text}")])
    found = code.figures["x"]
    assert (found.unit, found.dimension, len(found.labels)) == (unit, dimension, labels)


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("rms(joint_torque)", Figure("rms_joint_torque", "rms", "joint_torque")),
        (" e=largest( norm( a - b) ) ", Figure("e", "largest", "norm( a - b)")),
        (
            "time_above(abs(joint_torque[2]), -40)",
            Figure(
                "time_above_abs_joint_torque_2_minus_40",
                "time_above",
                "abs(joint_torque[2])",
                -40.0,
            ),
        ),
        ("mean(a\n+ gust.b)", Figure("mean_a_plus_gust_b", "mean", "a\n+ gust.b")),
        ("é = final('µ of é' * é)", Figure("é", "final", "'µ of é' * é")),
    ],
)
def test_figures_are_read(text: str, figure: Figure) -> None:
    assert Figure.parse(text) == figure
    assert pickle.loads(pickle.dumps(figure)) == figure


#: text → a part of its one message
BAD: dict[str, str] = {
    "": "column 1 of '': there is no expression",
    "e = ": "there is no expression",
    "joint_torque": "there is no measure (got joint_torque, expected a measure of an expression",
    "rms": "there is no measure",
    "rms(": "column 4 of 'rms(': unreadable",
    "rms(joint_torque))": "column 18 of",
    "rms()": "'rms' has the wrong arguments (got rms(), expected one expression)",
    "rms(joint_torque, 3)": "expected one expression",
    "rms(*joint_torque)": "column 5 of 'rms(*joint_torque)': not allowed in an expression",
    "rms(**joint_torque)": "not an argument",
    "= rms(joint_torque)": "figure '': not a name for a figure",
    "1st = rms(joint_torque)": "figure '1st': not a name for a figure",
    "a b = rms(joint_torque)": "figure 'a b': not a name for a figure",
    "a = b = rms(joint_torque)": "column 7 of 'a = b = rms(joint_torque)': this character",
    "lagest(joint_torque)": "unknown measure (got 'lagest', expected one of largest, smallest, "
    "final, mean, rms, integral, time_of_largest, time_above). Did you mean 'largest'?",
    "norm(joint_torque)": "'norm' is not a measure (got norm(joint_torque)). Put one around it: "
    "largest(norm(joint_torque)).",
    "e = rms(nrm(joint_torque))": "column 9 of 'e = rms(nrm(joint_torque))': unknown function (got "
    "'nrm', expected one of abs, norm, sum, sqrt, square, min, max, dot). Did you mean 'norm'?",
    "rms(dot(joint_torque))": "'dot' has the wrong arguments (got dot(joint_torque), expected 2",
    "rms(abs(joint_torque, 2))": "expected one argument",
    "rms(norm)": "'norm' is a function (got norm, expected norm(…))",
    "rms(3.5)": "there is no signal in it (got 3.5",
    "time_above(joint_torque)": "expected an expression and a limit",
    "time_above(joint_torque, motor_torque)": "column 26 of",
    "time_above(joint_torque, 1e999)": "the number is too large",
    "rms(joint_torque ** 0.5)": "not a power (got 0.5, expected a whole number from -16 to 16)",
    "rms(joint_torque ** joint_torque)": "not a number",
    "rms(joint_torque ** 17)": "not a power",
    "rms(9" + "9" * 400 + " * joint_torque)": "the number is too large",
    "rms(joint_torque == 3)": "column 18 of 'rms(joint_torque == 3)': this character "
    "has no meaning (got '='",
    "rms(joint_torque % 3)": "this character has no meaning (got '%'",
    "rms(joint_torque // 3)": "not allowed in an expression (got joint_torque // 3",
    "rms(joint_torque if 1 else 2)": "not allowed in an expression",
    "rms(not joint_torque)": "not allowed in an expression",
    "rms([joint_torque])": "not allowed in an expression",
    "rms(True)": "not allowed in an expression (got True",
    "rms(2j * joint_torque)": "not allowed in an expression (got 2j",
    "rms(lambda: 1)": "this character has no meaning (got ':'",
    "rms(__import__('os').system('true'))": "not allowed in an expression",
    "rms(joint_torque.real())": "not allowed in an expression",
    "rms(joint_torque().real)": "not a name",
    "rms('joint_torque)": "unreadable: unterminated string literal",
    "rms(joint_torque[1.5])": "not an element (got 1.5, expected a number or a name)",
    "rms(joint_torque[-1])": "not an element (got -1",
    "rms(joint_torque[1, 2])": "not an element",
    "rms(" + "-" * 200 + "joint_torque)": "nested too deeply",
    "rms(" + "(" * 300 + "joint_torque" + ")" * 300 + ")": "unreadable",
    "rms(" + "a+" * 200 + "a)": "nested too deeply",
    "rms(joint_torque" + " " * 1000 + ")": "the text is too long (got 1017 characters, expected "
    "1000 at most)",
    "rms(joint\0torque)": "column 10 of",
    "rms(\ud800)": "column 5 of",
    "rms(joint_torque[0])": "figure 'rms_joint_torque_0', column 14 of 'joint_torque[0]': there is "
    "no such element (got 0, expected 1 to 2: elements are counted from 1)",
    "e = rms(joint_torque[3])": "figure 'e', column 14 of 'joint_torque[3]': there is no such",
    "rms(joint_torque[elbow])": "unknown joint (got 'elbow', expected one of ",
    "rms(tool_position['w'])": "unknown axis (got 'w', expected one of x, y, z)",
    "rms('rotation of tool'[x])": "these elements have no names (got x, expected a number from 1",
    "rms(joint_torque[1][1])": "a single number has no elements",
    "rms(2 + joint_torqe)": "column 5 of '2 + joint_torqe': unknown signal (got 'joint_torqe', ",
    "rms(3 * tool_positon)": "Did you mean 'tool_position'?",
    "e = rms(2 * (tool_position - joint_torque))": "sizes differ in 'tool_position - joint_torque' "
    "(got 3 (for each axis) and 2 (for each joint), expected vectors of one size, or a single",
    "rms(dot(tool_position, joint_torque))": "sizes differ in 'dot(tool_position, joint_torque)'",
}  # fmt: skip


@cache
def system() -> System:
    return System(two_axes())


@pytest.mark.parametrize("text", BAD, ids=lambda text: ascii(text[:40]))
def test_a_bad_figure_gives_one_message(text: str) -> None:
    with pytest.raises(aw.InputError) as caught:
        figure_code(system(), [Figure.parse(text)])
    message = str(caught.value)
    assert BAD[text] in message
    assert "\n" not in message
    assert message.startswith("figure")


@pytest.mark.parametrize(
    ("given", "part"),
    [
        (("a", "rms", "b", 3.0), "expected none: 'rms' has no limit"),
        (("a", "time_above", "b"), "limit (got None, expected a number)"),
        (("a", "time_above", "b", np.nan), "limit (got nan, expected a number)"),
        (("a", "median", "b"), "unknown measure (got 'median', expected one of largest, "),
        (("a-b", "rms", "b"), "figure 'a-b': not a name"),
        (("a", "rms", "b +"), "figure 'a', column"),
        (("a", "rms", 3), "not a text (got 3)"),
        ((None, "rms", "b"), "figure None: not a name"),
    ],
)
def test_a_bad_figure_in_python(given: Sequence[Any], part: str) -> None:
    with pytest.raises(aw.InputError) as caught:
        Figure(*given)
    assert part in str(caught.value)


def test_a_signal_without_elements() -> None:
    without = two_axes().changed({"fidelity.friction": False})
    with pytest.raises(aw.InputError, match="'friction_torque' has no element in this scenario"):
        figure_code(System(without), [Figure.parse("rms(friction_torque)")])


def test_two_figures_of_one_name() -> None:
    figures = [Figure.parse(f"a = {one}(joint_torque)") for one in ("rms", "mean")]
    with pytest.raises(aw.InputError, match="figure 'a': two figures have the same name"):
        figure_code(system(), figures)


@pytest.mark.parametrize("measure", ["largest", "smallest", "final", "rms"])
def test_a_figure_that_is_not_finite_is_told(measure: str) -> None:
    """Also where it would not count: the root at some time of a negative number."""
    runs, loop = made(f"root = {measure}(sqrt(-joint_torque))")
    with pytest.raises(Diverged, match=r"figure 'root' is not finite at t = .* Does 'sqrt\(-joint"):
        execute(loop, runs)


_PIECES = st.sampled_from(
    ["rms(", "largest(", "time_above(", "norm(", ")", "(", "[", "]", "'", '"', ",", ".", "=", " ",
     "+", "-", "*", "/", "**", "1", "2.5", "1e9", "1if", "x", "joint_torque", "tool_position",
     "'position of tool'", "for", "in", "lambda", "é", "\\", "\0", "\n", "#", "{", "}", "_", "j"]
)  # fmt: skip


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(st.text(max_size=40), st.lists(_PIECES, max_size=20).map("".join)))
def test_any_text_is_a_figure_or_an_input_error(text: str) -> None:
    for one in (text, f"rms({text})", f"e = time_above({text}, 1)"):
        try:
            figure_code(system(), [Figure.parse(one)])
        except aw.InputError as error:
            assert "\n" not in str(error)
