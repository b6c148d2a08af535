// Turn Discord's markdown into elements: first blocks, line by line, then marks inside a line.

import { h, nameOf, safeUrl } from "./dom.js";

export function markdown(text, context) {
  const root = h("div", { class: "markdown" });
  let rest = text;
  const fence = /```(?:([\w+-]+)\n)?\n?([\s\S]*?)\n?```/;
  for (let found = fence.exec(rest); found; found = fence.exec(rest)) {
    blocks(rest.slice(0, found.index), root, context);
    root.append(h("pre", { tabindex: "0" }, h("code", {}, found[2])));
    rest = rest.slice(found.index + found[0].length).replace(/^\n/, "");
  }
  blocks(rest, root, context);
  return root;
}

function blocks(text, parent, context) {
  const lines = text.replace(/\n$/, "").split("\n");
  if (text.trim() === "") return;
  let paragraph = null;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const heading = /^(#{1,3}) +(.+)$/.exec(line);
    const subtext = /^-# +(.+)$/.exec(line);
    const item = /^( *)(?:[-*]|(\d+)\.) +(.*)$/.exec(line);
    if (line.startsWith(">>> ")) {
      const quote = h("blockquote");
      blocks([line.slice(4), ...lines.slice(at + 1)].join("\n"), quote, context);
      parent.append(quote);
      return;
    }
    if (/^> ?/.test(line) && line !== ">") {
      const quoted = [];
      while (at < lines.length && lines[at].startsWith("> ")) quoted.push(lines[at++].slice(2));
      if (quoted.length === 0) {
        quoted.push(line.slice(1));
        at += 1;
      }
      at -= 1;
      const quote = h("blockquote");
      blocks(quoted.join("\n"), quote, context);
      parent.append(quote);
      paragraph = null;
    } else if (heading) {
      // h1 and h2 belong to the page itself.
      parent.append(
        h(
          `h${heading[1].length + 2}`,
          { class: `heading-${heading[1].length}` },
          inline(heading[2], context),
        ),
      );
      paragraph = null;
    } else if (subtext) {
      parent.append(h("small", { class: "subtext" }, inline(subtext[1], context)));
      paragraph = null;
    } else if (item) {
      at = list(lines, at, parent, context) - 1;
      paragraph = null;
    } else {
      if (paragraph) paragraph.append(h("br"));
      else parent.append((paragraph = h("p")));
      paragraph.append(...inline(line, context));
    }
  }
}

function list(lines, start, parent, context) {
  const pattern = /^( *)(?:[-*]|(\d+)\.) +(.*)$/;
  const first = pattern.exec(lines[start]);
  const depth = first[1].length;
  const numbered = Boolean(first[2]);
  const node = numbered ? h("ol", { start: first[2] }) : h("ul");
  parent.append(node);
  let at = start;
  while (at < lines.length) {
    const found = pattern.exec(lines[at]);
    if (!found || found[1].length < depth) break;
    if (found[1].length > depth && node.lastElementChild) {
      at = list(lines, at, node.lastElementChild, context);
      continue;
    }
    if (Boolean(found[2]) !== numbered) break;
    node.append(h("li", {}, inline(found[3], context)));
    at += 1;
  }
  return at;
}

const wrap = (tag, attributes) => (found, context) => h(tag, attributes, inline(found[1], context));

const MARKS = [
  [/\\([^\w\s])/y, (found) => found[1]],
  [/``(.+?)``/y, (found) => h("code", {}, found[1])],
  [/`([^`]+)`/y, (found) => h("code", {}, found[1])],
  [/\*\*\*(.+?)\*\*\*/y, (found, context) => h("strong", {}, h("em", {}, inline(found[1], context)))],
  [/\*\*(.+?)\*\*(?!\*)/y, wrap("strong")],
  [/__(.+?)__(?!_)/y, wrap("u")],
  [/\*(?!\s)((?:[^*]|\*\*.+?\*\*)+?)\*(?!\*)/y, wrap("em")],
  [/\b_([^_]+)_\b/y, wrap("em")],
  [/_([^_\s][^_]*)_(?!\w)/y, wrap("em")],
  [/~~(.+?)~~/y, wrap("s")],
  [/\|\|(.+?)\|\|/y, spoiler],
  [/<@!?(\d+)>/y, mentionUser],
  [/<@&(\d+)>/y, mentionRole],
  [/<#(\d+)>/y, mentionChannel],
  [/<\/([^:>]+):\d+>/y, mentionCommand],
  [/<t:(-?\d+)(?::([tTdDfFR]))?>/y, timestamp],
  [/<a?:(\w+):\d+>/y, (found) => `:${found[1]}:`],
  [
    /\[([^\]]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y,
    (found, context) => link(found[2], inline(found[1], context)),
  ],
  [/<(https?:\/\/[^\s>]+)>/y, (found) => link(found[1], [found[1]])],
  [/https?:\/\/[^\s<]+[^\s<.,:;"')\]]/y, (found) => link(found[0], [found[0]])],
];

export function inline(text, context) {
  const nodes = [];
  let plain = "";
  let at = 0;
  scan: while (at < text.length) {
    for (const [pattern, make] of MARKS) {
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (!found) continue;
      const node = make(found, context);
      at += found[0].length;
      if (typeof node === "string") plain += node;
      else {
        if (plain) nodes.push(plain);
        plain = "";
        nodes.push(node);
      }
      continue scan;
    }
    plain += text[at];
    at += 1;
  }
  if (plain) nodes.push(plain);
  return nodes;
}

function link(url, label) {
  const safe = safeUrl(url);
  return safe
    ? h("a", { href: safe, target: "_blank", rel: "noopener noreferrer" }, label)
    : h("span", {}, label);
}

function spoiler(found, context) {
  const node = h(
    "button",
    { type: "button", class: "spoiler", "aria-label": "Spoiler, press to show" },
    inline(found[1], context),
  );
  node.addEventListener("click", () => {
    node.classList.add("open");
    node.removeAttribute("aria-label");
  });
  return node;
}

function mentionUser(found, context) {
  const person = context.people.get(found[1]);
  return h("span", { class: "mention", "data-mention": found[1] }, `@${person ? nameOf(person) : "someone"}`);
}

function mentionRole(found, context) {
  return h("span", { class: "mention" }, `@${context.roles.get(found[1])?.name ?? "role"}`);
}

function mentionChannel(found, context) {
  const channel = context.channels.get(found[1]);
  return h(
    "button",
    { type: "button", class: "mention", onclick: () => channel && context.open(channel.id) },
    `#${channel ? channel.name : "unknown"}`,
  );
}

function mentionCommand(found, context) {
  return h(
    "button",
    { type: "button", class: "mention", onclick: () => context.startCommand(found[1]) },
    `/${found[1]}`,
  );
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

function timestamp(found) {
  const when = new Date(Number(found[1]) * 1000);
  const full = when.toLocaleString("en-GB", STYLES.F);
  const shown = found[2] === "R" ? relative(when) : when.toLocaleString("en-GB", STYLES[found[2] || "f"]);
  return h(
    "time",
    { class: "stamp", datetime: when.toISOString(), title: full, "data-relative": found[2] === "R" },
    shown,
  );
}

const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

export function relative(when) {
  const seconds = (when - Date.now()) / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) || UNITS.at(-1);
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(Math.round(seconds / size), unit);
}
