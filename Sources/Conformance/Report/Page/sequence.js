// One run as a sequence in virtual time. The traces are read only when the first is opened.

let traceData;
function traces() {
  traceData = traceData || JSON.parse(document.getElementById("traces").textContent);
  return traceData;
}

/** A node of the tables as a value: a scalar, or an object with one of list, obj, json, num, cut. */
function value(index) {
  const { nodes, shapes } = traces().tables;
  const node = nodes[index];
  if (!Array.isArray(node)) return node;
  const [kind, ...rest] = node;
  switch (kind) {
    case -1: return { list: rest.map(value) };
    case -2: return { json: value(rest[0]) };
    case -3: return { num: rest[0] };
    case -4: return { cut: rest[0], bytes: rest[1] };
    case -5: return { list: rest.slice(1).map(value), of: rest[0] };
    case -6: return { obj: value(rest[1]).obj, of: rest[0] };
    default: return { obj: shapes[kind].map((key, at) => [key, value(rest[at])]) };
  }
}
function get(entry, key) {
  const pair = entry && entry.obj && entry.obj.find(([name]) => name === key);
  return pair ? pair[1] : undefined;
}
function isPlain(v) { return v === null || typeof v !== "object"; }

/** A value on one line, in about so many characters. */
function brief(v, room = 220) {
  if (room <= 0) return "…";
  if (typeof v === "string") {
    return v.length > room ? JSON.stringify(v.slice(0, room)) + "…" : JSON.stringify(v);
  }
  if (isPlain(v)) return String(v);
  if (v.num) return v.num;
  if (v.cut !== undefined) return JSON.stringify(v.cut.slice(0, room)) + "…";
  if (v.json) return brief(v.json, room);
  const items = v.obj || v.list.map((item) => [null, item]);
  let text = "";
  for (const [key, item] of items) {
    if (text.length > room) { text += ", …"; break; }
    text += (text ? ", " : "") + (key === null ? "" : key + ": ") + brief(item, room - text.length);
  }
  return v.obj ? "{" + text + "}" : "[" + text + "]";
}
/** The same without the outer braces. */
function inside(v) {
  const text = v === undefined ? "" : brief(v);
  return v && v.obj && text.startsWith("{") ? text.slice(1, -1) : text;
}

/** A value as lines, one a leaf, as a spec would write it. */
function outline(v, label = "", depth = 0, lines = []) {
  const add = (text) => lines.push("  ".repeat(depth) + label + text);
  if (lines.length > 400) return lines;
  if (lines.length === 400) { lines.push("…"); return lines; }
  const below = label ? depth + 1 : depth;
  if (isPlain(v)) add(typeof v === "string" ? JSON.stringify(v) : String(v));
  else if (v.num) add(v.num);
  else if (v.cut !== undefined) {
    add(JSON.stringify(v.cut) + " … cut: " + number(v.bytes) + " bytes in all");
  } else if (v.json) {
    add("text holding JSON");
    outline(v.json, "", depth + 1, lines);
  } else {
    const items = v.obj || v.list.map((item) => [null, item]);
    if (!items.length) add(v.obj ? "{}" : "[]");
    else {
      if (label) add("");
      for (const [key, item] of items) outline(item, key === null ? "- " : key + ": ", below, lines);
      if (v.of) lines.push("  ".repeat(below) + "… cut: " + number(v.of) + " in all");
    }
  }
  return lines;
}

const lanes = ["App", "SDK", "Backend", "Screen", "Disk"];
const arrows = {
  call: "a01 right", complete: "a01 left dash", request: "a12 right", reply: "a12 left dash",
  show: "a13 right", user: "a13 left", answer: "a13 left dash", store: "a14 right",
};

/** What a run has named so far: paths of requests, members of calls, what was asked. */
class Names {
  constructor() { this.requests = new Map(); this.calls = new Map(); this.asks = new Map(); this.grey = new Set(); }
  request(id) { return this.requests.get(id) || id; }
  call(id) { return this.calls.get(id) || id; }
  ask(id) { return this.asks.get(id) || id; }
}
function path(url) {
  const base = data.base;
  return base && url.startsWith(base + "/") ? url.slice(base.length) : url;
}

/** How an entry is drawn: its arrow, its name, what stands behind it, and what it holds. */
function drawn(entry, names) {
  const at = (key) => { const v = get(entry, key); return typeof v === "string" ? v : v === undefined ? "" : brief(v); };
  const body = get(entry, "body") !== undefined ? get(entry, "body")
    : get(entry, "text") !== undefined ? get(entry, "text") : get(entry, "data");
  switch (at("do") || "see " + at("see")) {
    case "launch": return { dot: "d1", name: "launch", args: at("app") === "foreground" ? "" : "in " + at("app"), world: true };
    case "call":
      names.calls.set(at("call"), at("member"));
      return { arrow: arrows.call, name: at("member"), args: inside(get(entry, "with")) };
    case "reply": return { arrow: arrows.reply, name: at("status"), says: " to " + names.request(at("request")), args: body === undefined ? "" : brief(body) };
    case "fail": return { arrow: arrows.reply, name: at("kind"), says: " for " + names.request(at("request")) };
    case "tick": return { dot: "d1", name: "tick", world: true };
    case "app": return { dot: "d0", name: at("to"), says: " (the app)", args: inside(get(entry, "with")), world: true };
    case "device": return { dot: "d1", name: "device", args: inside(get(entry, "with")), world: true };
    case "clock": return { dot: "d1", name: "the device's clock shows", args: at("wall"), world: true };
    case "world": return { dot: "d1", name: at("what"), args: inside(get(entry, "with")), world: true };
    case "user": return { arrow: arrows.user, name: at("act"), says: " (the user)", args: inside(get(entry, "with")) };
    case "answer": return { arrow: arrows.answer, name: "answer", says: " to " + names.ask(at("to")), args: inside(get(entry, "with")) };
    case "release": return { dot: "d0", name: "release", args: at("object"), world: true };
    case "see return": return { arrow: arrows.complete, name: "returns", args: brief(get(entry, "value")) };
    case "see completion": {
      const name = at("name") === "completion" ? "completion" : at("name");
      return { arrow: arrows.complete, name, says: " of " + names.call(at("call")), args: get(entry, "with") === undefined ? "" : brief(get(entry, "with")) };
    }
    case "see callback": return { arrow: arrows.complete, name: at("member"), says: at("object") === "app" ? "" : " on " + at("object"), args: inside(get(entry, "with")) };
    case "see request":
      names.requests.set(at("request"), path(at("url")));
      return { arrow: arrows.request, name: path(at("url")), says: at("method") === "POST" ? "" : " " + at("method"), args: body === undefined ? "" : inside(body) };
    case "see cancel": return { arrow: arrows.request + " dash", name: "cancel", says: " " + names.request(at("request")) };
    case "see close": return { arrow: arrows.show + " dash", name: "close", says: " " + names.ask(at("show")) };
    case "see store": {
      const keys = ["disk", "keychain"].flatMap((store) => ((get(entry, store) || {}).obj || []).map(
        ([key, v]) => (v === null ? "− " : "") + (store === "disk" ? "" : "keychain ") + key));
      return { arrow: arrows.store, name: "store", args: keys.join(", ") };
    }
    case "see log": return { dot: "d1", name: "log " + at("level"), args: at("text") };
    case "see note": return { dot: "d1", name: "note", args: at("text") };
    case "see unsupported": return { dot: "d1", name: "not built", args: at("what") };
    case "see fault": return { dot: "d1", name: "fault", args: at("message") };
    default: {
      const kind = at("see");
      if (get(entry, "ask") !== undefined) names.asks.set(at("ask"), kind + " " + at("name"));
      return { arrow: arrows.show, name: kind, says: " " + at("name"), args: inside(get(entry, "with")) };
    }
  }
}

const standings = ["world", "taken", "unneeded", "ignored", "unjudged", "returned", "refused"];

function rowView(time, picture, standing, entry) {
  const grey = standing === "unneeded" || standing === "ignored" || standing === "unjudged";
  const tag = standing === "refused" ? h("span", { class: "tag" }, "first divergence")
    : standing === "unneeded" ? h("span", { class: "tag dim" }, "not judged here")
    : standing === "ignored" ? h("span", { class: "tag dim" }, "ignored") : null;
  const line = h("span", { class: "line" }, h("b", null, bdi(picture.name)),
    picture.says && h("i", null, bdi(picture.says)), tag, picture.args && h("span", { class: "args" }, "  ", bdi(picture.args)));
  const what = h("button", { class: "what", type: "button", "aria-expanded": "false" }, line);
  const row = h("li", { class: "row s-" + (grey ? "grey" : standing) + (picture.world ? " world" : "") },
    h("span", { class: "time" }, time),
    h("span", { class: "lanes", "aria-hidden": "true" }, picture.arrow
      ? h("span", { class: "arrow " + picture.arrow + (picture.both ? " both" : "") })
      : h("span", { class: "dot " + picture.dot })), what);
  let detail;
  what.addEventListener("click", () => {
    const opens = !detail;
    what.setAttribute("aria-expanded", String(opens));
    if (!opens) { detail.forEach((part) => part.remove()); detail = null; return; }
    detail = [h("span", { class: "lanes fill", "aria-hidden": "true" }),
      h("div", { class: "detail" }, h("pre", null, visibleLines(outline(entry))))];
    row.append(...detail);
  });
  return row;
}
function visibleLines(lines) { return lines.map(visible).join("\n"); }

function gapView(milliseconds, isQuiet) {
  const isLong = milliseconds >= 10000;
  return h("li", { class: "row gap" + (isLong ? " long" : "") }, h("span", { class: "time" }),
    h("span", { class: "lanes", "aria-hidden": "true" }),
    h("span", { class: "what" }, (isLong ? "… " : "") + duration(milliseconds) + (isLong ? " …" : "")
      + (isQuiet ? " in silence" : "")));
}

/** The rows of packed entries. */
function rows(codes, state, names) {
  const made = [];
  const hidden = new Set();
  for (let place = 0; place < codes.length; place++) {
    const code = codes[place];
    if (code < 0) { state.now -= code; continue; }
    const entry = value(code >> 3);
    const standing = standings[code & 7];
    if (get(entry, "do") === "advance") {
      state.until = Math.max(state.until, state.now + get(entry, "for"));
      state.isQuiet = get(entry, "quiet");
      if (standing !== "refused") continue;
    }
    pass(state, state.now, made);
    if (hidden.has(place)) continue;
    const picture = drawn(entry, names);
    const back = get(entry, "do") === "call" ? returnOf(codes, place, get(entry, "call")) : -1;
    if (back > 0) { picture.both = true; hidden.add(back); }
    made.push(rowView(state.told === state.now ? "" : duration(state.now), picture, greyed(entry, standing, names), entry));
    state.told = state.now;
  }
  return made;
}
/** The standing of an entry, where an answer to what is not judged is not judged either. */
function greyed(entry, standing, names) {
  const asked = get(entry, "request") || get(entry, "ask");
  if (get(entry, "see") !== undefined) {
    if (asked && (standing === "unneeded" || standing === "ignored")) names.grey.add(asked);
    return standing;
  }
  return names.grey.has(get(entry, "request") || get(entry, "to")) ? "unjudged" : standing;
}
/** Draws the silence up to an instant, if any has gone by. */
function pass(state, to, made) {
  if (to > state.drawn) made.push(gapView(to - state.drawn, state.isQuiet));
  state.drawn = Math.max(state.drawn, to);
}
// A call that returns nothing before anything else is done is one row, with an arrow there and back.
function returnOf(codes, call, id) {
  for (let place = call + 1; place < codes.length && codes[place] >= 0; place++) {
    const entry = value(codes[place] >> 3);
    const see = get(entry, "see");
    if (see === "return" && get(entry, "call") === id) {
      return get(entry, "value") === null && standings[codes[place] & 7] === "returned" ? place : -1;
    }
    if (see !== "store" && see !== "log" && see !== "note") return -1;
  }
  return -1;
}

/** The whole sequence of a run; null where the page has no trace of it. */
function sequence(index) {
  const packed = traces().runs[index];
  if (!packed) return null;
  const run = data.runs[index];
  const names = new Names();
  const state = { now: 0, told: -1, drawn: 0, until: 0, isQuiet: false };
  const list = h("ol", { class: "seq", "aria-label": "The run in virtual time" },
    h("li", { class: "lanehead", "aria-hidden": "true" }, h("span"),
      h("span", { class: "lanes" }, lanes.map((lane) => h("span", null, lane))), h("span")));
  if (packed[0] >= 0) {
    const made = rows(traces().tables.starts[packed[0]], state, names);
    state.told = -1;
    list.append(foldView(run.start, made), ...made);
  }
  const made = rows(packed.slice(1), state, names);
  const failure = run.failure;
  pass(state, failure ? state.now : Math.max(state.until, state.now), made);
  if (failure && !packed.some((code) => code >= 0 && (code & 7) === 6)) {
    made.push(rowView(state.told === state.now ? "" : duration(state.now),
      { dot: "d1", name: failure.headline, args: "" }, "refused", { obj: [["at", failure.mark]] }));
  }
  list.append(...made, h("li", { class: "row end", "aria-hidden": "true" }, h("span"), h("span", { class: "lanes" })));
  return list;
}
function foldView(name, made) {
  const says = (isOpen) => (isOpen ? "▾ " : "▸ ") + "the start “" + (name || "") + "”, " + plural(made.length, "row");
  const button = h("button", { class: "what", type: "button", "aria-expanded": "false" }, says(false));
  for (const row of made) row.classList.add("hidden");
  button.addEventListener("click", () => {
    const isOpen = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(isOpen));
    button.textContent = visible(says(isOpen));
    for (const row of made) row.classList.toggle("hidden", !isOpen);
  });
  return h("li", { class: "row fold" }, h("span", { class: "time" }), h("span", { class: "lanes", "aria-hidden": "true" }), button);
}
