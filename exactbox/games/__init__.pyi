from . import flip as flip
from . import lock as lock
from . import shutbox as shutbox
