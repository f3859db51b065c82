from . import conversions as conversions
from . import indexing as indexing
from . import labels as labels
from . import matrix_text as matrix_text
from . import operations as operations
from . import tables as tables
