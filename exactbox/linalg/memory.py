"""How much memory there is, for those who would rather refuse than be killed."""

from __future__ import annotations

import os

_ASSUMED = 1 << 34  # bytes, where the system does not tell


def physical_memory() -> int:
    """The bytes of this machine's memory."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return _ASSUMED
