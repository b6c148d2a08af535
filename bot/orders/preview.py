"""Write the preview of a draft for its owner: the order, its effects, its cost, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.language.words import join_names, say
from bot.orders import autofill
from bot.orders.draft import DESTINATION, Draft
from bot.orders.forecast import find_roll_sight, list_forecast, list_warnings, rolls_elsewhere
from bot.orders.order_name import name_acts, name_order, write_draft
from bot.orders.undo import describe_terms
from bot.people.caller import Caller
from bot.replies.panel import Panel
from bot.replies.reply import Reply
from bot.replies.rows import count_rows, fit_all
from bot.replies.text import MAX_BODY, clip_order, cut_text, drop_sentences, fit_above, write_clause
from bot.session.loaded_game import LoadedGame, is_side_act, list_choices, name_seat, title_seat
from bot.story import order_text, turn_text
from bot.story.board_posts import describe_open_card
from bot.story.standings import compare_standings
from bot.story.turn_text import TurnLine
from rules.asking import DONE
from rules.chance import Draw, Roll
from rules.kernel import Game, Rules, View
from rules.orders.tokenizer import REMARK
from rules.words import cut_question

ROWS = 16  # a preview has at most this many rows of text on a phone; buttons and a picture need room too
ROWS_CHANGE = 1  # the menu of filled-in answers takes as much room as this many rows
ROWS_SO_FAR = 17  # rows for an incomplete draft's effects and controls; a control takes 2 rows
ROWS_PICTURED = 9  # if the question has a picture, the picture takes this many rows of `ROWS_SO_FAR`
ROWS_GAINS = 10  # but gains and losses (`Prose.weighty`) may take up to this many rows
ORDER = 116  # if a complete draft's whole order doesn't fit, it is cut to this many characters
SO_FAR = 90  # of an incomplete draft's order, only about this many characters at the end are shown
STEPS = 2  # effects get at least this many rows; declined questions and illegal answers at most this many


def write_preview(draft: Draft, *, whole: bool = False, opening: Sequence[str] = ()) -> Reply:
    """Write the preview of a draft: a text and a picture. A complete draft gets the button that commits it.

    `opening` has the lines above the order; if it is empty, the usual line is used. With `whole`, each effect
    has its own line, even if the lines on standings say the same. Without `whole`, effects that differ in one
    thing share a line, and the text has about `ROWS` rows at most.
    """
    rules, seat, seen = draft.base.rules, draft.seat, draft.seen
    order, *told = describe_order(draft, whole=whole)
    before, after = draft.base.view(seat), seen.view(seat)
    panel, changes = show_step(draft), list_changes(rules, before, after, seat)
    own = list_changes(rules, before, after, seat, others=False)
    others, closing = changes[len(own) :], list_warnings(draft)
    if draft.complete:
        sentence, label = describe_next(draft)
        closing += filter(None, [sentence])
        panel = replace(_build_confirm_panel(draft, label), change=autofill.autofill_menu(draft))
    left_out = find_left_out(draft)
    closing += [*(left_out if whole else fit_all(left_out, STEPS)), *list_idle(draft)]
    closed = list_declined(draft, said=bool(order.text))
    declined = [say("preview.declined", question=each) for each in (closed if whole else closed[-STEPS:])]
    closing += declined
    closing += [say("preview.unasked", question=each) for each in list_unasked(draft)]
    forecast = list_forecast(draft)
    closing += forecast
    opening, story = opening or [say("preview")], [each.text for each in told]
    line, reached = [order.text], list_reached(draft)
    if not whole:
        room = ROWS - sum(map(count_rows, [*opening, *own, *closing]))
        room -= ROWS_CHANGE if panel is not None and panel.change is not None else 0
        every = draft.complete
        gains = _count_gains(rules, told, seat)
        least = [*rank_lines(rules, told, STEPS, seat, every=every), *fit_all(others, STEPS, every=every)]
        if count_rows(order.text) + sum(map(count_rows, least)) > room:
            line = shorten_order(draft, order.text)
        if sum(map(count_rows, [*line, *least])) > room:
            closing = [each for each in closing if each not in declined[:-1]]
        room -= sum(map(count_rows, line))
        left = room - sum(map(count_rows, fit_all(others, STEPS, every=every)))
        story = rank_lines(rules, told, max(STEPS, left, min(gains, left + 1)), seat, every=every)
        others = fit_all(others, max(STEPS, room - sum(map(count_rows, story))), every=every)
        room -= sum(map(count_rows, [*story, *others]))
        reached = reached[:STEPS] if sum(map(count_rows, reached[:STEPS])) <= room else []
        if (over := -room) > 0:
            closing = [*closing[: len(closing) - len(forecast)], *_fold_forecast(forecast, over)]
    lines = [*opening, *line, *story, *own, *others, *reached, *closing]
    text = cut_text("\n".join(lines), MAX_BODY)
    if draft.complete and panel is not None and (battle := find_roll_sight(draft)) is not None:
        return Reply(text, replace(panel, picture=battle.kind, around=battle.around, drawn=after), fits=True)
    return Reply(text, panel, view=after, before=before, during=(), small=True, fits=True)


def _fold_forecast(lines: Sequence[str], over: int) -> list[str]:
    """Return lines on what may come after an order, without lines that together take `over` rows.

    The first line stays, because it is the most important. A last line says where to read the others.
    """
    hint, kept = say("preview.odds_on"), [*lines]
    while len(kept) > 1 and over > 0:
        over -= count_rows(kept.pop())
        if len(kept) == len(lines) - 1:
            over += count_rows(hint)
    return kept if len(kept) == len(lines) else [*kept, hint]


def write_changed_preview(draft: Draft, signature: str) -> Reply:
    """Write a complete draft's preview again, because the game has changed since the last preview.

    `signature` is the draft's signature in the last preview. If only side acts have come since that preview,
    tell these side acts above the order.
    """
    seen, told = draft.count_seen(signature), list[str]()
    if seen is not None:
        rules, game = draft.base.rules, draft.base.position
        told = turn_text.tell_turn(rules, game, seen, only=is_side_act)
    since = [say("draft.since"), *told] if told else [say("draft.changed")]
    return write_preview(draft, opening=[*since, say("draft.still")])


def view_draft(draft: Draft) -> Reply:
    """Write all effects of a draft so far. The reply has no buttons, because the draft's message has them."""
    answer = write_preview(draft, whole=True)
    text = fit_above(answer.text, say("preview.shown"))
    return replace(answer, text=text, panel=None)


def describe_draft(draft: Draft, asks: Panel | None = None, *, brief: bool = False) -> str:
    """Return the end of an unfinished order, and its last effects.

    `asks` is the panel below the text; it takes room from the text. With `brief`, leave out the standings
    and the forecast.
    """
    rules, (order, *told) = draft.base.rules, describe_order(draft)
    before, after = (at.view(draft.seat) for at in (draft.base, draft.seen))
    standings = [] if brief else list_changes(rules, before, after, draft.seat)
    closing = [*standings, *([] if brief else list_forecast(draft)), *find_left_out(draft)]
    taken = sum(map(count_rows, closing)) + (2 * len(asks.controls) if asks else 0)
    taken += ROWS_PICTURED if asks and asks.picture else 0
    # Gains and losses come first and get more room, so that the lines explain the standings. Then come the
    # effects of the last tap.
    least = _count_gains(rules, told)
    story = rank_lines(rules, told, max(STEPS, least, ROWS_SO_FAR - taken), draft.seat)
    return "\n".join([cut_beginning(order.text), *story, *closing])


def _count_gains(rules: Rules, told: Sequence[TurnLine], own: str = "") -> int:
    """Return how many rows gains and losses need, plus one for other effects; 0 without gains or losses.

    `own`: count only those of this seat.
    """
    weighty = [each for each in told if each.kind in rules.EXTRAS.prose.weighty]
    rows = sum(count_rows(each.text) for each in weighty if not own or own in each.names)
    return min(rows + 1, ROWS_GAINS) if rows else 0


def rank_lines(
    rules: Rules, told: Sequence[TurnLine], room: int, own: str = "", *, every: bool = False
) -> list[str]:
    """Return the most important lines that fit, in the order of `told`, and a line that names the others.

    The game says which kinds of lines are most and least important. Among equal lines, those on the seat
    `own` are more important. Then later lines are, because readers can guess the first effects from the
    order itself. `fit_all` explains `every`.
    """
    most, least = rules.EXTRAS.prose.weighty, rules.EXTRAS.prose.slight

    def rank(place: int) -> tuple[bool, bool, bool, int]:
        kind = told[place].kind
        return kind in least, kind not in most, own not in told[place].names, -place

    ranked = sorted(range(len(told)), key=rank)
    return fit_all([each.text for each in told], room, ranked, every=every)


def shorten_order(draft: Draft, order: str) -> list[str]:
    """Return a long order as lines: all acts and places, and as many details as there is room for.

    `order` is the whole order. An order with fewer than two acts is cut after a clause.
    """
    short = say(
        "order",
        seat=title_seat(draft.base.rules, draft.seat, draft.now.position),
        line=write_draft(draft, room=ORDER),
    )
    lines = [short, say("preview.order_on")]
    if len(name_acts(draft)) > 1:
        return [order] if sum(map(count_rows, lines)) >= count_rows(order) else lines
    return cut_end(order)


def cut_end(order: str) -> list[str]:
    """Return an order as lines. A long order is cut after a clause, and a hint says where to read the rest.

    The order stays whole if the cut order and the hint would need as many rows as the whole order.
    """
    begun, hint = clip_order(order, ORDER, ORDER), say("preview.order_on")
    return [order] if count_rows(begun) + count_rows(hint) >= count_rows(order) else [begun, hint]


def cut_beginning(order: str) -> str:
    """Return an unfinished order. If it is long, return only its end after "**Red**, so far:"."""
    seat, bold, line = order.rpartition("**")
    frame, colon, acts = line.partition(": ") if bold else ("", "", line)
    end = drop_sentences(acts, SO_FAR)
    return order if end == acts else f"{seat}{bold}{frame}{colon}{end}"


def find_left_out(draft: Draft) -> list[str]:
    """Return a line for each reason why chosen answers are not legal. It names these answers."""
    found = draft.left_out.items()
    return [say("draft.left_out", answers=join_names(answers), why=why) for why, answers in found]


def describe_order(draft: Draft, *, whole: bool = False) -> list[TurnLine]:
    """Return the line of the order, and below it the lines of its effects.

    With `whole`, include effects that other lines of the preview tell too. If the preview hides the outcome,
    return only the line of the order.
    """
    rules, game, first = draft.base.rules, draft.now.position, len(draft.base.position.log)

    def tell(*without: str, merged: bool = not whole) -> list[TurnLine]:
        return turn_text.tell_by_kind(
            rules,
            game,
            first,
            reader=draft.reader,
            goes_on=not draft.complete,
            without=without,
            merged=merged,
            deeds=False,
            echoes=whole or not draft.complete,
        )

    if draft.veiled is None:
        prose = rules.EXTRAS.prose
        if whole or not draft.complete:
            found = tell(*(() if whole else prose.bookkeeping))
        else:
            without = [kind for kind in prose.bookkeeping if kind not in prose.slight]
            slight = [line for line in tell(*without, merged=False) if line.kind in prose.slight]
            # A gain or cost gets no line of its own, because the line on the standing says the same. But if
            # one thing was gained or spent more than once, the line on the standing has only the sum.
            kinds, things = {line.kind for line in slight}, {line.names for line in slight}
            summed = len(kinds) > 1 or len(things) < len(slight)
            found = tell(*without) if summed else tell(*prose.bookkeeping, *prose.slight)
        return found or [
            TurnLine(say("order", seat=title_seat(rules, draft.seat, game), line=say("line.done")))
        ]
    line = order_text.write_order(rules, game, first, draft.seat, draft.reader)
    return [TurnLine(say("order", seat=title_seat(rules, draft.seat, game), line=line))]


def show_draft(draft: Draft, *, plain: bool = False) -> Reply:
    """Return an unfinished draft with its next question, or the preview of a complete draft."""
    return write_preview(draft) if draft.complete else _show_unfinished(draft, show_step(draft, plain=plain))


def _show_unfinished(draft: Draft, asks: Panel | None, opening: Sequence[str] = ()) -> Reply:
    """Return an unfinished draft with its next question and the open card."""
    pictured = asks is not None and asks.picture and not asks.marks and not asks.around  # the card's picture
    card = [] if pictured else describe_open_card(draft.now)
    return Reply("\n".join([*opening, describe_draft(draft, asks), *card]), asks)


def show_step(draft: Draft, *, plain: bool = False) -> Panel | None:
    """Return the panel of a draft with the menu for filled-in answers; None if the draft is complete."""
    panel = draft.build_panel(plain=plain)
    return None if panel is None else replace(panel, change=autofill.autofill_menu(draft))


def show_undone(again: Draft, line: str, user_id: int) -> Reply:
    """Return the reply to an undo. `line` is the undone order. `again` is the draft after the undo."""
    struck = say("undone.yours", line=line)
    if not again.keys:
        return Reply(struck, again.base.build_panel(user_id))
    opening = [struck, say("undone.draft")]
    if again.complete:
        whole = write_preview(again)
        return replace(whole, text=cut_text("\n".join([*opening, whole.text]), MAX_BODY))
    return _show_unfinished(again, show_step(again), opening)


def _build_confirm_panel(draft: Draft, label: str) -> Panel:
    """Return the panel of a complete draft, with the button that commits the draft.

    The button's text is `label`. If the order does nothing, the button says so instead.
    """
    label = say("button.nothing") if is_hollow(draft) else label
    panel = Panel(draft.mark, "", (), undo=True, draft=True, confirm=label, signature=draft.signature)
    return replace(panel, restart=draft.has_steps)


def is_quiet(draft: Draft) -> bool:
    """Return whether a draft is complete, and no dice or cards follow."""
    return draft.complete and not isinstance(draft.now.live.pending, Roll | Draw)


def may_count(draft: Draft) -> bool:
    """Return whether the bot may commit a draft without a preview.

    The draft must be complete, and each answer must have an effect.
    """
    return draft.complete and not list_idle(draft)


def is_hollow(draft: Draft) -> bool:
    """Return whether an order does nothing, such as a Command in no space."""
    return any(given.key == DONE and given.ask.presentation.hollow for given in draft.answers)


def list_idle(draft: Draft) -> list[str]:
    """Return a line for each answer of a draft that has no effect, with the reason."""
    name = draft.base.rules.name
    idle = [(given, given.idle.read(name)) for given in draft.answers if given.idle is not None]
    return [
        say(
            "preview.idle",
            answer=REMARK.sub("", given.ask.words(given.key).read(name)),
            why=write_clause(why),
        )
        for given, why in idle
    ]


def list_reached(draft: Draft) -> list[str]:
    """Return a line for each place where pieces go in a draft: what was there before they came."""
    name = draft.base.rules.name
    places = [
        (REMARK.sub("", given.ask.words(given.key).read(name)), given.there)
        for given in draft.answers
        if given.ask.presentation.lead == DESTINATION
    ]
    found = dict(reversed(places)).items()  # each place once, with the text of the first answer that names it
    return [say("preview.there", place=place, there=there) for place, there in found if there][::-1]


def name_closed(draft: Draft, shorter: Draft) -> str:
    """Return a text about the question that `draft` closes and `shorter` leaves open.

    Return "" if `shorter` also lacks other answers of `draft`.
    """
    undone = [given for given in draft.answers if given.place >= len(shorter.keys) and not given.forced]
    if not undone or any(given.key != DONE for given in undone):
        return ""
    prompt = undone[0].ask.prompt.read(draft.base.rules.name)
    return say("undone.closed", question=cut_question(prompt))


def list_declined(draft: Draft, *, said: bool = False) -> list[str]:
    """Return the questions that the player closes in this draft and has not answered in this turn.

    `said`: whether a sentence names the order. If the order only closes questions, the sentence names the
    first of them, and this list leaves it out.
    """
    rules, base, answered, found = draft.base.rules, draft.base.position, set[str](), list[str]()
    before = {
        each.topic
        for each in list_choices(rules, base)
        if each.seat == draft.seat and base.log[each.entry].key != DONE
    }
    named = 1 if said and all(given.key == DONE for given in draft.answers) else 0
    for given in draft.answers[named:]:
        if given.key != DONE:
            answered.add(given.ask.kind)
        elif given.ask.topic in before or given.ask.kind in answered:
            continue
        elif not given.forced and given.place not in draft.origins.filled:
            # Leave out the remark after the question, because it may be out of date.
            asked = cut_question(given.ask.prompt.read(rules.name))
            found.append(asked if asked.endswith("?") else say("preview.asked", asked=asked.rstrip(".")))
    return found


def list_unasked(draft: Draft) -> list[str]:
    """Return the questions that the bot closed by itself, without an answer of the player.

    The text of such a question says what an answer costs and brings. Return only questions that begin a new
    subject (`Presentation.alone`).
    """
    alone = [given for given in draft.answers if given.ask.presentation.alone]
    taken = {given.ask.kind for given in alone if given.key != DONE}
    left = [given for given in alone if given.place in draft.origins.filled and given.ask.kind not in taken]
    read = draft.base.rules.name
    return list(dict.fromkeys(given.ask.prompt.read(read) for given in left if given.others))


def list_changes(rules: Rules, before: View, after: View, own: str = "", *, others: bool = True) -> list[str]:
    """Return a line for each seat with a changed standing: the old and the new parts. `own` comes first.

    If `others` is False, return only the line of `own`. If a seat had no standing before, its line has only
    the new parts.
    """
    return [
        say(
            "preview.standing" if old else "preview.begins",
            seat=title_seat(rules, seat),
            before=old,
            after=new,
        )
        for seat, old, new in compare_standings(before, after, own)
        if others or seat == own
    ]


def describe_next(draft: Draft) -> tuple[str, str]:
    """Return a sentence on what comes after a complete draft, and the label of the button to commit it."""
    confirm = say("button.confirm", order=name_order(draft))
    if draft.base.judged and _passes_on(draft):
        return say("preview.judged"), confirm
    rules, due = draft.base.rules, draft.outcome.due
    asked = draft.base.move_to_step(draft.outcome.step).ask
    following = "" if asked is None else asked.seat
    undo = describe_terms(draft.base, draft.seat, everyone=reveals(draft), asked=following, chance=due)
    if draft.lasting is not None:
        final = undo if draft.veiled is None else say("preview.final", undo=undo).rstrip()
        return final, confirm
    if due is not None:
        told = [_describe_due(draft, due), *filter(None, [undo])]
        # Dice of a later turn or of another battle don't belong to this order: the button names the order.
        later = draft.outcome.due_turn != draft.base.position.turn
        own = isinstance(due, Roll) and not later and not rolls_elsewhere(draft, due)
        return " ".join(told), say("button.roll") if own else confirm
    if asked is None:
        return say("preview.over"), confirm
    if asked.seat == draft.seat:
        return say("preview.yours", question=asked.prompt.read(rules.name)), confirm
    seat = name_seat(rules, asked.seat, draft.outcome.step.game)
    if draft.outcome.step.game.turn > draft.base.position.turn:
        return say("preview.other", seat=seat, undo=undo).rstrip(), confirm
    return say("preview.goes_on", seat=seat, undo=undo).rstrip(), confirm


def _describe_due(draft: Draft, due: Roll | Draw) -> str:
    """Return a sentence on the dice or the draw that follow a complete draft."""
    what = due.prompt.read(draft.base.rules.name)
    if isinstance(due, Roll):
        return say("preview.roll", what=what)
    return say("preview.draw", what=what[:1].lower() + what[1:])  # the text stands within a sentence


def reveals(draft: Draft) -> bool:
    """Return whether a complete order is final or leads to dice or cards.

    All people in the game must agree to the undo of such an order.
    """
    return draft.lasting is not None or draft.outcome.due is not None


def _passes_on(draft: Draft) -> bool:
    """Return whether dice, a card, another seat or the end of the game comes next."""
    asked = draft.base.move_to_step(draft.outcome.step).ask
    return draft.outcome.due is not None or asked is None or asked.seat != draft.seat


def show_handed_on(caller: Caller, now: LoadedGame, seat: str, line: str, previous: Game | None) -> Reply:
    """Return the reply to a player after an order: the order, and who is asked next.

    If a person has several seats, the next question can be for them again. `previous` is the last turn
    that the order closed; None if the order closed no turn.
    """
    if not now.asked:
        return Reply(say("done.over", line=line))
    if (panel := now.build_panel(caller.user_id)) is not None:
        own = panel.undo or now.can_undo(seat, previous)  # the caller also holds `seat`
        return Reply(say("done", line=line), replace(panel, undo=own))
    done = say("done.other", line=line, seat=title_seat(now.rules, now.asked, now.position))
    return Reply(done, Panel(now.mark, "", (), now.can_undo(seat, previous)))
