"""What acts along a direction of an arm: friction, transmissions, compensators; one a file."""
