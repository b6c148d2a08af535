// The list above the message box.

import { h, replace } from "./dom.js";

export class Suggestions {
  constructor(root) {
    this.root = root;
    this.items = [];
    this.at = -1;
  }

  get hidden() {
    return this.root.hidden;
  }

  get empty() {
    return this.items.length === 0;
  }

  // Each item has title, note, extra, icon and pick(). `first`: Enter chooses the first item at once.
  show(items, { title, owner, first = false }) {
    this.items = items;
    this.owner = owner;
    this.at = first && items.length ? 0 : -1;
    replace(
      this.root,
      h("p", { class: "suggestions-title", role: "presentation" }, title),
      items.map((item, index) =>
        h(
          "div",
          {
            class: "suggestion",
            role: "option",
            id: `suggestion-${index}`,
            "data-value": item.title,
            "aria-selected": "false",
            onpointerdown: (event) => event.preventDefault(),
            onclick: () => this.take(index),
          },
          item.icon,
          h("span", { class: "suggestion-title" }, item.title),
          item.extra && h("span", { class: "suggestion-extra" }, item.extra),
          item.note && h("small", {}, item.note),
        ),
      ),
    );
    this.root.hidden = false;
    this.root.scrollTop = 0;
    owner.setAttribute("aria-expanded", "true");
    this.mark();
  }

  hide() {
    if (this.owner) {
      this.owner.setAttribute("aria-expanded", "false");
      this.owner.removeAttribute("aria-activedescendant");
    }
    this.root.hidden = true;
    this.items = [];
    this.at = -1;
  }

  move(step) {
    this.at =
      this.at < 0
        ? step > 0
          ? 0
          : this.items.length - 1
        : (this.at + step + this.items.length) % this.items.length;
    this.mark();
  }

  // Choose the marked item, or with `orFirst` the first one. Return false if there is none.
  pick(orFirst) {
    const index = this.at < 0 && orFirst ? 0 : this.at;
    if (index < 0 || index >= this.items.length) return false;
    this.take(index);
    return true;
  }

  take(index) {
    const item = this.items[index];
    this.hide();
    item.pick();
  }

  mark() {
    [...this.root.querySelectorAll("[role=option]")].forEach((node, index) => {
      node.setAttribute("aria-selected", String(index === this.at));
      if (index === this.at) {
        node.scrollIntoView({ block: "nearest" });
        this.owner.setAttribute("aria-activedescendant", node.id);
      }
    });
  }
}
