"""The English sentences about what is secret, final or asked of several at once. A part of the catalogue in
`bot.language.words`."""

from __future__ import annotations

from collections.abc import Mapping

ENGLISH: Mapping[str, str] = {
    "button.own": "My turn",
    "undo.final": "No undo: by the rules of this game what you have chosen is for good.",
    "preview.final": "That is for good: what comes of it shows when it counts, and it can't be taken back.",
    "record.hides": "`?` stands where something is not for your eyes until the game is over.",
    "try.secret": "Here **{seat}** decides something that is not for your eyes, so the what-if ends here.",
    "try.hidden": "Here chance draws: {what}. What may come is nobody's to know, so the what-if ends here.",
    "try.final": "What comes of this shows when it counts, so the what-if ends here.",
    "host.hidden": "This game has secrets, so nobody looks at its whole position until it is over.",
    "host.masked": "Something in this record is hidden (`?`): it was made during its game, for one reader.",
}
