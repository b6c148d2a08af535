// What the page knows, and what its parts may ask of each other.

export const el = (id) => document.getElementById(id);

export const state = {
  me: null,
  people: new Map(),
  players: [],
  channels: new Map(),
  channel: null,
  messages: new Map(),
  online: false,
  revision: 0,
  unread: new Map(),
  following: null,
};

export const theBot = () => [...state.people.values()].find((person) => person.bot);

export const STARTING = "The bot is starting. This takes a few seconds.";
export const awake = () => state.online && context.commands().length > 0;

// Given to everything that draws; app.js adds interact, open, become, jump, startCommand, commands and dismiss.
export const context = {
  get me() {
    return state.me;
  },
  people: state.people,
  channels: state.channels,
  find: (id) => state.messages.get(id),
};
