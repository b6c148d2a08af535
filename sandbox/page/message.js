// Show a message as Discord does.

import { avatar, h, nameOf, safeUrl } from "./dom.js";
import { colour, componentNode, fileCard, picture } from "./components.js";
import { inline, markdown, relative } from "./markdown.js";

const EPHEMERAL = 64;
const LOADING = 128;
const V2 = 32768;

export function messageNode(message, context) {
  const ephemeral = Boolean(message.flags & EPHEMERAL);
  const mine = message.mentions.some((person) => person.id === context.me.id);
  const node = h("article", {
    class: `message${ephemeral ? " ephemeral" : ""}${mine ? " mentioned" : ""}`,
    id: `message-${message.id}`,
    "data-message-id": message.id,
    "data-ephemeral": ephemeral,
    tabindex: "-1",
    "aria-label": `${nameOf(message.author)}, ${clock(message.timestamp)}`,
  });
  const act = (customId, values) =>
    context.interact(
      { type: "component", message: message.id, custom_id: customId, ...(values ? { values } : {}) },
      node,
    );
  const thinking = Boolean(message.flags & LOADING);
  node.append(
    ...[above(message, context), avatar(message.author, 40)].filter(Boolean),
    h(
      "div",
      { class: "body" },
      h(
        "header",
        {},
        h("span", { class: "author" }, nameOf(message.author)),
        message.author.bot && h("span", { class: "tag" }, "APP"),
        h(
          "time",
          { datetime: message.timestamp, title: new Date(message.timestamp).toLocaleString("en-GB") },
          clock(message.timestamp),
        ),
        message.pinned && h("span", { class: "pinned", title: "Pinned" }, "pinned"),
      ),
      thinking
        ? h(
            "p",
            { class: "thinking" },
            h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
            `${nameOf(message.author)} is thinking…`,
          )
        : content(message, context, act),
      h("p", { class: "failure", role: "alert", hidden: true }, "This interaction failed"),
      ephemeral &&
        h(
          "p",
          { class: "only-you" },
          "Only you can see this · ",
          h(
            "button",
            { type: "button", class: "text-button dismiss", onclick: () => context.dismiss(message.id) },
            "Dismiss message",
          ),
        ),
    ),
  );
  return node;
}

function above(message, context) {
  if (message.interaction) {
    const { user, name } = message.interaction;
    return h(
      "p",
      { class: "above" },
      avatar(user, 16),
      h("b", {}, nameOf(user)),
      " used ",
      h("span", { class: "mention" }, `/${name}`),
    );
  }
  const source = message.message_reference && context.find(message.message_reference.message_id);
  if (!source) return null;
  const words = source.content || source.embeds[0]?.title || texts(source.components)[0] || "a message";
  const line = words.split("\n")[0].replace(/^[#>\-\s]+/, "");
  const cut = line.slice(0, 120).replace(/\[([^\]]*)\]\([^)]*$/, "$1"); // of a link with a cut address, show only the text
  const ticks = cut.split("`").length - 1; // close a code mark whose other end was cut off
  return h(
    "p",
    { class: "above" },
    avatar(source.author, 16),
    h("b", {}, nameOf(source.author)),
    " ",
    h(
      "button",
      { type: "button", class: "text-button quote", onclick: () => context.jump(source.id) },
      inline(cut + (ticks % 2 ? "…`" : ""), context),
    ),
  );
}

export function texts(components) {
  return components.flatMap((one) => [
    ...(one.type === 10 ? [one.content] : []),
    ...texts(one.components || []),
  ]);
}

function content(message, context, act) {
  const v2 = Boolean(message.flags & V2);
  const used = JSON.stringify([message.embeds, v2 ? message.components : []]);
  const loose = v2 ? [] : message.attachments.filter((one) => !used.includes(`"${one.url}"`));
  const pictures = loose.filter((one) => (one.content_type || "").startsWith("image/"));
  return [
    message.content && markdown(message.content, context),
    message.edited_timestamp &&
      h(
        "small",
        { class: "edited", title: new Date(message.edited_timestamp).toLocaleString("en-GB") },
        "(edited)",
      ),
    pictures.length > 0 &&
      h(
        "div",
        { class: `gallery count-${Math.min(pictures.length, 4)}` },
        pictures.map((one) => picture(one, one.description, context, "")),
      ),
    loose.filter((one) => !pictures.includes(one)).map((one) => fileCard(one.url, one.filename, one.size)),
    message.poll && pollNode(message, context),
    message.embeds.map((embed) => embedNode(embed, message, context)),
    message.components.length > 0 &&
      h(
        "div",
        { class: `components${v2 ? " v2" : ""}` },
        message.components.map((one) => componentNode(one, context, act)),
      ),
  ];
}

function pollNode(message, context) {
  const { question, answers, results, expiry } = message.poll;
  const closed = results.is_finalized || new Date(expiry) <= new Date();
  const count = (answer) => results.answer_counts.find((one) => one.id === answer.answer_id)?.count || 0;
  return h(
    "div",
    { class: "poll", role: "group", "aria-label": question.text },
    h("p", { class: "poll-question" }, question.text),
    answers.map((answer) =>
      h(
        "button",
        {
          type: "button",
          class: "poll-answer",
          disabled: closed,
          onclick: () => context.vote(message.id, answer.answer_id),
        },
        h("span", {}, answer.poll_media.text),
        h("span", { class: "poll-count" }, String(count(answer))),
      ),
    ),
    h("small", {}, closed ? "This poll is closed." : `Open until ${new Date(expiry).toLocaleString("en-GB")}`),
  );
}

function embedNode(embed, message, context) {
  const alt = (media) => message.attachments.find((one) => one.url === media.url)?.description || "";
  const title = embed.title && inline(embed.title, context);
  const link = embed.url && safeUrl(embed.url);
  return h(
    "div",
    { class: "embed", style: colour(embed.color) },
    h(
      "div",
      { class: "embed-main" },
      embed.author &&
        h(
          "p",
          { class: "embed-author" },
          embed.author.icon_url && h("img", { src: safeUrl(embed.author.icon_url), alt: "" }),
          embed.author.name,
        ),
      title &&
        h(
          "p",
          { class: "embed-title" },
          link ? h("a", { href: link, target: "_blank", rel: "noopener noreferrer" }, title) : title,
        ),
      embed.description && markdown(embed.description, context),
      embed.fields.length > 0 &&
        h(
          "dl",
          { class: "fields" },
          embed.fields.map((field) =>
            h(
              "div",
              { class: field.inline ? "inline" : "" },
              h("dt", {}, inline(field.name, context)),
              h("dd", {}, markdown(field.value, context)),
            ),
          ),
        ),
    ),
    embed.thumbnail && picture(embed.thumbnail, alt(embed.thumbnail), context, "thumbnail"),
    embed.image && h("div", { class: "embed-image" }, picture(embed.image, alt(embed.image), context, "")),
    (embed.footer || embed.timestamp) &&
      h(
        "p",
        { class: "embed-footer" },
        [
          embed.footer?.text,
          embed.timestamp &&
            new Date(embed.timestamp).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" }),
        ]
          .filter(Boolean)
          .join(" • "),
      ),
  );
}

function clock(timestamp) {
  const when = new Date(timestamp);
  const time = when.toLocaleTimeString("en-GB", { timeStyle: "short" });
  return when.toDateString() === new Date().toDateString()
    ? time
    : `${when.toLocaleDateString("en-GB")} ${time}`;
}

export function refreshTimes(root) {
  for (const node of root.querySelectorAll("time[data-relative]"))
    node.textContent = relative(new Date(node.getAttribute("datetime")));
}
