"""floats."""
