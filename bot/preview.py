"""What a draft would do: the order, what comes of it, what it costs, and what follows. For its owner only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot import announce
from bot.announce import LIMIT
from bot.answers import Answer, Panel, cut
from bot.draft import Draft
from bot.seated import titled
from bot.words import say
from rules import kernel
from rules.asking import DONE
from rules.chance import Draw, Roll
from rules.extras import forecast
from rules.kernel import CHANCE, Ask, Rules, View


def preview(draft: Draft) -> Answer:
    """A draft as far as it goes: text, picture, and once it is complete the button that commits it."""
    rules, seat, state = draft.base.rules, draft.seat, draft.now.live.state
    told = announce.told(rules, draft.now.position, draft.base.began(), seat=seat)
    before, after = rules.view(draft.base.live.state, seat), rules.view(state, seat)
    parts = [say("preview"), *told, *changes(rules, before, after)]
    panel = draft.panel()
    if draft.complete:
        sentence, label = follows(draft)
        parts.append(sentence)
        panel = Panel(draft.mark, "", (), undo=True, draft=True, confirm=label)
    parts += [say("preview.declined", question=question) for question in declined(draft)]
    parts += [say("preview.note", line=line) for line in forecast(rules, state, seat, draft.now.live.pending)]
    return Answer(cut("\n".join(parts), LIMIT - 200), panel, view=after, before=before)


def declined(draft: Draft) -> list[str]:
    """The questions that the draft closes with nothing chosen, though something could have been."""
    rules, answered, found = draft.base.rules, set[str](), list[str]()
    live = kernel.resume(rules, draft.base.position)
    for key in draft.keys:
        ask = live.pending
        if isinstance(ask, Ask) and not ask.forced:
            if key != DONE:
                answered.add(ask.prompt.text)
            elif ask.prompt.text not in answered:
                found.append(ask.prompt.read(rules.name))
        live.enter(draft.seat, key)
    return found


def changes(rules: Rules[Any], before: View, after: View) -> list[str]:
    """A line for each seat that stands otherwise than before."""
    then = dict(before.standing)
    return [
        say("preview.standing", seat=titled(rules, seat), before=then[seat], after=now)
        for seat, now in after.standing
        if then[seat] != now
    ]


def follows(draft: Draft) -> tuple[str, str]:
    """What comes right after a complete draft, and what the button says that commits it."""
    rules, pending = draft.base.rules, draft.now.live.pending
    if isinstance(pending, Roll | Draw):
        what = pending.prompt.read(rules.name)
        return say("preview.roll", what=what), say("button.roll", what=what)
    if reveals(draft):
        return say("preview.chance"), say("button.final")
    asked = draft.base.after(kernel.submit(rules, draft.base.position, draft.seat, draft.keys)).ask
    if asked is None:
        return say("preview.over"), say("button.final")
    seat, question = titled(rules, asked.seat), asked.prompt.read(rules.name)
    if asked.seat == draft.seat:
        return say("preview.yours", question=question), say("button.confirm")
    return say("preview.other", seat=seat, question=question), say("button.confirm")


def reveals(draft: Draft) -> bool:
    """True where dice or cards come before anybody's next decision: the draft can't be taken back then."""
    step = kernel.submit(draft.base.rules, draft.base.position, draft.seat, draft.keys)
    first, *more = (*step.closed, step.game)
    entered: Sequence[kernel.Entry] = first.log[len(draft.base.position.log) :]
    return any(entry.seat == CHANCE for entry in (*entered, *(entry for game in more for entry in game.log)))
