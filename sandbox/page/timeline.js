// The list of messages: in order, grouped, and scrolled to the bottom unless the reader has scrolled up.

import { showBoard } from "./board.js";
import { replace } from "./dom.js";
import { messageNode, refreshTimes } from "./message.js";
import { context, el, state } from "./state.js";

let sticking = true;
let lastTop = 0;
let hand = -Infinity;

export function showMessages() {
  replace(
    el("messages"),
    [...state.messages.values()].map((one) => messageNode(one, context)),
  );
  group();
  showBoard();
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
  showBoard();
  keep();
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

export function jumpTo(id) {
  sticking = false;
  const node = el(`message-${id}`);
  node?.scrollIntoView({ block: "center" });
  node?.focus();
}

export function toBottom() {
  sticking = true;
  keep();
}

function keep() {
  if (sticking) el("scroller").scrollTop = el("scroller").scrollHeight;
}

export function dropMessage(id) {
  state.messages.delete(id);
  el(`message-${id}`)?.remove();
  group();
  showBoard();
  keep();
}

// The list leaves the bottom only if the reader scrolls up. Content that changes its height fires scroll events too, and
// late. So a scroll event counts only soon after a wheel, a finger, a key, or a press on the scrollbar.
for (const sign of ["wheel", "touchmove", "keydown"])
  el("scroller").addEventListener(sign, () => (hand = performance.now()), { passive: true });
el("scroller").addEventListener("pointerdown", (event) => {
  if (event.target === el("scroller")) hand = Infinity;
  if (!atBottom()) sticking = false; // somebody who presses a button of an older message reads there
});
window.addEventListener("pointerup", () => {
  if (hand === Infinity) hand = performance.now();
});
el("scroller").addEventListener("scroll", () => {
  const moved = performance.now() - hand < 1000;
  if (atBottom()) sticking = true;
  else if (moved && el("scroller").scrollTop < lastTop) sticking = false;
  lastTop = el("scroller").scrollTop;
});
for (const node of [el("messages"), el("scroller")])
  new ResizeObserver(keep).observe(node);
// A loaded picture makes its message higher before the observers are told.
el("messages").addEventListener("load", keep, true);
setInterval(() => {
  refreshTimes(el("messages"));
  keep();
}, 15000);
