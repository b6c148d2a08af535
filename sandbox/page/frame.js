// Everything around the messages: people, channels, header, welcome, the state of the bot.

import { avatar, h, nameOf, replace } from "./dom.js";
import { doors } from "./doors.js";
import { markdown } from "./markdown.js";
import { context, el, STARTING, state, theBot } from "./state.js";

// Return the ids of the people whom the bot mentioned last, not counting private messages: it is their turn.
function called() {
  const naming = [...state.messages.values()]
    .reverse()
    .find((message) => message.author.bot && !(message.flags & 64) && message.mentions.length);
  return new Set(naming ? naming.mentions.map((person) => person.id) : []);
}

export function showPeople() {
  const asked = called();
  const focused = el("people").contains(document.activeElement);
  replace(
    el("people"),
    state.players.map((person) => {
      const me = person.id === state.me.id;
      return h(
        "button",
        {
          type: "button",
          role: "radio",
          "aria-checked": String(me),
          "data-user": person.username,
          tabindex: me ? "0" : "-1",
          class: asked.has(person.id) ? "called" : null,
          title: asked.has(person.id) ? `Be ${nameOf(person)}, who is asked now` : `Be ${nameOf(person)}`,
          onclick: () => context.become(person.username),
        },
        avatar(person, 26),
        h("span", {}, nameOf(person)),
      );
    }),
  );
  if (focused) el("people").querySelector("[aria-checked=true]").focus();
}

el("people").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const at = state.players.findIndex((person) => person.id === state.me.id);
  context.become(state.players[(at + step + state.players.length) % state.players.length].username);
});

export function showChannels() {
  const item = (channel) => {
    const unread = state.unread.get(channel.id);
    return h(
      "li",
      { class: channel.type === 11 ? "thread" : "" },
      h(
        "button",
        {
          type: "button",
          class: `channel${unread ? " unread" : ""}`,
          "data-channel": channel.name,
          "aria-current": channel.id === state.channel ? "page" : null,
          onclick: () => context.open(channel.id),
        },
        h(
          "span",
          { class: "hash", "aria-hidden": "true" },
          channel.type === 1 ? "@" : channel.type === 11 ? "↳" : channel.type === 15 ? "☰" : "#",
        ),
        h("span", { class: "channel-label" }, channel.name),
        unread?.mentions
          ? h(
              "span",
              { class: "badge", "aria-label": `${unread.mentions} mentions` },
              String(unread.mentions),
            )
          : null,
      ),
    );
  };
  const all = [...state.channels.values()];
  const top = all.filter((channel) => channel.type !== 11);
  replace(
    el("channels"),
    top.flatMap((channel) => [
      item(channel),
      ...all.filter((one) => one.type === 11 && one.parent_id === channel.id).map(item),
    ]),
  );
}

export function showHeader() {
  const channel = state.channels.get(state.channel);
  el("channel-name").textContent = channel.name;
  el("channel-name").dataset.kind = channel.type === 1 ? "@" : "#";
  el("channel-topic").textContent = channel.topic || "";
  document.title = `#${channel.name} · ${nameOf(state.me)}`;
  showWelcome();
}

export function showWelcome() {
  const channel = state.channels.get(state.channel);
  const chips = context
    .commands()
    .filter((one) => one.name === "help")
    .map((one) =>
      h(
        "button",
        {
          type: "button",
          class: "chip",
          "data-start-command": one.name,
          title: one.description,
          onclick: () => context.startCommand(one.name),
        },
        `/${one.name}`,
      ),
    );
  replace(
    el("welcome"),
    h("div", { class: "welcome-mark", "aria-hidden": "true" }, channel.type === 1 ? "@" : "#"),
    h(
      "h2",
      {},
      channel.type === 1 ? `Your messages with ${channel.name}` : `Welcome to #${channel.name}`,
    ),
    h(
      "p",
      {},
      "Durbar runs board games in chat, a move or two a day. It knows the rules, draws the board and says whose turn it is.",
    ),
    h("p", { class: "letters" }, letters(channel)),
    h("div", { class: "doors" }, doors()),
    markdown(state.welcome.join("\n"), context),
    h(
      "p",
      {},
      "Each of these buttons lists the games. Or type ",
      h("kbd", {}, "/"),
      " in the box below to see all commands:",
    ),
    chips.length
      ? h("div", { class: "chips" }, chips)
      : h("p", { class: "subtext" }, STARTING),
  );
}

function letters(channel) {
  if (channel.type === 1) return `You are ${nameOf(state.me)}. Nobody else sees this.`;
  const names = state.players.map(nameOf).join(", ");
  return `The letters at the top are the people here: ${names}. You are ${nameOf(state.me)}. Tap a letter to play as that person.`;
}

export function showStatus() {
  const bot = theBot();
  replace(
    el("bot-status"),
    avatar(bot, 30),
    h(
      "span",
      {},
      h("b", {}, nameOf(bot)),
      h("small", { class: state.online ? "online" : "offline" }, state.online ? "online" : "not connected"),
    ),
  );
  el("bot-status").dataset.online = String(state.online);
  el("app").classList.toggle("offline", !state.online);
}
