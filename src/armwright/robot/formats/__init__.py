"""Readers and writers of robot descriptions."""
