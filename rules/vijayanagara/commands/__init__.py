"""3.0 Commands: the four of each faction, and how they are executed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.asking import pick, pick_or_done
from rules.vijayanagara.board import PROVINCES, SPACES
from rules.vijayanagara.commands import attack, rivals, sultanate
from rules.vijayanagara.commands.selecting import why_not_selected
from rules.vijayanagara.commands.terms import Command, Terms, limit_by_shadow
from rules.vijayanagara.state import State
from rules.words import Words, say


def make_rival_commands(faction: str) -> dict[str, Command]:
    return {
        "rally": Command(rivals.RALLY[faction], rivals.rally, rivals.why_not_rally),
        "migrate": Command(rivals.MIGRATE[faction], rivals.migrate, rivals.why_not_migrate),
        "rebel": Command(rivals.REBEL[faction], rivals.rebel, rivals.why_not_rebel),
        "attack": Command(attack.RULE[faction], attack.attack, attack.why_not_attack),
    }


COMMANDS: Mapping[str, Mapping[str, Command]] = {
    "sultanate": {
        "conscript": Command("3.2.1 Conscript", sultanate.conscript, sultanate.why_not_conscript),
        "march": Command("3.2.2 March", sultanate.march, sultanate.why_not_march),
        "govern": Command("3.2.3 Govern", sultanate.govern, sultanate.why_not_govern),
        "attack": Command("3.2.4 Attack", attack.attack, attack.why_not_attack),
    },
    "bahmani": make_rival_commands("bahmani"),
    "vijayanagara": make_rival_commands("vijayanagara"),
}


def why_not_command(s: State, faction: str, name: str, command: Command, terms: Terms) -> Words | None:
    """3.1: return why a Command with these terms can't be chosen; None if it can."""
    if name == "rebel" and s.dynasty == "khalji" and not terms.khalji:
        return say(
            "2.7.1: nobody can Rebel until the card “Zenith of the Delhi Sultanate” ends the Khalji Dynasty"
        )
    return None if terms.least == 0 else why_idle(s, faction, name, command, terms)


def why_idle(s: State, faction: str, name: str, command: Command, terms: Terms) -> Words | None:
    """3.1: return why no space can be selected for a Command; None if a space can be selected."""
    if not terms.free and s.resources[faction] < 1:
        return say("3.1: each selected space costs 1 Resource, and you have none")
    reasons = []
    for space in SPACES:
        if (why := why_not_selected(s, faction, space, terms, command.why_not)) is None:
            return None
        reasons.append(why)
    if reasons.count(reasons[-1]) >= len(PROVINCES):  # the same reason everywhere, such as an empty box
        return reasons[-1]
    return say("{rule}: no space allows it now", rule=command.rule)


async def execute(
    s: State,
    faction: str,
    terms: Terms,
    *,
    grant: Words | None = None,
    names: Sequence[str] = (),
) -> None:
    """3.1: choose one of the faction's four Commands and execute it.

    `grant`: the question of the Event or Succession card that grants the Command; None in a normal turn. A
    granted Command may be declined. `names`: the Commands that the card grants; empty: all four.
    """
    book, terms = COMMANDS[faction], limit_by_shadow(s, terms)

    def why_not(name: str) -> Words | None:
        return why_not_command(s, faction, name, book[name], terms)

    prompt = grant or say("Which Command, in 1 space?" if terms.most == 1 else "Which Command?")

    def idle(name: str) -> Words | None:
        return why_idle(s, faction, name, book[name], terms) if name in book else None

    kind = "free-command" if grant else "command"
    name = await (pick_or_done if grant else pick)(
        faction,
        prompt,
        names or tuple(book),
        why_not,
        kind=kind,
        form="act",
        idle=idle,
        also=lambda name: (f"command {name}",),
    )
    if name is not None:
        await run(s, faction, name, terms)


async def run(s: State, faction: str, name: str, terms: Terms) -> None:
    """3.1.2: execute the named Command. No piece is used twice in a Command."""
    s.used.clear()
    command, told = COMMANDS[faction][name], len(s.story)
    await command.execute(s, faction, terms)
    s.used.clear()
    if len(s.story) == told:
        s.tell("in-no-space", "{command}: no space chosen, so nothing happens.", command=name)
