"""The equations of S0, as it writes them: what the runs are compared with."""
