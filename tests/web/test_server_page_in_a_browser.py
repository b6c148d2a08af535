"""The page of a server in a real browser: by axe's rules, by keyboard, on a phone and a desktop."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from bot.language.words import speak_within
from bot.serving.server_pages import read_words
from tests.browser import DESKTOP, PHONE, launched, needs_browser
from web.server_page import Table, write_server_page
from web.static import name_asset, read_asset

pytestmark = needs_browser
AXE = Path(__file__).with_name("axe.min.js")
BEGUN = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
LONG = "Vijayanagara: The Deccan Empires of Medieval India, 1290-1398"
RUNNING = [
    Table(
        f"The Road to Daulatabad {number}",
        LONG,
        number,
        f"https://example.org/g/{number}",
        "Block 2 of 4, Tughlaq Dynasty: the Delhi Sultanate to choose",
        "Block 2: the years to the Rise of the Rebel Sultans",
        "Asha (The Bahmani Kingdom)",
        ("Asha (The Bahmani Kingdom)", "Bala-Subramanian-Venkataraghavan-the-Third (Vijayanagara)"),
        ("The Delhi Sultanate",),
        (("Begun", BEGUN), ("Last order", BEGUN)),
    )
    for number in range(1, 8)
]
SETTINGS = {
    "light": {},
    "dark": {"prefers-color-scheme": "dark"},
    "contrast": {"prefers-contrast": "more"},
}


def write(folder: Path, language: str) -> Path:
    """Write the page of a server with its style."""
    (folder / "assets").mkdir()
    (folder / "assets" / name_asset("server.css")).write_text(read_asset("server.css"), encoding="utf-8")
    with speak_within(language):
        sections = [
            ("running", "Running games", RUNNING),
            ("open", "Soon", []),
            ("ended", "Finished", RUNNING[:2]),
        ]
        page = write_server_page(language, read_words(), sections)
    (folder / "s").mkdir()
    path = folder / "s" / "page.html"
    path.write_text(page, encoding="utf-8")
    return path


def set_media(browser: webdriver.Chrome, features: dict[str, str]) -> None:
    """Set the reader's media preferences in the browser."""
    wanted = [{"name": name, "value": value} for name, value in features.items()]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": wanted})


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_the_page_of_a_server(tmp_path: Path, screen: dict[str, object], language: str) -> None:
    """The page follows axe's rules in each colour, and nothing is cut off, even with text twice as large."""
    path = write(tmp_path, language)
    with launched(screen) as browser:
        browser.get(path.as_uri())
        browser.execute_script(AXE.read_text(encoding="utf-8"))
        for features in SETTINGS.values():
            set_media(browser, features)
            found = browser.execute_async_script("axe.run(document).then(arguments[0])")
            assert found["violations"] == []
        for size in ("100%", "200%"):
            browser.execute_script("document.documentElement.style.fontSize = arguments[0]", size)
            wide = browser.execute_script("return document.documentElement.scrollWidth - window.innerWidth")
            assert wide <= 0, size
        browser.execute_script("document.documentElement.style.fontSize = ''")
        for number in range(len(RUNNING)):
            ActionChains(browser).send_keys(Keys.TAB).perform()
            at, ring = browser.execute_script(
                "const at = document.activeElement; return [at.href, getComputedStyle(at).outlineStyle];"
            )
            assert at == RUNNING[number].address
            assert ring == "solid"
