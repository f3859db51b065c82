"""Every Hypothesis test is deterministic and has no deadline.

What is drawn depends on the test's text and on the constants in the modules that are loaded: a run
of all tests loads all of them first, so it draws the same whatever the number of workers. The
profile "thorough" has the examples that `make coverage` and `make test-all` draw.
"""

from hypothesis import settings

from tests.strategies import QUICK, THOROUGH

for name, number in (("quick", QUICK), ("thorough", THOROUGH)):
    settings.register_profile(name, derandomize=True, deadline=None, max_examples=number)
settings.load_profile("quick")
