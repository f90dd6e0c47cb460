"use strict";
// What all pages share. Whatever a testee says becomes text nodes and nothing else: no markup is
// ever built from a string, and no address comes from the data but those behind '#'.

const data = JSON.parse(document.getElementById("data").textContent);

/** Makes an element; `more` are attributes, `on…` of it listeners; texts become text nodes. */
function h(name, more, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(more || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children.flat(3)) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child instanceof Node ? child : visible(String(child)));
  }
  return element;
}

const hiddenMarks =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/g;

/** The text with marks that a reader cannot see, or that would turn the line, as escapes. */
function visible(text) {
  return text.replace(hiddenMarks, (mark) => "\\u{" + mark.charCodeAt(0).toString(16) + "}");
}

/** A text of the testee, apart from the writing direction of what stands around it. */
function bdi(text) { return h("bdi", null, text); }

const verdicts = {
  pass: { mark: "✓", says: "passes", css: "v-pass" },
  fail: { mark: "✗", says: "fails", css: "v-fail" },
  known: { mark: "!", says: "is known to fail", css: "v-known" },
  open: { mark: "?", says: "is open", css: "v-open" },
  "not claimed": { mark: "–", says: "is not claimed", css: "v-nc" },
  "not run": { mark: "○", says: "was not run", css: "v-none" },
  none: { mark: "·", says: "has no runs", css: "v-none" },
};
const worstFirst = ["fail", "known", "open", "not claimed", "not run", "pass"];

function mark(verdict) {
  const known = verdicts[verdict] || verdicts.none;
  return h("span", { class: "mark " + known.css, role: "img", "aria-label": known.says }, known.mark);
}

function badge(verdict) {
  const known = verdicts[verdict] || verdicts.none;
  return h("span", { class: "badge " + known.css }, known.mark + " " + verdict);
}

/** A bar of counts by verdict, each as wide as its share. */
function bar(counts) {
  const names = ["pass", "fail", "known", "not claimed", "open"].filter((name) => counts[name] > 0);
  const label = names.map((name) => counts[name] + " " + name).join(", ") || "no runs";
  return h("div", { class: "bar", role: "img", "aria-label": label },
    names.map((name) => {
      const part = h("i", { class: verdicts[name].css });
      part.style.flexGrow = counts[name];
      return part;
    }));
}

function countsView(counts) {
  const names = [["pass", "passed"], ["fail", "failed"], ["known", "known"],
    ["not claimed", "not claimed"], ["open", "open"]];
  return h("div", { class: "counts" }, names.map(([key, says]) =>
    h("div", { class: counts[key] > 0 ? "" : "zero" },
      h("b", { class: counts[key] > 0 ? verdicts[key].css : null }, number(counts[key])), says)));
}

function number(value) { return String(value).replace(/\B(?=(\d{3})+$)/g, "\u202f"); }
function plural(count, one) { return number(count) + " " + one + (count === 1 ? "" : "s"); }

/** Milliseconds as specs write them, such as `5m 1ms`. */
function duration(milliseconds) {
  if (milliseconds === 0) return "0ms";
  let rest = milliseconds;
  const parts = [];
  for (const [unit, size] of [["d", 86400000], ["h", 3600000], ["m", 60000]]) {
    if (rest >= size) parts.push(Math.floor(rest / size) + unit);
    rest %= size;
  }
  if (rest >= 1000) parts.push(rest / 1000 + "s");
  else if (rest > 0) parts.push(rest + "ms");
  return parts.join(" ");
}

/** A word of a shell, quoted as the runner quotes it. */
function quoted(text) { return "'" + text.replace(/'/g, "'\\''") + "'"; }

/** The part of an address behind '#': what is shown. */
function place() {
  const text = location.hash.slice(1);
  const split = text.indexOf("=");
  const key = split < 0 ? text : text.slice(0, split);
  let value = split < 0 ? "" : text.slice(split + 1);
  try { value = decodeURIComponent(value); } catch { value = ""; }
  return { key, value };
}
function link(key, value) { return "#" + key + "=" + encodeURIComponent(value); }

/** Moves the focus among elements by j and k. */
function step(elements, by) {
  const now = elements.indexOf(document.activeElement);
  const next = elements[Math.max(0, Math.min(elements.length - 1, now < 0 ? 0 : now + by))];
  if (next) { next.focus(); next.scrollIntoView({ block: "nearest" }); }
}
function isTyping(event) {
  return event.ctrlKey || event.metaKey || event.altKey
    || (event.target instanceof HTMLInputElement && event.key !== "Escape");
}
