// The list of messages: kept in order, grouped, at the bottom while one looks there.

import { replace } from "./dom.js";
import { messageNode, refreshTimes } from "./message.js";
import { context, el, state } from "./state.js";

let sticking = true;
let lastTop = 0;

export function showMessages() {
  replace(
    el("messages"),
    [...state.messages.values()].map((one) => messageNode(one, context)),
  );
  group();
  toBottom();
}

export function showMessage(message) {
  const old = el(`message-${message.id}`);
  const node = messageNode(message, context);
  if (old) {
    const focused =
      old.contains(document.activeElement) &&
      document.activeElement.closest("[data-custom-id]")?.dataset.customId;
    old.replaceWith(node);
    if (focused)
      (node.querySelector(`[data-custom-id="${CSS.escape(focused)}"]`) || node).focus({
        preventScroll: true,
      });
  } else {
    el("messages").append(node);
  }
  group();
}

function group() {
  let before = null;
  for (const node of el("messages").children) {
    const message = state.messages.get(node.dataset.messageId);
    const follows =
      message &&
      before &&
      before.author.id === message.author.id &&
      !node.querySelector(".above") &&
      Boolean(before.flags & 64) === Boolean(message.flags & 64) &&
      new Date(message.timestamp) - new Date(before.timestamp) < 420000;
    node.classList.toggle("grouped", Boolean(follows));
    before = message || null;
  }
}

const atBottom = () =>
  el("scroller").scrollHeight - el("scroller").scrollTop - el("scroller").clientHeight < 120;

export function toBottom() {
  sticking = true;
  el("scroller").scrollTop = el("scroller").scrollHeight;
}

export function dropMessage(id) {
  state.messages.delete(id);
  el(`message-${id}`)?.remove();
  group();
}

// Only scrolling up lets go of the bottom: growing content also fires scroll events, and they come late.
el("scroller").addEventListener("scroll", () => {
  if (atBottom()) sticking = true;
  else if (el("scroller").scrollTop < lastTop) sticking = false;
  lastTop = el("scroller").scrollTop;
});
for (const node of [el("messages"), el("scroller")])
  new ResizeObserver(() => {
    if (sticking) toBottom();
  }).observe(node);
setInterval(() => refreshTimes(el("messages")), 15000);
