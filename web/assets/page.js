"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const read = (page) => JSON.parse(page.getElementById("meta").textContent);
  let meta = read(document), { steps } = meta, last = steps.length - 1;
  const { say } = meta;
  const PLAY = 1600; // milliseconds that each step is shown while the page plays the game
  const KEPT = 64; // on a served page: the most patches, and the most turns' words, in memory
  const FAR = 6; // steps; farther away, a served page loads a whole picture instead of patches
  const RETRY = 2000; // milliseconds until a failed request is sent again
  const LARGEST = 8;
  const root = document.documentElement;
  const fill = (text, places) => text.replace(/\{(\w+)\}/g, (_, key) => places[key]);
  root.classList.add("scripted");

  const bytes = (letters) => Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  async function inflate(packed) {
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }
  const unpack = (letters) => inflate(bytes(letters));
  const unpackJson = async (id) => JSON.parse(new TextDecoder().decode(await unpack(find(id).textContent)));
  async function kept(store, key, most, make) {
    const found = store.get(key) ?? make();
    store.delete(key);
    store.set(key, found);
    if (store.size > most) store.delete(store.keys().next().value);
    try {
      return await found;
    } catch (error) {
      if (store.get(key) === found) store.delete(key);
      throw error;
    }
  }
  const wordsAt = (all, at) => ({
    headline: all.headlines[at], standing: all.standing[at], card: all.cards[at],
    plain: all.plain?.[at], lit: all.lit?.[at], table: all.tables?.[at],
  });

  // The contents of a file: the words of all steps, and in each size one whole picture and patches in chunks

  class Filed {
    constructor(number) {
      this.at = meta.boards[number].at;
      const parts = find(`reel-${number}`).textContent.split("\n"), chunks = meta.boards[number].chunks;
      this.whole = parts[0];
      this.packed = { plain: parts.slice(1, 1 + chunks), lit: parts.slice(1 + chunks) };
      this.kept = new Map();
    }

    isFar() {
      return false;
    }

    async start() {
      return [await unpack(this.whole), this.at];
    }

    async patch(kind, step) {
      const number = kind === "plain" ? step - 1 : step, chunk = Math.floor(number / meta.chunk);
      const found = await kept(this.kept, kind + chunk, 8, () => this.cut(kind, chunk));
      return found[number % meta.chunk];
    }

    async cut(kind, chunk) {
      const data = await unpack(this.packed[kind][chunk]), view = new DataView(data.buffer), found = [];
      for (let at = 0; at < data.length;) {
        const size = view.getUint32(at);
        found.push(data.subarray(at + 4, at + 4 + size));
        at += 4 + size;
      }
      return found;
    }
  }
  let spoken = null; // the words of a file, once they are unpacked
  const words = {
    file: async (at) => wordsAt((spoken ??= await unpackJson("spoken")), at),
    served: async (at) => {
      const [turn] = steps[at], first = steps.findIndex((each) => each[0] === turn);
      return wordsAt(await kept(told, meta.words[turn], KEPT, () => load(meta.words[turn], "json")), at - first);
    },
  };

  // What a server sends on request: the words of a turn, and the pictures of a step in one size

  const told = new Map();
  const here = location.pathname;
  const wait = (time) => new Promise((done) => setTimeout(done, time));
  class Gone extends Error {}
  async function load(name, kind) {
    for (;;) {
      let answer = null;
      try {
        answer = await fetch(`${here}/${name}`);
      } catch {
        complain(say.offline);
      }
      if (answer?.ok && find("live").textContent === say.failed) complain("");
      if (answer?.ok) return kind === "json" ? answer.json() : new Uint8Array(await answer.arrayBuffer());
      if (answer?.status === 404) throw new Gone(name);
      if (answer) complain(say.failed);
      await wait(RETRY);
    }
  }
  class Served {
    constructor(number) {
      this.name = meta.boards[number].name;
      this.kept = new Map();
    }

    isFar(from, to) {
      return Math.abs(from - to) > FAR;
    }

    async start(step) {
      return [await inflate(await load(`${steps[step][2]}.${this.name}.whole`)), step];
    }

    patch(kind, step) {
      const name = `${steps[step][2]}.${this.name}.${kind}`;
      return kept(this.kept, name, KEPT, async () => inflate(await load(name)));
    }
  }
  const wordsOf = meta.served ? words.served : words.file;

  // A board in one size: palette indices of one step, and patches that lead to all others

  class Board {
    constructor(number) {
      Object.assign(this, { width: meta.boards[number].width, height: meta.boards[number].height });
      this.parts = meta.served ? new Served(number) : new Filed(number);
      this.indices = this.image = null;
      this.at = 0;
    }

    apply(patch) {
      const view = new DataView(patch.buffer, patch.byteOffset, patch.length);
      const boxes = view.getUint16(0);
      let from = 2 + 8 * boxes;
      for (let box = 0; box < boxes; box++) {
        const [x, y, wide, high] = [0, 2, 4, 6].map((part) => view.getUint16(2 + 8 * box + part));
        for (let row = y; row < y + high; row++) {
          const start = row * this.width + x;
          for (let column = 0; column < wide; column++) this.indices[start + column] ^= patch[from++];
        }
      }
    }

    async go(step) {
      if (!this.indices || this.parts.isFar(this.at, step))
        [this.indices, this.at] = await this.parts.start(step);
      while (this.at !== step) {
        const back = this.at > step;
        const patch = await this.parts.patch("plain", back ? this.at : this.at + 1);
        this.apply(patch);
        this.at += back ? -1 : 1;
      }
    }

    async paint(step, lit, colours, canvas) {
      await this.go(step);
      const patch = lit ? await this.parts.patch("lit", step) : null;
      if (patch) this.apply(patch);
      if (canvas.width !== this.width || canvas.height !== this.height) {
        canvas.width = this.width;
        canvas.height = this.height;
      }
      this.image ??= new ImageData(this.width, this.height);
      const pixels = new Uint32Array(this.image.data.buffer);
      for (let at = 0; at < pixels.length; at++) pixels[at] = colours[this.indices[at]];
      if (patch) this.apply(patch);
      canvas.getContext("2d").putImageData(this.image, 0, 0);
    }
  }

  const palettes = {};
  function colours(theme) {
    const name = meta.themes[theme] ? theme : "day";
    if (!palettes[name]) {
      const data = bytes(meta.themes[name]);
      const mixed = new Uint8Array(1024).fill(255);
      for (let at = 0; 3 * at + 2 < data.length && at < 256; at++) mixed.set(data.subarray(3 * at, 3 * at + 3), 4 * at);
      palettes[name] = new Uint32Array(mixed.buffer);
    }
    return palettes[name];
  }

  // What is shown

  const canvas = find("canvas"), frame = find("board"), slider = find("slider");
  const boards = [];
  const wide = matchMedia("(min-width: 60em) and (min-height: 34em)");
  const dark = matchMedia("(prefers-color-scheme: dark)"), strong = matchMedia("(prefers-contrast: more)");
  let step = 0, lit = true, timer = 0, printing = false, painting = null, again = false;

  const board = () => {
    const number = wide.matches && meta.boards.length > 1 ? 1 : 0;
    return (boards[number] ??= new Board(number));
  };
  function theme() {
    if (printing) return "print";
    const chosen = find("palette").value;
    if (chosen !== "auto") return chosen;
    return strong.matches ? "contrast" : dark.matches ? "night" : "day";
  }

  async function paint() {
    if (!canvas) return;
    if (painting) {
      again = true;
      return painting;
    }
    frame.setAttribute("aria-busy", "true");
    painting = (async () => {
      do {
        again = false;
        const now = board();
        await now.paint(step, lit && step > 0, colours(theme()), canvas);
        fit(now);
      } while (again);
    })();
    try {
      await painting;
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
      boards.length = 0; // the game has changed, so the loaded parts may not fit together
      look();
    } finally {
      painting = null;
      frame.removeAttribute("aria-busy");
    }
  }

  function write() {
    const [turn, number] = steps[step];
    const label = find(`s${step}`).querySelector(".head").textContent.trim().replace(/\s+/g, " ");
    slider.value = step;
    slider.setAttribute("aria-valuetext", label);
    find("at").textContent = `${fill(say.at, { at: step, last })} · ${label}`;
    document.querySelectorAll(".step.current").forEach((each) => {
      each.classList.remove("current");
      each.querySelector("a").removeAttribute("aria-current");
    });
    const told = find(`s${step}`), copy = told.cloneNode(true);
    told.classList.add("current");
    told.querySelector("a").setAttribute("aria-current", "step");
    copy.removeAttribute("id");
    const head = document.createElement("h2");
    head.textContent = label;
    copy.querySelector(".head").replaceWith(head);
    find("now").replaceChildren(...copy.childNodes);
    find("now").setAttribute("aria-live", timer ? "off" : "polite");
    for (const [id, end] of [["first", 0], ["back", 0], ["forward", last], ["last", last]])
      find(id).setAttribute("aria-disabled", String(step === end));
    document.querySelectorAll(".cursor").forEach((line) => {
      for (const end of ["x1", "x2"]) line.setAttribute(end, String(last ? (1000 * step) / last : 0));
    });
    writeWords();
  }
  async function writeWords() {
    const of = steps[step];
    let words = null;
    try {
      words = await wordsOf(step);
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
      return look();
    }
    if (of !== steps[step]) return;
    find("headline").textContent = words.headline;
    document.querySelectorAll("[data-stand]").forEach((cell) => {
      cell.textContent = words.standing[cell.dataset.stand] ?? "";
    });
    find("card").hidden = !words.card.length;
    find("sides").replaceChildren(...words.card.map((side) => {
      const text = document.createElement("p");
      text.textContent = side;
      return text;
    }));
    if (!canvas) return;
    const alt = lit && step ? words.lit : words.plain;
    canvas.setAttribute("aria-label", alt);
    find("alt").textContent = alt;
    find("as-text").textContent = words.table;
  }

  function show(wanted) {
    step = Math.min(last, Math.max(0, wanted));
    if (step === last && meta.served) find("newer").hidden = true;
    write();
    const [turn, number] = steps[step];
    const live = meta.served && !meta.over && step === last; // a reload shows the newest step of a running game
    const place = live ? here : step === 0 ? "#t=0" : number > 1 ? `#t=${turn}.${number}` : `#t=${turn}`;
    if ((location.hash || here) !== place) history.replaceState(null, "", place);
    return paint();
  }

  function named() {
    const place = /^#t=(\d+)(?:\.(\d+))?$/.exec(location.hash);
    if (!place) return null;
    const [turn, number] = [Number(place[1]), Number(place[2] ?? 1)];
    if (turn === 0) return 0;
    const exact = steps.findIndex((each) => each[0] === turn && each[1] === number);
    if (exact >= 0) return exact;
    const later = steps.findIndex((each) => each[0] >= turn && each[1] > 0);
    return later < 0 ? last : later;
  }

  const turnBack = () => {
    const first = steps.findIndex((each) => each[0] === steps[step][0]);
    if (first < step) return first;
    return steps.findIndex((each) => each[0] === steps[Math.max(0, step - 1)][0]);
  };
  const turnOn = () => {
    const next = steps.findIndex((each) => each[0] > steps[step][0]);
    return next < 0 ? last : next;
  };

  function play(on) {
    clearTimeout(timer);
    timer = 0;
    const button = find("play");
    button.classList.toggle("playing", on);
    button.setAttribute("aria-label", on ? say.pause : say.play);
    button.title = on ? say.pause : say.play;
    if (!on) return;
    if (step === last) show(0);
    const next = async () => {
      await show(step + 1);
      if (!timer) return;
      if (step === last) play(false);
      else timer = setTimeout(next, PLAY);
    };
    timer = setTimeout(next, PLAY / 2);
  }
  const stop = () => timer && play(false);

  // Zoom: the scale (1 shows the whole board), and where the board's corner lies in the frame

  let scale = 1, left = 0, top = 0, unit = 1;
  function fit(now) {
    frame.style.aspectRatio = `${now.width} / ${now.height}`;
    const { clientWidth, clientHeight } = frame;
    unit = Math.min(clientWidth / now.width, clientHeight / now.height);
    place();
  }
  function place() {
    const size = [canvas.width, canvas.height].map((pixels) => pixels * unit * scale);
    const room = [frame.clientWidth, frame.clientHeight];
    const corner = [left, top].map((at, axis) =>
      size[axis] <= room[axis] ? (room[axis] - size[axis]) / 2 : Math.min(0, Math.max(room[axis] - size[axis], at)));
    [left, top] = corner;
    canvas.style.transform = `translate(${left}px, ${top}px) scale(${unit * scale})`;
    frame.classList.toggle("zoomed", scale > 1);
  }
  function zoom(factor, x = frame.clientWidth / 2, y = frame.clientHeight / 2) {
    const wanted = Math.min(LARGEST, Math.max(1, scale * factor)), by = wanted / scale;
    left = x - (x - left) * by;
    top = y - (y - top) * by;
    scale = wanted;
    place();
  }
  function move(x, y) {
    left += x;
    top += y;
    place();
  }

  function listen() {
    const fingers = new Map();
    const inside = (event) => {
      const box = frame.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    frame.addEventListener("pointerdown", (event) => {
      if (event.target.closest("button")) return;
      fingers.set(event.pointerId, inside(event));
      if (scale > 1 || fingers.size > 1) frame.setPointerCapture(event.pointerId);
    });
    frame.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId), now = inside(event);
      if (!before) return;
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const apart = (one) => Math.hypot(one[0] - other[0], one[1] - other[1]) || 1;
        zoom(apart(now) / apart(before), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
      } else if (scale > 1) move(now[0] - before[0], now[1] - before[1]);
      fingers.set(event.pointerId, now);
    });
    for (const end of ["pointerup", "pointercancel"])
      frame.addEventListener(end, (event) => fingers.delete(event.pointerId));
    frame.addEventListener("wheel", (event) => {
      if (!wide.matches && !event.ctrlKey && scale === 1) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), ...inside(event));
    }, { passive: false });
    frame.addEventListener("dblclick", (event) => {
      if (!event.target.closest("button")) zoom(scale > 1 ? 1 / scale : 3, ...inside(event));
    });
    new ResizeObserver(() => place(fit(board()))).observe(frame);
    find("larger").addEventListener("click", () => zoom(1.5));
    find("smaller").addEventListener("click", () => zoom(1 / 1.5));
    find("whole").addEventListener("click", () => zoom(1 / scale));
    find("lit").addEventListener("change", (event) => change(event.target.checked));
  }
  function change(on) {
    lit = find("lit").checked = on;
    write();
    paint();
  }

  const onBoard = {
    "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5), "0": () => zoom(1 / scale),
    c: () => change(!lit), C: () => change(!lit),
  };
  const moves = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] };
  const keys = {
    ArrowLeft: (event) => show(event.shiftKey ? turnBack() : step - 1),
    ArrowRight: (event) => show(event.shiftKey ? turnOn() : step + 1),
    Home: () => show(0),
    End: () => show(last),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { target, key } = event;
    const act = (what) => {
      event.preventDefault();
      what(event);
    };
    if (target === frame && onBoard[key]) return act(onBoard[key]);
    if (target === frame && scale > 1 && moves[key]) return act(() => move(...moves[key]));
    if (target.closest("select") || (target.closest(".scroll") && key !== " ")) return;
    if (key === " ") {
      if (!target.closest("button, a, summary, input[type=checkbox]")) act(() => play(!timer));
      return;
    }
    if (target === slider && !event.shiftKey) return;
    if (keys[key]) {
      stop();
      act(keys[key]);
    }
  });

  const pressed = {
    first: () => show(0), back: () => show(step - 1), forward: () => show(step + 1), last: () => show(last),
  };
  for (const [id, act] of Object.entries(pressed))
    find(id).addEventListener("click", () => {
      stop();
      act();
    });
  find("play").addEventListener("click", () => play(!timer));
  slider.addEventListener("input", () => {
    stop();
    show(Number(slider.value));
  });
  addEventListener("hashchange", () => {
    const to = named();
    if (to !== null && to !== step) {
      stop();
      show(to);
    }
  });
  document.addEventListener("click", (event) => {
    const plot = event.target.closest(".plot svg");
    if (!plot) return;
    const box = plot.getBoundingClientRect();
    stop();
    show(Math.round((last * (event.clientX - box.left)) / box.width));
  });

  function recolour() {
    root.dataset.palette = theme();
    return paint();
  }
  find("palette").addEventListener("change", recolour);
  for (const query of [dark, strong]) query.addEventListener("change", recolour);
  wide.addEventListener("change", paint);
  for (const [name, on] of [["beforeprint", true], ["afterprint", false]])
    addEventListener(name, () => {
      printing = on;
      recolour();
    });

  // Check the dice

  const text = new TextEncoder();
  const hex = (data) => [...new Uint8Array(data)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const hash = async (message) => hex(await crypto.subtle.digest("SHA-256", text.encode(message)));
  const signers = new Map();
  function signer(seed) {
    if (!signers.has(seed))
      signers.set(seed, crypto.subtle.importKey("raw", text.encode(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]));
    return signers.get(seed);
  }
  async function fall(seed, [turn, entry, , dice, pile, n]) {
    const key = await signer(seed), words = [];
    let count = 0;
    const below = async (limit) => {
      const unbiased = Math.floor(2 ** 32 / limit) * limit;
      for (;;) {
        if (!words.length) {
          const block = new DataView(await crypto.subtle.sign("HMAC", key, text.encode(`${turn}/${entry}/${count++}`)));
          for (let at = 0; at < 32; at += 4) words.push(block.getUint32(at));
        }
        const word = words.shift();
        if (word < unbiased) return word % limit;
      }
    };
    const found = [];
    if (dice) {
      for (let each = 0; each < dice; each++) found.push(1 + (await below(6)));
      return found.join("");
    }
    const left = [...pile];
    for (let each = Math.min(n, left.length); each > 0; each--) found.push(...left.splice(await below(left.length), 1));
    return found.join("+");
  }
  async function check() {
    const proof = await unpackJson("proof");
    let wrong = 0, sealed = 0, many = 0, hashed = true;
    for (const fate of proof.fates) {
      const seed = proof.seeds[fate[6]];
      if (seed === null) sealed++;
      else {
        many++;
        if ((await fall(seed, fate)) !== fate[2]) wrong++;
      }
    }
    for (const [seed, published] of proof.published) {
      const hashes = await Promise.all(proof.origins.map((start) => hash(start ? `${seed}\n${start}` : seed)));
      hashed &&= hashes.includes(published);
    }
    const said = [];
    if (wrong) said.push(fill(say.refuted, { wrong, many }));
    if (!hashed) said.push(say.other_hash);
    if (!said.length) said.push(fill(say.proved, { many }));
    if (sealed) said.push(fill(say.unsealed, { many: sealed }));
    return said.join(" ");
  }
  document.addEventListener("click", async (event) => {
    if (!event.target.closest("#check")) return;
    const result = find("checked");
    result.textContent = say.checking;
    result.textContent = globalThis.crypto?.subtle ? await check() : say.no_check;
  });

  // Update a served page while its game goes on: replace only the parts that have changed

  let stamp = root.dataset.stamp, wanted = stamp; // the hash of the page that is shown, and of the newest page
  let looking = null, lines = null; // `lines`: the HTML of the page that is shown, once it is needed
  const printed = new WeakMap(); // the HTML of parts of the page as the server sent them
  const partsOf = (node) => [...node.children].filter((each) => each.dataset.part || each.dataset.parts);
  function note(node) {
    for (const part of partsOf(node))
      if (part.dataset.parts) note(part);
      else printed.set(part, part.outerHTML);
  }
  function renew(old, fresh) {
    const name = (part) => part.dataset.part ?? part.dataset.parts;
    const before = new Map(partsOf(old).map((part) => [name(part), part]));
    let after = null;
    for (const part of partsOf(fresh)) {
      let same = before.get(name(part));
      before.delete(name(part));
      if (same && part.dataset.parts) renew(same, part);
      else if (!same || printed.get(same) !== part.outerHTML) {
        const html = part.outerHTML, open = same?.open, put = document.importNode(part, true);
        note(put);
        if (put.dataset.part) printed.set(put, html);
        if (open) put.open = true;
        same?.replaceWith(put);
        same = put;
      }
      const next = after ? after.nextElementSibling : old.firstElementChild;
      if (same !== next) old.insertBefore(same, next);
      after = same;
    }
    for (const part of before.values()) part.remove();
  }
  function complain(what) {
    const line = find("live");
    if (line.textContent !== what) line.textContent = what;
    line.hidden = !what;
  }
  async function look(change = null) {
    if (!meta.served || looking) return looking;
    looking = (async () => {
      try {
        if (change?.from === stamp && (await goOn(change))) return;
        const answer = await fetch(here, { cache: "no-cache" });
        if (answer.status === 404) return leave();
        if (!answer.ok) return;
        lines = (await answer.text()).split("\n");
        await take();
      } catch {
        complain(say.offline);
      } finally {
        looking = null;
      }
    })();
    return looking;
  }
  // Make the new page from the old page and a change, without a request if the old page is in the cache.
  async function goOn(change) {
    const more = JSON.parse(new TextDecoder().decode(await unpack(change.more))), boards = {};
    for (const [name, parts] of Object.entries(change.boards)) boards[name] = await Promise.all(parts.map(unpack));
    lines ??= (await (await fetch(here, { cache: "force-cache" })).text()).split("\n");
    if (!lines.slice(0, 9).some((line) => line.includes(`data-stamp="${stamp}"`))) return false;
    let made = [], at = 0;
    for (const [from, to, put] of more.lines) {
      made = made.concat(lines.slice(at, from), put);
      at = to;
    }
    lines = made.concat(lines.slice(at));
    for (const [name, all] of Object.entries(more.words)) kept(told, name, KEPT, async () => all);
    await take(boards);
    return true;
  }
  // `given`: for each size, a patch from the old last picture to the new one, and one that highlights changes.
  async function take(given = {}) {
    const page = new DOMParser().parseFromString(lines.join("\n"), "text/html");
    const fresh = page.documentElement.dataset.stamp;
    while (painting) await painting.catch(() => {});
    if (fresh === stamp) return;
    stamp = root.dataset.stamp = fresh;
    const wasLast = step === last, held = steps[step], focused = document.activeElement;
    const before = steps;
    meta = read(page);
    ({ steps } = meta);
    last = steps.length - 1;
    const changed = steps.findIndex((each, at) => each[2] !== before[at]?.[2]);
    for (const each of Object.values(boards)) {
      const [jump, patch] = given[each.parts.name] ?? [];
      if (patch) each.parts.kept.set(`${steps[last][2]}.${each.parts.name}.lit`, patch);
      if (jump && each.indices && each.at === before.length - 1) {
        each.apply(jump);
        each.at = last;
      } else if (each.at > last || (changed >= 0 && each.at >= changed)) each.indices = null;
    }
    slider.max = last;
    const style = page.getElementById("seat-style");
    if (find("seat-style").getAttribute("href") !== style.getAttribute("href"))
      find("seat-style").replaceWith(document.importNode(style));
    find("proof").textContent = page.getElementById("proof").textContent;
    renew(find("panel"), page.getElementById("panel"));
    if (focused !== document.activeElement && focused?.getAttribute("href"))
      document.querySelector(`#panel a[href="${focused.getAttribute("href")}"]`)?.focus();
    const same = steps.findIndex((each) => each[0] === held[0] && each[1] === held[1]);
    find("newer").hidden = wasLast || last < before.length;
    show(wasLast ? last : same < 0 ? last : same);
  }
  function leave() {
    complain(say.gone);
    source?.close();
  }
  let source = null;
  function follow() {
    note(find("panel"));
    find("newer").addEventListener("click", () => show(last));
    if (meta.over) return;
    source = new EventSource(`${here}/events${canvas ? `?board=${board().parts.name}` : ""}`);
    const hear = async (fresh, change) => {
      complain("");
      wanted = fresh;
      if (fresh !== stamp) await look(change);
      if (fresh === wanted && fresh !== stamp) look(); // it was announced while an older page was loading
    };
    source.addEventListener("page", (event) => hear(event.data));
    source.addEventListener("change", (event) => {
      const change = JSON.parse(event.data);
      hear(change.stamp, typeof DecompressionStream === "undefined" ? null : change);
    });
    source.addEventListener("gone", leave);
    source.addEventListener("error", () => {
      complain(say.offline);
      if (source.readyState === EventSource.CLOSED) wait(RETRY).then(look);
    });
  }

  async function open() {
    root.dataset.palette = theme();
    if (meta.served) follow();
    step = named() ?? meta.opens;
    if (typeof DecompressionStream === "undefined") {
      find("old").hidden = false;
      frame?.remove();
      write();
    } else {
      if (canvas) listen();
      await show(step);
      root.classList.add("ready");
      await writeWords();
    }
    root.classList.add("ready");
    root.dataset.opened = String(Math.round(performance.now()));
  }
  open();
})();
