"""The sentences about entering a turn: drafts, previews, what-ifs, standing answers, plans. A part of
`bot.language.words`."""

from __future__ import annotations

from collections.abc import Mapping

ENGLISH: Mapping[str, str] = {
    # Drafts and previews
    "draft.waiting": "You have begun an order already. Go on with it here, or start over:\n{so_far}",
    "draft.lost": "The table has changed, and the end of your draft does not fit any more. Go on from here:",
    "draft.open": (
        "-# Your draft so far is `{line}`; an order goes on from it, or stands in its place if it is whole."
    ),
    "mended": "I read “{said}” as “{meant}”.",
    "draft.dropped": "Your draft is gone; nothing had counted yet.",
    "draft.instead": "This stands in place of your draft.",
    "preview": "This is your order. Nothing counts yet:",
    "preview.standing": "- **{seat}**: {before} → **{after}**",
    "preview.note": "-# {line}",
    "preview.idle": "-# {answer} does nothing here. {why}.",
    "preview.declined": "-# You choose nothing here: {question}",
    "preview.roll": "Then the dice are rolled: {what}. After that, nothing can be taken back.",
    "preview.draw": "Then chance draws: {what}. After that, nothing can be taken back.",
    "preview.over": "That is the last decision of the game.",
    "preview.yours": "Then you decide again: {question}",
    "preview.other": "Then **{seat}** decides. Until they do, you can take it back.",
    # What if
    "try": "What if? This is for your eyes only, and nothing of it counts:",
    "try.part": "Part {n}, “{part}”: {why}",
    "try.chance": "Here chance comes: {what}. Say what to assume: `;; [6134 66]`, or a card's name.",
    "try.no_chance": "No dice and no card come here, so there is nothing to assume in brackets.",
    "try.faces": "“{what}” takes {n} dice, so {n} digits from 1 to 6.",
    "try.card": "“{card}” is not among the cards that can come: {what}.",
    "try.asks": "Then **{seat}** would decide.",
    "try.over": "That would be the end of the game.",
    "try.ended": "The game would be over before that.",
    "try.late": "The game has gone on since you tried that. Try it again from where it stands now.",
    "button.commit": "Commit it",
    "button.commit_first": "Commit the first order",
    "button.draft": "Make it my draft",
    # Taking back by agreement
    "plea": "{users} **{seat}** asks to take this back:\n{lines}\nIt is done when all of you agree.",
    "plea.line": "- **{seat}**: ~~`{line}`~~",
    "plea.offer": "{why}\nThis would go:\n{lines}",
    "plea.asked": (
        "I have asked {users}. It is taken back when all agree. Trades may go on meanwhile; with the next "
        "order the request lapses."
    ),
    "plea.own": "You have asked for this yourself: the others decide.",
    "plea.over.agreed": "-# All agreed: it is taken back.",
    "plea.over.refused": "-# Not everybody agreed: everything stands.",
    "plea.over.lapsed": "-# This has lapsed: the game has gone on since.",
    "plea.nothing": "There is nothing of yours to take back.",
    "plea.late": "The game has gone on since that was asked, so the request has lapsed.",
    "plea.not_asked": "This concerns nothing that you have done since, so you need not agree.",
    "plea.noted": "You agree. Still to answer: {users}.",
    "plea.stands": "You do not agree, so everything stands.",
    "plea.refused": "<@{user}> does not agree to taking back: everything stands.",
    "plea.done": "It is taken back.",
    "plea.struck": "Taken back by agreement, at the request of <@{user}>:",
    "plea.alone": "<@{user}> takes back:",
    "button.plea": "Ask the table",
    "button.plea_alone": "Take it back all the same",
    "button.agree": "I agree",
    "button.against": "I don't",
    # Trades
    "counter.none": "There is no open proposal to you that you could answer like this.",
    "button.counter": "Counter",
    # Decided in advance
    "standing.used": "-# By standing answer, **{seat}**: {title} {words}.",
    "standing.none": "{game} asks nothing that could be answered once for all.",
    "standing.values": "That may be {values}.",
    "standing.unknown": "The questions are {names}.",
    "standing.list": "Your standing answers; nobody else sees them until they are used:",
    "standing.line": "- **{seat}**: {title}: **{words}**",
    "standing.ask": "ask me",
    "standing.how": (
        "-# For example, `/standing question:{question} answer:{answer}` means: {words}. "
        "`answer:ask` ends it."
    ),
    "standing.at_once": "This answers the question that was waiting for you, too:\n{done}",
    "plan.used": "-# By plan, **{seat}** plays: `{line}`.",
    "plan.disarmed": "-# **{seat}** had a plan that does not fit any more: it is disarmed.",
    "plan.overtaken": "the host has changed the game since.",
    "plan.half": "“{order}” is not a whole order; it leaves open: {question}",
    "plan.off": "You have no plan any more.",
    "plan.now": "It is your decision now, so there is nothing to plan: give your order.",
    "plan.lines": "A plan has 1 to {n} lines, with ;; between them.",
    "plan.condition": "“{condition}” is no condition. {why}",
    "plan.if": "- if {condition}: `{order}`",
    "plan.else": "- else: `{order}`",
    "plan.why": "-# It did not fit: {why}",
    "plan.armed": "**{seat}** plans for when it next opens a turn; the first line that applies is played:",
    "plan.dead": "**{seat}**: this plan is disarmed.",
    "plan.none": (
        "You have no plan. `/plan if event: event;; else pass` makes one: when you next open a turn, the "
        "first line whose condition is met is played. `/plan off` drops it."
    ),
    "plan.idle": (
        "No line of your plan applied here, so nothing was played for you; the plan stays for your next turn."
    ),
    "plan.failed": "Your plan did not fit here, so nothing was played for you: {why}",
    # Answers given ahead
    "asked.beside": (
        "<@{user}> **{seat}** – {question}\n-# You are asked too, and need not wait: “Answer ahead”."
    ),
    "asked.together": "-# The same is asked of {people}; no need to wait: “Answer ahead”.",
    "asked.theirs": "{seat} decides now, and may answer",
    "asked.person": "<@{user}> **{seat}**",
    "ahead.question": "**{seat}** – {question}",
    "ahead.open": "Nobody sees your answer before it counts; you can change it until then.",
    "ahead.kept": (
        "Your answer is **{answer}**. Nobody sees it before it counts; you can change it until then."
    ),
    "ahead.type": "Type one of these with `/do`: {options}.",
    "ahead.changed": "That question is not asked any more, so nothing was kept.",
    "ahead.none": "You are asked nothing here that could be answered ahead.",
    "ahead.now": "It is your decision now:",
    "button.ahead": "Answer ahead",
    "button.unsay": "Withdraw my answer",
    "button.drop": "Start over",
    "button.peek": "So far",
    "button.confirm": "Confirm",
    "button.sure": "{way} – confirm",
    "button.nothing": "Confirm, though nothing is done",
    "button.apart": "More: {question}",
    "button.final": "Confirm, no taking back",
    "button.roll": "Roll: no taking back",
}
