"""Certificates about linear systems: what is claimed, and what proves it.

The modules:

===========  =================================================================================
certificate  `LinearCertificate`: a proved statement about A x = b, as it is written to a file
witness      what proves it: minors, residues and combinations of equations
===========  =================================================================================
"""

from exactbox.linear_certificate.certificate import (
    OF_A,
    OF_A_AND_B,
    LinearCertificate,
    UncheckedLinear,
    question,
)

__all__ = ["OF_A", "OF_A_AND_B", "LinearCertificate", "UncheckedLinear", "question"]
