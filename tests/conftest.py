"""Every Hypothesis test is deterministic and has no deadline."""

from hypothesis import settings

settings.register_profile("exactbox", derandomize=True, deadline=None)
settings.load_profile("exactbox")
