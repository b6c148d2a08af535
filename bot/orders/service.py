"""Carry out orders from commands, buttons and typed lines. This module doesn't depend on Discord.

The bot carries out an order in three steps: load the game, play the order by the rules, and save the game and
the posts in one transaction. An order that the player has not confirmed is a draft (`bot.orders.draft`). A
refused order raises `InputError`. The text of this error is the answer to the player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from bot.language.typed_line import split_line
from bot.language.words import join_names, say, speak_within
from bot.orders import autofill, last_order
from bot.orders.consequences import Consequences, find_consequences
from bot.orders.draft import Draft, load_draft
from bot.orders.forecast import list_forecast, list_odds, list_warnings
from bot.orders.nearest_orders import NearOrder, list_nearest_orders, may_correct
from bot.orders.order_name import name_order
from bot.orders.out_of_turn import (
    ask_to_confirm,
    describe_changes,
    is_proposal,
    show_proposal,
    write_side_acts,
)
from bot.orders.play_plans import PlayedOn, play_on
from bot.orders.preview import (
    is_quiet,
    may_count,
    name_closed,
    show_draft,
    show_step,
    show_undone,
    write_changed_preview,
)
from bot.orders.stale_buttons import (
    build_draft_panel,
    build_my_turn_panel,
    refuse_elsewhere,
    refuse_preview,
    refuse_stale,
)
from bot.orders.typed_order import (
    Asked,
    Parsed,
    SideActs,
    find_side_act,
    read_first_fit,
    read_typed,
    require_asked,
)
from bot.orders.undo import find_undo, reopen_draft
from bot.people.caller import Caller
from bot.plans.plan import drop_answers, find_untold, read_plans, write_plans
from bot.plans.question_plans import QuestionPlans, list_asked_beside
from bot.replies.action import MAX_ABOUT, Key, action, button
from bot.replies.mark import Mark
from bot.replies.out_of_date import refuse_moved
from bot.replies.reply import ActionButton, Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.session.loaded_game import LoadedGame, explain_spectating, read_as, title_seat
from bot.session.session import Session
from bot.settings.clocks import add_increment, count_time
from bot.settings.game_settings import GameSettings, return_seats
from bot.story import announce, order_text, reasons
from bot.story.post import BOARD, Post
from bot.story.standings import describe_question
from bot.story.strikethrough import strike_posts
from bot.version import describe_versions
from db.records import Kind, NewAct
from rules import kernel
from rules.asking import DONE
from rules.errors import NoUndo
from rules.kernel import SIDE, NotAllowed, NotUnderstood, Step
from rules.orders import notation
from rules.words import Said

START_OVER = "typed.drop"  # the key of what people type instead of the label of `button.drop`


class OrderService(Session):
    """Carries out everything a seat can do in a game: order, tap, confirm, drop, undo."""

    # Acts

    async def order(
        self, caller: Caller, text: str, *, shows: bool = False, mark: Mark | None = None
    ) -> Reply:
        """Enter a typed order into the draft, and show it. If the order has a "?", list the legal answers.

        A "?" alone also shows the buttons of the question. "Start over", or the label of the button that
        drops a draft, drops the caller's draft.

        Some orders are committed at once, without a preview. For this, the text must end with "!" or the
        caller must have switched previews off. Also, the order must be complete and need no preview
        (`Parsed.sure`, `may_count`). With "!" or without previews, side acts that need no confirmation are
        carried out at once too. With `shows`, nothing is committed at once. An answer to a question that has
        not come yet is saved as a plan. With `mark`, raise `Refused` if the game has moved on from this mark.
        """
        line = split_line(text)
        async with self.lock_channel(caller):
            at = await self.load_running(caller)
            draft = await self.load_draft(caller, at)
            if mark is not None and mark != at.mark:
                raise self._refuse_stale(caller, draft)
            if (
                draft.keys
                and line.is_button("button.drop", START_OVER)
                and at.asked in at.stored.seats_of(caller.user_id)
            ):
                return await self._drop_draft(at)
            if (early := await QuestionPlans(self).answer_typed(caller, at, line)) is not None:
                return early
            typed = read_typed(caller, draft, line)
            if isinstance(typed, Asked):
                if at.asked not in at.stored.seats_of(caller.user_id):
                    return Reply(typed.answer)
                if line.words:  # a part of an order is asked about, so the question's buttons don't fit
                    return Reply(typed.answer, build_my_turn_panel(at))
                # the text has the question and the reasons against illegal answers
                return Reply(typed.answer, replace(build_draft_panel(draft).legal, question=""))
            hurries = (line.hurries or not (await self.load_preferences(caller)).preview) and not shows
            if isinstance(typed, SideActs) or len(typed.side_acts) == len(typed.keys) > 0:
                seat = typed.seat if isinstance(typed, SideActs) else typed.on.seat
                answer = await self._confirm_side_acts(caller, at, seat, typed.keys, at_once=hurries)
                return _explain_side_wait(answer) if line.hurries and not shows else answer
            at_once = typed.sure and hurries
            if typed.side_acts:
                answer = await self._order_with_side_acts(caller, typed, at_once=at_once)
            else:
                answer = await self.advance(caller, typed.grown, at_once=at_once)
            waits = explain_wait(typed) if line.hurries and not shows else ""
            lines = [waits, typed.mended, typed.meant, answer.text, explain_use_of_draft(typed)]
            return replace(answer, text="\n".join(filter(None, lines)))

    async def list_nearest(self, caller: Caller, text: str) -> list[NearOrder] | None:
        """Return the legal orders that are most similar to a refused typed order.

        Return None if the text can't be an order of the caller's turn, and no side act is similar to it.
        Raises `Refused` if the channel has no running game.
        """
        line = split_line(text)
        async with self.lock_channel(caller):
            at = await self.load_running(caller)
            found = list_nearest_orders(caller, await self.load_draft(caller, at), line)
            return found if found or may_correct(caller, at, line) else None

    @action("d", "{mark}:{key}", old=("sure",), answers=True)
    async def click(self, caller: Caller, mark: Mark, key: Key, *more: str) -> Reply:
        """Enter the answer of a button or a list entry into the draft.

        A side act does not go into the draft: it is carried out, or the caller must confirm it. A button of
        an earlier question is refused. `more` has the other answers if the caller chose several in a list.
        """
        async with self.lock_channel(caller):
            at = await self.load_running(caller, mark.game)
            if key.startswith(SIDE):
                return await self._confirm_side_acts(
                    caller, at, *find_side_act(caller, at, key), at_once=True
                )
            draft, chains = await self._read_tap(caller, at, mark, (key, *more))
            return await self.advance(caller, draft.with_tap(*chains), at_once=False)

    @action("instead", "{mark}:{key}", answers=True)
    async def replace_draft(self, caller: Caller, mark: Mark, key: Key) -> Reply:
        """Drop the caller's draft, and enter a button's answer that did not fit because of the draft."""
        async with self.lock_channel(caller):
            draft = await self._load_asked_draft(caller, mark)
            none = Draft(draft.base, forced=draft.forced)
            chains = none.read_keys(key) if mark == none.mark else None
            if chains is None:
                raise refuse_stale(draft)
            return await self.advance(caller, none.with_tap(*chains), at_once=False)

    @action("l", "{mark}:{}", old=("q",), answers=True)
    async def pick(self, caller: Caller, mark: Mark, *keys: str) -> Reply:
        """Enter the answers that the caller chose in a list. An empty choice is refused."""
        return await self.click(caller, mark, *(keys or ("",)))

    @action("aside", "{game_id}:{key}")
    async def agree(self, caller: Caller, game_id: int, key: Key) -> Reply:
        """Carry out a side act (such as a trade) that the caller has confirmed."""
        async with self.lock_channel(caller):
            at = await self.load_running(caller, game_id)
            return await self._submit(caller, at, *find_side_act(caller, at, key))

    @action("send", "{game}:{seat}:{line}")
    async def send(self, caller: Caller, game: int, seat: str, line: str) -> Reply:
        """Carry out side acts that the caller has typed and confirmed for one of their seats."""
        async with self.lock_channel(caller):
            at = await self.load_running(caller, game)
            if seat not in at.stored.seats_of(caller.user_id):
                raise Refused(explain_spectating(at.rules, at.stored, caller.user_id))
            return await self._submit(caller, at, seat, notation.parse(at.rules, at.position, seat, line))

    @action("c", "{mark}:{}", answers=True)
    async def change(self, caller: Caller, mark: Mark, *what: str) -> Reply:
        """Replace answers that the bot filled in, or let the bot fill in all of them by another rule."""
        async with self.lock_channel(caller):
            draft = await self._load_asked_draft(caller, mark)
            if mark != draft.mark:
                raise refuse_elsewhere(draft, mark)
            return await self.advance(caller, autofill.apply_change(draft, *what), at_once=False)

    @action("manner", "{mark}:{what}")
    async def change_manner(self, caller: Caller, mark: Mark, what: Key) -> Reply:
        """Fill in the draft by the rule that a button on an old message names."""
        return await self.change(caller, mark, what)

    @action("go", "{mark}:{signature}", answers=True)
    async def confirm(self, caller: Caller, mark: Mark, signature: str = "") -> Reply:
        """Commit the whole draft that the caller has seen.

        `signature` comes from the button. It is the signature of the draft that the caller saw. If the draft
        has another signature now, for example after a trade, nothing is committed. The caller sees the
        present draft instead. Buttons on old messages have no signature and commit nothing. Raises `Refused`
        if the order is no longer open.
        """
        async with self.lock_channel(caller):
            at = await self.load_running(caller, mark.game)
            try:
                require_asked(caller, at)
            except Refused as refused:
                if not at.stored.seats_of(caller.user_id):
                    raise
                raise Refused(f"{say('stale.order')}\n{refused}") from None
            draft = await self.load_draft(caller, at)
            if mark != draft.mark or not draft.complete:
                raise refuse_preview(draft)
            if signature != draft.signature:
                return write_changed_preview(draft, signature)
            return await self._commit(caller, draft)

    @action("drop", "{mark}")
    async def drop(self, caller: Caller, mark: Mark) -> Reply:
        """Drop the caller's draft."""
        async with self.lock_channel(caller):
            draft = await self._load_asked_draft(caller, mark)
            if mark != draft.mark:
                raise refuse_elsewhere(draft, mark)
            return await self._drop_draft(draft.base)

    async def _drop_draft(self, at: LoadedGame) -> Reply:
        await self.store.write_notes(at.stored.id, Draft(at).to_note())
        return Reply(say("draft.dropped"), at.build_panel())

    @action("last", "{mark}")
    async def repeat(self, caller: Caller, mark: Mark) -> Reply:
        """Enter the last order of the caller's seat as a new draft, in place of an open draft.

        Raises `Refused` if the game has moved on, or the order can't be repeated.
        """
        async with self.lock_channel(caller):
            draft = await self._load_asked_draft(caller, mark)
            order = last_order.find_repeat(draft.base)
            if mark != draft.base.mark or order is None:
                raise refuse_elsewhere(draft, mark)
            answer = await self.advance(caller, order, at_once=False)
            instead = [say("draft.instead")] if draft.keys and draft.keys != order.keys else []
            return replace(answer, text="\n".join([answer.text, *instead]))

    async def enter(
        self, caller: Caller, at: LoadedGame, keys: Sequence[str], reason: Said = "", seat: str = ""
    ) -> None:
        """Commit the keys that a bot player chose for the game `at`. If the game has changed, do nothing.

        `reason` is the bot player's reason. `seat` is the seat that acts; "" stands for the asked seat.
        """
        seat = seat or at.asked
        async with self.lock_channel(caller):
            now = await self.load_running(caller, at.stored.id)
            if now.position == at.position and now.stored.seat(seat) == at.stored.seat(seat):
                last = await self.store.find_last_delivery(now.stored.id, BOARD)
                board = None if last is None else Post.model_validate_json(last).at
                now.shown = announce.NOTHING if board is None else (board.turn, board.entry)
                await self._submit(caller, now, seat, keys, why=reasons.store_reason(now, reason))

    async def order_side_act(self, caller: Caller, text: str) -> Reply:
        """Carry out a typed side act (such as a trade), or ask to confirm it. Raises `Refused`."""
        stored = await self.store.find_in_channel(caller.channel_id)
        words = self.find_rules(stored).EXTRAS.trades.words if stored is not None else frozenset[str]()
        first = split_line(text).first
        if stored is not None and first not in words:
            known = join_names([say("quoted", text=word) for word in sorted(words)], "or") if words else ""
            raise Refused(say("side.words", words=known) if words else say("side.none"))
        return await self.order(caller, text)

    async def undo(self, caller: Caller, mark: Mark | None = None) -> Reply:
        """Undo the last step of the caller's draft. Without a draft, undo their last order.

        The undone order becomes the draft, unless it is a single answer. `mark` is the mark of the clicked
        button; None for a command. Raises `NoUndo` if one tap can't undo the order, or if the caller has no
        draft and the game has gone on since the button was posted. Raises `Refused` for any other old button,
        and if the caller has no seat.
        """
        async with self.lock_channel(caller):
            at = await self.load_running(caller, mark.game if mark else None)
            draft = await self.load_draft(caller, at)
            if mark is not None and mark != draft.mark:
                went_on = (mark.turn, mark.entry) < (draft.mark.turn, draft.mark.entry)
                if went_on and not draft.keys:
                    raise NoUndo(say("stale"), "")
                raise self._refuse_stale(caller, draft)
            if draft.keys:
                return await self._step_back(draft)
            previous = await self.load_previous_turn(at.stored)
            seat, whole, to = find_undo(caller, at, previous)
            first = whole.log[len(to.log)].key
            back = LoadedGame(at.stored, at.rules, to, kernel.resume(at.rules, to))
            again = reopen_draft(back, whole) if back.asked == seat else Draft(back)
            posts = []
            if to.turn != at.position.turn or back.asked != at.asked or first.startswith(SIDE):
                with speak_within(GameSettings.of(at.stored).language):
                    line = order_text.write_order(at.rules, whole, len(to.log), seat) or first
                    told = [say("undone", seat=title_seat(at.rules, seat, at.position), line=line)]
                posts = strike_posts(announce.make_board_posts(back, told, actor=caller.user_id), to)
            typed = order_text.write_typed_order(at.rules, whole, len(to.log), seat) or first
            act = NewAct(Kind.UNDO, typed, caller.user_id, seat, caller.interaction_id)
            own = order_text.write_order(
                at.rules, whole, len(to.log), seat, read_as(at.stored, caller.user_id)
            )
            answer = show_undone(again, own or first, caller.user_id)
            counted = await self.count_time(at, GameSettings.of(at.stored).back_to(to))
            forgotten = last_order.make_undone_note(back, whole)
            notes = [*drop_answers(at.stored.notes), again.to_note(), *forgotten]
            await self.store.undo_to(
                at.stored, to, act=act, deliveries=posts, settings=counted.to_json(), notes=notes
            )
            self.saved()
            return answer

    # Questions

    async def question(self, caller: Caller, *, plain: bool = False) -> Reply:
        """Return the open question or the caller's draft, with buttons if the caller is asked.

        With `plain`, each answer has a control of its own, also an answer without effect. If keys of the
        draft no longer fit, save the draft without them, and say so.
        """
        at = await self.load_running(caller)
        draft = await self.load_draft(caller, at)
        if draft.key_dropped:
            await self.store.write_notes(at.stored.id, draft.to_note())
        if draft.keys:
            answer = show_draft(draft, plain=plain)
        else:
            panel = at.build_panel(caller.user_id, plain=plain or draft.forced)
            text = at.question()[0] if panel is None else panel.question
            if panel is not None and at.ask is not None and at.ask.secret:  # asked privately, without a board
                text = "\n".join(describe_question(at, at.view(None)))
            answer = Reply(text, panel)
            answer = replace(answer, buttons=tuple(make_repeat_buttons(at) if panel is not None else ()))
        if draft.key_dropped:
            answer = replace(answer, text="\n".join([say("draft.lost"), answer.text]))
        return await self._add_notices(caller, at, answer)

    @action("page")
    async def page(self, caller: Caller) -> Reply:
        """Return the open question. On old messages, the buttons that turned pages have this action."""
        return await self.question(caller)

    @action("plain")
    async def plain(self, caller: Caller) -> Reply:
        """Return the open question with buttons that answer only this question."""
        return await self.question(caller, plain=True)

    async def order_with_word(self, caller: Caller, word: str, rest: str) -> Reply:
        """Carry out an order that begins with the name of a slash command.

        `rest` is the text typed into the command. Raises `Refused` if the game has no such word.
        """
        at = await self.load_running(caller)
        require_asked(caller, at)
        draft = await self.load_draft(caller, at)
        try:
            read_first_fit(draft, partial(notation.find_help, at.rules, seat=at.asked, text=word))
        except NotUnderstood:
            refusal = say("no_such_word", word=word, game=at.rules.TITLE)
            raise Refused(refusal, build_draft_panel(draft)) from None
        except NotAllowed:
            pass  # the game knows the word; the call of `order` below says why the word is not allowed now
        again = split_line(rest).first == word  # the player repeated the word
        return await self.order(caller, rest if again else f"{word} {rest}".strip())

    # Helpers

    async def load_draft(self, caller: Caller, at: LoadedGame) -> Draft:
        """Return the caller's draft; an empty draft if the caller is not asked."""
        if at.asked not in at.stored.seats_of(caller.user_id):
            return Draft(at)
        preferences = await self.load_preferences(caller)
        return load_draft(at, at.stored.notes, forced=preferences.forced)

    async def _load_asked_draft(self, caller: Caller, mark: Mark) -> Draft:
        """Return the caller's draft in the game of a button. Raises `Refused` if the caller isn't asked."""
        at = await self.load_running(caller, mark.game)
        require_asked(caller, at)
        return await self.load_draft(caller, at)

    async def advance(self, caller: Caller, draft: Draft, *, at_once: bool) -> Reply:
        """Save a changed draft, and show it.

        With `at_once`, commit the draft instead if it is complete and every answer has an effect.
        """
        if at_once and may_count(draft):
            odds = list_odds(draft)
            answer = await self._commit(caller, draft)
            answer = replace(answer, text="\n".join([answer.text, *odds]))
        else:
            answer = show_draft(draft)
            self.answering(caller, answer)
            await self.store.write_notes(draft.base.stored.id, draft.to_note())
        return await self._add_notices(caller, draft.base, answer)

    async def _add_notices(self, caller: Caller, at: LoadedGame, answer: Reply) -> Reply:
        """Add a line if the bot can't post in the channel, and (only once) if a plan was not played."""
        if GameSettings.of(at.stored).unreachable:
            answer = replace(answer, text=f"{answer.text}\n{say('lost.note')}")
        plans = read_plans(at.stored.notes, at.asked, caller.user_id)
        if (plan := find_untold(plans, at.position.turn)) is None:
            return answer
        read = plan.model_copy(update={"untold": None})
        left = [read if each is plan else each for each in plans]
        await self.store.write_notes(at.stored.id, write_plans(at.asked, caller.user_id, left))
        told = say("plan.failed", why=plan.failed) if plan.failed else say("plan.idle")
        return replace(answer, text=f"{told}\n{answer.text}")

    async def _confirm_side_acts(
        self, caller: Caller, at: LoadedGame, seat: str, keys: Sequence[str], *, at_once: bool
    ) -> Reply:
        """Ask the caller to confirm side acts.

        With `at_once`, carry out harmless side acts without asking. Side acts are not harmless if one of them
        is a proposal or concerns another seat, if they change a standing, or if they cause a warning.
        """
        acts = [key.removeprefix(SIDE) for key in keys]
        proposes = is_proposal(at, seat, acts)
        rows = describe_changes(at, seat, *acts, answered=proposes)
        concerned = any(at.rules.EXTRAS.trades.concerns(seat, act) for act in acts)
        if at_once and not (proposes or rows or concerned):
            return await self._submit(caller, at, seat, keys)
        offered = {each.key for each in at.rules.EXTRAS.trades.offered(at.live.state, seat)}
        if len(acts) == 1 and acts[0] in offered:
            return ask_to_confirm(at, seat, keys, rows, OrderService.agree.call(at.stored.id, keys[0]))
        line = "; ".join(act.replace("_", " ") for act in acts)
        does = OrderService.send.call(at.stored.id, seat, line)
        if len(does.about) > MAX_ABOUT:
            raise Refused(say("side.too_long"))
        if proposes:
            return show_proposal(write_side_acts(at, seat, keys), rows, does)
        return ask_to_confirm(at, seat, keys, rows, does)

    async def _order_with_side_acts(self, caller: Caller, typed: Parsed, *, at_once: bool) -> Reply:
        """Carry out an order that contains side acts.

        Without `at_once`, all keys go into the draft, and the caller confirms them together. With `at_once`,
        commit a complete order with its side acts. If the order is incomplete, commit only the side acts; the
        other keys go into the draft.
        """
        base, keys, side_acts = typed.on.base, typed.keys, typed.side_acts
        if not at_once:
            return await self.advance(caller, typed.grown, at_once=False)
        if typed.grown.complete:
            return await self._submit(caller, base, typed.on.seat, (*typed.on.keys, *keys))
        await self._submit(caller, base, typed.on.seat, side_acts)
        at = await self.load_running(caller, base.stored.id)
        rest = [key for key in keys if not key.startswith(SIDE)]
        again = Draft(at, (*typed.on.keys, *rest), forced=typed.on.forced)
        return await self.advance(caller, again, at_once=False)

    async def _read_tap(
        self, caller: Caller, at: LoadedGame, mark: Mark, keys: Sequence[str]
    ) -> tuple[Draft, list[list[str]]]:
        """Return the caller's draft, and the chains of keys of the tapped answers.

        Raises `Refused` if the button was not made for the present question of the draft.
        """
        require_asked(caller, at)
        draft = await self.load_draft(caller, at)
        ask = draft.now.ask
        if mark != draft.mark or ask is None or ask.seat != draft.seat:
            none = Draft(at, forced=draft.forced)
            taken = none.read_keys(*keys) if len(keys) == 1 and mark == at.mark else None
            instead = [] if taken is None else [make_instead_button(mark, keys[0], none.with_tap(*taken))]
            raise refuse_elsewhere(draft, mark, *instead)
        if (chains := draft.read_keys(*keys)) is None:
            raise refuse_elsewhere(draft, mark)
        # Ignore "none of these" if other answers are chosen too.
        several = [chain for chain in chains if chain[-1] != DONE]
        return draft, several or chains[:1]

    @staticmethod
    def _refuse_stale(caller: Caller, draft: Draft) -> Refused:
        """Return the refusal of an old button. If the caller is asked, the refusal says what is asked now."""
        if draft.base.asked in draft.base.stored.seats_of(caller.user_id):
            return refuse_stale(draft)
        return refuse_moved(build_my_turn_panel(draft.base))

    async def _step_back(self, draft: Draft) -> Reply:
        """Remove the keys of the last tap from a draft, and return the reply."""
        rules, position = draft.base.rules, draft.now.position
        shorter = draft.without_last()
        line = order_text.write_order(
            rules, position, len(shorter.now.position.log), draft.seat, draft.reader
        )
        line = name_closed(draft, shorter) or line or draft.keys[-1]
        await self.store.write_notes(draft.base.stored.id, shorter.to_note())
        return Reply(say("undone.yours", line=line), show_step(shorter))

    async def _commit(self, caller: Caller, draft: Draft) -> Reply:
        """Commit a whole draft."""
        return await self._submit(caller, draft.base, draft.seat, draft.keys, draft.outcome.step)

    async def _submit(
        self,
        caller: Caller,
        at: LoadedGame,
        seat: str,
        keys: Sequence[str],
        step: Step | None = None,
        why: str = "",
    ) -> Reply:
        """Play one seat's keys, save the game with the posts, and return the reply.

        `step` is the result of the keys; None if it is not computed yet. `why` is a bot player's reason, as
        it is stored.
        """
        step = step or kernel.submit(at.rules, at.position, seat, keys)
        side = all(key.startswith(SIDE) for key in keys)
        with speak_within(GameSettings.of(at.stored).language):
            played = PlayedOn(step) if side else play_on(at, step, at.stored.notes)
        played.why = why
        follows = find_consequences(caller, at, seat, played, " ".join(keys), side=side)
        if side:
            follows = follows._replace(answer=await self._add_draft(caller, follows.now, follows.answer))
        return await self._save(caller, at, played, follows)

    async def _add_draft(self, caller: Caller, now: LoadedGame, answer: Reply) -> Reply:
        """Return the answer to a side act, with the caller's draft if there is one. The draft stays open."""
        draft = await self.load_draft(caller, now)
        if not draft.keys:
            return answer
        shown, lost = show_draft(draft), [say("draft.lost")] if draft.key_dropped else []
        return replace(shown, text=cut_text("\n".join([answer.text, *lost, shown.text]), MAX_TEXT))

    async def play_kind_plan(self, caller: Caller, at: LoadedGame) -> Reply | None:
        """Answer the open question with the caller's plan for its kind.

        Return None if no plan answers the question, or if the caller isn't asked.
        """
        if at.asked not in at.stored.seats_of(caller.user_id):
            return None
        with speak_within(GameSettings.of(at.stored).language):
            notes = await self.store.load_notes(at.stored.id)
            played = play_on(at, Step(at.position, at.live), notes, turns=False)
        if not played.step.entered:
            return None
        follows = find_consequences(caller, at, at.asked, played, "")
        return await self._save(caller, at, played, follows)

    async def _change_settings(self, caller: Caller, at: LoadedGame, follows: Consequences) -> str | None:
        """Return the game's settings after an act; None if they don't change.

        After an act, caretakers no longer play the seats of the person who acted. The settings also record
        the version of the bot, except in old games without chained hashes. After an order, the settings also
        record the time that the question has taken.
        """
        before = GameSettings.of(at.stored)
        changed = return_seats(at.stored, follows.act.user_id)
        after = before if changed is None else GameSettings.model_validate_json(changed)
        if at.position.chain:
            after = after.record_version(describe_versions(at.rules.KEY), at.position.turn)
        if follows.act.kind is Kind.ORDER:
            after = await self.count_time(at, after, follows.act.seat, follows.now.asked, caller)
        return None if after == before else after.to_json()

    async def count_time(
        self,
        at: LoadedGame,
        settings: GameSettings,
        acts: str = "",
        following: str = "",
        caller: Caller | None = None,
    ) -> GameSettings:
        """Return settings with updated clocks: all asked seats have used the time since the question came.

        `acts` is the seat that answers, `following` the seat that is asked next; both "" for none. The
        answering seat gets the increment of its pace, unless the same seat is asked next. A seat without a
        person has no clock. `caller` is the person who acts. If the caller's preferences are loaded, they
        are not loaded again.
        """
        asked = [at.asked, *(ask.seat for ask in list_asked_beside(at))]
        holders = [holder for key in asked if (holder := at.stored.seat(key)) is not None]
        known = {caller.user_id: caller.preferences} if caller is not None else {}
        people = {
            seat.seat: known.get(seat.user_id) or await self.load_wishes(seat.user_id)
            for seat in holders
            if not seat.level
        }
        assert at.stored.moved is not None, "a running game has been moved"
        after = count_time(settings, people, at.stored.moved, datetime.now(UTC))
        return add_increment(after, acts) if acts in people and acts != following else after

    async def _save(self, caller: Caller, at: LoadedGame, played: PlayedOn, follows: Consequences) -> Reply:
        """Save the played step with all its consequences in one transaction, and return the reply.

        All code that can fail runs before the transaction. So after a failure, the message "nothing changed"
        is true.
        """
        step, now = played.step, follows.now
        self.answering(caller, follows.answer)
        self.saving(now, step.closed, follows.posts)
        await self.store.commit(
            at.stored,
            step.game,
            step.closed,
            act=follows.act,
            deliveries=follows.posts,
            result=follows.result,
            settings=await self._change_settings(caller, at, follows),
            notes=follows.notes,
        )
        if now.asked:
            self.remember(now, step.closed)
        else:
            self.forget(now.stored.id)
        return follows.answer


def explain_use_of_draft(typed: Parsed) -> str:
    """Return a line if an order replaces a draft, or continues one although it could begin another order."""
    if typed.instead:
        return say("draft.instead")
    return say("draft.added", drop=say(START_OVER).lower()) if typed.added else ""


def explain_wait(typed: Parsed) -> str:
    """Return why an order with "!" is not committed at once; "" if it is committed."""
    if not typed.grown.complete:
        return say("hurry.open")
    if typed.sure:
        return "" if may_count(typed.grown) else say("hurry.idle")
    if typed.mended:
        return say("hurry.mended")
    return say("hurry.instead") if typed.instead and not is_quiet(typed.grown) else say("hurry.guessed")


def _explain_side_wait(answer: Reply) -> Reply:
    """Return the reply to side acts with "!". If they wait for a confirmation, its first line says why."""
    confirms = OrderService.agree.call(0, "").verb, OrderService.send.call(0, "", "").verb
    waits = any(each.verb in confirms for each in answer.buttons)
    return replace(answer, text="\n".join([say("hurry.side"), answer.text])) if waits else answer


def make_instead_button(mark: Mark, key: str, taken: Draft) -> ActionButton:
    """Return the button that drops the draft, and enters an answer to the question where the draft began.

    `taken`: the new draft that this answer begins. Its order is in the label.
    """
    return button(OrderService.replace_draft.call(mark, key), say("button.instead", order=name_order(taken)))


def make_repeat_buttons(at: LoadedGame) -> list[ActionButton]:
    """Return the button that repeats the last order; [] if there is no such button.

    The button stands out only if the order is safe: its preview has no warning and no odds. In a game with
    hands, the button never stands out. There a warning can depend on the secrets of a hand, and everybody
    would see from the button whether there is a warning.
    """
    draft = last_order.find_repeat(at)
    if draft is None or not (label := last_order.label_repeat(draft)):
        return []
    risky = bool(at.rules.EXTRAS.hand or list_warnings(draft) or list_forecast(draft))
    return [button(OrderService.repeat.call(at.mark), label, "plain" if risky else "main")]
