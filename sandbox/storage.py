"""Write the channels that people create to a file, so that stored games find their channels again."""

from __future__ import annotations

import json
from pathlib import Path

from sandbox.world import Channel


class Kept:
    """The channels that people made, as id, name and topic. Without a `file`, they are only in memory."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.channels: list[tuple[str, str, str]] = []
        if file is not None and file.exists():
            self.channels = [(each, name, topic) for each, name, topic in json.loads(file.read_text("utf-8"))]

    def keep(self, channel: Channel) -> None:
        """Keep a new channel. The whole file is replaced at once, so a killed process does not damage it."""
        self.channels.append((channel.id, channel.name, channel.topic))
        if self.file is not None:
            whole = self.file.with_suffix(".new")
            whole.write_text(json.dumps(self.channels, ensure_ascii=False, indent=1), "utf-8")
            whole.replace(self.file)
