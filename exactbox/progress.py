"""How long work says where it is."""

from collections.abc import Callable

Progress = Callable[[str, int, int], None]  # the stage, what is done, of how much (0: unknown)
