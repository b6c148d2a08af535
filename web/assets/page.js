"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const meta = JSON.parse(find("meta").textContent);
  const { steps, say, chunk: CHUNK } = meta;
  const last = steps.length - 1;
  const PLAY = 1600; // milliseconds for a step
  const KEPT = 8; // unpacked chunks of a board
  const LARGEST = 8;
  const root = document.documentElement;
  const fill = (text, places) => text.replace(/\{(\w+)\}/g, (_, key) => places[key]);
  root.classList.add("scripted");

  // What is packed in the file

  const bytes = (letters) => Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  async function unpack(letters) {
    const stream = new Blob([bytes(letters)]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }
  const unpackJson = async (id) => JSON.parse(new TextDecoder().decode(await unpack(find(id).textContent)));

  // A board in one shape: palette indices of one step, and patches that lead to all others

  class Board {
    constructor(number) {
      Object.assign(this, meta.boards[number]);
      const parts = find(`reel-${number}`).textContent.split("\n");
      this.whole = parts[0];
      this.packed = { plain: parts.slice(1, 1 + this.chunks), lit: parts.slice(1 + this.chunks) };
      this.kept = new Map();
      this.image = null;
    }

    async patch(kind, number) {
      const chunk = Math.floor(number / CHUNK), key = kind + chunk;
      let found = this.kept.get(key);
      if (!found) {
        const data = await unpack(this.packed[kind][chunk]);
        const view = new DataView(data.buffer);
        found = [];
        for (let at = 0; at < data.length;) {
          const size = view.getUint32(at);
          found.push(data.subarray(at + 4, at + 4 + size));
          at += 4 + size;
        }
      }
      this.kept.delete(key);
      this.kept.set(key, found);
      if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value);
      return found[number % CHUNK];
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
      this.indices ??= await unpack(this.whole);
      while (this.at !== step) {
        const back = this.at > step;
        const patch = await this.patch("plain", back ? this.at - 1 : this.at);
        this.apply(patch);
        this.at += back ? -1 : 1;
      }
    }

    async paint(step, lit, colours, canvas) {
      await this.go(step);
      const patch = lit ? await this.patch("lit", step) : null;
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
  let spoken = null, step = 0, lit = true, timer = 0, printing = false, painting = null, again = false;

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
    if (!spoken) return;
    find("headline").textContent = spoken.headlines[step];
    document.querySelectorAll("[data-stand]").forEach((cell) => {
      cell.textContent = spoken.standing[step][cell.dataset.stand];
    });
    const sides = spoken.cards[step];
    find("card").hidden = !sides.length;
    find("sides").replaceChildren(...sides.map((side) => {
      const text = document.createElement("p");
      text.textContent = side;
      return text;
    }));
    if (!canvas) return;
    const alt = (lit && step ? spoken.lit : spoken.plain)[step];
    canvas.setAttribute("aria-label", alt);
    find("alt").textContent = alt;
    find("as-text").textContent = spoken.tables[step];
  }

  function show(wanted) {
    step = Math.min(last, Math.max(0, wanted));
    write();
    const [turn, number] = steps[step];
    const place = step === 0 ? "#t=0" : number > 1 ? `#t=${turn}.${number}` : `#t=${turn}`;
    if (location.hash !== place) history.replaceState(null, "", place);
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

  // Zoom: how many times as large as the whole, and where its corner lies in the frame

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
  document.querySelectorAll(".plot svg").forEach((plot) =>
    plot.addEventListener("click", (event) => {
      const box = plot.getBoundingClientRect();
      stop();
      show(Math.round((last * (event.clientX - box.left)) / box.width));
    }));

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

  // The dice, computed again

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
  find("check")?.addEventListener("click", async () => {
    const told = find("checked");
    told.textContent = say.checking;
    told.textContent = globalThis.crypto?.subtle ? await check() : say.no_check;
  });

  async function open() {
    root.dataset.palette = theme();
    step = named() ?? meta.opens;
    if (typeof DecompressionStream === "undefined") {
      find("old").hidden = false;
      frame?.remove();
      write();
    } else {
      if (canvas) listen();
      await show(step);
      root.classList.add("ready");
      spoken = await unpackJson("spoken");
      write();
    }
    root.classList.add("ready");
    root.dataset.opened = String(Math.round(performance.now()));
  }
  open();
})();
