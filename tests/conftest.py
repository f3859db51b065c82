"""Every Hypothesis test is deterministic and has no deadline.

What is drawn depends on the test's text and on the constants in the modules that are loaded: a run
of all tests loads all of them first, so it draws the same whatever the number of workers.
"""

from hypothesis import settings

settings.register_profile("exactbox", derandomize=True, deadline=None)
settings.load_profile("exactbox")
