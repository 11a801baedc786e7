"""The pictures: the arm and its model, runs along the line, the method, elasticity, gains."""
