"""Weakenings that nothing can notice: name to why, in short; the proof stands in the source."""

REDUNDANT: dict[str, str] = {}
