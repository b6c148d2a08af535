"""Define the preferences of a person."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Annotated, Any, Final, Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, BeforeValidator, ConfigDict

from bot.language.words import LANGUAGES

OFF: Final = "off"
TABLE: Final = "table"
DEFAULT: Final = "default"


def read_hour(value: Any) -> Any:
    """Return a stored time of day. Older versions stored whole hours as numbers."""
    return time(value) if isinstance(value, int) else value


HourOfDay = Annotated[time, BeforeValidator(read_hour)]


class Preferences(BaseModel):
    """The preferences of a person, with their defaults."""

    model_config = ConfigDict(frozen=True)

    language: str = "en"
    pings: bool = True
    news: bool = True  # also ping for news, such as the start or the end of a game
    zone: str = "UTC"
    quiet: tuple[HourOfDay, HourOfDay] | None = None  # the beginning and the end, in `zone`
    reminders: int | Literal["off", "table"] = TABLE  # hours between reminders; "table": the game's setting
    size: str = DEFAULT
    palette: str = DEFAULT
    animation: bool = True
    preview: bool = True  # whether a complete typed order is shown before it is played
    forced: bool = False
    rated: bool = True
    help: bool = True  # explain each kind of question the first time that the person meets it
    away: datetime | None = None  # when the person comes back
    stand_in: bool = False  # a caretaker plays while the person is away

    def choose_language(self, locale: str) -> str:
        """Return the language that the person has set.

        If they have set none, return the language of `locale`, such as "fr" or "en-GB". If the bot doesn't
        speak that language, return English.
        """
        own = locale.partition("-")[0]
        return own if own in LANGUAGES and "language" not in self.model_fields_set else self.language

    def is_away(self, now: datetime) -> bool:
        """Return whether the person is away now."""
        return self.away is not None and now < self.away

    def find_quiet_end(self, now: datetime) -> datetime | None:
        """Return the end of the present quiet hours, in the time zone of `now`; None at other times."""
        if self.quiet is None or self.quiet[0] == self.quiet[1]:
            return None
        begin, end = self.quiet
        here = now.astimezone(ZoneInfo(self.zone))
        clock = here.time()
        inside = begin <= clock < end if begin < end else not end <= clock < begin
        if not inside:
            return None
        morning = here.replace(hour=end.hour, minute=end.minute, second=0, microsecond=0)
        if morning <= here:
            morning += timedelta(days=1)
        return morning.astimezone(now.tzinfo)

    def find_quiet_begin(self, now: datetime) -> datetime | None:
        """Return the start of the next quiet hours, in the time zone of `now`; None without quiet hours."""
        if self.quiet is None or self.quiet[0] == self.quiet[1]:
            return None
        here, begin = now.astimezone(ZoneInfo(self.zone)), self.quiet[0]
        evening = here.replace(hour=begin.hour, minute=begin.minute, second=0, microsecond=0)
        if evening <= here:
            evening += timedelta(days=1)
        return evening.astimezone(now.tzinfo)

    def find_loud_time(self, now: datetime) -> datetime:
        """Return `now`, or the end of the quiet hours if `now` is in them."""
        return self.find_quiet_end(now) or now
