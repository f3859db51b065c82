"""Pictures of the page's views, to be looked at: ``python -m tests.page.shots FOLDER``.

Of each view there is one of a phone and one of a desk, by day and by night.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from exactbox.page import page
from tests import ROOT

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SIZES = {"phone": (360, 740), "desk": (1280, 900)}
VIEWS = {  # what is shown, by its address
    "advise": "#advise?open=146789&roll=9",
    "play": "#play",
    "chances": "#chances",
    "sheet": "#sheet",
    "cards": "#cards?faces=3",
    "proof": "#proof",
}
PROOF = ROOT / "proofs" / "craps.json"


def browser(playwright):
    """Chromium without a window, or None where there is none."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    # no sandbox: the gate runs as root, and the page is our own
    return program and playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])


def main(folder):
    """Write the pictures into the folder."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        file = Path(place, "exactbox.html")
        file.write_bytes(page())
        for size, (width, height) in SIZES.items():
            for scheme in ("light", "dark"):
                context = browser(playwright).new_context(
                    viewport={"width": width, "height": height}, color_scheme=scheme
                )
                for view, address in VIEWS.items():
                    tab = context.new_page()
                    tab.goto(file.as_uri() + address)
                    if view == "proof":
                        tab.set_input_files("input[type=file]", PROOF)
                    tab.wait_for_timeout(2000)
                    path = Path(folder, f"{view}-{size}-{scheme}.png")
                    tab.screenshot(path=path, full_page=size == "phone")
                    print(path)
                    tab.close()


if __name__ == "__main__":
    main(sys.argv[1])
