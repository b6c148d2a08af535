"""Provide a headless Chromium for tests that read a page as people do."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
DESKTOP = {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False}

needs_browser = [
    pytest.mark.browser,
    pytest.mark.skipif(
        CHROMIUM is None or DRIVER is None,
        reason="NO BROWSER, the page is not tested (Debian: apt-get install chromium chromium-driver)",
    ),
]
SLOWEST = 600.0  # seconds that a script, such as axe on a long page, may take on a busy machine


@contextmanager
def launched(screen: Mapping[str, object] = PHONE) -> Iterator[webdriver.Chrome]:
    """Yield a browser with an empty window of this size. It records its network requests."""
    options = Options()
    options.binary_location = str(CHROMIUM)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    for flag in FLAGS:
        options.add_argument(flag)
    browser = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
    browser.set_script_timeout(SLOWEST)
    try:
        resize(browser, screen)
        yield browser
    finally:
        browser.quit()


def resize(browser: webdriver.Chrome, screen: Mapping[str, object]) -> None:
    """Set the size of the window."""
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", dict(screen))
