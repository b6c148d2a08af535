"""Provide hostile inputs. Each list is short to read, and code multiplies it."""

from __future__ import annotations

from collections.abc import Iterator

LONGEST = 6000  # the most characters of a command's text option on Discord

WORDS = (
    # nothing, blanks, and what looks like it
    *("", " ", "\t", "\n", "\r\n", "\u00a0", "\u200b", "\ufeff", "\u3000", "\u2028", "\u2060\u2060"),
    # control characters, characters that reverse writing, code points that are no characters
    *("\x00", "\x1b[31mred", "\x07\x08\x7f", "a\x00b", "\u202egnihton", "\u2066\u2067\u2068x\u2069", "\ud7ff\ue000"),
    *("\ufffe\uffff", "\U0010ffff", "é\u0301\u0301", "Z̸̡̛̤̼͙͖̈́̒̈a̵̢̛̬̗͛̾̈l̷̢̛̺̲̈́g̶̨̛̥̲̈́̏ö̴̢̥̲́", "👨‍👩‍👧‍👦" * 9, "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "ﷺﷺﷺ", "İıſKß"),
    # pings, links, markdown
    *("@everyone", "@here", "<@1>", "<@!200000000000000001>", "<@&300000000000000002>", "<#1>", "</do:1>"),
    *("||spoiler||", "```\ncode", "`", "**", "~~", "> quote", "# title", "[x](javascript:alert(1))"),
    *("https://discord.gg/x", "<t:0:F>", "<:a:1>", "-# small", "||" * 500, "*" * 999),
    # databases, shells, paths, templates
    *("'; DROP TABLE games; --", '" OR ""="', "1 UNION SELECT seed FROM games", "%' ESCAPE '!", "\\"),
    *("$(reboot)", "`id`", "../../../etc/passwd", "file:///etc/passwd", "C:\\CON", "{seed}", "{0.__class__}"),
    *("%s%n%x", "{{7*7}}", "${jndi:ldap://x}", "__class__", "__init__", "EXTRAS", "setup", "constructor"),
    # numbers
    *("-1", "0", "1e999", "NaN", "-Infinity", "0x10", "١٢٣", "²", "1_000", "2147483648", "9223372036854775808"),
    *("9" * 400, "-" + "9" * 30, "1/0", "00", "+1", "1.5", "1,5", "Ⅷ"),
    # the language of orders, used badly
    *("?", "??", ";", ";;", ";;;;" * 99, "if", "if:", "if x: ", "else", "else:", "if a: b: c", "off", "ask"),
    *("*", "x*", "command", "command " * 300, "to to to", "in , , ,", "[6 6 6]", "[", "]" * 500, "(" * 900),
    *("[6134 66] pass ;; [", "pass;pass;pass", "pass pass", "undo", "d:1:1:0.abcd:pass", "~accept 1", "sealed", "seed"),
    # long and deep
    *("a" * LONGEST, "é" * LONGEST, "a " * (LONGEST // 2), "\u0301" * LONGEST, "((" * 2000, "[[" * 2000),
    *("if a: " * 900, "in delhi, " * 600, "1r " * 1500, "\n" * LONGEST, "🐯" * 1500, "\u202e" * 999),
)  # fmt: skip

MARKS = ("1:1:0.abcd", "1:1:0.", "1:1:.abcd", "1:1:0", "::.", ":::", "1:1", "x:y:z.w", "-1:1:0.abcd", "1:-1:0.abcd",
         "9999999999:1:0.abcd", "1:99999999999999999999:0.abcd", "1:1:99999999999999999999.abcd", "١:١:٠.abcd",
         "1:1:0.abcd:pass", "2:1:0.abcd", "1 :1:0.abcd", "+1:1:0.abcd", "1_0:1:0.abcd", "0:0:0.0000")  # fmt: skip
KEYS = (
    "pass",
    "",
    ":",
    "#",
    "#0123456789abcdef",
    "~",
    "~accept",
    "done",
    "a:b:c",
    "../x",
    "@everyone",
    "\x00",
    "1" * 60,
)
ABOUT = ("1", "0", "-1", "", "x", "1:", ":1", "1:1", "1:x", "x:1", "1:north", "1:-1", "1:99999999999999999999",
         "99999999999999999999:1", "2147483648", "9223372036854775808:1", "1:1:1", "1:1:rewind", "1:0:999999999999",
         "1:9:1.0", "1:1:9.9.9", "1:1:1.٣", "٣", "1:1:" + "9" * 50, "1:*", "1:@everyone", "1:\x00")  # fmt: skip


def ids() -> Iterator[tuple[str, str]]:
    """Yield verbs of buttons with the rest of a forged id."""
    for verb in ("d", "sure"):
        yield from ((verb, f"{mark}:{key}") for mark in MARKS[:12] for key in KEYS)
    for verb in ("go", "drop", "peek", "take", "undo", "plain", "page"):
        yield from ((verb, mark) for mark in MARKS)
    for verb in ("page", "d", "sure", "go", "counter", "own", "board", "join", "start", "end"):
        yield from ((verb, about) for about in ABOUT)


def documents() -> Iterator[str]:
    """Yield files: positions, decks and records that are invalid or too large."""
    yield from WORDS
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{b}: &{b} [{','.join(f'*{a}' for _ in range(9))}]\n"
        for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    yield from (
        bomb,
        "!!python/object/apply:os.system [id]",
        "? [[[]]]\n: 1",
        "a: 1\na: 2",
        "<<: {a: 1}",
        "&a [*a]",
    )
    yield from ("[" * 100_000, "{" * 100_000, "- " * 50_000, "a:\n" + "  b:\n" * 20_000, "[" * 70 + "]" * 70)
    yield from (
        '{"a":' * 20_000,
        '{"a": 1e999}',
        '{"a": NaN}',
        '{"a": 1, "a": 2}',
        '{"turn": ' + "9" * 5000 + "}",
        "{}",
    )
    yield from (
        "x" * 190_000,
        "- x\n" * 45_000,
        '"' + "\\u0041" * 30_000 + '"',
        "title: " + "é" * 90_000,
        "a: |\n" + " x\n" * 60_000,
    )
    yield from (
        "title: x\ncards: []",
        "title: x\ncards: 7",
        "title: [x]\ncards:\n- 1",
        "cards:\n" + "- number: 1\n" * 9000,
    )
    for game in ("vijayanagara", "toy", "nothing", "../toy", "@everyone", "9" * 99):
        head = f"durbar: 1\ngame: {game}\ncommitment: {'0' * 64}\n"
        yield f"game: {game}\nspaces: {{}}\n"
        for rest in ("seed: sealed\n", "seed: 1\n", "seed: 1\noptions: {}\n", 'options: {"deck": "x"}\n', "options: [\n",
                     "start: {}\nseed: 1\n", "turn: 0\n", "turn: 99999999999999999999\n", "seat x: @everyone\n", "start: ?\n"):  # fmt: skip
            for body in (
                "",
                "\n1 x y\n",
                "\n1 bahmani pass\n",
                "\n1 chance 6\n" * 50,
                "\n-1 a b\n",
                "\n1 ? ?\n",
            ):
                yield head + rest + body
    yield "durbar: 2\ngame: toy\n"
    yield "durbar: 1\ngame: toy\n\n" + "1 north pass\n" * 9000
