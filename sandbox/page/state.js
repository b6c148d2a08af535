// The state of the page, and the functions that its parts share.

export const el = (id) => document.getElementById(id);

export const state = {
  me: null,
  people: new Map(),
  roles: new Map(),
  players: [],
  welcome: [],
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

// Every part that draws gets this. app.js adds interact, enlarge, become, open, jump, startCommand, commands,
// dismiss and vote.
export const context = {
  get me() {
    return state.me;
  },
  people: state.people,
  roles: state.roles,
  channels: state.channels,
  find: (id) => state.messages.get(id),
};
