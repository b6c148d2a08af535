"""Show and set a person's preferences with lists, buttons and forms (`/prefs`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.language.words import get_language, say
from bot.orders.own_question import OwnQuestion
from bot.people.caller import Caller
from bot.people.preference_editor import (
    NAMES,
    PreferenceStore,
    describe_preferences,
    format_preference,
    read_preference_name,
    title_preference,
)
from bot.people.setting_names import name_setting
from bot.replies.action import NOTHING, Entered, action, button
from bot.replies.reply import ActionButton, ActionList, EntryForm, FormField, Refused, Reply
from bot.seating.table_settings import TableSettings
from rules.ask import Option

# Preferences with more values than buttons can list, each with an example for its form.
TYPED: Mapping[str, str] = {"quiet": "22:30-7", "zone": "Europe/Paris", "reminders": "36"}
VALUE = "value"  # the key of the form's only field
SHOWN = {"language", "size", "palette"}  # the preferences that change how a question looks


class PreferencePanel:
    """Shows preferences and sets them.

    A new language can also become that of the table's posts. A question that the caller has open keeps its
    old look, so the answer has a button that shows the question anew.
    """

    def __init__(self, people: PreferenceStore, tables: TableSettings, own_question: OwnQuestion) -> None:
        self.people, self.tables, self.own_question = people, tables, own_question

    async def open(self, caller: Caller, name: str | None, value: str | None) -> Reply:
        """Answer `/prefs`: set a preference, show one, or list all. Raises `Refused`."""
        if name is None:
            return await self.show(caller)
        if value is None:
            return await self.choose(caller, name)
        return await self._set(caller, name, value)

    @action("prefs")
    async def show(self, caller: Caller) -> Reply:
        """List all preferences with their values."""
        now = (await self.people.load(caller.user_id)).model_copy(update={"language": get_language()})
        meanings = describe_preferences()
        shown = {name: format_preference(name, getattr(now, name)) for name in NAMES}
        titles = {name: title_preference(name) for name in NAMES}
        lines = [
            say("prefs.short", title=titles[name], name=name_setting(name), value=shown[name])
            for name in NAMES
        ]
        options = [
            Option(name, say("prefs.entry", title=titles[name], value=shown[name]), says=meanings[name])
            for name in NAMES
        ]
        change = ActionList(PreferencePanel.choose_listed.call(), say("prefs.choose"), options)
        return Reply(say("prefs", lines="\n".join(lines)), lists=(change,))

    @action("prefs.of", "{}")
    async def choose_listed(self, caller: Caller, *names: str) -> Reply:
        """Show the preference that the caller chose from the list. Raises `Refused`."""
        return await self.choose(caller, next(iter(names), ""))

    async def choose(self, caller: Caller, name: str) -> Reply:
        """Show a preference with its meaning, and a button for each value. Raises `Refused`."""
        name = read_preference_name(name)
        preferences = await self.people.load(caller.user_id)
        now = get_language() if name == "language" else getattr(preferences, name)
        text = say(
            "prefs.line",
            title=title_preference(name),
            name=name_setting(name),
            value=format_preference(name, now),
            meaning=describe_preferences()[name],
        )
        return Reply(text, buttons=tuple(self._make_buttons(name, now)))

    def _make_buttons(self, name: str, now: object) -> list[ActionButton]:
        """Return a button for each value of a preference, one for a typed value, and one back to the list."""
        values = [] if name == "zone" else self.people.list_values(name)
        found = list[ActionButton]()
        for value in values:
            read = self.people.read(name, value)
            set_ = PreferencePanel.set_value.call(name, value)
            found.append(button(set_, format_preference(name, read), off=read == now))
        if name in TYPED:
            found.append(button(PreferencePanel.ask.call(name), say("button.other_value")))
        back = button(PreferencePanel.show.call(), say("button.all_preferences"))
        return [*found, back._replace(apart=True)]

    @action("prefs.to", "{name}:{value}")
    async def set_value(self, caller: Caller, name: str, value: str) -> Reply:
        """Set a preference, and show what holds now. Raises `Refused`."""
        done = await self._set(caller, name, value)
        shown = await self.choose(caller, name)
        text = f"{done.text}\n-# {describe_preferences()[name]}"
        return replace(shown, text=text, buttons=(*shown.buttons, *done.buttons))

    @action("prefs.ask", "{name}")
    async def ask(self, _: Caller, name: str) -> EntryForm:
        """Return the form for a typed value."""
        field = FormField(VALUE, name_setting(name), hint=TYPED.get(name, ""))
        return EntryForm(say("prefs.form"), [field], PreferencePanel.read_form.call(name))

    @action("form.prefs", "{name}")
    async def read_form(self, caller: Caller, name: str, *, entered: Entered = NOTHING) -> Reply:
        """Set a preference to the typed value. Raises `Refused`."""
        return await self.set_value(caller, name, entered.get(VALUE, ""))

    async def _set(self, caller: Caller, name: str, value: str) -> Reply:
        try:
            done = await self.people.set(caller, name, value)
        except Refused as refused:  # the panel stays, so that another value is one tap away
            shown = await self.choose(caller, name)
            raise Refused(str(refused), buttons=shown.buttons) from None
        name = read_preference_name(name)
        if name == "language":
            told = await self.tables.follow_language(caller, self.people)
            done = replace(done, text="\n".join(filter(None, [done.text, told.text])), buttons=told.buttons)
        return await self.own_question.lead_back(caller, done) if name in SHOWN else done
