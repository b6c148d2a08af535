"""The page of a game in a real browser, on a phone and a desktop: by keyboard, by axe's rules, offline."""

from __future__ import annotations

import io
import json
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from PIL import Image
from selenium import webdriver
from selenium.webdriver import ActionChains
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from render.games import PAINTERS
from rules.loading.games import GAMES
from tests.browser import DESKTOP, PHONE, launched, needs_browser, resize
from tests.web.pages import golden_page, meta, page_of, read_golden, source_of
from tests.web.site import HOSTILE, MOST, Site, opened_site
from web.telling import tell_game

pytestmark = needs_browser
AXE = Path(__file__).with_name("axe.min.js")
SCREENS = {"phone": PHONE, "desk": DESKTOP}
PATIENCE = 300.0  # seconds; a busy machine takes long
DRAWN = [game for game in GAMES if game in PAINTERS]
KINDS = ("file", "served")
SERVED = ("vijayanagara", "french")  # what is served of a whole game is laid out like its file
WHOLE = [*(f"file/{name}" for name in (*DRAWN, "french")), *(f"served/{name}" for name in SERVED)]
ALL = [*WHOLE, *(f"served/running/{game}" for game in DRAWN)]
HOSTILE_PAGES = [f"served/hostile/{name}" for name in HOSTILE]
SHOWN = (  # the newest that was asked for is shown, with its words
    "return !document.getElementById('board').getAttribute('aria-busy')"
    " && document.getElementById('canvas').getAttribute('aria-label') !== 'Board'"
)
STEP = "return Number(document.getElementById('slider').value)"


class Opened:
    """A page in a browser."""

    def __init__(self, browser: webdriver.Chrome) -> None:
        self.browser = browser

    def open(self, address: str, place: str = "") -> None:
        """Open a page anew, at a place of the game, and wait until it can be used."""
        self.browser.get("about:blank")
        self.noted("performance")
        self.noted("browser")
        self.browser.get(address + place)
        self.until("return !!document.documentElement.dataset.opened")

    def noted(self, log: str) -> list[Any]:
        """Return the browser's log entries since the last call."""
        browser: Any = self.browser
        return list(browser.get_log(log))

    def run(self, script: str, *given: object) -> Any:
        """Return the result of a script in the page."""
        return self.browser.execute_script(script, *given)

    def until(self, script: str) -> None:
        """Wait until a script returns true."""
        WebDriverWait(self.browser, PATIENCE, 0.05).until(lambda browser: browser.execute_script(script))

    def press(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        ActionChains(self.browser).send_keys(*keys).perform()

    def held(self, held: str, key: str) -> None:
        """Press a key while another is held."""
        ActionChains(self.browser).key_down(held).send_keys(key).key_up(held).perform()

    @property
    def step(self) -> int:
        """Return the number of the shown step."""
        return int(self.run(STEP))

    def picture(self, indices: bytes, colours: bytes) -> bool:
        """Wait until the canvas is painted; return whether it shows these palette indices."""
        self.browser.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0], 50))")
        address = self.run("return document.getElementById('canvas').toDataURL()")
        shown = Image.open(io.BytesIO(b64decode(address.partition(",")[2]))).convert("RGB")
        wanted = Image.frombytes("P", shown.size, indices)
        wanted.putpalette(colours)
        return wanted.convert("RGB").tobytes() == shown.tobytes()


@pytest.fixture(scope="module")
def opened() -> Iterator[Opened]:
    with launched() as browser:
        yield Opened(browser)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with opened_site(tmp_path_factory.mktemp("site")) as site:
        yield site


class Pages:
    """Where pages are, by their kinds and games: each whole game as a file and served, and more."""

    def __init__(self, folder: Path, site: Site) -> None:
        self.folder, self.site = folder, site

    def __getitem__(self, page: str) -> str:
        """Return the address of a page. A file is made when it is asked for the first time."""
        kind, _, name = page.partition("/")
        if kind == "served":
            return self.site.address(name)
        file = self.folder / f"{name}.html"
        if not file.exists():
            game, language = ("taj_mahal", "fr") if name == "french" else (name, "en")
            file.write_text(golden_page(game, language), encoding="utf-8")
        return file.as_uri()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory, site: Site) -> Pages:
    return Pages(tmp_path_factory.mktemp("pages"), site)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("screen", SCREENS)
def test_by_keys_alone_from_the_first_to_the_last_step(
    opened: Opened, pages: Pages, kind: str, screen: str
) -> None:
    resize(opened.browser, SCREENS[screen])
    opened.open(pages[f"{kind}/aadu_huli"])
    last = len(meta(golden_page("aadu_huli"))["steps"]) - 1
    assert opened.step == 0
    for number in range(last):
        opened.press(Keys.ARROW_RIGHT)
        assert opened.step == number + 1
    opened.press(Keys.ARROW_RIGHT)
    assert opened.step == last
    assert opened.run("return location.hash").startswith("#t=")
    opened.press(Keys.HOME)
    assert opened.step == 0
    opened.press(Keys.END)
    opened.press(Keys.ARROW_LEFT)
    assert opened.step == last - 1
    opened.held(Keys.SHIFT, Keys.ARROW_LEFT)
    assert opened.step < last - 1
    before = opened.step
    opened.held(Keys.SHIFT, Keys.ARROW_RIGHT)
    assert opened.step > before
    opened.press(Keys.HOME, " ")
    opened.until("return Number(document.getElementById('slider').value) >= 2")
    opened.press(" ")
    assert opened.run("return !document.getElementById('play').classList.contains('playing')")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("screen", SCREENS)
def test_tab_reaches_each_control_and_shows_where_it_is(
    opened: Opened, pages: Pages, kind: str, screen: str
) -> None:
    resize(opened.browser, SCREENS[screen])
    opened.open(pages[f"{kind}/vijayanagara"])
    wanted = {"board", "slider", "first", "back", "play", "forward", "last", "lit", "larger", "palette"}
    seen = set[str]()
    for _ in range(20):
        opened.press(Keys.TAB)
        at, ring, seen_whole = opened.run(
            "const at = document.activeElement, [box] = at.getClientRects();"
            "const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);"
            "return [at.id || at.textContent, getComputedStyle(at).outlineStyle !== 'none' && box.width > 0,"
            " at.contains(middle) || box.height > innerHeight / 2];"
        )
        seen.add(at)
        assert ring, at
        assert seen_whole, f"something covers {at}"
    assert wanted <= seen


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("page", ALL)
def test_axe_finds_no_violation(opened: Opened, pages: Pages, page: str, screen: str) -> None:
    resize(opened.browser, SCREENS[screen])
    opened.open(pages[page], "#t=5")
    opened.run("for (const each of document.querySelectorAll('details')) each.open = true")
    opened.run(AXE.read_text(encoding="utf-8"))
    for palette in ("day", "night", "contrast"):
        opened.run(
            "const list = document.getElementById('palette'); list.value = arguments[0];"
            "list.dispatchEvent(new Event('change'));",
            palette,
        )
        found = opened.browser.execute_async_script(
            "const done = arguments[0]; axe.run().then((found) => done(found.violations.map("
            "(each) => [each.id, each.help, each.nodes.slice(0, 3).map((node) => node.html)])));"
        )
        assert found == [], palette


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", DRAWN)
def test_the_board_is_the_painters_picture(
    opened: Opened, pages: Pages, kind: str, game: str, screen: str
) -> None:
    """At any step, from wherever one comes, in each palette, plain and with what changed."""
    rules, painter, source = GAMES[game], PAINTERS[game], source_of(read_golden(game))
    steps = tell_game(rules, source.games, source.reader, rules.load(source.start)).steps
    resize(opened.browser, SCREENS[screen])
    opened.open(pages[f"{kind}/{game}"])
    boards = meta(golden_page(game))["boards"]
    wide = len(boards) > 1 and screen == "desk"
    size = next(
        each
        for each in painter.sizes
        if not wide or (drawn := painter.draw(steps[0].view, frozenset(), each, "day")).width > drawn.height
    )
    for at, theme in ((len(steps) - 1, "day"), (3, "night"), (40, "contrast"), (20, "day")):
        opened.run(
            "document.getElementById('palette').value = arguments[1];"
            "document.getElementById('palette').dispatchEvent(new Event('change'));"
            "document.getElementById('slider').value = arguments[0];"
            "document.getElementById('slider').dispatchEvent(new Event('input'));",
            at,
            theme,
        )
        opened.until("return !document.getElementById('board').getAttribute('aria-busy')")
        view, before = steps[at].view, steps[at - 1].view
        drawn = painter.draw(view, frozenset(), size, theme)
        if painter.tell is not None:
            drawn = painter.tell(view, painter.tale(view, before, (), past=True), size, theme)
        palette = drawn.getpalette()
        assert palette is not None
        assert opened.picture(drawn.tobytes(), bytes(palette)), (at, theme)
        alt = opened.run("return document.getElementById('canvas').getAttribute('aria-label')")
        assert painter.tell_alt is None or alt == painter.tell_alt(
            view, painter.tale(view, before, (), past=True)
        )


def requested(opened: Opened) -> list[str]:
    """Return the addresses that the browser has asked for since the page was opened."""
    messages = [json.loads(entry["message"])["message"] for entry in opened.noted("performance")]
    sent = [each for each in messages if each["method"] == "Network.requestWillBeSent"]
    return [each["params"]["request"]["url"] for each in sent]


def test_no_request_leaves_the_file(opened: Opened, pages: Pages) -> None:
    opened.open(pages["file/vijayanagara"])
    opened.press(Keys.END)
    opened.run("document.getElementById('check').click()")
    opened.until("return document.getElementById('checked').textContent.includes('seed')")
    addresses = requested(opened)
    assert addresses
    assert {address.partition(":")[0] for address in addresses} == {"file"}
    assert opened.noted("browser") == []


def test_no_request_leaves_the_server(opened: Opened, pages: Pages, site: Site) -> None:
    """Neither of a page of a finished game, nor of a running one, nor where people have hostile names."""
    for page in ("vijayanagara", "running/taj_mahal", *(f"hostile/{name}" for name in HOSTILE)):
        opened.open(pages[f"served/{page}"])
        for key in (Keys.HOME, Keys.ARROW_RIGHT, Keys.END):
            opened.press(key)
            opened.until(SHOWN)
        addresses = [urlsplit(each) for each in requested(opened)]
        assert len(addresses) > 5
        assert {each.netloc for each in addresses if each.scheme != "about"} == {site.host}, page
        assert opened.noted("browser") == [], page


@pytest.mark.parametrize("name", HOSTILE)
def test_names_of_people_stay_text(opened: Opened, pages: Pages, name: str) -> None:
    opened.open(pages[f"served/hostile/{name}"])
    cells = opened.run(
        "return [...document.querySelectorAll('[data-part=standing] td:nth-child(2)')]"
        ".map((each) => each.textContent)"
    )
    assert [each for each in cells if HOSTILE[name] in each] == cells != []
    assert opened.run("return window.hit") is None
    assert opened.run("return document.querySelectorAll('img').length") == 0
    turned = opened.run(
        "const [person] = document.querySelectorAll('[data-part=standing] td:nth-child(2)');"
        "return getComputedStyle(person).unicodeBidi"
    )
    assert turned in ("isolate", "plaintext"), "marks in a name don't turn what stands beside it"


@pytest.mark.parametrize("screen", SCREENS)
def test_a_page_goes_on_with_its_game_as_one_that_is_opened_anew(
    opened: Opened, pages: Pages, site: Site, screen: str
) -> None:
    """By what it is sent alone: it asks for nothing, and shows the same board and words."""
    resize(opened.browser, SCREENS[screen])
    game = site.games["running/aadu_huli"]
    address, first = pages["served/running/aadu_huli"], MOST + (1 if screen == "phone" else 5)
    opened.open(address)
    opened.until(SHOWN)
    for turn in range(first, first + 4):
        stamp = opened.run("return document.documentElement.dataset.stamp")
        requested(opened)
        site.do(partial(game.play, turn))
        opened.until(f"return document.documentElement.dataset.stamp !== {json.dumps(stamp)}")
        opened.until(SHOWN)
        asked = [each for each in requested(opened) if each != address]
        assert asked == []
    look = (
        "return [document.getElementById('canvas').toDataURL(), document.getElementById('panel').innerText,"
        " document.getElementById('alt').textContent, document.getElementById('at').textContent]"
    )
    grown = opened.run(look)
    opened.open(address)
    opened.until(SHOWN)
    assert opened.run(look) == grown


def test_the_browser_computes_the_dice_again(opened: Opened, pages: Pages, tmp_path: Path) -> None:
    opened.open(pages["file/vijayanagara"])
    told = "return document.getElementById('checked').textContent"
    say, record = meta(golden_page("vijayanagara"))["say"], read_golden("vijayanagara")
    many = sum(entry.seat == "chance" for turn in record.turns for entry in turn.log)
    opened.run("document.getElementById('check').click()")
    opened.until(f"{told}.includes('{many}')")
    assert opened.run(told) == say["proved"].format(many=many)
    forged = tmp_path / "forged.html"
    forged.write_text(page_of(replace(record, turns=record.turns[:9], seed="another")), encoding="utf-8")
    opened.open(forged.as_uri())
    opened.run("document.getElementById('check').click()")
    opened.until(f"{told}.includes({json.dumps(say['other_hash'])})")
    assert say["refuted"].partition("{many}")[2].strip() in opened.run(told)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("page", [*ALL, *HOSTILE_PAGES])
def test_nothing_is_cut_off_with_text_twice_as_large(
    opened: Opened, pages: Pages, page: str, screen: str
) -> None:
    resize(opened.browser, SCREENS[screen])
    opened.open(pages[page], "#t=9")
    for size in ("100%", "200%"):
        opened.run("document.documentElement.style.fontSize = arguments[0]", size)
        wide = opened.run("return document.documentElement.scrollWidth")
        assert wide <= SCREENS[screen]["width"], size
        cut = opened.run(
            "const all = [...document.querySelectorAll('button, select, h1, h2, h3, p, label, th, td')];"
            "const out = ({width, left, right}) => width && (left < -1 || right > innerWidth + 1);"
            "const cut = all.filter((each) => out(each.getBoundingClientRect()));"
            "return cut.filter((each) => !each.closest('.scroll, .skip'))"
            ".map((each) => each.outerHTML.slice(0, 99));"
        )
        assert cut == [], size
        for control in ("play", "slider", "lit", "larger", "palette"):
            hit = opened.run(
                "const it = document.getElementById(arguments[0]);"
                "it.scrollIntoView({block: 'center'});"
                "const {left, top, width, height} = it.getBoundingClientRect();"
                "return it.contains(document.elementFromPoint(left + width / 2, top + height / 2));",
                control,
            )
            assert hit, f"something covers {control} with text of {size}"


def test_a_link_leads_to_its_turn(opened: Opened, pages: Pages) -> None:
    opened.open(pages["file/vijayanagara"], "#t=37")
    steps = meta(golden_page("vijayanagara"))["steps"]
    assert steps[opened.step] == [37, 1]
    opened.run("location.hash = '#t=12.1'")
    opened.until("return location.hash === '#t=12'")
    assert steps[opened.step] == [12, 1]
    opened.run("document.querySelector('#s3 a').click()")
    opened.until(f"{STEP} === 3")


@pytest.mark.parametrize("screen", SCREENS)
def test_the_board_zooms_by_keys_wheel_and_buttons(opened: Opened, pages: Pages, screen: str) -> None:
    resize(opened.browser, SCREENS[screen])
    opened.open(pages["file/vijayanagara"])
    where = (
        "const it = new DOMMatrix(getComputedStyle(document.getElementById('canvas')).transform);"
        "return [it.a, it.e, it.f]"
    )
    whole = opened.run(where)
    opened.run("document.getElementById('board').focus()")
    opened.press("+", "+")
    larger = opened.run(where)
    assert larger[0] == pytest.approx(2.25 * whole[0], rel=1e-3)
    opened.press(Keys.ARROW_RIGHT, Keys.ARROW_DOWN)
    moved = opened.run(where)
    assert moved[1] < larger[1]
    assert moved[2] < larger[2]
    assert opened.step == 0
    opened.press("0")
    assert opened.run(where) == pytest.approx(whole, rel=1e-3, abs=0.1)
    opened.press(Keys.ARROW_RIGHT, "c")
    assert opened.step == 1
    assert not opened.run("return document.getElementById('lit').checked")
    whole = opened.run(where)
    larger_button = opened.browser.find_element(By.ID, "larger")
    opened.run("arguments[0].scrollIntoView({block: 'center'})", larger_button)
    larger_button.click()
    assert opened.run(where)[0] == pytest.approx(1.5 * whole[0], rel=1e-3)
    board = opened.browser.find_element(By.ID, "board")
    ActionChains(opened.browser).scroll_from_origin(ScrollOrigin.from_element(board), 0, -200).perform()
    opened.until(f"const now = (() => {{ {where} }})(); return now[0] > {1.6 * whole[0]}")
    before = opened.run(where)
    ActionChains(opened.browser).drag_and_drop_by_offset(board, -60, -40).perform()
    opened.until(f"const now = (() => {{ {where} }})(); return now[1] < {before[1] - 30}")
    assert opened.run(where)[0] == before[0]


def test_two_fingers_zoom_and_one_moves(opened: Opened, pages: Pages) -> None:
    resize(opened.browser, PHONE)
    opened.open(pages["file/vijayanagara"])
    matrix = "new DOMMatrix(getComputedStyle(document.getElementById('canvas')).transform)"
    where = f"return {matrix}.a"
    whole = opened.run(where)

    def touch(kind: str, *points: tuple[int, int]) -> None:
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        opened.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    touch("touchStart", (150, 300), (250, 300))
    for apart in range(10, 110, 10):
        touch("touchMove", (150 - apart, 300), (250 + apart, 300))
    touch("touchEnd")
    opened.until(f"return (() => {{ {where} }})() > {2 * whole}")
    larger, left = opened.run(f"return [{matrix}.a, {matrix}.e]")
    touch("touchStart", (250, 300))
    for moved in range(10, 80, 10):
        touch("touchMove", (250 - moved, 300))
    touch("touchEnd")
    opened.until(f"return {matrix}.e < {left - 40}")
    assert opened.run(where) == larger


def test_a_page_without_pictures_can_be_stepped_through(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.page.PAINTERS", {})
    record = read_golden("aadu_huli")
    file = tmp_path / "words.html"
    file.write_text(page_of(replace(record, turns=record.turns[:4])), encoding="utf-8")
    opened.open(file.as_uri())
    opened.press(Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert opened.step == 2
    assert opened.noted("browser") == []


def test_print_shows_the_board_and_the_story(opened: Opened, pages: Pages) -> None:
    opened.open(pages["file/aadu_huli"], "#t=5")
    printed = opened.browser.execute_cdp_cmd("Page.printToPDF", {})
    assert len(b64decode(printed["data"])) > 50_000
    opened.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    shown = opened.run(
        "return ['controls', 'canvas', 'story'].map((id) => document.getElementById(id).offsetHeight > 0)"
    )
    opened.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert shown == [False, True, True]


def test_without_javascript_the_story_can_be_read(opened: Opened, pages: Pages) -> None:
    resize(opened.browser, PHONE)
    opened.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        opened.browser.get(pages["file/aadu_huli"])
        still = opened.browser.find_element(By.CSS_SELECTOR, "noscript img")
        assert still.is_displayed()
        assert opened.browser.find_element(By.ID, "s5").is_displayed()
        assert not opened.browser.find_element(By.ID, "controls").is_displayed()
    finally:
        opened.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
