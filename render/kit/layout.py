"""Types for the file in which a game keeps where everything stands (`rules.documents.read_toml` reads it)."""

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
        """As the canvas wants it."""
        return Font(self.face, self.size)
