"""Define types for a game's layout file.

`rules.documents.read_toml` reads that file.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from render.kit.canvas import Font
from rules.documents import Model


class Lettering(Model, frozen=True):
    """A face in `render/fonts`, and its size in pixels."""

    face: str
    size: Annotated[int, Field(ge=16)]

    @property
    def font(self) -> Font:
        """The same face and size as a `Font` of `canvas.py`."""
        return Font(self.face, self.size)
