"""A spectator without Discord: the page of a game in a browser follows it without a reload."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

import pytest
from selenium import webdriver
from selenium.webdriver.support.ui import WebDriverWait

from sandbox.driver import PATIENCE
from tests.browser import DESKTOP, PHONE, launched, needs_browser
from tests.e2e.house import House

pytestmark = [pytest.mark.asyncio(loop_scope="module"), *needs_browser]
LINK = re.compile(r"\]\(<(http://[^>]+/g/[^>]+)>\)")
STATE = """
const root = document.documentElement, board = document.getElementById("board");
return {
  ready: root.classList.contains("ready") && Boolean(root.dataset.opened),
  stamp: root.dataset.stamp,
  at: Number(document.getElementById("slider").value),
  last: Number(document.getElementById("slider").max),
  busy: board.hasAttribute("aria-busy"),
  marked: window.marked === true,
  told: document.getElementById("live").textContent,
  newer: !document.getElementById("newer").hidden,
  painted: document.getElementById("canvas").width > 300,
};
"""


class Spectator:
    """A browser window on the page of a game."""

    def __init__(self, browser: webdriver.Chrome) -> None:
        self.browser = browser

    def read(self) -> dict[str, object]:
        """Return what the page shows now."""
        found: dict[str, object] = self.browser.execute_script(STATE)
        return found

    def wait(self, **wanted: object) -> dict[str, object]:
        """Wait until the page shows this, and return what it shows."""

        def fits(_: object) -> dict[str, object] | Literal[False]:
            state = self.read()
            return all(state[key] == value for key, value in wanted.items()) and state

        return WebDriverWait(self.browser, PATIENCE).until(fits)

    def change(self, before: dict[str, object]) -> dict[str, object]:
        """Wait until the page shows something else than `before`, and return it."""

        def changed(_: object) -> dict[str, object] | Literal[False]:
            state = self.read()
            return state["stamp"] != before["stamp"] and not state["busy"] and state

        return WebDriverWait(self.browser, PATIENCE).until(changed)

    def addresses(self) -> set[str]:
        """Return all hosts that the browser has contacted."""
        found = set[str]()
        for entry in read_log(self.browser, "performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.add(message["params"]["request"]["url"].split("/")[2])
        return found

    def faults(self) -> list[str]:
        """Return the browser's complaints: violated policies, errors of the program."""
        return [
            entry["message"]
            for entry in read_log(self.browser, "browser")
            if "Content Security" in entry["message"] or entry["source"] == "javascript"
        ]


def read_log(browser: Any, kind: str) -> list[Any]:
    """Return the browser's log entries since the last call."""
    return list(browser.get_log(kind))


@contextmanager
def looking_on(link: str, screen: object) -> Iterator[Spectator]:
    """Yield a window on a page that is ready."""
    with launched(screen) as browser:  # type: ignore[arg-type]
        browser.get(link)
        spectator = Spectator(browser)
        spectator.wait(ready=True, busy=False, painted=True)
        browser.execute_script("window.marked = true;")
        yield spectator


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return int(made.getsockname()[1])


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desk"])
async def test_a_page_follows_its_game(house: House, screen: dict[str, object]) -> None:
    """It follows an order, at an older step too, and over a kill of the bot; it contacts no other host."""
    address = f"127.0.0.1:{free_port()}"
    await house.restart(DURBAR_WEB=address)
    board = await house.begin()
    found = LINK.search(board.text)
    assert found is not None, board.text
    opened = looking_on(found[1], screen)
    spectator = await asyncio.to_thread(opened.__enter__)
    try:
        first = spectator.read()
        assert first["at"] == first["last"]
        board = await house.decide(board)
        second = await asyncio.to_thread(spectator.change, first)
        assert second["marked"], "the page was loaded again"
        assert second["at"] == second["last"]
        spectator.browser.execute_script("document.getElementById('first').click();")
        older = await asyncio.to_thread(lambda: spectator.wait(at=0, busy=False))
        while spectator.read()["last"] == older["last"]:  # an order may go on in the step that was the last
            now = spectator.read()
            board = await house.decide(board)
            await asyncio.to_thread(spectator.change, now)
        third = await asyncio.to_thread(lambda: spectator.wait(newer=True, busy=False))
        assert third["at"] == 0, "who looks at an older step stays there"
        spectator.browser.execute_script("document.querySelector('#newer button').click();")
        await asyncio.to_thread(lambda: spectator.wait(newer=False, busy=False))
        third = spectator.read()
        assert third["at"] == third["last"]
        await house.restart(DURBAR_WEB=address)
        await asyncio.to_thread(lambda: spectator.wait(told=""))
        await house.decide(board)
        fourth = await asyncio.to_thread(spectator.change, third)
        assert fourth["marked"]
        assert fourth["at"] == fourth["last"]
        assert spectator.addresses() == {address}
        assert spectator.faults() == []
    finally:
        await asyncio.to_thread(opened.__exit__, None, None, None)
    await house.check()
