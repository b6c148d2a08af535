"""The program on the page about the sandbox runs as it stands there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.docs.pages import DOCS
from tests.e2e.house import House
from tests.phrases import begins

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
]
PAGE: Path = DOCS / "how-to" / "run-the-sandbox.md"
PEOPLE = ("asha",)


async def test_the_example_plays_a_move(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    await house.asha.slash("prefs", name="preview", value="on")
    [program] = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    space: dict[str, Any] = {"__name__": "example"}
    exec(compile(program, str(PAGE), "exec"), space)
    await space["main"](house.sandbox.base_url)
    told = capsys.readouterr().out
    assert begins(told, "done.other")
    assert re.search(r"^[1-9][0-9]+ bytes$", told, re.MULTILINE)
