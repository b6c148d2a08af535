"""Effects that let a faction act as in its own turn: command, decree, campaign, mongol.

The faction may decline each of them.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field

from rules.asking import pick_or_done, yes_no
from rules.vijayanagara import commands, decrees
from rules.vijayanagara.board import RIVALS, SPACES
from rules.vijayanagara.commands import mongols
from rules.vijayanagara.commands.attack import list_targets
from rules.vijayanagara.commands.terms import Terms
from rules.vijayanagara.decrees import campaign
from rules.vijayanagara.events.effect import Effect
from rules.vijayanagara.events.parts import YOU, Scene, Who, does, join, name_faction
from rules.vijayanagara.events.substitution import substitute
from rules.vijayanagara.events.where import ANYWHERE, Where
from rules.vijayanagara.state import State
from rules.words import Words, join_list, say

CommandName = Literal["Conscript", "March", "Govern", "Attack", "Rally", "Migrate", "Rebel", "any"]
DecreeName = Literal[
    "Collect Tribute", "Campaign", "Demand Obedience", "Trade", "Build", "Conspire", "Tax", "Compel"
]
WHICH_MONGOL = {
    "first": "which Command do the Mongol Invaders execute first?",
    "second": "which Command do the Mongol Invaders execute second?",
    "third": "which Command do the Mongol Invaders execute third?",
}
MONGOL = ("no Mongol Command", "1 Mongol Command", "2 Mongol Commands", "3 Mongol Commands")
FREE_COMMAND = "{may_execute} a free {which} Command{against}{where}{khalji}"
MOST = 6  # the most spaces of a granted Command, and the most picks of a `pick`


def _make_list(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


class CommandGrant(Effect):
    """3.1.3: a faction may execute a free Command in at most `spaces` spaces, all of them within `in`.

    `khalji`: Rebel is allowed in spite of 2.7.1.
    """

    VERB: ClassVar[str] = "command"
    of: Who
    which: Annotated[tuple[CommandName, ...], BeforeValidator(_make_list)]
    inside: Where = Field(ANYWHERE, alias="in")
    spaces: Annotated[int, Field(ge=1, le=MOST, strict=True)] = 1
    against: Who | None = None
    khalji: bool = False

    def _terms(self, s: State, scene: Scene) -> Terms:
        among = SPACES if self.inside.anywhere else self.inside.spaces(s, scene)
        against = scene.who(self.against) if self.against else ""
        if against:
            among = [space for space in among if against in list_targets(s, scene.who(self.of), space)]
        return Terms(
            least=1, most=self.spaces, free=True, among=frozenset(among), khalji=self.khalji, against=against
        )

    def names(self, faction: str) -> list[str]:
        book = commands.COMMANDS[faction]
        return [name for name in book if "any" in self.which or name.title() in self.which]

    async def run(self, s: State, scene: Scene) -> None:
        faction, terms = scene.who(self.of), self._terms(s, scene)
        scene.granted.add(faction)
        names = self.names(faction)

        def deed() -> Words:
            return scene.phrase(substitute(self, scene, faction).words(YOU))

        if len(names) > 1:
            asked = say("{deed}. Which Command?", deed=deed)
        else:
            asked = say("{deed}. Do you?" if len(terms.among or ()) == 1 else "{deed}. Where?", deed=deed)
        await commands.execute(s, faction, terms, grant=scene.asking(asked), names=names)

    def words(self, me: str) -> str:
        return FREE_COMMAND.format(
            may_execute=does(self.of, me, "may execute"),
            which="Limited" if "any" in self.which else join(self.which, "or"),
            against=f" against {name_faction(self.against)}" if self.against else "",
            where=self._describe_where(),
            khalji=", even under the Khaljis" if self.khalji else "",
        )

    def _describe_where(self) -> str:
        """Return the spaces in English: " into up to 2 spaces among Sindh and Delhi", " in 1 Province"."""
        preposition = "into" if set(self.which) <= {"March", "Migrate"} else "in"
        noun = "Province" if set(self.which) <= {"Rally", "Migrate", "Rebel"} else "space"
        if self.spaces > 1:
            among = "" if self.inside.anywhere else f" among {self.inside.words(plural=True)}"
            return f" {preposition} up to {self.spaces} {noun}s{among}"
        if not self.inside.anywhere:
            return f" {self.inside.describe_place(preposition=preposition)}"
        return "" if "any" in self.which else f" {preposition} 1 {noun}"

    def able(self, s: State, scene: Scene) -> bool:
        faction, terms = scene.who(self.of), self._terms(s, scene)
        book = commands.COMMANDS[faction]
        return any(
            commands.why_not_command(s, faction, name, book[name], terms) is None
            for name in self.names(faction)
        )

    def now(self, s: State, scene: Scene) -> Words | None:
        faction, terms = scene.who(self.of), self._terms(s, scene)
        book = commands.COMMANDS[faction]
        names = [
            n for n in self.names(faction) if not commands.why_not_command(s, faction, n, book[n], terms)
        ]
        if not names:
            return scene.of(self.of, say("no free Command is possible"))
        return scene.of(self.of, say("a free {which}", which=join_list(names, "or")))

    def perhaps(self, scene: Scene) -> Words:
        names = join_list(self.names(scene.who(self.of)), "or")
        return scene.of(self.of, say("then a free {which}, if possible", which=names))


class DecreeGrant(Effect):
    """4.1: a faction may execute one of these Decrees."""

    VERB: ClassVar[str] = "decree"
    of: Who
    which: Annotated[tuple[DecreeName, ...], BeforeValidator(_make_list)]

    def names(self, faction: str) -> list[str]:
        return [key for key in decrees.DECREES[faction] if decrees.TITLES[key] in self.which]

    def _why_not(self, s: State, faction: str, name: str) -> Words | None:
        return decrees.DECREES[faction][name].why_not(s, faction)

    async def run(self, s: State, scene: Scene) -> None:
        faction = scene.who(self.of)
        scene.granted.add(faction)
        names = self.names(faction)

        def deed() -> Words:
            return scene.phrase(substitute(self, scene, faction).words(YOU))

        name = await pick_or_done(
            faction,
            scene.asking(say("{deed}. Which Decree?" if len(names) > 1 else "{deed}. Do you?", deed=deed)),
            names,
            lambda n: self._why_not(s, faction, n),
            kind="free-decree",
            form="act",
            about=scene.step,
            lead="decree",
        )
        if name is not None:
            await decrees.DECREES[faction][name].execute(s, faction)

    def words(self, me: str) -> str:
        which = join([str(name) for name in self.which], "or")
        return f"{does(self.of, me, 'may execute')} a free {which} Decree"

    def able(self, s: State, scene: Scene) -> bool:
        faction = scene.who(self.of)
        return any(self._why_not(s, faction, name) is None for name in self.names(faction))

    def now(self, s: State, scene: Scene) -> Words | None:
        faction = scene.who(self.of)
        names = [name for name in self.names(faction) if self._why_not(s, faction, name) is None]
        if not names:
            return scene.of(self.of, say("no Decree is possible"))
        return scene.of(self.of, say("a free {which}", which=join_list(names, "or")))

    def perhaps(self, scene: Scene) -> Words:
        names = join_list(self.names(scene.who(self.of)), "or")
        return scene.of(self.of, say("then a free {which}, if possible", which=names))


class CampaignGrant(Effect):
    """4.2.2: the Sultanate may Campaign. The route ends in `to` and has at most `steps` steps."""

    VERB: ClassVar[str] = "campaign"
    to: Where
    steps: Annotated[int, Field(ge=1, le=6, strict=True)] = campaign.STEPS

    def _terms(self, s: State, scene: Scene) -> Terms:
        return Terms(to=frozenset(self.to.spaces(s, scene)), steps=self.steps)

    async def run(self, s: State, scene: Scene) -> None:
        scene.granted.add("sultanate")
        terms = self._terms(s, scene)
        places = [*sorted(terms.to or ()), *campaign.list_origins(s, "sultanate", terms)]
        if await yes_no(
            "sultanate",
            scene.asking(
                say("{deed}. Do you?", deed=lambda: scene.phrase(f"you {substitute(self, scene).words('D')}"))
            ),
            say("Campaign"),
            say("No Campaign"),
            kind="campaign",
            about=" ".join(dict.fromkeys(places)),  # the map under the question shows them
        ):
            await campaign.campaign(s, "sultanate", terms)

    def words(self, me: str) -> str:
        spaces = f"{self.steps} space{'s' if self.steps > 1 else ''}"
        far = "" if self.steps == campaign.STEPS else f", from up to {spaces} away"
        return f"{does('D', me, 'may Campaign')} to {self.to.words()}{far}"

    def able(self, s: State, scene: Scene) -> bool:
        return campaign.why_not_campaign(s, "sultanate", self._terms(s, scene)) is None

    def now(self, s: State, scene: Scene) -> Words | None:
        return scene.of(
            "D", say("a Campaign is possible" if self.able(s, scene) else "no Campaign is possible")
        )


class MongolGrant(Effect):
    """3.5: a rival may execute `n` Mongol Commands, each of its choice."""

    VERB: ClassVar[str] = "mongol"
    by: Who
    n: Annotated[int, Field(ge=1, le=3, strict=True)]

    async def run(self, s: State, scene: Scene) -> None:
        scene.granted.add(scene.who(self.by))
        for when in ("first", "second", "third")[: self.n]:
            text = "which Command do the Mongol Invaders execute?"
            if self.n > 1:
                text = WHICH_MONGOL[when]
            prompt = scene.asking(say(text))
            await mongols.execute_mongol_command(
                s, scene.who(self.by), prompt, f"{scene.step} {when}", declinable=True
            )

    def words(self, me: str) -> str:
        return f"{does(self.by, me, 'may execute')} {self.n} Mongol Command{'s' if self.n > 1 else ''}"

    def able(self, s: State, scene: Scene) -> bool:
        return scene.who(self.by) in RIVALS

    def now(self, s: State, scene: Scene) -> Words | None:
        return scene.of(self.by, say(MONGOL[self.n])) if self.able(s, scene) else say("no Mongol Command")
