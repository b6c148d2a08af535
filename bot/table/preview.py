"""What a draft would do: the order, what comes of it, what it costs, and what follows. For its owner only."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.language.words import say
from bot.table import announce
from bot.table.announce import LIMIT
from bot.table.answers import BUTTONS, Answer, Mark, Panel, Refused, cut
from bot.table.draft import Draft
from bot.table.position import titled
from rules.asking import DONE
from rules.chance import Draw, Roll
from rules.face import Stand
from rules.kernel import Option, Rules, View
from rules.orders.ways import JOINT, LABEL
from rules.words import told as as_read


def preview(draft: Draft) -> Answer:
    """A draft as far as it goes: text, picture, and once it is complete the button that commits it."""
    rules, seat, seen = draft.base.rules, draft.seat, draft.seen
    state, told = seen.live.state, _told(draft)
    before, after = rules.view(draft.base.live.state, seat), rules.view(state, seat)
    parts = [say("preview"), *told, *changes(rules, before, after)]
    panel = step_panel(draft)
    if draft.complete:
        sentence, label = follows(draft)
        if is_hollow(draft):
            label = say("button.nothing")
        parts.append(sentence)
        panel = Panel(draft.mark, "", (), undo=True, draft=True, confirm=label)
    parts += idle(draft)
    parts += [say("preview.declined", question=question) for question in declined(draft)]
    parts += [
        say("preview.note", line=as_read(line, rules.name))
        for line in rules.EXTRAS.forecast(state, seat, seen.live.pending)
    ]
    return Answer(cut("\n".join(parts), LIMIT - 200), panel, view=after, before=before, during=())


def step_panel(draft: Draft, *, plain: bool = False) -> Panel | None:
    """The question that waits after a draft. Where "done" could be said, a step that ends the order confirms
    it with the same tap, as long as it reveals nothing and leaves out nothing."""
    panel, ask = draft.panel(plain=plain), draft.now.ask
    if panel is None or ask is None or not draft.keys or plain or DONE not in ask.menu():
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
    """True where this way ends the draft, and nobody needs to look at it again."""
    grown = draft.plus(way.split(JOINT))
    return is_quiet(grown) and not declined(grown) and not reveals(grown) and not idle(grown)


def so_far(draft: Draft) -> str:
    """What a draft has come to."""
    rules, told = draft.base.rules, _told(draft)
    before, after = (rules.view(at.live.state, draft.seat) for at in (draft.base, draft.seen))
    return "\n".join([*told, *changes(rules, before, after)]) or say("done", line=" ".join(draft.keys))


def _told(draft: Draft) -> list[str]:
    """The order so far and what comes of it; of what will not be taken back, the order alone."""
    rules, first = draft.base.rules, draft.base.began()
    if draft.lasting is None:
        return announce.told(rules, draft.now.position, first, reader=draft.reader)
    line = announce.said(rules, draft.now.position, first, draft.seat, draft.reader)
    return [say("order", seat=titled(rules, draft.seat), line=line)]


def shown(draft: Draft, *, plain: bool = False) -> Panel | None:
    """The draft's next question, or what confirms it."""
    return preview(draft).panel if draft.complete else step_panel(draft, plain=plain)


def undone(again: Draft, line: str, user_id: int) -> Answer:
    """What the one reads who has taken an order back, which is his draft `again`, if he may go on with it."""
    struck = say("undone.yours", line=line)
    if not again.keys:
        return Answer(struck, again.base.panel(user_id))
    opening = "\n".join([struck, say("undone.draft")])
    if again.complete:
        whole = preview(again)
        return replace(whole, text=cut(f"{opening}\n{whole.text}", LIMIT - 200))
    return Answer(f"{opening}\n{so_far(again)}", step_panel(again))


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


def odds(draft: Draft) -> list[str]:
    """What the dice that wait for a draft may bring; nothing where none do."""
    pending = draft.now.live.pending
    if not isinstance(pending, Roll):
        return []
    rules = draft.base.rules
    notes = rules.EXTRAS.forecast(draft.now.live.state, draft.seat, pending)
    return [say("preview.note", line=as_read(line, rules.name)) for line in notes]


def is_hollow(draft: Draft) -> bool:
    """True for an order that does nothing: a Command in no space, say."""
    return any(given.key == DONE and given.ask.hollow for given in draft.given)


def idle(draft: Draft) -> list[str]:
    """The answers of a draft that do nothing, with the reason."""
    name = draft.base.rules.name
    return [
        say("preview.idle", answer=name(given.key), why=given.idle.read(name))
        for given in draft.given
        if given.idle is not None
    ]


def declined(draft: Draft) -> list[str]:
    """The questions that the draft closes with nothing chosen, though something could have been."""
    rules, answered, found = draft.base.rules, set[str](), list[str]()
    for ask, key, forced, _ in draft.given:
        if not forced:
            if key != DONE:
                answered.add(ask.kind)
            elif ask.kind not in answered:
                found.append(ask.prompt.read(rules.name))
    return found


def changes(rules: Rules[Any], before: View, after: View) -> list[str]:
    """A line for each seat of which something new is to be said: what was said instead, and that."""
    then, found = dict(before.standing), []
    for seat, new in after.standing:
        was = then[seat]
        gone, come = (
            Stand(part for part in one if part not in other) for one, other in ((was, new), (new, was))
        )
        if come:
            old = gone or was[:1]
            found.append(say("preview.standing", seat=titled(rules, seat), before=old, after=come))
    return found


def follows(draft: Draft) -> tuple[str, str]:
    """What comes right after a complete draft, and what the button says that commits it."""
    if draft.lasting is not None:
        return say("preview.final"), say("button.final")
    rules, due = draft.base.rules, draft.outcome.due
    if due is not None:
        what = due.prompt.read(rules.name)
        if isinstance(due, Draw):
            what = what[:1].lower() + what[1:]  # it goes on a sentence
            return say("preview.draw", what=what), say("button.final")
        return say("preview.roll", what=what), say("button.roll")
    asked = draft.base.after(draft.outcome.step).ask
    if asked is None:
        return say("preview.over"), say("button.final")
    if asked.seat == draft.seat:
        return say("preview.yours", question=asked.prompt.read(rules.name)), say("button.confirm")
    return say("preview.other", seat=rules.name(asked.seat)), say("button.confirm")


def reveals(draft: Draft) -> bool:
    """True where dice or cards come before anybody's next decision: the draft can't be taken back then."""
    return draft.outcome.due is not None
