"""A real browser: Chromium without a window, driven by Playwright; skipped where either is missing.

The tests of this folder are slow: `make test-page` runs them, and the gate.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from exactbox.page import page

REQUIRED = "EXACTBOX_BROWSER"  # in the environment: without a browser the tests fail


def pytest_collection_modifyitems(items):
    """All tests here are slow."""
    folder = f"{Path(__file__).parent}/"
    for item in items:
        if str(item.path).startswith(folder):
            item.add_marker(pytest.mark.slow)


def _missing(what):
    if REQUIRED in os.environ:
        pytest.fail(f"there is no {what}")
    pytest.skip(f"there is no {what}")


@pytest.fixture(scope="session")
def chromium():
    """The browser, which must be able to print to PDF."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("playwright (make test-page installs it)")
    from tests.page.shots import browser

    with sync_playwright() as playwright:
        yield browser(playwright) or _missing("Chromium (make browser-tools installs it on Debian)")


@pytest.fixture(scope="session")
def page_file(tmp_path_factory):
    """The page as a file, as its users have it."""
    path = tmp_path_factory.mktemp("page") / "exactbox.html"
    path.write_bytes(page())
    return path


class Complaints:
    """What the browser says of a page that no page should make it say."""

    def __init__(self, tab):
        self.found = []
        tab.on("console", self._console)
        tab.on("pageerror", lambda error: self.found.append(f"error: {error}"))
        tab.on("request", self._request)

    def _console(self, message):
        if message.type in ("error", "warning"):
            self.found.append(f"{message.type}: {message.text}")

    def _request(self, request):
        if not request.url.startswith(("file:", "blob:", "data:")):
            self.found.append(f"request: {request.url}")


@pytest.fixture(scope="session")
def offline(chromium, page_file):
    """A browser without a network, in which an address is one of the page: `tab.goto("#play")`."""
    size = {"width": 1280, "height": 900}
    context = chromium.new_context(offline=True, viewport=size, base_url=page_file.as_uri())
    yield context
    context.close()


@pytest.fixture(scope="session")
def shared_tab(offline):
    """The tab of all tests, and the complaints: one for each test took 2.4 times as long."""
    tab = offline.new_page()
    return tab, Complaints(tab), tab.viewport_size


@pytest.fixture
def tab(shared_tab):
    """A blank tab; the pages in it must have made no complaint when the test is over."""
    tab, complaints, size = shared_tab
    tab.goto("about:blank")
    tab.set_viewport_size(size)
    tab.emulate_media(media="null", color_scheme="null", reduced_motion="null")
    complaints.found.clear()  # those of a test that has failed
    yield tab
    assert complaints.found == []


@pytest.fixture
def own_tab(offline):
    """The same, for scripts that would stay."""
    tab = offline.new_page()
    complaints = Complaints(tab)
    yield tab
    tab.close()
    assert complaints.found == []


def open_anew(tab, address=""):
    """Show an address of the page as if it were opened for the first time."""
    tab.goto("about:blank")  # or only the part behind the # would be changed
    tab.goto(address)
