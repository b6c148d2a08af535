// Forms (modals), shown in the page's only dialog.

import { h, replace } from "./dom.js";
import { select } from "./components.js";
import { markdown } from "./markdown.js";

// Show a form. `submit(values)` sends it, and returns an error sentence or null.
export function openModal(modal, context, submit) {
  const dialog = document.getElementById("modal");
  const fields = new Map();
  const error = h("p", { class: "modal-error", role: "alert" });
  const send = h("button", { type: "submit", id: "modal-submit", class: "button primary" }, "Submit");
  const form = h(
    "form",
    { method: "dialog", novalidate: true },
    h(
      "header",
      {},
      h("h2", { id: "modal-title" }, modal.title),
      h(
        "button",
        { type: "button", class: "icon-button", "aria-label": "Close", onclick: () => dialog.close() },
        "×",
      ),
    ),
    h(
      "div",
      { class: "modal-fields" },
      modal.components.map((one) => part(one, context, fields)),
    ),
    error,
    h(
      "footer",
      {},
      h(
        "button",
        { type: "button", id: "modal-cancel", class: "button secondary", onclick: () => dialog.close() },
        "Cancel",
      ),
      send,
    ),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    const values = {};
    for (const [name, read] of fields) values[name] = read();
    const problem = await submit(values);
    send.disabled = false;
    if (problem) error.textContent = named(problem, form);
    else dialog.close();
  });
  replace(dialog, form);
  dialog.dataset.customId = modal.custom_id;
  dialog.showModal();
  form.querySelector("input, textarea, .select-face")?.focus();
}

// Replace a field's id in an error with its label, which the person knows.
function named(problem, form) {
  const ids = [...form.querySelectorAll("[data-field]")].map((field) => [
    field.dataset.field,
    field.querySelector("label").firstChild.textContent,
  ]);
  return ids.reduce(
    (text, [id, label]) => (text.startsWith(id) ? label + text.slice(id.length) : text),
    problem,
  );
}

function part(one, context, fields) {
  if (one.type === 10) return markdown(one.content, context);
  if (one.type === 1)
    return one.components.map((inner) => labelled(inner, inner.label, null, context, fields));
  if (one.type === 18) return labelled(one.component, one.label, one.description, context, fields);
  return labelled(one, one.label || one.custom_id, null, context, fields);
}

function labelled(one, label, description, context, fields) {
  const id = `field-${one.custom_id}`;
  const required = one.required !== false && one.type !== 23;
  const control = fieldControl(one, id, context, fields);
  return h(
    "div",
    { class: "field", "data-field": one.custom_id },
    h("label", { for: id }, label, required && h("span", { class: "required", title: "required" }, " *")),
    description && h("p", { class: "field-note", id: `${id}-note` }, description),
    control,
  );
}

function fieldControl(one, id, context, fields) {
  const common = { id, name: one.custom_id };
  switch (one.type) {
    case 4: {
      const limits = {
        placeholder: one.placeholder,
        maxlength: one.max_length || 4000,
        minlength: one.min_length,
      };
      const node =
        one.style === 2
          ? h("textarea", { ...common, ...limits, rows: "5" })
          : h("input", { ...common, ...limits, type: "text" });
      node.value = one.value || "";
      fields.set(one.custom_id, () => node.value);
      return node;
    }
    case 19: {
      const node = h("input", { ...common, type: "file", multiple: (one.max_values ?? 1) > 1 });
      fields.set(one.custom_id, () => node.files);
      return node;
    }
    case 21:
    case 22: {
      const kind = one.type === 21 ? "radio" : "checkbox";
      const boxes = one.options.map((option, index) =>
        h(
          "label",
          { class: "choice" },
          h("input", {
            type: kind,
            name: one.custom_id,
            value: option.value,
            checked: option.default,
            id: index === 0 ? id : null,
          }),
          h("span", {}, option.label, option.description && h("small", {}, option.description)),
        ),
      );
      const group = h("div", { role: one.type === 21 ? "radiogroup" : "group" }, boxes);
      const values = () => [...group.querySelectorAll("input:checked")].map((box) => box.value);
      fields.set(one.custom_id, () => (one.type === 21 ? (values()[0] ?? "") : values()));
      return group;
    }
    case 23: {
      const node = h("input", { ...common, type: "checkbox", checked: one.default });
      fields.set(one.custom_id, () => node.checked);
      return node;
    }
    default: {
      const node = select(one, context, () => {});
      node.querySelector(".select-face").id = id;
      fields.set(one.custom_id, () => node.chosen());
      return node;
    }
  }
}
