"""Games by name: each file states the rules of one, and what process they make."""
