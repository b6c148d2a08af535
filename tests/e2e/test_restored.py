"""A bot on a backup that was really made and restored by the commands: each channel is told once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.cli.main import main
from tests.e2e.house import House, labels
from tests.e2e.test_trouble import to_a_card
from tests.phrases import phrase, says
from tests.until import until

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    # aiohttp calls its own deprecated method when an upload's boundary falls between two chunks
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
]


async def test_a_restored_backup_is_recognized_once(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = str(tmp_path / "copy.db")
    monkeypatch.setenv("DURBAR_DATABASE", house.bot.base.url)
    board = await to_a_card(house)
    await house.settled()
    assert await asyncio.to_thread(main, ["db", "backup", copy]) == 0
    later = await house.decide(board)
    await house.settled()
    await house.bot.kill()
    house.bot.base.clear()
    assert await asyncio.to_thread(main, ["db", "restore", copy]) == 0
    before = {who: len(await person.pushes()) for who, person in house.people.items()}
    for _ in range(2):  # the second start finds that all is known
        await house.start()
        told = await house.asha.wait_for(lambda m: says(m.text, "older_copy"))
        await house.settled()
        assert int(told.id) > int(later.id)
        messages = await house.asha.messages()
        assert [m.id for m in messages if says(m.text, "older_copy")] == [told.id]
        open_ = [m.id for m in messages if phrase("button.legal") in labels(m)]
        assert open_[-1:] == [told.id], "the board asks again"
        for who, person in house.people.items():
            assert len(await person.pushes()) <= before[who] + 1, "nobody is called twice"
        await house.bot.kill()
    await house.start()
    await house.decide(await house.board(later.id))
    await until(lambda: not house.waiting())
    assert house.sandbox.violations == []
