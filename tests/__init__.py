"""The tests of a package or module of exactbox/ are in the folder or file of its name.

The tests of exactbox/mdp/bounds/cycles.py, say, are in tests/mdp/bounds/test_cycles.py. A test of
several packages is in the folder of the one that imports the others. Beside them there are:

=====================  =============================================================
coq/                   what is proved in proofs/coq, and what is extracted from it
repository/            the gate, imports, docstrings, transcripts, what is shipped
weakenings/            `make test-checker`: the checker, one condition less at a time
certificates/          the corpus of certificates: accepted, rejected, malformed
bench/                 `make bench`: measurements, never run by the tests
strategies.py          generators of Hypothesis; other modules here serve several folders
=====================  =============================================================
"""

from pathlib import Path

ROOT = Path(__file__).parents[1]
