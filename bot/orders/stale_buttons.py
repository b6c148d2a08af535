"""Refuse buttons of earlier questions, and show the way back to what is asked now."""

from __future__ import annotations

from dataclasses import replace

from bot.language.words import say
from bot.orders.draft import Draft
from bot.orders.preview import cut_beginning
from bot.replies.mark import Mark
from bot.replies.out_of_date import refuse_moved
from bot.replies.panel import Panel
from bot.replies.reply import ActionButton, Refused
from bot.session.loaded_game import LoadedGame, title_seat
from bot.story import order_text
from rules.words import shorten

QUESTION = 200  # the most characters of a question that a refusal repeats


def refuse_elsewhere(draft: Draft, mark: Mark, *ways: ActionButton) -> Refused:
    """Return the refusal of a button with the mark `mark`, because the draft has another mark.

    If the button belongs to the open question, only the draft is in its way. Then the refusal shows the
    draft, with a button that goes on with it. `ways` are the buttons that drop the draft; without them, a
    button starts over.
    """
    if not draft.keys or mark != draft.base.mark:
        return refuse_stale(draft)
    back = Panel(draft.mark, "", restart=not ways, own=say("button.to_draft"))
    return Refused(say("draft.waiting", so_far=cut_beginning(_write_line(draft))), back, ways)


def _write_line(draft: Draft) -> str:
    """Return the order of a draft in sentences, as far as it goes."""
    first = draft.base.find_order_start()
    return order_text.write_order(draft.base.rules, draft.now.position, first, draft.seat, draft.reader)


def refuse_stale(draft: Draft) -> Refused:
    """Return the refusal of an old button, with what the asked person has to do now."""
    if draft.complete:
        whole = say("stale.whole", line=_write_line(draft))
        return Refused("\n".join([say("stale"), whole]), build_draft_panel(draft))
    back = build_my_turn_panel(draft.base)
    if (ask := draft.now.ask) is None:
        return refuse_moved(back)
    seat = title_seat(draft.base.rules, ask.seat, draft.now.position)
    question = shorten(ask.prompt.read(draft.base.rules.name).partition("\n")[0], QUESTION)
    return Refused("\n".join([say("stale"), say("stale.now", seat=seat, question=question)]), back)


def refuse_preview(draft: Draft) -> Refused:
    """Return the refusal of the button of an old preview. `draft` is what the person has open now."""
    back = build_draft_panel(draft) if draft.complete else build_my_turn_panel(draft.base)
    return Refused(say("stale.order"), back)


def build_draft_panel(draft: Draft) -> Panel:
    """Return the panel under a refused line: the draft's next question, or buttons for a complete draft.

    No button of this panel commits the draft, because a person who types a line wants another order. One
    button drops the draft. If the draft is complete, another button shows it again.
    """
    panel = draft.build_panel()
    if panel is not None:
        return replace(panel, restart=bool(draft.keys))
    return Panel(draft.mark, "", (), undo=True, draft=True, restart=True, own=say("button.to_draft"))


def build_my_turn_panel(at: LoadedGame) -> Panel:
    """Return a panel with one button. The button opens the caller's question."""
    return Panel(at.mark, "", own=say("button.open"))
