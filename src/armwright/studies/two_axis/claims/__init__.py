"""What S0 states, row by row, beside what the arm and its runs give: a part of S0 per file."""
