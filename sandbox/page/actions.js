// The actions of a person: interactions, forms, notices, enlarged pictures.

import * as api from "./api.js";
import { avatar, h, nameOf, replace } from "./dom.js";
import { openModal } from "./forms.js";
import { context, el, state, theBot } from "./state.js";
import { toBottom } from "./timeline.js";

export async function attempt(work) {
  try {
    await work();
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

export function report(error) {
  notice(error.message);
}

let noticeTimer = null;

export function notice(text) {
  clearTimeout(noticeTimer);
  el("notice").textContent = text;
  el("notice").hidden = false;
  noticeTimer = setTimeout(() => {
    el("notice").hidden = true;
  }, 6000);
}

// Send an interaction. Show only forms and failures: all other answers arrive as updates.
export async function interact(body, node) {
  node?.querySelector(".failure")?.setAttribute("hidden", "");
  let answer;
  try {
    answer = await api.interact(state.me.username, body);
  } catch (error) {
    if (body.type === "command") throw error;
    return report(error);
  }
  if (answer.answer === null) return failed(body, node);
  if (answer.modal) openModal(answer.modal, context, (values) => submitModal(answer.id, values, node));
  return undefined;
}

async function submitModal(interaction, values, node) {
  try {
    for (const [name, value] of Object.entries(values)) {
      if (value instanceof FileList)
        values[name] = value.length ? (await api.upload(state.me.username, value)).map((one) => one.id) : [];
    }
    const answer = await api.interact(state.me.username, { type: "modal", modal: interaction, values });
    if (answer.answer === null) return "Something went wrong. Try again.";
    node?.querySelector(".failure")?.setAttribute("hidden", "");
    return null;
  } catch (error) {
    return error.message;
  }
}

function failed(body, node) {
  if (node) {
    const shown = el(node.id)?.querySelector(".failure");
    if (shown) shown.hidden = false;
    else notice("This interaction failed.");
    return;
  }
  const bot = theBot();
  const line = h(
    "article",
    { class: "message ephemeral local", "data-ephemeral": "true" },
    avatar(bot, 40),
    h(
      "div",
      { class: "body" },
      h("header", {}, h("span", { class: "author" }, nameOf(bot)), h("span", { class: "tag" }, "APP")),
      h("p", { class: "failure", role: "alert" }, `The application did not respond to /${body.name}.`),
      h(
        "p",
        { class: "only-you" },
        "Only you can see this · ",
        h(
          "button",
          { type: "button", class: "text-button dismiss", onclick: () => line.remove() },
          "Dismiss message",
        ),
      ),
    ),
  );
  el("messages").append(line);
  toBottom();
}

// Open a whole picture. A tap shows it in full size around the tapped point, and the next tap shows it whole again.
export function enlarge(url, alt) {
  const box = el("lightbox");
  const image = h("img", { src: url, alt });
  const frame = h(
    "button",
    { type: "button", class: "lightbox-frame", "aria-label": "Zoom in or out" },
    image,
  );
  frame.addEventListener("click", (event) => {
    const [x, y] = tapped(image, event);
    if (!frame.classList.toggle("natural")) return;
    frame.scrollLeft = x * image.clientWidth - frame.clientWidth / 2;
    frame.scrollTop = y * image.clientHeight - frame.clientHeight / 2;
  });
  const description = h("p", { class: "lightbox-alt", hidden: true }, alt);
  replace(
    box,
    h(
      "div",
      { class: "lightbox-bar" },
      h("a", { href: url, target: "_blank", rel: "noopener" }, "Open in a new tab"),
      alt
        ? h(
            "button",
            {
              type: "button",
              class: "button secondary",
              onclick: () => (description.hidden = !description.hidden),
            },
            "Description",
          )
        : null,
      h(
        "button",
        { type: "button", class: "icon-button", "aria-label": "Close", onclick: () => box.close() },
        "×",
      ),
    ),
    frame,
    description,
  );
  box.showModal();
}

// Return the tapped point as fractions of a picture's width and height; for a keyboard, its middle.
function tapped(image, event) {
  const room = image.getBoundingClientRect();
  const scale = Math.min(room.width / image.naturalWidth, room.height / image.naturalHeight);
  if (!event.detail || !scale) return [0.5, 0.5];
  const part = (at, middle, length) => Math.min(1, Math.max(0, 0.5 + (at - middle) / (length * scale)));
  return [
    part(event.clientX, room.left + room.width / 2, image.naturalWidth),
    part(event.clientY, room.top + room.height / 2, image.naturalHeight),
  ];
}
