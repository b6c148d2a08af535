// The current person's notifications, as a phone shows them on its lock screen.

import * as api from "./api.js";
import { h, nameOf, replace } from "./dom.js";
import { context, el, state } from "./state.js";

let pushes = [];

export async function loadPushes() {
  pushes = await api.pushes(state.me.username);
  showCount();
}

export function addPush(push) {
  pushes.push(push);
  showCount();
  if (el("phone").open) showPhone();
}

function showCount() {
  el("phone-button").dataset.count = String(pushes.length);
  el("phone-button").setAttribute("aria-label", `Notifications on your phone: ${pushes.length}`);
}

function showPhone() {
  replace(
    el("phone"),
    h(
      "header",
      {},
      h("h2", { id: "phone-title" }, `The phone of ${nameOf(state.me)}`),
      h(
        "button",
        { type: "button", class: "icon-button", "aria-label": "Close", onclick: () => el("phone").close() },
        "×",
      ),
    ),
    pushes.length
      ? h("ol", {}, [...pushes].reverse().map(card))
      : h("p", { class: "subtext" }, "No notification has come yet."),
  );
}

function card(push) {
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        class: "push",
        onclick: () => {
          el("phone").close();
          context.open(push.channel);
        },
      },
      h("b", {}, push.title),
      h("span", { class: push.body ? "" : "empty" }, push.body || "(no text)"),
    ),
  );
}

el("phone-button").addEventListener("click", () => {
  showPhone();
  el("phone").showModal();
});
el("phone").addEventListener("click", (event) => {
  if (event.target === el("phone")) el("phone").close();
});
