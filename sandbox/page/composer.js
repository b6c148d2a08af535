// The message box: plain messages, and slash commands with their options and suggestions.

import { avatar, h, nameOf, replace } from "./dom.js";
import { STARTING } from "./state.js";
import { Suggestions } from "./suggestions.js";

const [SUBCOMMAND, GROUP, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, NUMBER, ATTACHMENT] = [1, 2, 4, 5, 6, 7, 8, 10, 11];

export class Composer {
  // `host` has people(), roles(), channels(), complete(name, option, values), run(name, values, files), say(text), notice(text).
  constructor(host) {
    this.host = host;
    this.commands = [];
    this.current = null;
    this.fields = [];
    this.asked = 0;
    this.input = document.getElementById("composer-input");
    this.form = document.getElementById("composer-form");
    this.shell = document.getElementById("command");
    this.hint = document.getElementById("composer-hint");
    this.suggestions = new Suggestions(document.getElementById("suggestions"));
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("keydown", (event) => this.keys(event, null));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    document.getElementById("command-cancel").addEventListener("click", () => this.drop());
    document.addEventListener("pointerdown", (event) => {
      if (!document.getElementById("composer").contains(event.target)) this.suggestions.hide();
    });
  }

  setCommands(list) {
    this.commands = list.filter((one) => one.type === 1).flatMap((one) => flatten(one, ""));
  }

  rename(channel) {
    this.input.placeholder =
      innerWidth < 760 ? "Type / for commands, or chat" : `Type / for commands, or chat in #${channel}`;
  }

  // Plain text and the list of commands

  typed() {
    this.input.style.setProperty("height", "auto");
    this.input.style.setProperty("height", `${Math.min(this.input.scrollHeight, 200)}px`);
    const text = this.input.value;
    if (!text.startsWith("/")) return this.suggestions.hide();
    const [, query] = /^\/(.*)$/s.exec(text);
    const exact = this.commands
      .filter((one) => query.startsWith(`${one.name} `))
      .sort((a, b) => b.name.length - a.name.length)[0];
    if (exact) return this.start(exact.name, query.slice(exact.name.length + 1));
    const word = query.trim().toLowerCase();
    const fitting = this.commands.filter((one) => one.name.startsWith(word));
    const more = this.commands.filter(
      (one) =>
        !fitting.includes(one) &&
        (one.name.includes(word) || (word.length > 2 && one.description.toLowerCase().includes(word))),
    );
    const byName = (a, b) => a.name.localeCompare(b.name);
    this.suggestions.show(
      [...fitting.sort(byName), ...more.sort(byName)].map((one) => ({
        title: `/${one.name}`,
        note: one.description,
        extra: one.options.map((o) => o.name).join(" "),
        pick: () => this.start(one.name),
      })),
      {
        title: this.commands.length
          ? fitting.length || more.length
            ? "Commands"
            : "No such command"
          : STARTING,
        owner: this.input,
      },
    );
  }

  start(name, rest = "") {
    const command = this.commands.find((one) => one.name === name || one.name.startsWith(`${name} `));
    if (!command) return this.host.notice(`There is no command /${name} here.`);
    this.current = command;
    this.fields = [];
    document.getElementById("command-name").textContent = `/${command.name}`;
    const holder = document.getElementById("command-options");
    replace(
      holder,
      command.options.filter((option) => option.required).map((option) => this.field(option)),
    );
    this.optional();
    this.form.classList.add("commanding");
    this.shell.hidden = false;
    this.input.value = "";
    this.suggestions.hide();
    if (!this.fields.length && command.options.length) this.add(command.options[0]);
    const first = this.fields[0];
    if (first && rest) first.input.value = rest;
    if (first) {
      first.input.focus();
      this.suggest(first);
    } else {
      document.getElementById("send").focus();
      this.describe(null);
    }
  }

  optional() {
    const holder = document.getElementById("command-options");
    holder.querySelectorAll(".more-option").forEach((node) => node.remove());
    const missing = this.current.options.filter(
      (option) => !this.fields.some((field) => field.option === option),
    );
    holder.append(
      ...missing.map((option) =>
        h(
          "button",
          {
            type: "button",
            class: "more-option",
            "data-add-option": option.name,
            title: option.description,
            onclick: () => {
              this.add(option);
              const field = this.fields.at(-1);
              field.input.focus();
              this.suggest(field);
            },
          },
          `+ ${option.name}`,
        ),
      ),
    );
  }

  add(option) {
    document.getElementById("command-options").append(this.field(option));
    this.optional();
  }

  field(option) {
    const file = option.type === ATTACHMENT;
    const input = h("input", {
      id: `option-${option.name}`,
      type: file ? "file" : "text",
      "data-option": option.name,
      spellcheck: "false",
      autocomplete: "off",
      role: file ? null : "combobox",
      "aria-controls": "suggestions",
      "aria-autocomplete": "list",
      "aria-required": String(Boolean(option.required)),
      inputmode: [INTEGER, NUMBER].includes(option.type) ? "numeric" : null,
      maxlength: option.max_length,
      placeholder: option.required ? "" : "optional",
      title: option.description,
    });
    const field = { option, input, value: null };
    this.fields.push(field);
    input.addEventListener("focus", () => {
      this.describe(option);
    });
    input.addEventListener("input", () => {
      field.value = null;
      input.removeAttribute("aria-invalid");
      this.suggest(field);
    });
    input.addEventListener("click", () => {
      if (this.suggestions.hidden) this.suggest(field);
    });
    input.addEventListener("keydown", (event) => this.keys(event, field));
    return h("label", { class: "option-field", for: input.id }, h("span", {}, option.name), input);
  }

  describe(option) {
    this.hint.textContent = option
      ? `${option.name}: ${option.description}${option.required ? "" : " (optional)"}`
      : this.current
        ? `${this.current.description}. Enter, or the arrow, sends it.`
        : "";
  }

  drop() {
    this.current = null;
    this.fields = [];
    this.asked += 1;
    this.shell.hidden = true;
    this.form.classList.remove("commanding");
    this.suggestions.hide();
    this.describe(null);
    this.input.focus();
  }

  // Suggestions for one option

  // Split a text such as "seat:Bahmani level:fair" into the boxes of its options. Return true if another box got
  // some of it.
  spread(field) {
    const names = this.current.options.map((option) => option.name).join("|");
    const [own, ...parts] = field.input.value.split(new RegExp(`(?:^|\\s)(${names}):`, "i"));
    if (!parts.length) return false;
    field.input.value = own;
    let last = field;
    for (let at = 0; at < parts.length; at += 2) {
      const option = this.current.options.find((one) => one.name === parts[at].toLowerCase());
      if (!this.fields.some((one) => one.option === option)) this.add(option);
      last = this.fields.find((one) => one.option === option);
      last.input.value = parts[at + 1].trimStart();
      last.value = null;
    }
    if (last === field) return false;
    last.input.focus();
    this.suggest(last);
    return true;
  }

  suggest(field) {
    const { option, input } = field;
    this.asked += 1;
    if (this.spread(field)) return undefined;
    const typed = input.value.trim().toLowerCase();
    const take = (label, value) => () => {
      field.value = { label, value };
      input.value = label;
      input.removeAttribute("aria-invalid");
      this.next(field);
    };
    const fixed = option.choices
      ? option.choices.map((one) => ({ title: one.name, pick: take(one.name, one.value) }))
      : option.type === BOOLEAN
        ? [true, false].map((value) => ({
            title: value ? "True" : "False",
            pick: take(value ? "True" : "False", value),
          }))
        : option.type === USER
          ? this.host.people().map((person) => ({
              title: nameOf(person),
              icon: avatar(person, 20),
              pick: take(nameOf(person), person.id),
            }))
          : option.type === ROLE
            ? this.host.roles().map((role) => ({ title: role.name, pick: take(role.name, role.id) }))
            : option.type === CHANNEL
              ? this.channelsFor(option).map((channel) => ({ title: channel.name, pick: take(channel.name, channel.id) }))
            : null;
    if (fixed) {
      const fitting = fixed.filter((one) => one.title.toLowerCase().includes(typed));
      return this.suggestions.show(fitting.length ? fitting : fixed, {
        title: option.description,
        owner: input,
        first: true,
      });
    }
    if (!option.autocomplete) return this.suggestions.hide();
    const asked = this.asked;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const choices = await this.host.complete(this.current.name, option.name, this.values(field));
      if (asked !== this.asked || !this.current) return;
      if (choices === null)
        return this.suggestions.show([], { title: "Suggestions could not be loaded", owner: input });
      // A single completion replaces the typed text. If there are several, the text is sent as typed unless one is chosen.
      const only =
        choices.length === 1 &&
        typed !== "" &&
        [choices[0].name, String(choices[0].value)].every((words) => words.toLowerCase() !== typed) &&
        [choices[0].name, String(choices[0].value)].some((words) => words.toLowerCase().startsWith(typed));
      this.suggestions.show(
        choices.map((one) => ({ title: one.name, pick: take(one.name, one.value) })),
        { title: choices.length ? option.description : "No suggestions", owner: input, first: only },
      );
    }, 90);
    return undefined;
  }

  next(field) {
    this.suggestions.hide();
    const empty = this.fields.find((one) => one !== field && one.option.required && !one.input.value);
    (empty ? empty.input : field.input).focus();
    if (empty) this.suggest(empty);
  }

  keys(event, field) {
    const open = !this.suggestions.hidden;
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!open || this.suggestions.empty) return;
      this.suggestions.move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Tab" && !event.shiftKey && open && !this.suggestions.empty) {
      this.suggestions.pick(true);
    } else if (event.key === "Enter" && !event.shiftKey) {
      if (open && this.suggestions.pick(field === null)) {
        if (field === null && this.current && !this.current.options.length) this.submit();
      } else this.submit();
    } else if (event.key === "Escape") {
      if (open) this.suggestions.hide();
      else if (this.current) this.drop();
      else return;
    } else if (
      event.key === "Backspace" &&
      field &&
      !field.input.value &&
      field === this.fields[0] &&
      field.input.type !== "file"
    ) {
      const name = this.current.name;
      this.drop();
      this.input.value = `/${name}`;
      this.typed();
    } else return;
    event.preventDefault();
  }

  // Sending

  values(focused = null) {
    const values = {};
    for (const field of this.fields) {
      if (field === focused || field.input.type !== "file") {
        const text = field.input.value;
        if (field === focused) values[field.option.name] = text;
        else if (field.value) values[field.option.name] = field.value.value;
        else if (text.trim()) values[field.option.name] = this.understood(field.option, text.trim());
      }
    }
    return values;
  }

  understood(option, text) {
    const same = (label) => label.toLowerCase() === text.toLowerCase();
    const choice = (option.choices || []).find((one) => same(one.name));
    if (choice) return choice.value;
    if (option.type === USER)
      return this.host.people().find((person) => same(nameOf(person)) || same(person.username))?.id ?? text;
    if (option.type === ROLE) return this.host.roles().find((role) => same(role.name))?.id ?? text;
    if (option.type === CHANNEL) return this.channelsFor(option).find((channel) => same(channel.name))?.id ?? text;
    return text;
  }

  channelsFor(option) {
    const kinds = option.channel_types || [];
    return this.host.channels().filter((channel) => !kinds.length || kinds.includes(channel.type));
  }

  async submit() {
    if (this.busy) return;
    if (!this.current) return this.sendText();
    const missing = this.fields.find(
      (field) =>
        field.option.required &&
        !(field.input.type === "file" ? field.input.files.length : field.input.value.trim()),
    );
    if (missing) {
      missing.input.setAttribute("aria-invalid", "true");
      missing.input.focus();
      this.hint.textContent = `${missing.option.name} is required: ${missing.option.description}`;
      return;
    }
    this.suggestions.hide();
    this.asked += 1;
    const files = Object.fromEntries(
      this.fields
        .filter((field) => field.input.type === "file" && field.input.files.length)
        .map((field) => [field.option.name, field.input.files]),
    );
    this.busy = true;
    const sent = await this.host.run(this.current.name, this.values(), files);
    this.busy = false;
    if (sent) this.drop();
  }

  async sendText() {
    const text = this.input.value.trim();
    if (!text) return;
    if (text.startsWith("/")) {
      const typed = text.slice(1);
      const [command] = this.commands
        .filter((one) => typed === one.name || typed.startsWith(`${one.name} `))
        .sort((one, other) => other.name.length - one.name.length);
      if (!command) {
        const unknown = `There is no command ${text.split(" ")[0]}. Type / to list the commands.`;
        return this.host.notice(this.commands.length ? unknown : STARTING);
      }
      this.start(command.name, typed.slice(command.name.length).trim());
      return this.submit();
    }
    if (await this.host.say(text)) {
      this.input.value = "";
      this.typed();
    }
  }
}

function flatten(command, before) {
  const name = before + command.name;
  const options = command.options || [];
  if (options.length && [SUBCOMMAND, GROUP].includes(options[0].type))
    return options.flatMap((option) => flatten(option, `${name} `));
  return [{ name, description: command.description, options }];
}
