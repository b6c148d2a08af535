"""The channels that people have made, in a file: games that a database keeps find theirs again."""

from __future__ import annotations

import json
from pathlib import Path

from sandbox.world import Channel


class Kept:
    """`channels`: of each its id, its name and its topic. Without a `file` nothing is kept."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.channels: list[tuple[str, str, str]] = []
        if file is not None and file.exists():
            self.channels = [(each, name, topic) for each, name, topic in json.loads(file.read_text("utf-8"))]

    def keep(self, channel: Channel) -> None:
        """Keep one that has just been made; a kill leaves the file as it was, or whole."""
        self.channels.append((channel.id, channel.name, channel.topic))
        if self.file is not None:
            whole = self.file.with_suffix(".new")
            whole.write_text(json.dumps(self.channels, ensure_ascii=False, indent=1), "utf-8")
            whole.replace(self.file)
