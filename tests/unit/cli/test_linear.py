"""Commands about linear models: tables, pictures, messages; and the page about them runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import armwright as aw
from armwright.cli import main
from armwright.report.linear import modes_table
from armwright.report.terminal import print_parts

ROOT = Path(__file__).parents[3]


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["armwright", *words])
    with pytest.raises(SystemExit) as end:
        main()
    return int(end.value.code or 0)


def test_modes_are_printed_and_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    aw.load_scenario("pendulum/driven").robot.save("torsion.toml")
    assert run(monkeypatch, "modes", "torsion.toml", "--pose", "30", "--degrees") == 0
    told = capsys.readouterr().out
    assert re.search(r"8\.7\d+ .* rotor of axis against axis", told)
    assert "assumed: friction of axis (coulomb) sticks at rest" in told
    assert "grows" not in told
    assert (tmp_path / "armwright-torsion-modes.png").stat().st_size > 10_000
    assert run(monkeypatch, "modes", "torsion.toml", "--held", "--out", "held.png") == 0
    assert "sticks: it holds what it acts on" in capsys.readouterr().out
    assert (tmp_path / "held.png").exists()


def test_a_mode_that_grows_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    print_parts(modes_table(aw.linearise(aw.load("cart_double_pendulum"))))
    assert re.search(r"0\.06514 \(grows\)", capsys.readouterr().out)


@pytest.mark.crosscheck
def test_responses_are_printed_and_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("bode", "pendulum/upright", "--cut", "motor_torque", "--out", "open.png")
    assert run(monkeypatch, *words) == 0
    told = capsys.readouterr().out
    assert "12 states, sampled every 2 ms" in told
    assert re.search(r"phase margin +\d+\.\d+° at ", told)
    assert (tmp_path / "open.png").stat().st_size > 10_000
    words = ("bode", "pendulum/upright", "--from", "joint_torque[cart]", "--to", "joint_position")
    assert run(monkeypatch, *words, "--highest", "50") == 0
    assert "m / (N)" in capsys.readouterr().out
    assert (tmp_path / "armwright-pendulum-upright-bode.png").exists()


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("modes", "nosuch"), "nosuch"),
        (("modes", "panda", "--pose", "1 2"), "wrong number of joint positions"),
        (("bode", "pendulum/upright", "--to", "nosuch"), "there is no signal 'nosuch'"),
        (("bode", "pendulum/upright", "--part", "arm"), "unknown part (got 'arm'"),
        (("bode", "pendulum/upright", "--lowest", "900"), "no range of frequencies"),
        (
            ("bode", "pendulum/upright", "--cut", "motor_torque", "--to", "joint_position"),
            "--cut takes the place of --from and --to",
        ),
    ],
)
def test_mistakes_are_one_line(
    words: tuple[str, ...],
    text: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, *words) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("error: ") and text in line
    assert not list(tmp_path.iterdir())


@pytest.mark.crosscheck
def test_the_page_about_linear_models_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "linear.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 5
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "linear.md", "exec"), names)
    assert "Hz, damping" in capsys.readouterr().out
