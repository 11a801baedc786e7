"""Where the vehicle's coordinates stand in joint vectors; the arm's joints follow."""

SLIDES, TURNS, VEHICLE = slice(0, 3), slice(3, 6), slice(0, 6)
