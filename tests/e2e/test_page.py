"""The sandbox's page in a real browser: a newcomer creates a game, sits down, starts, and plays a turn."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver import ActionChains
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from sandbox.driver import PATIENCE
from tests.browser import DESKTOP, PHONE, launched, needs_browser, resize
from tests.e2e.house import GAME, House
from tests.phrases import phrase

PRIVATE = "article.message.ephemeral"
BARE = (
    "const [picture] = arguments; picture.scrollIntoView({block: 'center'});"
    "const {left, top} = picture.getBoundingClientRect();"
    "return picture.contains(document.elementFromPoint(left + 20, top + 16));"
)

pytestmark = [pytest.mark.asyncio(loop_scope="module"), *needs_browser]


# Write a command after texts of each length. Return the lengths after which the command stands in two lines.
CHIPS = """
const all = [...document.querySelectorAll('article.message .markdown')], last = all[all.length - 1];
const row = document.createElement('p'), broken = [];
last.append(row);
for (let letters = 1; letters <= 60; letters++) {
  row.innerHTML = 'i'.repeat(letters) + ' <code>/seat bot level:off</code>';
  const chip = row.lastElementChild;
  if (chip.offsetHeight > 30 || chip.getClientRects().length > 1) broken.push(letters);
}
row.remove();
return broken;
"""


class Page:
    """A person's browser window on the sandbox."""

    def __init__(self, browser: webdriver.Chrome) -> None:
        self.browser = browser

    def wait(self, selector: str, text: str = "") -> WebElement:
        """Wait for a visible element of the selector with this text; return the last one."""

        def found(browser: webdriver.Chrome) -> WebElement | None:
            elements = browser.find_elements(By.CSS_SELECTOR, selector)
            fitting = [one for one in elements if one.is_displayed() and text in one.text]
            return fitting[-1] if fitting else None

        element = WebDriverWait(self.browser, PATIENCE, ignored_exceptions=[Exception]).until(found)
        assert element is not None
        return element

    def command(self, name: str, **options: str) -> None:
        """Type a slash command, fill in its options, send it."""
        self.wait("#composer-input").send_keys(f"/{name} ")
        for option, value in options.items():
            if not self.browser.find_elements(By.CSS_SELECTOR, f'[data-option="{option}"]'):
                self.wait(f'[data-add-option="{option}"]').click()
            field = self.wait(f'[data-option="{option}"]')
            field.send_keys(value)
            self.wait("#suggestions [role=option]", value)
            field.send_keys(Keys.ENTER)
        self.wait("#send").click()

    def press(self, label: str) -> None:
        """Press the newest button with this label."""
        self.wait("article.message button[data-custom-id]", label).click()

    def choose(self, label: str) -> None:
        """Open the newest list and choose this entry."""
        self.wait("article.message .select-face").click()
        self.wait(".select-list [role=option]", label).click()


@contextmanager
def opened(address: str) -> Iterator[Page]:
    """Yield a phone-sized window at the address."""
    with launched(PHONE) as browser:
        browser.get(address)
        page = Page(browser)
        page.wait("body[data-ready]")
        yield page


async def test_a_newcomer_plays_on_the_page(house: House, tmp_path: Path) -> None:
    """On a phone-sized page: new game, seats, start, a click on the board's first button."""
    await asyncio.to_thread(_play, house.sandbox.base_url, house.channel, tmp_path)
    await house.check()


def _play(address: str, channel: str, folder: Path) -> None:
    with opened(f"{address}/?as=asha&channel={channel}") as page:
        page.command("game new", game=GAME.title())
        page.wait("article.message", phrase("lobby.made", title="").strip("* "))
        for seat in ("Sultanate", "Bahmani", "Vijayanagara"):
            page.command("game join", seat=seat)
            page.wait("article.message", phrase("seat.yours", seats="").strip("*."))
        page.command("game start")
        picture = page.wait("article.message .picture")
        assert len(picture.get_attribute("aria-label") or "") > 200, "the board is told in words too"
        assert page.browser.execute_script(BARE, picture), "something covers the first words of a picture"
        _enlarge(page, picture)
        page.press(phrase("button.look"))
        page.press(phrase("button.type"))
        page.wait("#modal textarea, #modal input").send_keys("?")
        page.wait("#modal-submit").click()
        page.wait(PRIVATE, "what do you do?")
        page.browser.save_screenshot(str(folder / "page.png"))
        page.wait(".quote")
        script = (
            "const all = [...document.querySelectorAll('.quote')], last = all[all.length - 1];"
            "last.innerHTML = '<code>' + 'long '.repeat(40) + '</code>';"
            "return last.closest('.above').offsetHeight;"
        )
        assert page.browser.execute_script(script) < 30, "what is answered to stands in one line"
        assert page.browser.execute_script(CHIPS) == [], "a command breaks in the middle"
        width = page.browser.execute_script("return document.documentElement.scrollWidth")
        assert width <= PHONE["width"], "the page can be scrolled sideways on a phone"
        assert not page.browser.find_element(By.ID, "board").is_displayed(), "a phone has no room for it"
        resize(page.browser, DESKTOP)
        board = page.wait("#board .picture")
        assert board.size["width"] > PHONE["width"], "the newest board stands beside the conversation"


def _enlarge(page: Page, picture: WebElement) -> None:
    """Check that a picture is as wide as its column.

    It opens at full size without its description, at the place of the tap.
    """
    column = picture.find_element(By.XPATH, "ancestor::*[contains(@class, 'gallery')]")
    assert picture.size["width"] == pytest.approx(column.size["width"], abs=1)
    picture.click()
    frame = page.wait(".lightbox-frame")
    high = frame.size["height"]
    assert high > 0.85 * PHONE["height"], "the description takes no room"
    whole = page.wait(".lightbox-frame img").size
    ActionChains(page.browser).move_to_element_with_offset(frame, 120, 60).click().perform()
    assert page.wait(".lightbox-frame.natural img").size["width"] > 2 * whole["width"]
    middle = page.browser.execute_script(
        "const [frame] = arguments, image = frame.firstElementChild;"
        "return [(frame.scrollLeft + frame.clientWidth / 2) / image.clientWidth,"
        " (frame.scrollTop + frame.clientHeight / 2) / image.clientHeight];",
        frame,
    )
    fit = PHONE["width"] * 1424 / 1080
    assert middle == pytest.approx([0.5 + 120 / PHONE["width"], 0.5 + 60 / fit], abs=0.04)
    frame.click()
    page.wait(".lightbox-frame:not(.natural)")
    page.wait(".lightbox-bar button", "Description").click()
    assert len(page.wait(".lightbox-alt").text) > 200
    page.wait(".lightbox-bar [aria-label=Close]").click()


async def test_the_page_stays_at_the_bottom_until_one_scrolls_up(house: House) -> None:
    """On a phone-sized page, whatever grows or shrinks. A person who reads further up is not moved."""
    await asyncio.to_thread(_scroll, house.sandbox.base_url, house.channel)
    await house.check()


def _scroll(address: str, channel: str) -> None:
    with opened(f"{address}/?as=asha&channel={channel}") as page:

        def below() -> float:
            script = (
                "const s = document.querySelector('#scroller'), done = arguments[0];"
                "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() =>"
                " done(s.scrollHeight - s.scrollTop - s.clientHeight), 50)));"
            )
            return float(page.browser.execute_async_script(script))

        def high(*heights: int) -> None:
            """Change the height of the last message, as when its picture loads again."""
            page.browser.execute_script(
                "const all = document.querySelectorAll('#messages article');"
                "for (const height of arguments[0]) {"
                " all[all.length - 1].style.height = `${height}px`;"
                " document.querySelector('#scroller').scrollTop; }",
                list(heights),
            )

        def at_the_bottom() -> None:
            WebDriverWait(page.browser, PATIENCE).until(lambda _: below() < 2)

        page.command("game new", game=GAME.title())
        page.wait("article.message", phrase("lobby.made", title="").strip("* "))
        for heights in ((900,), (60, 1400), (1400, 10, 1500)):
            high(*heights)
            at_the_bottom()
        for seat in ("Sultanate", "Bahmani", "Vijayanagara"):
            page.command("game join", seat=seat)
            page.wait("article.message", phrase("seat.yours", seats="").strip("*."))
        page.command("game start")
        page.wait("article.message .picture")
        at_the_bottom()  # with a board that is drawn, and a card that is edited
        scroller = ScrollOrigin.from_element(page.wait("#scroller"))
        ActionChains(page.browser).scroll_from_origin(scroller, 0, -600).perform()
        assert below() > 400
        high(700, 50, 2000)
        assert below() > 400, "who has scrolled up is left alone"


async def test_a_newcomer_solves_a_lesson_by_taps_alone(house: House) -> None:
    """From the first button to a right answer, on a phone-sized page, without typing."""
    await asyncio.to_thread(_learn, house.sandbox.base_url, house.channel)


def _learn(address: str, channel: str) -> None:
    with opened(f"{address}/?as=asha&channel={channel}") as page:
        page.wait('[data-door="learn"]').click()
        page.press(phrase("button.begin_course", title="Aadu-Huli aata"))
        page.press(phrase("button.task"))
        page.wait(PRIVATE, phrase("learn.task", task="").strip("* "))
        page.choose("3B")
        page.press(phrase("button.confirm", order="").strip())
        page.wait(PRIVATE, phrase("learn.right", right="", sum="").split("**")[1])
        page.wait("article.message button[data-custom-id]", phrase("button.next"))


async def test_a_door_waits_for_the_bot(house: House) -> None:
    """A person who is faster than the bot need not tap again when the bot is there."""
    await house.bot.kill()
    knocked = threading.Event()
    waiting = asyncio.create_task(asyncio.to_thread(_knock, house.sandbox.base_url, house.channel, knocked))
    await asyncio.to_thread(knocked.wait, PATIENCE)
    await house.start()
    await waiting


def _knock(address: str, channel: str, knocked: threading.Event) -> None:
    with opened(f"{address}/?as=bala&channel={channel}") as page:
        page.wait('[data-door="learn"]').click()
        page.wait("#notice", "starting")
        knocked.set()
        page.wait(PRIVATE, phrase("learn.courses").split("**")[1])
