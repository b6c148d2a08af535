"""The English catalogue, second part: life around the table – people, time, seats, looking back, the host."""

from __future__ import annotations

from collections.abc import Mapping

ENGLISH: Mapping[str, str] = {
    # Small words
    "list.and": "and",
    "list.or": "or",
    "value.on": "on",
    "value.off": "off",
    "permission.view_channel": "view this channel",
    "permission.send_messages": "send messages",
    "permission.send_messages_in_threads": "send messages in threads",
    "permission.attach_files": "attach files",
    "seat.all": "All that are free",
    # Preferences
    "prefs": "How you like it, in every game:\n{lines}",
    "prefs.line": "- `{name}`: **{value}** – {meaning}",
    "prefs.language": "what I say to you; the sentences of the rules are in English for now",
    "prefs.pings": "whether a post that asks you makes a sound",
    "prefs.zone": "your time zone, a name such as Europe/Paris",
    "prefs.quiet": "hours in which nothing of mine makes a sound, such as 22-8",
    "prefs.reminders": "hours between two reminders, off, or table: as the table has agreed",
    "prefs.size": "how a board is drawn for you; default: for a phone",
    "prefs.palette": "the colours of a board drawn for you",
    "prefs.animation": "animated pictures; off: one that stands still instead",
    "prefs.preview": "ask before a whole order is carried out",
    "prefs.forced": "ask you also where only one answer is left",
    "prefs.rated": "whether your games count in the ratings of a server",
    "prefs.set": "`{name}` is now **{value}**.",
    "prefs.bad": "`{name}` can't be “{value}”. {why}",
    "prefs.zone_unknown": "No time zone has that name; Europe/Paris or Asia/Kolkata are names of some.",
    "prefs.quiet_form": "Two hours of the day are needed, such as 22-8, or off.",
    "prefs.hours_form": "A number of hours from 1 to 720 is needed, or off, or table.",
    "prefs.may_be": "It may be {allowed}.",
    "prefs.unknown": "You can set {names}.",
    "prefs.none": "none",
    "prefs.table": "table",
    "prefs.default": "default",
    "asked.until": "There is time until {until}.",
    "agreed.pace": (
        "how long an answer may take; then comes a nudge, then a caretaker, and the seat is offered"
    ),
    "agreed.reminders": "hours between two reminders, off, or pace",
    "agreed.language": "what I say in the channel; the sentences of the rules are in English for now",
    "agreed.animation": "whether animated pictures of what happened are posted; off: one that stands still",
    "agreed.rated": "whether the game counts in this server's ratings",
    "agreed.as_pace": "as the pace wants it",
    "agreed.told": "<@{user}> sets `{name}` to **{value}**.",
    "agreed.host": (
        "In a running game only <@{user}>, who made it, or somebody who may manage this channel can "
        "change that."
    ),
    "pace.none": "none: the table takes its time",
    "pace.live": "live: half an hour",
    "pace.daily": "daily: one day",
    "pace.three": "3-days: three days",
    "pace.weekly": "weekly: a week",
    "call.since": "-# You have been asked since {since}.",
    "call.until": "-# You have been asked since {since}, and there is time until {until}.",
    "call.over": (
        "The time for this is over: you were asked on {since}. A caretaker plays from {keeps} on, unless you "
        "do."
    ),
    "call.board": "-# [The board]({link}) has your choices, and `/do ?` lists them.",
    "call.draft": "-# The order of **{seat}** is begun and waits to be finished and confirmed.",
    "call.hushed": "I will not remind you of this question again. `/prefs reminders` sets it for good.",
    "call.not_yours": "You are not asked anything here now.",
    "caretaker.plays": "A caretaker plays **{seat}** {whose}.",
    "caretaker.of": (
        "for <@{user}>, who takes it back at once with `/back` or with any order, and this turn with "
        "`/undo` while nobody has acted on it"
    ),
    "caretaker.until_taken": (
        "for <@{user}>, who takes it back with `/back` or with any order, unless somebody else has taken the "
        "seat before"
    ),
    "caretaker.nobody": "as long as nobody holds it; `/game join` takes it",
    "caretaker.act": "what was left to do",
    "offer.anybody": "The seat of **{seat}** is free for anybody who wants to go on with it.",
    "offer.to": "<@{user}> The seat of **{seat}** is offered to you.",
    "offer.until": "Until {until} this turn waits for whoever takes it; then a caretaker plays.",
    "offer.over": "-# This offer is over.",
    "back.told": "<@{user}> is back, and plays again.",
    "button.claim": "Take the seat of {seat}",
    "button.since": "What happened?",
    "button.hush": "No more reminders",
    "automatic.taken": "<@{user}> gives the seat of **{seat}** to {holder}.",
    "automatic.done": (
        "Now {holder} plays **{seat}**. `/seat bot` with another level changes that, and `level:off` ends it."
    ),
    "automatic.gone": "<@{user}> sends the automatic player of **{seat}** away. `/game join` takes the seat.",
    "automatic.left": "Nobody holds **{seat}** now.",
    "automatic.none": "No automatic player has the seat of **{seat}**.",
    "automatic.levels": "An automatic player of {title} can be {levels}.",
    "automatic.which": "Several seats are automatic: {seats}. Say which: `/seat bot seat:`.",
    "automatic.people": "Somebody has to play against it: all the other seats are automatic.",
    "automatic.stuck": (
        "**{seat}** – {holder} can't go on. That is a fault of ours, and the log has it. `/seat claim` takes "
        "the seat, `/seat bot` gives it to another level."
    ),
    "level.off": "off: nobody",
    "button.automatic": "Automatic player for {seat}",
    "offer.done": "You offer the seat of **{seat}**; you go on playing it until somebody takes it.",
    "claim.none": (
        "You can take only a seat that is free or offered to you; `/seat offer` and `/seat vote` offer one."
    ),
    "briefing": "You play **{seat}** now. {headline}",
    "briefing.lately": "What happened lately:",
    "vote.not_you": "Only somebody at this table with another seat can vote on that.",
    "vote.not_asked": "Nothing is asked of **{seat}** now, so nobody waits for that seat.",
    "vote.automatic": "An automatic player has **{seat}**; `/seat claim` takes the seat, without a vote.",
    "vote.early": "There is time yet for **{seat}**: the table can vote from {from_then} on.",
    "vote.told": "<@{user}> votes that **{seat}**, who is silent, is played by another: {votes} of {needed}.",
    "vote.done": "Your vote counts: {votes} of {needed} for giving **{seat}** to another.",
    "away.told": "<@{user}> is away until {until}; what is asked of them waits until then.",
    "away.stand_in": "<@{user}> is away until {until}; a caretaker plays for them.",
    "away.done": "Have a good time until {until}. `/back` ends it sooner.",
    "back.done": "Welcome back: {channels}.",
    "back.nowhere": "Welcome back. Nobody had taken your place.",
    "since.head": "Since you last acted:",
    "since.lately": "What happened lately:",
    "since.more": "-# The newest of it; `/log` and `/replay` show all.",
    "since.nothing": "Nothing has happened since then.",
    "chapter": "**{title}**",
    "chapter.so_far": "**{title}**, so far",
    "chapter.over": "## {title}\n-# This chapter is over. What came of it, for whoever looks on:",
    "chapter.none": "{title} has no chapters; `/log` and `/replay` show what happened.",
    "log.position": "-# The host set a position; the game goes on from it.",
    "log.rewind": "-# The host took the game back to here.",
    "log.without": "-# The host left a choice of this turn out.",
    "log.beyond": "The log has {pages} pages so far, so there is no page {page}. This is the oldest:",
    "chapter.beyond": "There is no chapter {number} yet. This is the last of {n}:",
    "log.chapter": "### {title}",
    "film.game": "The whole game, turn by turn:",
    "film.chapter": "**{title}**, turn by turn:",
    "replay.head": "**Turn {turn} of {last}**",
    "replay.open": "It is under way; nothing has been decided in it yet.",
    "replay.quiet": "Nothing was decided in it.",
    "index.head": "**{title}**, turn by turn:",
    "index.chapter": "**{title}**:",
    "index.link": "[{turn}]({url})",
    "index.done": "The index is on its way; it grows with the game.",
    "index.not_pinned": (
        "-# I may not pin messages here: somebody who manages the channel can pin this one, or let me."
    ),
    "mine.none": "You have no game under way.",
    "mine.head": "Your games; you are asked in {n} of them:",
    "mine.you": "- **You are asked** – [{title} {game}]({link}), as {seats}, since {since}",
    "mine.other": "- [{title} {game}]({link}), as {seats}: {asked} is asked, since {since}",
    "mine.lobby": "- [{title} {game}]({link}), as {seats}: not begun",
    "rematch.not_you": (
        "A rematch is for those who played. `/game new` lays out a game of **{title}** for anybody."
    ),
    "rematch.told": "{users} <@{user}> asks for another game of **{title}**: take a seat on the card above.",
    "final.summary": "-# Begun {began}, over {over}.",
    "button.log": "The log",
    "button.older": "Older",
    "button.newer": "Newer",
    "button.first": "First",
    "button.back": "Back",
    "button.forward": "On",
    "button.last": "Last",
    "button.film": "This chapter, animated",
    "button.film_all": "The whole game, animated",
    "button.replay": "The game again",
    "button.rematch": "Rematch",
    "host.not_you": (
        "Only <@{user}>, who made this game, or somebody who may manage this channel can do that."
    ),
    "host.done": "Done, and told to all.",
    "host.position": "<@{user}>, the host, sets a position; the game goes on from it as a new turn.",
    "host.bad_position": "That is no position of this game: {why}",
    "host.record_no_position": "this is the record of a game; `/host import` takes it",
    "host.no_document": "a document such as `/host export` gives is needed",
    "host.sure_position": (
        "The game would go on from the position of your file, as turn {turn}. What was played before stays "
        "in the record; plans lapse. It would stand like this:"
    ),
    "host.same_standing": "- everybody as now",
    "host.sure_rewind": (
        "The game would go back to the beginning of turn {turn} of {last}, and {n} orders would be struck:"
    ),
    "host.sure_without": "This would be taken out: **{seat}** ~~`{line}`~~",
    "host.more": "- … and {n} between them …",
    "host.gone_on": "The game has gone on since you were asked, so nothing was done. Please ask again.",
    "button.host": "Do it, and tell all",
    "host.no_turn": "The turns are {first} to {last}.",
    "host.there": "The game stands there already.",
    "host.rewind": "<@{user}>, the host, takes the game back to turn {turn}. What came after is struck.",
    "host.no_entry": (
        "There is no such choice. The list that comes up while you type shows what can be left out."
    ),
    "host.without": "<@{user}>, the host, takes out ~~`{line}`~~.",
    "host.again": "-# Of {count} later choices, {entered} are entered again as they were.",
    "host.seat": "<@{user}>, the host, gives the seat of **{seat}** to <@{to}>.",
    "host.paused": "<@{user}>, the host, stops the clock. Who wants may act all the same.",
    "host.resumed": "<@{user}>, the host, lets the clock go on.",
    "host.extended": "<@{user}>, the host, gives more time: until {until}.",
    "host.no_clock": "This game has no clock to extend: its pace is none, or it is paused.",
    "host.exported": "<@{user}>, the host, looks at the whole position, with what is hidden in it.",
    "host.position_file": "The position as it stands; `/host position` takes it again.",
    "host.imported": (
        "<@{user}> brings a game of **{title}** in, at turn {turn}. Take your seats: `/game join`. "
        "The rolls from here on follow from a new seed."
    ),
    "host.bad_record": "That record can't be played: {why}",
    "host.archived": (
        "<@{user}>, the host, puts this game of **{title}** away. It is game {game}; its record is kept."
    ),
    "host.brought": "<@{user}> brings this game here from <#{channel}>.",
    "found": "This game was out of sight for a while; it stands as it was left.",
    "lacks.note": (
        "-# I may not {lacks} here, so the others see nothing of the game. Whoever manages the "
        "channel can help."
    ),
    "stats.nowhere": "Results are kept for a server; there is none here.",
    "stats.none": "No game between people has been played to its end here yet.",
    "stats.head": "## Results of this server",
    "stats.row": "- **{points}** <@{user}> – {title}, {seat}: {won} of {played} won{shared}",
    "stats.shared": ", {n} shared",
    "stats.foot": (
        "-# Each seat is rated by itself: winning with a seat that seldom wins counts for more. "
        "Games with an automatic player, or with a position set by the host, don't count. "
        "`/prefs rated off` takes you out."
    ),
}
