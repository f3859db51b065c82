"""Linear programs in files: read and written exactly.

The modules:

========  ===================================================
files     read_program, parse_program, write_program
draft     what the readers, and the writers, have in common
mps       the format of Netlib and MIPLIB
lpformat  CPLEX' LP format, as one writes a program by hand
vipr      what proves an answer, for other checkers: VIPR 1.0
========  ===================================================
"""

from exactbox.lp.formats.files import parse_program, read_program, require_format, write_program
from exactbox.lp.formats.vipr import write_vipr

__all__ = ["parse_program", "read_program", "require_format", "write_program", "write_vipr"]
