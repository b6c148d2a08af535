"""Preview a draft for its owner: the order, its effects, its cost, and what follows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.language.words import say
from bot.orders import autofill
from bot.orders.draft import Draft
from bot.people.caller import Caller
from bot.replies.mark import Mark
from bot.replies.out_of_date import refuse_moved
from bot.replies.panel import Panel
from bot.replies.reply import Refused, Reply
from bot.replies.text import MAX_TEXT, clip_label, cut_text
from bot.session.loaded_game import LoadedGame, list_choices, title_seat
from bot.story import turn_text
from bot.story.announce import describe_open_card
from bot.story.standings import list_moves
from bot.story.turn_text import TurnLine
from rules.asking import DONE
from rules.chance import Draw, Roll
from rules.kernel import Game, Rules, View
from rules.orders.questions import REMARK
from rules.words import told as as_read

NAMED = 60  # characters of an order on the button that confirms it
LETTERS = {"- ": 33, "-# ": 46, "": 39}  # in a row of a phone: of a point, of small print, of anything else
MARKS = re.compile(r"\*\*|[`_~]|(?<=<@)\d+(?=>)")  # what is not read
ROWS = 11  # of text, beside the picture of the last screen and its buttons
ROWS_SO_FAR = 17  # of what came of an order that goes on, and of its controls, two rows each
ORDER, SO_FAR = 116, 90  # characters of an order there, and of one that goes on
STEPS = 2  # rows or lines at least, of what came of it and what was left


def write_preview(draft: Draft, *, whole: bool = False, room: int = ROWS) -> Reply:
    """Write the preview of a draft: text, picture and, for a complete draft, the button that commits it.

    All orders pass here: nothing counts before it was shown with its effects. `whole`: all effects, however
    many lines; else as many rows of a phone as `room` has.
    """
    rules, seat, seen = draft.base.rules, draft.seat, draft.seen
    state, (order, *told) = seen.live.state, _told(draft, whole=whole)
    before, after = draft.base.view(seat), seen.view(seat)
    panel, closing = show_step(draft), list_changes(rules, before, after)
    if draft.complete:
        sentence, label = describe_next(draft)
        if is_hollow(draft):
            label = say("button.nothing")
        closing.append(sentence)
        panel = Panel(draft.mark, "", (), undo=True, draft=True, confirm=label, signature=draft.signature)
        panel = replace(panel, restart=draft.has_steps, change=autofill.autofill_menu(draft))
    closing += [*find_left_out(draft), *list_idle(draft)]
    closed = list_declined(draft)
    closing += [say("preview.declined", question=each) for each in (closed if whole else closed[-STEPS:])]
    closing += [say("preview.unasked", answer=each) for each in list_unasked(draft)]
    closing += [
        say("preview.note", line=as_read(line, rules.name))
        for line in rules.EXTRAS.prose.forecast(state, seat, seen.live.pending)
    ]
    opening = [say("preview"), *([order.text] if whole else cut_end(order.text))]
    story = [each.text for each in told]
    if not whole:
        story = rank_lines(rules, told, max(STEPS, room - sum(map(count_rows, [*opening, *closing]))))
    text = "\n".join([*opening, *story, *closing])
    return Reply(cut_text(text, MAX_TEXT - 200), panel, view=after, before=before, during=(), small=True)


def view_draft(draft: Draft) -> Reply:
    """All that comes of a draft as far as it goes, to be looked at: its buttons stand where it is made."""
    answer = write_preview(draft, whole=True)
    text = "\n".join([cut_text(answer.text, MAX_TEXT - 200), say("preview.shown")])
    return replace(answer, text=text, panel=None)


def describe_draft(draft: Draft, asks: Panel | None = None, *, brief: bool = False) -> str:
    """Describe what a draft leads to: its end and its last effects.

    `asks`: what follows below; `brief`: leave out the standings.
    """
    rules, (order, *told) = draft.base.rules, _told(draft)
    before, after = (at.view(draft.seat) for at in (draft.base, draft.seen))
    closing = [*([] if brief else list_changes(rules, before, after)), *find_left_out(draft)]
    taken = sum(map(count_rows, closing)) + (2 * len(asks.controls) if asks else 0)
    # it goes on, so the end of it is what the last tap has brought
    story = _last([each.text for each in told], max(STEPS, ROWS_SO_FAR - taken))
    return "\n".join([_to_its_end(order.text), *story, *closing])


def count_rows(line: str) -> int:
    """So many rows of a phone the line takes, as it is read there."""
    kind, letters = next(each for each in LETTERS.items() if line.startswith(each[0]))
    read = MARKS.sub("", line.removeprefix(kind))
    return -(-max(1, len(read)) // letters)


def fit_rows(story: Sequence[str], room: int, ranked: Sequence[int] = ()) -> list[str]:
    """Return the lines that so many rows have room for, one at least; of the others, how many they are.

    `ranked`: the places of the lines, the weightiest first, where those that come first are not.
    """
    shown: list[int] = []
    for place in ranked or range(len(story)):
        room -= count_rows(story[place])
        least = 1 if len(shown) + 1 < len(story) else -1  # a row is for the others; one is no others
        if shown and room < least:
            break
        shown.append(place)
    left, lines = len(story) - len(shown), [story[place] for place in sorted(shown)]
    return [*lines, say("preview.more", n=left)] if left else lines


def _last(story: Sequence[str], room: int) -> list[str]:
    """Return the last lines that so many rows have room for, one at least.

    Before them, how many the others are.
    """
    return fit_rows(story[::-1], room)[::-1]


def rank_lines(rules: Rules, told: Sequence[TurnLine], room: int) -> list[str]:
    """Return the lines that matter most, as many as fit, in their order, and the number of the others.

    The game says which weigh most and least. The last lines come next, because the order already shows how it
    begins.
    """
    most, least = rules.EXTRAS.prose.weighty, rules.EXTRAS.prose.slight

    def rank(place: int) -> tuple[bool, bool, int]:
        kind = told[place].kind
        return kind in least, kind not in most, -place

    ranked = sorted(range(len(told)), key=rank)
    return fit_rows([each.text for each in told], room, ranked)


def cut_end(order: str) -> list[str]:
    """Return an order.

    Where it is long whole words of its beginning, as much as the last screen has room for, and where all of
    it stands.
    """
    begun = order[:ORDER].rpartition(" ")[0].rstrip(" ,;")
    return [order] if len(order) <= ORDER else [f"{begun} …", say("preview.order_on")]


def _to_its_end(order: str) -> str:
    """Return an order that goes on, its end where it is long."""
    head, bold, line = order.rpartition("**")
    if len(line) <= SO_FAR:
        return order
    return f"{head}{bold} … {line[-SO_FAR:].partition(' ')[2]}"


def find_left_out(draft: Draft) -> list[str]:
    """Return what was chosen and can't be done, each with its reason."""
    return [say("draft.left_out", why=why) for why in draft.left_out]


def _told(draft: Draft, *, whole: bool = False) -> list[TurnLine]:
    """Return what was entered and its effects, at least one line.

    Without `whole` it leaves out what the preview says elsewhere. Of what can't be undone it returns the
    order alone.
    """
    rules, game, first = draft.base.rules, draft.now.position, len(draft.base.position.log)
    if draft.lasting is None:
        without = () if whole else rules.EXTRAS.prose.bookkeeping
        goes_on = not draft.complete
        found = turn_text.tell_by_kind(
            rules, game, first, reader=draft.reader, goes_on=goes_on, without=without
        )
        return found or [TurnLine(say("order", seat=title_seat(rules, draft.seat), line=say("line.done")))]
    line = turn_text.write_order(rules, game, first, draft.seat, draft.reader)
    return [TurnLine(say("order", seat=title_seat(rules, draft.seat), line=line))]


def show_draft(draft: Draft, *, plain: bool = False) -> Reply:
    """Return the draft with its next question, or whole with what confirms it."""
    return write_preview(draft) if draft.complete else _going_on(draft, show_step(draft, plain=plain))


def _going_on(draft: Draft, asks: Panel | None, opening: Sequence[str] = ()) -> Reply:
    return Reply("\n".join([*opening, describe_draft(draft, asks), *describe_open_card(draft.now)]), asks)


def show_step(draft: Draft, *, plain: bool = False) -> Panel | None:
    """Return the open question after a draft that is not whole, with what may be changed before it."""
    panel = draft.build_panel(plain=plain)
    return None if panel is None else replace(panel, change=autofill.autofill_menu(draft))


def show_undone(again: Draft, line: str, user_id: int) -> Reply:
    """Return the answer to an undo, with the order as the draft `again` if the caller may change it."""
    struck = say("undone.yours", line=line)
    if not again.keys:
        return Reply(struck, again.base.build_panel(user_id))
    opening = [struck, say("undone.draft")]
    if again.complete:
        whole = write_preview(again)
        return replace(whole, text=cut_text("\n".join([*opening, whole.text]), MAX_TEXT - 200))
    return _going_on(again, show_step(again), opening)


def refuse_elsewhere(draft: Draft, mark: Mark) -> Refused:
    """Return what to say of a button that stands at another place than the draft."""
    back = build_my_turn_panel(draft.base)
    if not draft.key_dropped and mark == draft.base.mark and draft.keys:
        return Refused(say("draft.waiting", so_far=describe_draft(draft)), back)
    return refuse_moved(back)


def build_my_turn_panel(at: LoadedGame) -> Panel:
    """Build the panel below an answer to an old button: only the way to the open question."""
    return Panel(at.mark, "", own=say("button.open"))


def is_quiet(draft: Draft) -> bool:
    """Return whether a draft is whole and no dice or cards wait for it."""
    return draft.complete and not isinstance(draft.now.live.pending, Roll | Draw)


def may_count(draft: Draft) -> bool:
    """Whether a draft is whole, and none of its answers does nothing: it need not be shown first."""
    return draft.complete and not list_idle(draft)


def list_odds(draft: Draft) -> list[str]:
    """Return what the dice that wait for a draft may bring; nothing where none do."""
    pending = draft.now.live.pending
    if not isinstance(pending, Roll):
        return []
    rules = draft.base.rules
    notes = rules.EXTRAS.prose.forecast(draft.now.live.state, draft.seat, pending)
    return [say("preview.note", line=as_read(line, rules.name)) for line in notes]


def is_hollow(draft: Draft) -> bool:
    """True for an order that does nothing: a Command in no space, say."""
    return any(given.key == DONE and given.ask.presentation.hollow for given in draft.answers)


def list_idle(draft: Draft) -> list[str]:
    """Return the answers of a draft that do nothing, with the reason."""
    name = draft.base.rules.name
    return [
        say("preview.idle", answer=name(given.key), why=given.idle.read(name))
        for given in draft.answers
        if given.idle is not None
    ]


def list_declined(draft: Draft) -> list[str]:
    """The questions that the draft closes with nothing chosen in this turn, though something could have
    been."""
    rules, base, answered, found = draft.base.rules, draft.base.position, set[str](), list[str]()
    before = {
        each.topic
        for each in list_choices(rules, base)
        if each.seat == draft.seat and base.log[each.entry].key != DONE
    }
    for given in draft.answers:
        if given.key != DONE:
            answered.add(given.ask.kind)
        elif given.ask.topic in before or given.ask.kind in answered:
            continue
        elif not given.forced and given.place not in draft.origins.filled:
            asked, mark, _ = given.ask.prompt.read(rules.name).partition("?")
            found.append(f"{asked}{mark or ':'}")  # what is true beside it may have changed since
    return found


def list_unasked(draft: Draft) -> list[str]:
    """What else could have been chosen where nothing was filled in for a question that is asked alone: a
    choice of its own."""
    alone = [given for given in draft.answers if given.ask.presentation.alone]
    taken = {given.ask.kind for given in alone if given.key != DONE}
    left = [given for given in alone if given.place in draft.origins.filled and given.ask.kind not in taken]
    return list(dict.fromkeys(other.label for given in left for other in given.others))


def list_changes(rules: Rules, before: View, after: View) -> list[str]:
    """Return a line for each seat of which something new is to be said: what was said instead, and that."""
    then, found = dict(before.standing), []
    for seat, new in after.standing:
        old, come = list_moves(then[seat], new)
        if come:
            found.append(say("preview.standing", seat=title_seat(rules, seat), before=old, after=come))
    return found


def describe_next(draft: Draft) -> tuple[str, str]:
    """Return what comes right after a complete draft, and what the button says that commits it."""
    order = clip_label(name_changes(draft), NAMED)
    if draft.base.judged and _leaves_nothing(draft):
        return say("preview.judged"), say("button.confirm", order=order)
    if draft.lasting is not None:
        return say("preview.final"), say("button.final", order=order)
    rules, due = draft.base.rules, draft.outcome.due
    if due is not None:
        what = due.prompt.read(rules.name)
        if isinstance(due, Draw):
            what = what[:1].lower() + what[1:]  # it goes on a sentence
            return say("preview.draw", what=what), say("button.final", order=order)
        return say("preview.roll", what=what), say("button.roll")
    asked = draft.base.move_to_step(draft.outcome.step).ask
    if asked is None:
        return say("preview.over"), say("button.final", order=order)
    if asked.seat == draft.seat:
        question = asked.prompt.read(rules.name)
        return say("preview.yours", question=question), say("button.confirm", order=order)
    seat, confirm = rules.name(asked.seat), say("button.confirm", order=order)
    if draft.outcome.step.game.turn > draft.base.position.turn:
        return say("preview.other", seat=seat), confirm
    return say("preview.goes_on", seat=seat), confirm  # with this very order


def _leaves_nothing(draft: Draft) -> bool:
    """Return whether chance or another seat comes next."""
    asked = draft.base.move_to_step(draft.outcome.step).ask
    return draft.outcome.due is not None or asked is None or asked.seat != draft.seat


def name_changes(draft: Draft) -> str:
    """Return an order as its button names it: by what is done, or else by its answers, as many as fit."""
    if all(entry.key == DONE for entry in draft.now.position.log[len(draft.base.position.log) :]):
        return say("line.done")
    chosen = [given for given in draft.answers if not given.forced and given.key != DONE]
    acts = [given for given in chosen if given.ask.presentation.form == "act"]
    done = [given for given in acts if given.key not in given.ask.presentation.frames]
    named = done or acts or chosen
    if not named and any(given.key == DONE and not given.forced for given in draft.answers):
        return say("button.none")
    named = named or draft.answers
    first, *others = [REMARK.sub("", given.said) for given in named]
    text = first[:1].upper() + first[1:]
    for label in others:
        if len(text) + len(label) + len(", , …") > NAMED:
            return f"{text}, …"
        text = f"{text}, {label}"
    return text


def show_handed_on(caller: Caller, now: LoadedGame, seat: str, line: str, previous: Game | None) -> Reply:
    """Show the player who has just finished who decides now, perhaps they themselves in another seat."""
    if not now.asked:
        return Reply(say("done.over", line=line))
    if (panel := now.build_panel(caller.user_id)) is not None:
        own = panel.undo or now.can_undo(seat, previous)  # the seats of one person take turns
        return Reply(say("done", line=line), replace(panel, undo=own))
    done = say("done.other", line=line, seat=now.rules.name(now.asked))
    return Reply(done, Panel(now.mark, "", (), now.can_undo(seat, previous)))
