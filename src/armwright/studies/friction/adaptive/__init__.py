"""S4, section 5.4: friction followed by a Kalman filter, and what it tells of the gear."""
