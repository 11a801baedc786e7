"""Readers and writers of robot descriptions: TOML, URDF, xacro, MJCF.

A TOML file is checked against `schema`, made a robot by `build` and written by `toml_write`;
`parts` and `pieces` hold keys, reading and writing side by side. `dh` and `dh_chain` read D-H
tables. The XML formats share `xml`; `lost` says what a format cannot hold.
"""
