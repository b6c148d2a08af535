// Make elements. Text is always inserted as text, never as HTML.

export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style")
      Object.entries(value).forEach(([key, text]) => node.style.setProperty(key, text));
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return node;
}

export function replace(parent, ...children) {
  parent.replaceChildren(...children.flat(Infinity).filter(Boolean));
}

// Return an address only if it can't run code. Links and pictures use no others.
export function safeUrl(url) {
  try {
    const parsed = new URL(url, location.origin);
    return ["http:", "https:"].includes(parsed.protocol) ? parsed.href : null;
  } catch {
    return null;
  }
}

const HUES = ["#b3702d", "#2f7d6b", "#8a4fa3", "#4a6fb5", "#a8434f"];

export function avatar(person, size = 40) {
  const hue = person.bot ? "#4f63d9" : HUES[Number(person.id.slice(-3)) % HUES.length];
  const initial = (person.global_name || person.username).slice(0, 1).toUpperCase();
  const face = h(
    "span",
    { class: "avatar", "aria-hidden": "true", style: { "--hue": hue, "--size": `${size}px` } },
    initial,
  );
  if (person.bot) face.classList.add("bot");
  return face;
}

export function nameOf(person) {
  return person.global_name || person.username.slice(0, 1).toUpperCase() + person.username.slice(1);
}

export function fileSize(bytes) {
  return bytes < 1024
    ? `${bytes} B`
    : bytes < 1 << 20
      ? `${(bytes / 1024).toFixed(1)} KB`
      : `${(bytes / 1048576).toFixed(1)} MB`;
}
