"""Functional mock-up units: what FMI 2.0 and 3.0 want around the C code of a model.

Read `package` first, then `variables` with `elements` and `units`; what is written of them is in
`description` and `model_header`; `archive` and `binary` come last.
"""
