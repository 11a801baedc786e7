"""Files that mean harm, or that are just broken: an InputError each time, and soon."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from armwright.errors import InputError
from armwright.robot import library_names
from armwright.robot.checks import check
from armwright.robot.formats import mjcf, mjcf_write, toml, toml_write, urdf, urdf_write, xacro, xml
from armwright.robot.formats.common import MOST_PARTS
from armwright.robot.loading import load
from tests.support.broken_text import spoilt

BOMB = """<?xml version="1.0"?>
<!DOCTYPE robot [<!ENTITY a "aaaaaaaaaa">
{}]>
<robot name="&z;"><link name="base"/></robot>
"""


@pytest.mark.parametrize("parse", [urdf.parse, xacro.parse, mjcf.parse])
def test_entities_are_refused_before_they_grow(parse):
    letters = "abcdefghijklmnopqrstuvwxyz"
    entities = "\n".join(
        f'<!ENTITY {new} "{f"&{old};" * 10}">' for old, new in itertools.pairwise(letters)
    )
    with pytest.raises(InputError, match="document type declarations are refused"):
        parse(BOMB.format(entities))
    with pytest.raises(InputError, match="document type declarations are refused"):
        parse('<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><robot name="&x;"/>')


def test_entities_in_other_encodings_are_refused_too(tmp_path):
    path = tmp_path / "a.urdf"
    path.write_bytes(BOMB.replace("?>", ' encoding="utf-16"?>', 1).format("").encode("utf-16"))
    with pytest.raises(InputError, match="document type declarations are refused"):
        load(path)
    path.write_bytes(b"<?xml version='1.0' encoding='klingon'?><robot/>")
    with pytest.raises(InputError, match="not valid XML"):
        load(path)


def test_deep_files():
    for parse in (urdf.parse, mjcf.parse, xacro.parse):
        with pytest.raises(InputError, match=r"nested too deeply \(expected at most 200\)"):
            parse("<robot>" * 100_000)
    for text in ("x = " + "[" * 100_000, "x = " + "{a=" * 50_000, ".".join("a" * 5000) + " = 1"):
        with pytest.raises(InputError):
            toml.parse(text)


@pytest.mark.crosscheck
def test_big_files(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text("#" * 3_000_000)
    with pytest.raises(InputError, match=r"file is too big \(got 3000000 bytes, expected at most"):
        load(path)
    links = "".join(f"<link name='{i}'/>" for i in range(MOST_PARTS + 1))
    with pytest.raises(InputError, match="too many links or joints"):
        urdf.parse(f"<robot>{links}</robot>")
    with pytest.raises(InputError, match="too many elements"):
        urdf.parse("<robot>" + "<a/>" * 300_000 + "</robot>")
    with pytest.raises(InputError, match="links: tuple should have at most 2000 items"):
        toml.parse("name='x'\n" + "[[links]]\nname='a'\n" * 2001)


def test_numbers_of_a_thousand_digits():
    for digits in (400, 5000):
        with pytest.raises(InputError, match=r"^robot: an integer has too many digits"):
            toml.parse(f"name = 'x'\ngravity = [0, 0, {'9' * digits}]\n")


PART = "<mujoco><worldbody><body name='b{}'/></worldbody>{}</mujoco>"


def test_includes_that_multiply(tmp_path):
    """Ten files, each of which names the next one ten times, would be read ten billion times."""
    for k in range(10):
        parts = f"<include file='{k + 1}.xml'/>" * 10
        (tmp_path / f"{k}.xml").write_text(PART.format(k, parts))
    (tmp_path / "10.xml").write_text(PART.format(10, ""))
    with pytest.raises(InputError, match="file is included twice"):
        load(tmp_path / "0.xml")
    for k in range(10):
        parts = f"<xacro:include filename='{k + 1}.xacro'/>" * 10
        (tmp_path / f"{k}.xacro").write_text(f"<robot name='r'>{parts}</robot>")
    (tmp_path / "10.xacro").write_text("<robot><link name='l'/></robot>")
    with pytest.raises(InputError, match=r"includes too many files \(expected at most 500\)"):
        load(tmp_path / "0.xacro")


INCLUDES = {"xml": ("include file", "mujoco"), "xacro": ("xacro:include filename", "robot")}


@pytest.mark.parametrize("form", INCLUDES)
def test_includes_that_are_too_much_together(tmp_path, monkeypatch, form):
    """Each of the files is within bounds."""
    monkeypatch.setattr(xml, "LARGEST_FILE", 20_000)
    monkeypatch.setattr(xml, "MOST_NODES", 2000)
    element, root = INCLUDES[form]
    main = tmp_path / f"main.{form}"
    parts = "".join(f"<{element}='{k}.{form}'/>" for k in range(5))
    main.write_text(f"<{root} name='r'>{parts}</{root}>")
    for content, message in (
        (f"<!--{'x' * 4500}-->", r"4.* the included files are too big together \(got 2\d{4} bytes"),
        ("<a/>" * 600, r"too many elements \(expected at most 2000\)"),
    ):
        for k in range(5):
            (tmp_path / f"{k}.{form}").write_text(f"<{root}>{content}</{root}>")
        with pytest.raises(InputError, match=message):
            load(main)


def test_includes_that_nest_too_deeply_together(tmp_path):
    """Each of the files is within bounds."""
    open_, close = "<body>" * 190, "</body>" * 190
    for k in range(8):
        text = f"<mujoco>{open_}<include file='{k + 1}.xml'/>{close}</mujoco>"
        (tmp_path / f"{k}.xml").write_text(text)
    (tmp_path / "8.xml").write_text("<mujoco/>")
    with pytest.raises(InputError, match=r"nested too deeply \(expected at most 200\)"):
        load(tmp_path / "0.xml")
    macros = "".join(
        f"<xacro:macro name='m{k}'>{'<a>' * 190}<xacro:m{k + 1}/>{'</a>' * 190}</xacro:macro>"
        for k in range(20)
    )
    with pytest.raises(InputError, match=r"nested too deeply \(expected at most 200\)"):
        xacro.parse(f"<robot name='r'>{macros}<xacro:macro name='m20'/><xacro:m0/></robot>")


def test_texts_that_are_too_much_together():
    """No text is too long by itself."""
    words = "<xacro:property name='a' value='{}'/>".format("x" * 1900)
    link = "<link name='l' {}/>".format(" ".join(f"{k}='{'${a}' * 5}'" for k in "abcd"))
    with pytest.raises(InputError, match=r"text gets too long \(expected at most 20000000\)"):
        xacro.parse(f"<robot name='r'>{words}{link * 600}</robot>")


NAMED = {
    "robot": "name = {}\n[[links]]\nname = 'l'",
    "link": "name = 'r'\n[[links]]\nname = {}",
    "frame": "name = 'r'\n[[links]]\nname = 'l'\n[[frames]]\nlink = 'l'\nname = {}",
    "mesh": "name = 'r'\n[[links]]\nname = 'l'\nshapes = [{{ kind = 'mesh', mesh = {} }}]",
    "description": "name = 'r'\ndescription = {}\n[[links]]\nname = 'l'",
    "sources": "name = 'r'\n[sources]\nlinks = {}\n[[links]]\nname = 'l'",
    "joint": "name = 'r'\nlinks = [{{ name = 'l' }}, {{ name = 'm' }}]\n[[joints]]\nname = {}\n"
    "kind = 'revolute'\nparent = 'l'\nchild = 'm'",
}


@pytest.mark.parametrize("what", NAMED)
@pytest.mark.parametrize("mark", ["\\u001b[31m", "\\u0000", "\\u202e", "\\u009b"])
def test_control_characters_in_names(what, mark):
    assert toml.parse(NAMED[what].format('"plain é"'))
    with pytest.raises(InputError) as caught:
        toml.parse(NAMED[what].format(f'"a{mark}b"'))
    assert "has a control character in it" in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("parse", "text"),
    [
        (urdf.parse, "<robot name='r'><link name='a&#{};b'/></robot>"),
        (urdf.parse, "<robot name='a&#{};b'><link name='l'/></robot>"),
        (mjcf.parse, "<mujoco><worldbody><body name='a&#{};b'/></worldbody></mujoco>"),
        (mjcf.parse, "<mujoco model='a&#{};b'><worldbody/></mujoco>"),
        (
            xacro.parse,
            "<robot name='r'><xacro:property name='p' value='a&#{};b'/>"
            "<link name='${{p}}'/></robot>",
        ),
    ],
)
@pytest.mark.parametrize("mark", [10, 0x85, 0x9B, 0x202E])
def test_control_characters_in_names_of_elements(parse, text, mark):
    with pytest.raises(InputError) as caught:
        parse(text.format(mark))
    assert "has a control character in it" in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.crosscheck
def test_a_long_chain_is_no_problem():
    count = 1500
    links = "".join(f"[[links]]\nname='l{i}'\nmass=1\ninertia=[1,1,1]\n" for i in range(count))
    joints = "".join(
        f"[[joints]]\nname='j{i}'\nkind='revolute'\nparent='l{i}'\nchild='l{i + 1}'\n"
        "origin.xyz=[1,0,0]\n"
        for i in range(count - 1)
    )
    robot = toml.parse(f"name = 'chain'\n{links}{joints}")
    assert robot.tool == f"l{count - 1}"
    assert [finding.what for finding in robot.check()] == ["implausibly long"]
    assert len(urdf.parse(urdf_write.text(robot)).joints) == count - 1


WORDS = "nan inf -inf 1e400 -1 0 1e300 1e-300 9999999999999999999999 1979-05-27 -0.0 0x true π"
MARKS = ("''", '"x"', "[]", "{}", "[1,[2]]", "[nan,1,2]", "[[", "\0", "<", "&")
NONSENSE = st.sampled_from((*WORDS.split(), *MARKS))
LIBRARY = [(load(name), toml_write.text(load(name))) for name in library_names()]
TOMLS = [text for _, text in LIBRARY] + [
    "name='d'\n[units]\nangle='deg'\nlength='mm'\n[dh]\nconvention='standard'\n"
    "rows=[{theta=1, d=2, a=3, alpha=90, kind='prismatic'}, {beta=3}]\n"
    "[[links]]\nname='link1'\nmass=1\ncentre=[1,2,3]\ninertia=[1,2,3]\n"
    "[[joints]]\nname='joint2'\nlimits={lower=1}\ndrive={gear_ratio=3, friction={a=1}}\n"
]
MJCFS = [mjcf_write.text(robot) for robot, _ in LIBRARY]
URDFS = [urdf_write.text(robot) for robot, _ in LIBRARY]


TOML_VALUE = re.compile(r"(?<== ).+|-?\d[\d.e-]*|[a-z_]+(?= =)")
XML_VALUE = re.compile(r"-?\d[\d.e-]*|\w+(?==)|(?<==\")[^\"]*|\w+")


@st.composite
def broken_tomls(draw):
    return spoilt(draw, draw(st.sampled_from(TOMLS)), TOML_VALUE, NONSENSE)


@st.composite
def broken_xmls(draw, texts):
    return spoilt(draw, draw(st.sampled_from(texts)), XML_VALUE, NONSENSE)


def read_or_refuse(parse, text):
    """Only InputError may come out; what is read can be checked and written."""
    try:
        robot = parse(text)
    except InputError as error:
        assert str(error)
        return
    for finding in check(robot):
        assert str(finding)
    toml_write.text(robot)


MANY = settings(
    max_examples=300, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


@pytest.mark.crosscheck
@MANY
@given(broken_tomls())
def test_broken_tomls(text):
    read_or_refuse(toml.parse, text)


@pytest.mark.crosscheck
@MANY
@given(broken_xmls(URDFS))
def test_broken_urdfs(text):
    read_or_refuse(urdf.parse, text)


@pytest.mark.crosscheck
@settings(MANY, max_examples=200)
@given(broken_xmls(URDFS))
def test_broken_xacros(text):
    read_or_refuse(xacro.parse, text.replace('"0.0', '"${0.0}', 3))


@settings(MANY, max_examples=200)
@given(broken_xmls(MJCFS))
@pytest.mark.crosscheck
def test_broken_mjcfs(text):
    read_or_refuse(mjcf.parse, text)
