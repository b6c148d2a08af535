"""Effects that let a faction act as in its own turn: command, decree, campaign, mongol. Each may be
declined."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field

from rules.asking import pick_or_done, yes_no
from rules.vijayanagara import campaign, commands, decrees, mongols
from rules.vijayanagara.attack import targets
from rules.vijayanagara.board import SPACES
from rules.vijayanagara.events.effect import Effect
from rules.vijayanagara.events.parts import ANYWHERE, Scene, Where, Who, does, joined, said
from rules.vijayanagara.selecting import Terms
from rules.vijayanagara.state import State
from rules.words import Words, say

CommandName = Literal["Conscript", "March", "Govern", "Attack", "Rally", "Migrate", "Rebel", "any"]
DecreeName = Literal[
    "Collect Tribute", "Campaign", "Demand Obedience", "Trade", "Build", "Conspire", "Tax", "Compel"
]
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def _many(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


class CommandGrant(Effect):
    """3.1.3: a faction may execute a free Command in at most so many spaces, all of them inside `in`;
    `khalji` lifts 2.7.1."""

    VERB: ClassVar[str] = "command"
    of: Who
    which: Annotated[tuple[CommandName, ...], BeforeValidator(_many)]
    inside: Where = Field(ANYWHERE, alias="in")
    spaces: Annotated[int, Field(ge=1)] = 1
    against: Who | None = None
    khalji: bool = False

    def _terms(self, s: State, scene: Scene) -> Terms:
        among = SPACES if self.inside.anywhere else self.inside.spaces(s, scene)
        against = scene.who(self.against) if self.against else ""
        if against:
            among = [space for space in among if against in targets(s, scene.who(self.of), space)]
        return Terms(
            least=1, most=self.spaces, free=True, among=frozenset(among), khalji=self.khalji, against=against
        )

    def _names(self, faction: str) -> list[str]:
        book = commands.COMMANDS[faction]
        return [name for name in book if "any" in self.which or name.title() in self.which]

    async def run(self, s: State, scene: Scene) -> None:
        faction, terms = scene.who(self.of), self._terms(s, scene)
        await commands.execute(s, faction, terms, declinable=True, names=self._names(faction))

    def words(self, me: str) -> str:
        which = "Limited Command" if "any" in self.which else joined([str(name) for name in self.which], "or")
        text = f"{does(self.of, me, 'may execute')} a free {which}"
        if self.against:
            text += f" against {said(self.against)}"
        if self.spaces > 1:
            text += f" in up to {NUMBERS[self.spaces]} spaces"
            text += "" if self.inside.anywhere else f" among {self.inside.words(plural=True)}"
        elif not self.inside.anywhere:
            text += f" {self.inside.within_()}"
        elif "any" not in self.which:
            text += " in one space"
        return text + (", even under the Khaljis" if self.khalji else "")

    def able(self, s: State, scene: Scene) -> bool:
        faction, terms = scene.who(self.of), self._terms(s, scene)
        book = commands.COMMANDS[faction]
        return any(
            commands.why_not_command(s, faction, name, book[name], terms) is None
            for name in self._names(faction)
        )


class DecreeGrant(Effect):
    """4.1: a faction may execute one of these Decrees."""

    VERB: ClassVar[str] = "decree"
    of: Who
    which: Annotated[tuple[DecreeName, ...], BeforeValidator(_many)]

    def _names(self, faction: str) -> list[str]:
        return [key for key in decrees.DECREES[faction] if decrees.TITLES[key] in self.which]

    def _why_not(self, s: State, faction: str, name: str) -> Words | None:
        return decrees.DECREES[faction][name].why_not(s, faction)

    async def run(self, s: State, scene: Scene) -> None:
        faction = scene.who(self.of)
        name = await pick_or_done(
            faction,
            say("A free Decree?"),
            self._names(faction),
            lambda n: self._why_not(s, faction, n),
            lead="decree",
        )
        if name is not None:
            await decrees.DECREES[faction][name].execute(s, faction)

    def words(self, me: str) -> str:
        return f"{does(self.of, me, 'may execute')} a free {joined([str(name) for name in self.which], 'or')}"

    def able(self, s: State, scene: Scene) -> bool:
        faction = scene.who(self.of)
        return any(self._why_not(s, faction, name) is None for name in self._names(faction))


class CampaignGrant(Effect):
    """4.2.2: the Sultanate may Campaign; the route ends in `to` and has at most `steps` steps."""

    VERB: ClassVar[str] = "campaign"
    to: Where
    steps: Annotated[int, Field(ge=1, le=6)] = campaign.STEPS

    def _terms(self, s: State, scene: Scene) -> Terms:
        return Terms(to=frozenset(self.to.spaces(s, scene)), steps=self.steps)

    async def run(self, s: State, scene: Scene) -> None:
        terms = self._terms(s, scene)
        if campaign.why_not_campaign(s, "sultanate", terms) is not None:
            s.tell("{faction} has no Units that could Campaign there.", faction="sultanate")
        elif await yes_no("sultanate", say(f"Campaign to {self.to.words()}?")):
            await campaign.campaign(s, "sultanate", terms)

    def words(self, me: str) -> str:
        far = "" if self.steps == campaign.STEPS else f", up to {NUMBERS[self.steps]} spaces,"
        return f"{does('D', me, 'may Campaign')}{far} to {self.to.words()}"

    def able(self, s: State, scene: Scene) -> bool:
        return campaign.why_not_campaign(s, "sultanate", self._terms(s, scene)) is None


class MongolGrant(Effect):
    """3.5: a rival may execute Mongol Commands, each of its choice."""

    VERB: ClassVar[str] = "mongol"
    by: Who
    n: Annotated[int, Field(ge=1, le=3)]

    async def run(self, s: State, scene: Scene) -> None:
        for number in ("first", "second", "third")[: self.n]:
            await mongols.mongol_command(
                s, scene.who(self.by), number if self.n > 1 else "free", declinable=True
            )

    def words(self, me: str) -> str:
        return (
            f"{does(self.by, me, 'may execute')} {NUMBERS[self.n]} Mongol Command{'s' if self.n > 1 else ''}"
        )

    def able(self, s: State, scene: Scene) -> bool:
        return True
