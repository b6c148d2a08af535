// The three buttons ("doors") of an empty page. Each opens a channel and sends one command there. A game gets a channel
// without messages. The doors are shown before the bot is ready: a click then waits for it.

import * as api from "./api.js";
import { attempt, interact, notice } from "./actions.js";
import { h } from "./dom.js";
import { awake, context, STARTING, state } from "./state.js";

const DOORS = [
  { command: "learn", channel: "lessons", shared: true, title: "Learn a game", text: "Short lessons, step by step. Only you see them." },
  { command: "game first", channel: "first-game", title: "Play against the bot", text: "A first game against bots, with explanations." },
  { command: "game new", channel: "table", title: "Play every side yourself", text: "Set up a table, as you would with friends. A letter at the top changes who you are." },
];

const AGAIN = 100; // milliseconds between two checks whether the bot is ready

let waiting = false; // a door was clicked, so other clicks are ignored

export function doors() {
  const known = new Set(context.commands().map((one) => one.name));
  return DOORS.filter((door) => !known.size || known.has(door.command)).map((door) =>
    h(
      "button",
      { type: "button", class: "door", "data-door": door.command, onclick: () => enter(door) },
      h("b", {}, door.title),
      h("span", {}, door.text),
    ),
  );
}

async function room(door) {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? door.channel : `${door.channel}-${number}`;
    const there = [...state.channels.values()].find((one) => one.name === name);
    if (!there) return api.newChannel(state.me.username, name);
    if (door.shared || !(await api.messages(state.me.username, there.id, 1)).messages.length) return there;
  }
}

async function enter(door) {
  if (waiting) return;
  waiting = true;
  await attempt(async () => {
    const channel = await room(door);
    state.channels.set(channel.id, channel);
    await context.open(channel.id);
    if (!awake()) notice(STARTING);
    while (!awake())
      await new Promise((resume) => {
        setTimeout(resume, AGAIN);
      });
    if (state.channel !== channel.id) return;
    await interact({ type: "command", channel: channel.id, name: door.command, options: {} }, null);
  });
  waiting = false;
}
