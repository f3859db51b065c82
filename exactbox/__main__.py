"""``python -m exactbox``."""

import sys

from exactbox.cli import main

sys.exit(main())
