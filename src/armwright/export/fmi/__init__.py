"""Functional mock-up units: what FMI 2.0 and 3.0 want around the C code of a model."""
