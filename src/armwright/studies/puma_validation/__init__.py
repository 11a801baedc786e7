"""S2, chapter 5: is a model valid, and for what? One motor and link, the PUMA 560, a SCARA."""
