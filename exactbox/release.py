"""The release as citations name it: its version, its day and who made it.

`CITATION.cff` and the package's metadata say the same; a test compares them.
"""

VERSION = "0.3.0"
DATE = "2026-11-29"  # the day on which the sources took this version
AUTHORS = "The exactbox developers"  # as in LICENSE
