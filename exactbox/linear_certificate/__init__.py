"""Certificates about linear systems: what is claimed, and what proves it.

The modules:

===========  =================================================================================
certificate  `LinearCertificate`: a proved statement about A x = b, as it is written to a file
witness      what proves it: minors, residues and combinations of equations
===========  =================================================================================
"""

from typing import TYPE_CHECKING

from exactbox.late import late_names

if TYPE_CHECKING:
    from exactbox.linear_certificate.certificate import (
        OF_A,
        OF_A_AND_B,
        LinearCertificate,
        UncheckedLinear,
        question,
    )

__all__ = ["OF_A", "OF_A_AND_B", "LinearCertificate", "UncheckedLinear", "question"]

_HOMES = {"certificate": __all__}  # a linear program needs witnesses alone

if not TYPE_CHECKING:  # a type checker reads the imports above
    __getattr__ = late_names(__name__, _HOMES)
