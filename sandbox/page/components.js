// Message components, classic and V2, and the select menu.

import { avatar, fileSize, h, nameOf, replace, safeUrl } from "./dom.js";
import { markdown } from "./markdown.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium" };

// `act(customId, values)` sends the person's choice, and returns when the bot has answered.
export function componentNode(one, context, act) {
  const inner = (list) => list.map((each) => componentNode(each, context, act));
  switch (one.type) {
    case 1:
      return h("div", { class: "row" }, inner(one.components));
    case 2:
      return button(one, act);
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
      return messageSelect(one, context, act);
    case 9:
      return h(
        "div",
        { class: "section" },
        h("div", { class: "section-texts" }, inner(one.components)),
        componentNode(one.accessory, context, act),
      );
    case 10:
      return markdown(one.content, context);
    case 11:
      return picture(one.media, one.description, context, "thumbnail", one.spoiler);
    case 12:
      return h(
        "div",
        { class: `gallery count-${Math.min(one.items.length, 4)}` },
        one.items.map((item) => picture(item.media, item.description, context, "", item.spoiler)),
      );
    case 13:
      return fileCard(one.file.url, one.name, one.size);
    case 14:
      return one.divider
        ? h("hr", { class: `spacing-${one.spacing}` })
        : h("div", { class: `gap spacing-${one.spacing}` });
    case 17:
      return h(
        "div",
        {
          class: `container${one.accent_color === null ? "" : " accented"}`,
          style: colour(one.accent_color),
        },
        inner(one.components),
      );
    default:
      return h("div", { class: "unknown" }, `(a component of type ${one.type})`);
  }
}

export function colour(number) {
  return number === null || number === undefined
    ? {}
    : { "--accent": `#${number.toString(16).padStart(6, "0")}` };
}

export function emojiText(emoji) {
  return emoji ? (emoji.id ? `:${emoji.name}:` : emoji.name) : "";
}

function button(one, act) {
  const label = [
    one.emoji && h("span", { class: "emoji" }, emojiText(one.emoji)),
    one.label && h("span", {}, one.label),
  ];
  if (one.style === 5) {
    return h(
      "a",
      { class: "button link", href: safeUrl(one.url) || "#", target: "_blank", rel: "noopener noreferrer" },
      label,
      h("span", { "aria-hidden": "true" }, " ↗"),
    );
  }
  const node = h(
    "button",
    {
      type: "button",
      class: `button ${STYLES[one.style]}`,
      disabled: one.disabled,
      "data-custom-id": one.custom_id,
      "aria-label": one.label ? null : emojiText(one.emoji),
    },
    label,
  );
  node.addEventListener("click", async () => {
    if (node.getAttribute("aria-busy")) return;
    node.setAttribute("aria-busy", "true");
    await act(one.custom_id);
    node.removeAttribute("aria-busy");
  });
  return node;
}

export function picture(media, alt, context, kind, spoiler) {
  const url = safeUrl(media.proxy_url || media.url);
  if (!url) return h("div", { class: "unknown" }, "(a picture)");
  const image = h("img", { src: url, alt: alt || "" });
  // Reserve space for the picture before it loads, so that nothing jumps.
  const room =
    media.width && kind !== "thumbnail" ? { "--width": media.width, "--height": media.height } : {};
  const open = h(
    "button",
    {
      type: "button",
      class: `picture ${kind}${room["--width"] ? " sized" : ""}${spoiler ? " hidden-picture" : ""}`,
      style: room,
      "aria-label": `Enlarge picture${alt ? `: ${alt}` : ""}`,
    },
    image,
  );
  open.addEventListener("click", () => {
    if (open.classList.contains("hidden-picture")) open.classList.remove("hidden-picture");
    else context.enlarge(url, alt || "");
  });
  return alt && kind !== "thumbnail" ? h("figure", {}, open, altNote(alt)) : open;
}

function altNote(alt) {
  const text = h("figcaption", { hidden: true }, alt);
  const toggle = h(
    "button",
    { type: "button", class: "alt", "aria-expanded": "false", "aria-label": "Show the description" },
    "ALT",
  );
  toggle.addEventListener("click", () => {
    text.hidden = !text.hidden;
    toggle.setAttribute("aria-expanded", String(!text.hidden));
  });
  return [toggle, text];
}

export function fileCard(url, name, size) {
  return h(
    "a",
    { class: "file", href: safeUrl(url) || "#", download: name, target: "_blank", rel: "noopener" },
    h("span", { class: "file-icon", "aria-hidden": "true" }, "▤"),
    h("span", {}, h("span", { class: "file-name" }, name), size !== null && h("small", {}, fileSize(size))),
  );
}

function messageSelect(one, context, act) {
  const menu = select(one, context, async (values) => {
    menu.setAttribute("aria-busy", "true");
    await act(one.custom_id, values);
    menu.removeAttribute("aria-busy");
  });
  return menu;
}

// A select menu. It calls `done(values)` when a choice is complete. Keys: arrows, Home, End, Enter, Space, Escape.
export function select(one, context, done) {
  const options =
    one.type === 3
      ? one.options
      : one.type === 5
        ? [...context.people.values()].map((person) => ({ label: nameOf(person), value: person.id, person }))
        : [];
  const most = one.max_values ?? 1;
  const least = one.min_values ?? 1;
  let chosen = options.filter((option) => option.default).map((option) => option.value);
  let before = chosen.join();
  const face = h("button", {
    type: "button",
    class: "select-face",
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
    disabled: one.disabled,
  });
  const list = h("div", {
    class: "select-list",
    role: "listbox",
    "aria-multiselectable": String(most > 1),
    hidden: true,
  });
  const root = h("div", { class: "select", "data-custom-id": one.custom_id }, face, list);
  root.chosen = () => chosen;

  const show = () => {
    const labels = options
      .filter((option) => chosen.includes(option.value))
      .map((option) => `${emojiText(option.emoji)} ${option.label}`.trim());
    replace(
      face,
      h(
        "span",
        { class: labels.length ? "" : "placeholder" },
        labels.join(", ") || one.placeholder || "Make a selection",
      ),
      h("span", { "aria-hidden": "true" }, "▾"),
    );
    [...list.querySelectorAll("[role=option]")].forEach((node) =>
      node.setAttribute("aria-selected", String(chosen.includes(node.dataset.value))),
    );
  };
  const close = (send) => {
    if (list.hidden) return;
    list.hidden = true;
    face.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside);
    if (send && chosen.length >= least && (most === 1 || chosen.join() !== before)) {
      before = chosen.join();
      done(chosen);
    }
  };
  const outside = (event) => {
    if (!root.contains(event.target)) close(most > 1);
  };
  const open = () => {
    list.hidden = false;
    face.setAttribute("aria-expanded", "true");
    document.addEventListener("pointerdown", outside);
    const frame = root.closest("#scroller")?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
    const room = root.getBoundingClientRect();
    const height = list.offsetHeight + 8;
    list.classList.toggle("upwards", room.bottom + height > frame.bottom && room.top - height > frame.top);
    (list.querySelector("[aria-selected=true]") || list.querySelector("[role=option]"))?.focus();
    list.scrollIntoView({ block: "nearest" }); // including its last line, such as "Done"
  };
  const pick = (value) => {
    if (most === 1) {
      chosen = [value];
      show();
      close(true);
      face.focus();
      return;
    }
    if (chosen.includes(value)) chosen = chosen.filter((each) => each !== value);
    else if (chosen.length < most) chosen = [...chosen, value];
    show();
  };
  face.addEventListener("click", () => (list.hidden ? open() : close(most > 1)));
  for (const option of options) {
    list.append(
      h(
        "div",
        {
          class: "option",
          role: "option",
          tabindex: "-1",
          "data-value": option.value,
          onclick: () => pick(option.value),
        },
        option.person && avatar(option.person, 20),
        option.emoji && h("span", { class: "emoji" }, emojiText(option.emoji)),
        h(
          "span",
          { class: "option-words" },
          h("span", {}, option.label),
          option.description && h("small", {}, option.description),
        ),
        h("span", { class: "tick", "aria-hidden": "true" }, "✓"),
      ),
    );
  }
  if (most > 1)
    list.append(
      h(
        "button",
        {
          type: "button",
          class: "button primary select-done",
          onclick: () => {
            close(true);
            face.focus();
          },
        },
        `Done (up to ${most})`,
      ),
    );
  list.addEventListener("keydown", (event) => {
    const nodes = [...list.querySelectorAll("[role=option]")];
    const at = nodes.indexOf(document.activeElement);
    const go = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: nodes.length - 1 }[event.key];
    if (go !== undefined) nodes[(go + nodes.length) % nodes.length]?.focus();
    else if (event.key === "Escape") {
      close(false);
      face.focus();
      event.stopPropagation();
    } else if (event.key === "Tab") {
      close(most > 1);
      return;
    } else if ((event.key === "Enter" || event.key === " ") && at >= 0) pick(nodes[at].dataset.value);
    else return;
    event.preventDefault();
  });
  show();
  return root;
}
