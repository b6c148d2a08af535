"""What a draft would do: the order, what comes of it, what it costs, and what follows. For its owner only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot import announce
from bot.announce import LIMIT
from bot.answers import BUTTONS, Answer, Mark, Panel, Refused, cut
from bot.draft import Draft
from bot.seated import titled
from bot.words import say
from rules import kernel
from rules.asking import DONE
from rules.chance import Draw, Roll
from rules.extras import forecast
from rules.kernel import CHANCE, Ask, Option, Rules, View
from rules.ways import JOINT, LABEL


def preview(draft: Draft) -> Answer:
    """A draft as far as it goes: text, picture, and once it is complete the button that commits it."""
    rules, seat, state = draft.base.rules, draft.seat, draft.now.live.state
    told = announce.told(rules, draft.now.position, draft.base.began(), seat=seat)
    before, after = rules.view(draft.base.live.state, seat), rules.view(state, seat)
    parts = [say("preview"), *told, *changes(rules, before, after)]
    panel = step_panel(draft)
    if draft.complete:
        sentence, label = follows(draft)
        if is_hollow(draft):
            label = say("button.nothing")
        parts.append(sentence)
        panel = Panel(draft.mark, "", (), undo=True, draft=True, confirm=label)
    parts += [say("preview.declined", question=question) for question in declined(draft)]
    parts += [say("preview.note", line=line) for line in forecast(rules, state, seat, draft.now.live.pending)]
    return Answer(cut("\n".join(parts), LIMIT - 200), panel, view=after, before=before)


def step_panel(draft: Draft, *, plain: bool = False) -> Panel | None:
    """The question that waits after a draft. A step that ends the order confirms it with the same tap, as
    long as it reveals nothing and leaves out nothing."""
    panel = draft.panel(plain=plain)
    if panel is None or not draft.keys or plain:
        return panel
    ends = [
        option
        for option in panel.options
        if option.key in panel.ends
        and len(say("button.sure", way=option.label)) <= LABEL
        and _closes(draft, option.key)
    ]
    if not ends:
        return panel
    sure = tuple(replace(option, label=say("button.sure", way=option.label)) for option in ends)
    options = [option for option in panel.options if option not in ends]
    room = BUTTONS - len(options) - len(sure) - bool(panel.apart)
    if room > 0 and all(option.key != DONE for option in (*options, *sure)):
        options.append(Option(DONE, draft.base.rules.name(DONE)))  # the way to the preview
    return replace(panel, options=tuple(options), sure=sure)


def _closes(draft: Draft, way: str) -> bool:
    """True where this way, which begins with "done", ends the draft, and nobody needs to look at it again."""
    keys = way.split(JOINT)
    if keys[0] != DONE:
        return False
    grown = draft.plus(keys)
    return is_quiet(grown) and not declined(grown) and not reveals(grown)


def so_far(draft: Draft) -> str:
    """What a draft has come to."""
    rules = draft.base.rules
    told = announce.told(rules, draft.now.position, draft.base.began(), seat=draft.seat)
    before, after = (rules.view(at.live.state, draft.seat) for at in (draft.base, draft.now))
    return "\n".join([*told, *changes(rules, before, after)]) or say("done", line=" ".join(draft.keys))


def shown(draft: Draft, *, plain: bool = False) -> Panel | None:
    """The draft's next question, or what confirms it."""
    return preview(draft).panel if draft.complete else step_panel(draft, plain=plain)


def elsewhere(draft: Draft, mark: Mark) -> Refused:
    """What to say of a button that stands at another place than the draft."""
    if draft.lost:
        return Refused(say("draft.lost"), shown(draft))
    if mark == draft.base.mark and draft.keys:
        return Refused(say("draft.waiting", so_far=so_far(draft)), shown(draft))
    return Refused(say("stale"), shown(draft))


def is_quiet(draft: Draft) -> bool:
    """True where a draft is whole and no dice or cards wait for it."""
    return draft.complete and not isinstance(draft.now.live.pending, Roll | Draw)


def is_hollow(draft: Draft) -> bool:
    """True for an order that does nothing: a Command in no space, say."""
    live = kernel.resume(draft.base.rules, draft.base.position)
    for key in draft.keys:
        if key == DONE and isinstance(live.pending, Ask) and live.pending.hollow:
            return True
        live.enter(draft.seat, key)
    return False


def declined(draft: Draft) -> list[str]:
    """The questions that the draft closes with nothing chosen, though something could have been."""
    rules, answered, found = draft.base.rules, set[str](), list[str]()
    live = kernel.resume(rules, draft.base.position)
    for key in draft.keys:
        ask = live.pending
        if isinstance(ask, Ask) and not ask.forced:
            if key != DONE:
                answered.add(ask.prompt.text)
            elif not any(text.startswith(ask.prompt.text) for text in answered):
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
    seat, question = rules.name(asked.seat), asked.prompt.read(rules.name)
    if asked.seat == draft.seat:
        return say("preview.yours", question=question), say("button.confirm")
    return say("preview.other", seat=seat, question=question), say("button.confirm")


def reveals(draft: Draft) -> bool:
    """True where dice or cards come before anybody's next decision: the draft can't be taken back then."""
    step = kernel.submit(draft.base.rules, draft.base.position, draft.seat, draft.keys)
    first, *more = (*step.closed, step.game)
    entered: Sequence[kernel.Entry] = first.log[len(draft.base.position.log) :]
    return any(entry.seat == CHANCE for entry in (*entered, *(entry for game in more for entry in game.log)))
