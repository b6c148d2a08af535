// The page: who you are, which channel is open, and the updates.

import { attempt, enlarge, interact, notice, report } from "./actions.js";
import * as api from "./api.js";
import { Composer } from "./composer.js";
import { openModal } from "./forms.js";
import { showChannels, showHeader, showPeople, showStatus, showWelcome } from "./frame.js";
import { addPush, loadPushes } from "./phone.js";
import { context, el, state } from "./state.js";
import { dropMessage, jumpTo, showMessage, showMessages } from "./timeline.js";

const SHOWN_AT_MOST = 200;
const address = new URLSearchParams(location.search);

const composer = new Composer({
  people: () => state.players,
  roles: () => [...state.roles.values()],
  channels: () => [...state.channels.values()].filter((channel) => channel.guild_id),
  notice,
  say: (text) => attempt(() => api.say(state.me.username, state.channel, text)),
  complete: async (name, focused, options) => {
    const answer = await api
      .interact(state.me.username, { type: "autocomplete", channel: state.channel, name, focused, options })
      .catch(() => null);
    return answer?.choices ?? null;
  },
  run: (name, options, files) =>
    attempt(async () => {
      for (const [option, list] of Object.entries(files))
        options[option] = (await api.upload(state.me.username, list))[0].id;
      await interact({ type: "command", channel: state.channel, name, options }, null);
    }),
});

Object.assign(context, {
  interact,
  enlarge,
  become,
  open: openChannel,
  jump: jumpTo,
  startCommand: (name) => composer.start(name),
  commands: () => composer.commands,
  dismiss: (id) => api.dismiss(state.me.username, id).catch(report),
  vote: (id, answer) => api.vote(state.me.username, id, answer).catch(report),
});

// Updates

async function openChannel(id) {
  state.channel = id;
  state.unread.delete(id);
  const answer = await api.messages(state.me.username, id, SHOWN_AT_MOST);
  if (state.channel !== id) return;
  state.messages = new Map(answer.messages.map((one) => [one.id, one]));
  showMessages();
  showPeople();
  showChannels();
  header();
  closeMenu();
  remember();
}

function remember() {
  const query = new URLSearchParams({
    as: state.me.username,
    channel: state.channels.get(state.channel).name,
  });
  history.replaceState(null, "", `?${query}`);
}

async function become(who) {
  state.me = state.players.find((person) => [person.username, person.id].includes(who)) || state.players[0];
  state.following?.abort();
  const seen = await api.channels(state.me.username);
  Object.assign(state, { online: seen.online, revision: seen.revision });
  state.channels.clear();
  seen.channels.forEach((channel) => state.channels.set(channel.id, channel));
  state.unread.clear();
  await loadCommands();
  await loadPushes();
  showPeople();
  showStatus();
  const wanted =
    state.channel ??
    [...state.channels.values()].find((channel) =>
      [channel.id, channel.name].includes(address.get("channel")),
    )?.id;
  await openChannel(state.channels.has(wanted) ? wanted : state.channels.keys().next().value);
  follow();
}

function header() {
  showHeader();
  composer.rename(state.channels.get(state.channel).name);
}

async function loadCommands() {
  composer.setCommands(await api.commands(state.me.username));
  if (state.channel && state.channels.has(state.channel)) showWelcome();
}

async function follow() {
  const control = new AbortController();
  state.following = control;
  while (!control.signal.aborted) {
    try {
      const answer = await api.updates(state.me.username, state.revision, control.signal);
      if (control.signal.aborted) return;
      el("app").classList.remove("lost");
      if (answer.revision < state.revision) return location.reload();
      state.revision = answer.revision;
      for (const update of answer.updates) await apply(update);
    } catch (error) {
      if (control.signal.aborted) return;
      console.error(error);
      el("app").classList.add("lost");
      await new Promise((resume) => {
        setTimeout(resume, 1000);
      });
    }
  }
}

async function apply(update) {
  if (update.kind === "message") applyMessage(update.message);
  else if (update.kind === "deleted") {
    dropMessage(update.key);
  } else if (update.kind === "channel") {
    await applyChannel(update.key, update.channel);
  } else if (update.kind === "commands") await loadCommands();
  else if (update.kind === "bot") {
    state.online = update.online;
    showStatus();
  } else if (update.kind === "push") addPush(update.push);
  else if (update.kind === "typing" && update.key === state.channel) showTyping();
}

async function applyChannel(id, channel) {
  if (channel) state.channels.set(id, channel);
  else state.channels.delete(id);
  showChannels();
  if (id !== state.channel) return;
  if (channel) header();
  else await openChannel(state.channels.keys().next().value);
}

function applyMessage(message) {
  if (message.channel_id === state.channel) {
    state.messages.set(message.id, message);
    showMessage(message);
    showPeople();
    el("typing").textContent = "";
    return;
  }
  const known = state.unread.get(message.channel_id) || { mentions: 0 };
  const mentioned =
    message.edited_timestamp === null && message.mentions.some((person) => person.id === state.me.id);
  state.unread.set(message.channel_id, { mentions: known.mentions + (mentioned ? 1 : 0) });
  showChannels();
}

let typingTimer = null;

function showTyping() {
  clearTimeout(typingTimer);
  el("typing").textContent = "The bot is typing…";
  typingTimer = setTimeout(() => {
    el("typing").textContent = "";
  }, 8000);
}

// The frame

const closeMenu = () => {
  el("app").classList.remove("menu-open");
  el("menu").setAttribute("aria-expanded", "false");
};
el("menu").addEventListener("click", () =>
  el("menu").setAttribute("aria-expanded", String(el("app").classList.toggle("menu-open"))),
);
el("scroller").addEventListener("click", closeMenu);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMenu();
});
el("new-channel").addEventListener("click", () =>
  openModal(
    {
      title: "New channel",
      custom_id: "new-channel",
      components: [
        {
          type: 18,
          label: "Name",
          description: "Letters, digits and dashes.",
          component: { type: 4, style: 1, custom_id: "name", max_length: 40, placeholder: "third-table" },
        },
        {
          type: 18,
          label: "Kind",
          component: {
            type: 21,
            custom_id: "kind",
            options: [
              { label: "Text channel", value: "text", default: true },
              { label: "Forum", value: "forum" },
            ],
          },
        },
      ],
    },
    context,
    async ({ name, kind }) => {
      try {
        const made = await api.newChannel(state.me.username, name, kind === "forum");
        state.channels.set(made.id, made);
        await openChannel(made.id);
        return null;
      } catch (error) {
        return error.message;
      }
    },
  ),
);
for (const dialog of [el("modal"), el("lightbox")])
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });

for (const person of await api.people()) {
  state.people.set(person.id, person);
  if (!person.bot) state.players.push(person);
}
state.welcome = await api.welcome();
for (const role of await api.roles()) state.roles.set(role.id, role);
await become(address.get("as") || "asha");
composer.input.focus();
document.body.dataset.ready = "true";
