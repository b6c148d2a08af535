"""Read typed orders: find the seat and the keys, and find out whether the order replaces the draft."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple, TypeVar

from bot.language.typed_line import TypedLine
from bot.language.words import join_names, say
from bot.orders.draft import Draft
from bot.orders.preview import is_quiet
from bot.orders.stale_buttons import build_draft_panel
from bot.people.caller import Caller
from bot.replies.mark import shorten_key
from bot.replies.reply import Refused
from bot.session.loaded_game import (
    LoadedGame,
    explain_spectating,
    name_holder,
    name_seat,
    read_as,
    title_seat,
)
from bot.story import order_text
from rules.asking import DONE
from rules.errors import Cut, SeveralOrders
from rules.kernel import SIDE, Ask, Game, InputError, Option, Rules, list_legal_options
from rules.orders import corrections, notation, out_of_turn, questions
from rules.orders.buttons.labels import (
    find_labelled,
    find_numbered,
    is_numbered,
    list_entries,
    spell_chain,
    split_numbers,
)
from rules.orders.buttons.lookahead import JOINT
from rules.orders.examples import write_example
from rules.orders.forced_effects import names_effects
from rules.orders.outcomes import Outcome, find_outcome
from rules.orders.tokenizer import REMARK, SHORTEST, echo, split_tokens, strip_question
from rules.words import inside

LAST_WORD = re.compile(r";\s*\w+[\s.!]*$")  # a last clause of one word, such as "; done"
MAX_REFUSALS = 4  # below the answers that can be typed, a text has at most this many reasons for refusals
T = TypeVar("T")
K = TypeVar("K")


class Asked(NamedTuple):
    """The answer to a typed order with a "?". The "?" asks for the legal answers."""

    answer: str


class SideActs(NamedTuple):
    """The keys of side acts (such as trades), and the seat that does them."""

    seat: str
    keys: Sequence[str]


class Parsed(NamedTuple):
    """An order that was understood.

    Attributes:
        on: the draft that the order continues; an empty draft if the order continues none
        keys: the keys of the order
        grown: the draft `on` with these keys added
        mended: lines about corrected mistakes and parts that were left out; "" if there are none
        meant: a line on a short name that could also mean another option; "" if there is none
        instead: whether the order replaces an earlier draft
        added: whether the order continues a draft, although it could also begin a new order
        literal: whether the order names each answer; False if the bot guessed an answer from 1 or 2 letters
    """

    on: Draft
    keys: Sequence[str]
    grown: Draft
    mended: str = ""
    instead: bool = False
    added: bool = False
    literal: bool = True
    meant: str = ""

    @property
    def side_acts(self) -> list[str]:
        """Return the keys that are side acts."""
        return [key for key in self.keys if key.startswith(SIDE)]

    @property
    def sure(self) -> bool:
        """Return whether the order may be committed without a preview.

        The order needs a preview in three cases: something was corrected or left out; the order replaces a
        draft, and dice or cards follow; an answer was guessed, and the order is final or is followed by dice
        or cards.
        """
        quiet = is_quiet(self.grown)
        unseen = self.instead and not quiet
        guessed = not self.literal and not (quiet and self.grown.lasting is None)
        return not (self.mended or unseen or guessed)


@dataclass
class Readings:
    """Reads a typed order, as it is or with corrections. Keeps the uncorrected reading of each position."""

    rules: Rules
    seat: str
    text: str
    found: dict[Game, notation.Typed | InputError] = field(default_factory=dict)

    def read(self, game: Game) -> notation.Typed:
        """Read the order as it is. Raises the errors of `notation.read_order`."""
        if game not in self.found:
            try:
                self.found[game] = notation.read_order(self.rules, game, self.seat, self.text)
            except InputError as refused:
                self.found[game] = refused
        found = self.found[game]
        if isinstance(found, InputError):
            raise found
        return found

    def correct(self, game: Game) -> corrections.Corrected:
        """Read the order with corrections. Raises the errors of `notation.read_order`."""
        try:
            return corrections.Corrected(self.text, [], self.read(game))
        except InputError as lost:
            return corrections.correct_to_end(self.rules, game, self.seat, self.text, lost)


def require_asked(caller: Caller, at: LoadedGame) -> Ask:
    """Return the open question if the caller is asked. Raises `Refused` for all other people."""
    ask = at.ask
    assert ask is not None, "a running game waits for a question"
    holder = at.stored.seat(ask.seat)
    seat = name_seat(at.rules, ask.seat, at.position)
    if holder is None:
        raise Refused(say("nobodys_decision", seat=seat))
    if not at.stored.seats_of(caller.user_id):
        raise Refused(explain_spectating(at.rules, at.stored, caller.user_id))
    if holder.user_id != caller.user_id:
        raise Refused(say("others_decision", seat=seat, holder=name_holder(at.rules, holder)))
    return ask


def read_typed(caller: Caller, draft: Draft, line: TypedLine) -> Asked | SideActs | Parsed:
    """Read a typed order.

    A text with a "?" asks for the legal answers. If the text begins with a side act and the caller isn't
    asked, it has side acts for one of the caller's seats. Any other text is an order of the asked seat. If it
    can't be read as an order, it can be the label of an offered side act.

    Raises:
        InputError: The order is not understood, ambiguous or not allowed.
    """
    at = draft.base
    if line.asks:
        deal = read_deal(caller, at, line.text)
        return Asked(_explain_typing(caller, draft, line.text) if deal is None else str(deal))
    try:
        return _read_line(caller, draft, line)
    except InputError:
        if (act := read_act_label(at, at.stored.seats_of(caller.user_id), line.text)) is not None:
            return act
        raise


def _read_line(caller: Caller, draft: Draft, line: TypedLine) -> SideActs | Parsed:
    """Read a typed order without a "?". Raises `InputError`."""
    at = draft.base
    own = at.stored.seats_of(caller.user_id)
    if at.asked in own or line.first not in at.rules.EXTRAS.trades.words:
        require_asked(caller, at)
        return read_order(draft, line)
    if not own:
        raise Refused(explain_spectating(at.rules, at.stored, caller.user_id))
    keys = notation.parse(at.rules, at.position, own[0], line.text)
    seat, _ = find_side_act(caller, at, keys[0])
    return SideActs(seat, keys if seat == own[0] else notation.parse(at.rules, at.position, seat, line.text))


def read_act_label(at: LoadedGame, own: Sequence[str], text: str) -> SideActs | None:
    """Return the side act with this label that one of these seats is offered; None if there is none."""
    for seat in own:
        if found := find_labelled(at.rules.EXTRAS.trades.offered(at.live.state, seat), text):
            return SideActs(seat, [SIDE + found[0].key])
    return None


def find_side_act(caller: Caller, at: LoadedGame, key: str) -> tuple[str, list[str]]:
    """Return the caller's seat that can do this side act, and a list with the act's key. Raises `Refused`.

    If no seat can do it, return the first seat. The attempt to carry out the act then raises an error with
    the reason.
    """
    own = at.stored.seats_of(caller.user_id)
    if not own:
        raise Refused(explain_spectating(at.rules, at.stored, caller.user_id))
    for seat in own:
        for act in at.rules.EXTRAS.trades.offered(at.live.state, seat):
            if shorten_key(SIDE + act.key) == shorten_key(key):
                return seat, [SIDE + act.key]
    return own[0], [key]


def read_deal(caller: Caller, at: LoadedGame, text: str) -> questions.Question | None:
    """Return the question after an incomplete side act at the end of a text; None if there is none."""
    seats = at.stored.seats_of(caller.user_id)
    asked = (out_of_turn.make_question(at.rules, at.live.state, seat, text) for seat in seats)
    return next((question for question in asked if question is not None), None)


def list_legal(caller: Caller, draft: Draft, text: str) -> questions.Question:
    """Return the question that comes after a part of an order, for this reader. Raises `InputError`."""
    at = draft.base
    asked = _find_help(caller, draft, text)[1]
    if at.asked in at.stored.seats_of(caller.user_id):
        return asked
    # Replace the prompt, because it says "you" to the asked player and not to this reader.
    return replace(asked, prompt=say("asked.theirs", seat=title_seat(at.rules, at.asked, at.position)))


def _find_help(caller: Caller, draft: Draft, text: str) -> tuple[Draft, questions.Question]:
    """Return the draft that a part of an order continues, and the question that comes after the part.

    Raises `InputError`.
    """
    at = draft.base
    own = read_as(at.stored, caller.user_id)
    read = partial(notation.find_help, at.rules, seat=at.asked, text=text, reader=own)
    return read_first_fit(draft, read)


def _explain_typing(caller: Caller, draft: Draft, text: str) -> str:
    """Return what can be typed after a part of an order, on short lines, with an example of a whole order.

    A reader who isn't asked gets only the legal answers. Raises `InputError`.
    """
    at = draft.base
    own = read_as(at.stored, caller.user_id)
    _, (corrected, slips) = read_first_fit(
        draft, lambda game: corrections.correct_help(at.rules, game, at.asked, text, own)
    )
    text = corrected if slips else text
    mended = [say("mended", said=said, meant=meant) for said, meant in slips]
    if at.asked not in at.stored.seats_of(caller.user_id):
        return "\n".join([*mended, str(list_legal(caller, draft, text))])
    on, asked = _find_help(caller, draft, text)
    if not (legal := asked.list_typed()):
        return "\n".join([*mended, str(asked)])
    lines = [*mended, asked.opening, say("typed.now", answers=legal)]
    lines += [say("asked.narrow")] if len(asked.legal) > questions.LISTED else []
    example = write_example(at.rules, on.now.position, at.asked, text, own)
    if example is not None:
        lines.append(say("typed.example", order=example.order))
        if not strip_question(text) and example.begun.rstrip(".") != example.order.rstrip("."):
            lines.append(say("typed.ask", begun=example.begun.rstrip(".")))
    lines += [say("preview.note", line=line) for line in asked.refusals()[:MAX_REFUSALS]]
    return "\n".join(lines)


def read_order(draft: Draft, line: TypedLine) -> Parsed:
    """Read a typed order of the asked seat, with lines about costs that were not typed.

    Raises `InputError`. If the seat has a draft, the text of the error also has the draft.
    """
    parsed = _read_answers(draft, line.text)
    costs = _list_untyped_costs(parsed, line.words)
    mended = "\n".join(filter(None, [*costs, parsed.mended]))
    return parsed._replace(mended=mended, meant=_explain_short_name(parsed, line.words))


def _explain_short_name(parsed: Parsed, words: Sequence[str]) -> str:
    """Return a line if the name of the order's first act was not typed whole, and fits another legal act too.

    For example, the names of two acts begin with "command". Return "" in all other cases.
    """
    ask, key = parsed.on.now.ask, next(iter(parsed.keys), "")
    if ask is None or ask.presentation.form != "act":
        return ""
    legal = list_legal_options(parsed.on.base.rules, ask)
    labels = {each.key: REMARK.sub("", each.label) for each in legal}
    said = {*words} - {"and"}
    first, *own = [token.word for token in split_tokens(labels.get(key, ""))] or [""]
    for each, label in labels.items():
        begun, *other = [token.word for token in split_tokens(label)] or [""]
        if each != key and begun == first and first in said and own and not said & {*own, *other}:
            return say("typed.meant", said=first, meant=labels[key], other=label)
    return ""


def _list_untyped_costs(parsed: Parsed, words: Sequence[str]) -> list[str]:
    """Return a line for each answer whose cost (`Presentation.cost`) these typed words do not name."""
    said = [word for word in words if len(word) >= SHORTEST]
    found = list[str]()
    for given in parsed.grown.answers[len(parsed.on.answers) :]:
        costs = given.ask.presentation.cost(given.key)
        if costs and not any(cost.startswith(word) for cost in costs for word in said):
            name = parsed.on.base.rules.name
            found.append(say("typed.cost", cost=name(costs[0]), answer=inside(given.said, name)))
    return found


def _read_answers(draft: Draft, text: str) -> Parsed:
    """Read a typed order as `read_order` does, but without lines about costs."""
    rules, seat = draft.base.rules, draft.seat
    slips: Sequence[tuple[str, str]] = ()
    cut: Cut | None = None
    readings = Readings(rules, seat, text)
    try:
        if is_numbered(text) and (tapped := read_label(draft, text)) is not None:
            return tapped
        try:
            on, typed = read_whole_line(draft, readings.read)
        except InputError as lost:
            if (tapped := read_label(draft, text) or _read_numbers(draft, text)) is not None:
                return tapped
            on, (_, slips, typed, cut) = read_first_fit(draft, readings.correct)
            if any(key.startswith(SIDE) for key in typed.keys):  # never guess a trade: it may happen at once
                raise lost from None
    except InputError as error:
        if not draft.keys:
            raise
        so_far = order_text.write_order(
            rules, draft.now.position, draft.base.find_order_start(), seat, draft.reader
        )
        if draft.complete:
            text = say("draft.whole", line=so_far, why=error)
        else:
            text = "\n".join([say("draft.open", line=so_far), str(error), *_guess_answer(draft, error)])
        raise Refused(text, build_draft_panel(draft)) from None
    keys = typed.keys
    grown = on.with_typed(keys)
    slips = [(said, _write_as_named(meant, grown)) for said, meant in (*slips, *typed.taken)]
    lines = [say("mended", said=said, meant=meant) for said, meant in slips]
    if cut is not None and not _brings(grown, cut.rest):
        left = say("typed.refused" if cut.why else "typed.rest", rest=echo(cut.rest))
        lines.append(f"{left} {cut.why}".strip())
    mended = "\n".join(lines)
    if on is draft and not grown.complete and (closing := _find_button(draft, text, keys)) is not None:
        keys = closing
        grown = on.with_typed(keys)
    elif _asks_for_more(grown) and not _asks_for_part(on):
        keys = (*keys, DONE)
        grown = on.with_typed(keys)
    elif LAST_WORD.search(text) and tuple(keys[-1:]) == (DONE,) and _asks_for_more(on.with_typed(keys[:-1])):
        keys, grown = _close_order(on, keys)
    begins = isinstance(readings.found.get(on.base.position), notation.Typed)
    added = bool(on.keys) and begins and {*typed.keys} != {DONE}
    return Parsed(on, keys, grown, mended, bool(draft.keys) and not on.keys, added, typed.literal)


def _find_button(draft: Draft, text: str, keys: Sequence[str]) -> tuple[str, ...] | None:
    """Return the keys of the button that a text names, if they are `keys` and then only "done"; else None.

    A button such as "2 Levies" or "Nothing more" closes the following questions too. So does its typed label.
    "Nothing" and "done" mean the button that closes the most questions.
    """
    if (panel := draft.build_panel()) is None:
        return None
    entries = list_entries(panel.controls)
    named = entries if tuple(keys) == (DONE,) else find_labelled(entries, text)
    chains = [tuple(each.key.split(JOINT)) for each in named]
    closing = [each for each in chains if each[: len(keys)] == tuple(keys) and {*each[len(keys) :]} == {DONE}]
    return max(closing, key=len, default=None)


def _write_as_named(meant: str, grown: Draft) -> str:
    """Return corrected words with the capitals of the answers that they name: "Egypt" for "egypt".

    The first word of an act is a verb, which has a capital only on its button.
    """
    words = re.compile(rf"(?<!\w){re.escape(meant)}(?!\w)", re.IGNORECASE)
    acts = [(given.said, given.ask.presentation.form == "act") for given in grown.answers]
    names = [said.partition(" ")[2] if act else said for said, act in acts]
    return next((found[0] for each in names if (found := words.search(each))), meant)


def _brings(grown: Draft, rest: str) -> bool:
    """Return whether the words after the end of an order only name what the order brings anyway."""
    story = grown.seen.live.state.story[len(grown.base.live.state.story) :]
    return names_effects(grown.base.rules, grown.seat, story, rest)


def _close_order(on: Draft, keys: tuple[str, ...]) -> tuple[tuple[str, ...], Draft]:
    """Add "done" to the keys of an order until the order ends. Return these keys and their draft.

    After a semicolon, "done" ends the whole order, and not only the choice of units. The order ends with the
    "done" that answers a question of the same kind as the order's first question.
    """
    grown, began = on.with_typed(keys), on.base.ask
    while began is not None and not grown.complete and (ask := grown.now.ask) is not None:
        if DONE not in ask.menu():
            break
        keys = (*keys, DONE)
        grown = on.with_typed(keys)
        if ask.kind == began.kind:
            break
    return keys, grown


def _asks_for_more(draft: Draft) -> bool:
    """Return whether the open question asks for a further part of an answer, and "done" is legal.

    A typed order such as “Egypt to Thebaid 1 Levy” has exact numbers. So the bot does not ask which other
    units go along.
    """
    ask = draft.now.ask
    return ask is not None and bool(ask.presentation.part) and DONE in ask.menu()


def _asks_for_part(draft: Draft) -> bool:
    """Return whether the open question asks for one part of an answer: the first part or a later part."""
    return draft.now.ask is not None and draft.now.ask.presentation.part is not None


def read_label(draft: Draft, text: str) -> Parsed | None:
    """Read a text that is the label of a button or of a list entry, as if the player had tapped it.

    A text such as "tile 9" means the entry with this number in the picture of the question. The player may
    look at an old picture, so a line of the reply says what the number means.

    Search the buttons of the draft first, then the buttons of the question before the draft. Return None if
    no button or entry has this label. Raises `SeveralOrders` if the label can mean several orders, for
    example because a place is in two lists.
    """
    for on in (draft, Draft(draft.base, forced=draft.forced)) if draft.keys else (draft,):
        panel, seat = on.build_panel(), on.seat
        entries = [] if panel is None else list_entries(panel.controls)
        found, mended = find_labelled(entries, text), ""
        if not found and panel is not None and on is draft:  # the numbers are those of the open question
            found = find_numbered(entries, panel.numbers, panel.question, text)
            mended = "".join(say("mended", said=echo(text), meant=each.label) for each in found[:1])
        if len(found) > 1:
            spelled = {spell_chain(on.base.rules, on.now.position, seat, each): each for each in found}
            ways = {way: each for way, each in spelled.items() if way}
            different = drop_alike(on.now, {way: each.key.split(JOINT) for way, each in ways.items()})
            ways = {way: ways[way] for way in different}
            if len(ways) > 1:
                quoted = join_names([say("quoted", text=way) for way in ways], "or")
                raise SeveralOrders(say("label.several", said=echo(text), ways=quoted), tuple(ways))
            found = [*ways.values()] or found
        if found and (chains := on.read_keys(found[0].key)) is not None:
            grown = on.with_tap(*chains)
            keys = grown.keys[len(on.keys) :]
            return Parsed(on, keys, grown, mended, bool(draft.keys) and not on.keys)
    return None


def _read_numbers(draft: Draft, text: str) -> Parsed | None:
    """Read several numbers of the picture of the open question, such as "1, 2" for two cards.

    Each number means an answer of this picture, also where a later question asks for the answer. A line of
    the reply says what the numbers mean, and which of them are left out because they can't follow. Return
    None for other texts, and if no number can be read.
    """
    panel, numbers = draft.build_panel(), split_numbers(text)
    if panel is None or len(numbers) < 2:
        return None
    grown, read, entries = draft, list[Option](), list_entries(panel.controls)
    for number in numbers:
        found = find_numbered(entries, panel.numbers, panel.question, number)
        now = grown.build_panel()
        offered = [] if now is None else [each.key for each in list_entries(now.controls)]
        if len(found) != 1 or found[0].key not in offered:
            break
        if (chains := grown.read_keys(found[0].key)) is None:
            break
        grown = grown.with_tap(*chains)
        read += found
    if not read:
        return None
    said, rest = ", ".join(numbers[: len(read)]), ", ".join(numbers[len(read) :])
    meant = join_names([each.label for each in read], "and")
    lines = [say("mended", said=said, meant=meant)]
    lines += [say("typed.refused", rest=rest)] if rest else []
    return Parsed(draft, grown.keys[len(draft.keys) :], grown, "\n".join(lines))


def list_several(draft: Draft, readings: Readings) -> Sequence[str]:
    """Return the orders that an ambiguous text can mean, as people type them; () for any other text."""
    try:
        if read_label(draft, readings.text) is None:
            read_whole_line(draft, readings.read)
    except SeveralOrders as several:
        return several.candidates
    except InputError:
        pass
    return ()


def drop_alike(at: LoadedGame, ways: Mapping[K, Sequence[str]]) -> list[K]:
    """Return the names of these orders. Of several orders with the same outcome, keep only the first.

    `ways` has the keys of each order: `{name: keys}`.
    """
    found, outcomes = list[K](), list[Outcome]()
    for way, keys in ways.items():
        outcome = find_outcome(at.rules, at.position, at.asked, keys)
        if outcome not in outcomes:
            found.append(way)
            outcomes.append(outcome)
    return found


def _guess_answer(draft: Draft, error: InputError) -> list[str]:
    """If the error is an unknown word, return a line with answers that the word may mean, else []."""
    slip, ask = error.slip, draft.now.ask
    if slip is None or slip.meant or ask is None:
        return []
    return [guess] if (guess := notation.guess_answer(draft.base.rules, ask, slip.word)) else []


def read_whole_line(draft: Draft, read: Callable[[Game], notation.Typed]) -> tuple[Draft, notation.Typed]:
    """Read an order. Return the draft that it continues, and the typed order as keys (`notation.Typed`).

    If the order replaces the draft, return an empty draft. An order (other than "done") that is complete by
    itself replaces the draft, even if the order could also continue the draft. Raises the errors of
    `read_first_fit`.
    """
    if draft.keys:
        none = Draft(draft.base, forced=draft.forced)
        try:
            typed = read(draft.base.position)
        except InputError:
            pass
        else:
            if set(typed.keys) != {DONE} and none.with_typed(typed.keys).complete:
                return none, typed
    return read_first_fit(draft, read)


def read_first_fit(draft: Draft, read: Callable[[Game], T]) -> tuple[Draft, T]:
    """Read an order. Return the draft that it continues, and the result of the function `read`.

    Try to continue the draft first. If this fails, try to replace the draft, and return an empty draft. If
    both tries fail, raise the error of the try that understood more words. But if the draft was already
    complete, raise the error of the second try.
    """
    try:
        return draft, read(draft.now.position)
    except InputError as error:
        if not draft.keys:
            raise
        try:
            return Draft(draft.base, forced=draft.forced), read(draft.base.position)
        except InputError as other:
            # `error` comes from continuing the draft, and `other` from a new order. A complete draft can't be
            # continued, so only `other` says what is wrong.
            raise (error if not draft.complete and error.reach >= other.reach else other) from None
