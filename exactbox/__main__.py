"""``python -m exactbox``, and where the installed programs begin.

Loading the modules takes a moment. An interrupt ends the program quietly then; once the work has
begun, `supervision` heeds it.
"""

import signal
import sys

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else ignored
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def main() -> int:
    """The program ``exactbox``."""
    from exactbox import cli

    return cli.main()


def shut_the_box() -> int:
    """The program ``ShutTheBox``."""
    from exactbox import cli

    return cli.shut_the_box()


if __name__ == "__main__":
    sys.exit(main())
