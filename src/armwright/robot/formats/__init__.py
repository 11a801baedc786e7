"""Readers and writers of robot descriptions: TOML, URDF, xacro, MJCF.

A TOML file is checked against `schema` and made a robot by `build`; `dh` and `dh_chain` read D-H
tables. The XML formats share `xml`; `lost` says what a format cannot hold.
"""
