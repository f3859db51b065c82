"""Certificates about linear systems: what is claimed, and what proves it.

The modules:

===========  =================================================================================
certificate  `LinearCertificate`: a proved statement about A x = b, as it is written to a file
witness      what proves it: minors, residues and combinations of equations
===========  =================================================================================
"""

from exactbox.late import attach

__getattr__, __dir__, __all__ = attach(__name__)
