"""Write the feed of a game in two formats, JSON Feed 1.1 and Atom. Its entries come from `web.feed_entries`.

The standard library writes both formats. That is enough: a feed has only some 20 fields, and the library
escapes texts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree

from markupsafe import Markup

from web.served_page import Packed, pack_text
from web.static import make_hash

JSON_KIND, ATOM_KIND = "application/feed+json", "application/atom+xml"
JSON_FILE, ATOM_FILE = "feed.json", "feed.atom"  # the files beside the page
AUTHOR = "Durbar"
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # not allowed in XML


@dataclass(frozen=True, slots=True)
class FeedFacts:
    """The facts about a game that a feed or a webhook event needs, but that the game's page does not have.

    Args:
        address: the address of the page
        started: when the game began
        ended: when the game ended; None while it runs
        played_out: whether the game ended with a result
        turns: the time of the last act in each turn; turns without recorded entries are left out
        people: who holds each seat; empty if the page shows no names
        name: the name of the table
    """

    address: str
    started: datetime
    ended: datetime | None
    played_out: bool
    turns: Mapping[int, datetime]
    people: Mapping[str, str]
    name: str


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a feed.

    `key`: must never change, because the entry's id is made from it. `place`: the turn that the entry's link
    opens, "" for the whole page. `picture`: the file name of the board's picture beside the page, "" for
    none. `alt`: the picture's alt text.
    """

    key: str
    title: str
    place: str
    paragraphs: tuple[str, ...]
    picture: str
    alt: str
    time: datetime


@dataclass(frozen=True, slots=True)
class Feed:
    """The feed of the page at `address`, the newest entry first. `over`: whether the feed is complete."""

    address: str
    title: str
    headline: str
    lang: str
    over: bool
    entries: Sequence[Entry]


class ServedFeed(NamedTuple):
    """A feed ready to send in both formats, a hash of each, and the names of its pictures."""

    json: Packed
    atom: Packed
    json_stamp: str
    atom_stamp: str
    pictures: frozenset[str]


def pack_feed(feed: Feed) -> ServedFeed:
    """Return a feed ready to send."""
    as_json, as_atom = write_json(feed), write_atom(feed)
    return ServedFeed(
        pack_text(as_json.encode()),
        pack_text(as_atom.encode()),
        make_hash(as_json),
        make_hash(as_atom),
        frozenset(entry.picture for entry in feed.entries if entry.picture),
    )


def write_json(feed: Feed) -> str:
    """Return a feed as JSON Feed 1.1."""
    found: dict[str, Any] = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "home_page_url": feed.address,
        "feed_url": f"{feed.address}/{JSON_FILE}",
        "description": feed.headline,
        "language": feed.lang,
        "authors": [{"name": AUTHOR}],
        "expired": feed.over,
        "items": [],
    }
    for entry in feed.entries:
        item = {
            "id": _make_id(feed, entry.key),
            "url": _write_link(feed, entry),
            "title": entry.title,
            "content_html": _write_html(feed, entry),
            "content_text": "\n\n".join(entry.paragraphs),
            "date_published": write_time(entry.time),
            "date_modified": write_time(entry.time),
        }
        if entry.picture:
            item["image"] = f"{feed.address}/{entry.picture}"
        found["items"].append(item)
    return json.dumps(found, ensure_ascii=False)


def write_atom(feed: Feed) -> str:
    """Return a feed as Atom (RFC 4287)."""
    root = ElementTree.Element("feed", {"xmlns": "http://www.w3.org/2005/Atom", "xml:lang": feed.lang})
    _add(root, "id", _make_id(feed, ""))
    _add(root, "title", feed.title)
    _add(root, "subtitle", feed.headline)
    _add(root, "updated", write_time(max(entry.time for entry in feed.entries)))
    _add(_add(root, "author"), "name", AUTHOR)
    _add(root, "link", rel="self", type=ATOM_KIND, href=f"{feed.address}/{ATOM_FILE}")
    _add(root, "link", rel="alternate", type="text/html", href=feed.address)
    for entry in feed.entries:
        element = _add(root, "entry")
        _add(element, "id", _make_id(feed, entry.key))
        _add(element, "title", entry.title)
        _add(element, "published", write_time(entry.time))
        _add(element, "updated", write_time(entry.time))
        _add(element, "link", rel="alternate", type="text/html", href=_write_link(feed, entry))
        if entry.picture:
            _add(element, "link", rel="enclosure", type="image/png", href=f"{feed.address}/{entry.picture}")
        _add(element, "content", _write_html(feed, entry), type="html")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode")


def _add(parent: ElementTree.Element, name: str, text: str = "", **attributes: str) -> ElementTree.Element:
    made = ElementTree.SubElement(parent, name, attributes)
    made.text = _NO_XML.sub("", text)
    return made


def _make_id(feed: Feed, key: str) -> str:
    """Return an id that depends on the page's name and the key, but not on the bot's address."""
    name = feed.address.rpartition("/")[2]
    return uuid5(NAMESPACE_URL, f"durbar/{name}/{key}").urn


def _write_link(feed: Feed, entry: Entry) -> str:
    return f"{feed.address}#t={entry.place}" if entry.place else feed.address


def _write_html(feed: Feed, entry: Entry) -> str:
    parts = [Markup("<p>{}</p>").format(paragraph) for paragraph in entry.paragraphs]
    if entry.picture:
        address = f"{feed.address}/{entry.picture}"
        parts.append(Markup('<p><img src="{}" alt="{}"></p>').format(address, entry.alt))
    return str(Markup("\n").join(parts))


def write_time(time: datetime) -> str:
    """Return a time in the format of RFC 3339, in UTC."""
    return time.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
