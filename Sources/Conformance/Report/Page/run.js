// The report of a run: rules by area beside what is open.

const levels = {
  core: "core: a trace of the SDK's core shows it",
  host: "host: a test of the host shows it",
  shell: "shell: the platform's own interface shows it",
  docs: "docs: it speaks to the reader, nothing shows it",
};

class RunReport {
  constructor() {
    this.rules = data.rules.map((rule) => ({ ...rule, runs: [], area: rule.id.split(".")[0] }));
    const strangers = new Map();
    data.runs.forEach((run, index) => {
      run.v = run.v || "pass";
      let rule = this.rules[run.r];
      if (!rule) {
        rule = strangers.get(run.rule) || { id: run.rule, says: "The rulebook does not have this rule.", level: "core", sources: [], runs: [], area: run.rule.split(".")[0] };
        if (!strangers.has(run.rule)) { strangers.set(run.rule, rule); this.rules.push(rule); }
      }
      rule.runs.push(index);
    });
    this.byId = new Map();
    this.areas = new Map();
    for (const rule of this.rules) {
      rule.counts = tally(rule.runs);
      rule.verdict = worstFirst.find((name) => rule.counts[name] > 0) || "none";
      rule.hay = (rule.id + "\n" + rule.says + "\n" + rule.runs.map((index) => data.runs[index].n).join("\n")).toLowerCase();
      this.byId.set(rule.id, rule);
      if (!this.areas.has(rule.area)) this.areas.set(rule.area, []);
      this.areas.get(rule.area).push(rule);
    }
    this.filter = "all";
  }

  start() {
    this.frame = h("div", { class: "frame" }, this.sideView(), h("main", { id: "main", tabindex: "-1" }));
    this.main = this.frame.lastChild;
    document.getElementById("page").replaceWith(h("a", { class: "skip", href: "#overview", onclick: () => this.main.focus() }, "To the report"), this.frame);
    addEventListener("hashchange", () => this.show());
    addEventListener("keydown", (event) => this.key(event));
    this.show();
  }

  // ---- the side ----
  sideView() {
    this.search = h("input", { class: "search", type: "search", placeholder: "Search rules and runs", "aria-label": "Search rules and runs", oninput: () => this.sift() });
    const filters = ["all", "fail", "known", "not claimed", "open"];
    const says = { all: "All", fail: "Failed", known: "Known", "not claimed": "Not claimed", open: "Open" };
    this.filters = h("div", { class: "filters", role: "group", "aria-label": "Show" }, filters.map((name) => {
      const count = name === "all" ? this.rules.length : this.rules.filter((rule) => this.fits(rule, name)).length;
      return h("button", { type: "button", "data-filter": name, "aria-pressed": String(name === this.filter), disabled: count === 0 && name !== "all",
        onclick: () => { this.filter = name; this.sift(); } }, says[name], count > 0 && " " + number(count));
    }));
    this.count = h("p", { class: "soft", role: "status", "aria-live": "polite" });
    this.list = h("nav", { class: "list", "aria-label": "Rules" });
    for (const [area, rules] of this.areas) {
      const items = rules.map((rule) => rule.link = h("a", { class: "rule", href: link("rule", rule.id), title: rule.id }, mark(rule.verdict), h("span", { class: "says" }, rule.says)));
      this.list.append(h("section", { "data-area": area }, h("h3", null, h("a", { href: link("area", area) }, area), h("span")), items));
    }
    this.sift();
    return h("div", { class: "side" },
      h("header", null, h("a", { class: "home", href: "#overview" }, data.title, h("span", null, "  ", bdi(data.testee))), this.search, this.filters),
      this.list,
      h("footer", null, h("kbd", null, "/"), " search  ", h("kbd", null, "j"), " ", h("kbd", null, "k"), " move  ", h("kbd", null, "Enter"), " open  ", h("kbd", null, "Esc"), " back"));
  }
  fits(rule, filter) {
    return filter === "all" || rule.counts[filter] > 0 || (filter === "open" && rule.open === true);
  }
  /** Shows the rules that search and filter leave. */
  sift() {
    const wanted = this.search.value.trim().toLowerCase();
    for (const button of this.filters.children) button.setAttribute("aria-pressed", String(button.dataset.filter === this.filter));
    for (const section of this.list.children) {
      const rules = this.areas.get(section.dataset.area);
      let shown = 0;
      for (const rule of rules) {
        const fits = this.fits(rule, this.filter) && rule.hay.includes(wanted);
        rule.link.classList.toggle("hidden", !fits);
        if (fits) shown++;
      }
      section.classList.toggle("hidden", shown === 0);
      section.firstChild.lastChild.textContent = shown === rules.length ? String(shown) : shown + " of " + rules.length;
    }
  }
  shownLinks() { return [...this.list.querySelectorAll("section:not(.hidden) a.rule:not(.hidden)")]; }

  key(event) {
    if (isTyping(event)) {
      if (event.key === "Enter" && event.target === this.search) { const [first] = this.shownLinks(); if (first) location.hash = first.hash; }
      return;
    }
    const inSequence = document.activeElement && document.activeElement.closest(".seq");
    const among = () => inSequence ? [...inSequence.querySelectorAll("li:not(.hidden) > button")] : this.shownLinks();
    if (event.key === "/") { this.search.focus(); this.search.select(); event.preventDefault(); }
    else if (event.key === "j") step(this.fromCurrent(among(), inSequence), 1);
    else if (event.key === "k") step(this.fromCurrent(among(), inSequence), -1);
    else if (event.key === "Escape") this.back();
  }
  // Where nothing of the list has the focus, j and k go on from the rule that is open.
  fromCurrent(elements, inSequence) {
    if (!inSequence && !elements.includes(document.activeElement)) {
      const current = elements.find((element) => element.hasAttribute("aria-current"));
      if (current) current.focus();
    }
    return elements;
  }
  back() {
    if (document.activeElement === this.search) {
      if (this.search.value) { this.search.value = ""; this.sift(); } else this.search.blur();
    } else if (place().key === "run") {
      const rule = this.main.querySelector("[data-rule]");
      location.hash = rule ? link("rule", rule.dataset.rule) : "overview";
    } else location.hash = "overview";
  }

  // ---- what is open ----
  show() {
    const { key, value } = place();
    const run = key === "run" ? this.findRun(value) : -1;
    const rule = run >= 0 ? this.ruleOf(run) : key === "rule" ? this.byId.get(value) : undefined;
    const area = key === "area" ? this.areas.get(value) : undefined;
    for (const each of this.rules) each.link.toggleAttribute("aria-current", each === rule);
    this.frame.className = "frame " + (rule || area ? "at-page" : "at-home");
    const isLost = value !== "" && !rule && !area;
    const view = isLost ? [h("h1", null, "This is not in the report"), h("p", null, "It has no ", key, " “", bdi(value), "”.")]
      : rule ? this.ruleView(rule, run) : area ? this.areaView(value, area) : this.overview();
    this.main.replaceChildren(h("a", { class: "back", href: "#overview" }, "‹ All rules"), ...view);
    document.title = (rule ? rule.id : area ? value : data.title) + " · " + data.testee;
    if (rule) rule.link.scrollIntoView({ block: "center" });
    const at = this.main.querySelector(".runhead");
    if (run >= 0 && key === "run" && at && rule.runs.length > 1) at.scrollIntoView({ block: "start" });
    else scrollTo(0, 0);
  }
  ruleOf(run) { return this.rules.find((rule) => rule.runs.includes(run)); }
  /** A run by `rule/name`, the second of that name with `~2` behind it. */
  findRun(text) {
    const found = data.runs.findIndex((_, index) => this.runKey(index) === text);
    return found;
  }
  runKey(index) {
    if (!this.keys) {
      const seen = new Map();
      this.keys = data.runs.map((run) => {
        const key = (run.rule || data.rules[run.r].id) + "/" + run.n;
        const count = (seen.get(key) || 0) + 1;
        seen.set(key, count);
        return count === 1 ? key : key + "~" + count;
      });
    }
    return this.keys[index];
  }

  overview() {
    const failed = this.rules.filter((rule) => rule.counts.fail > 0);
    const known = this.rules.filter((rule) => rule.counts.known > 0);
    const open = this.rules.filter((rule) => rule.counts.open > 0 || rule.open);
    const of = (level) => this.rules.filter((rule) => rule.level === level).length;
    const shown = this.rules.filter((rule) => rule.runs.length > 0).length;
    return [
      h("h1", null, data.title, ", as ", bdi(data.testee), " does it"),
      countsView(data.counts), bar(data.counts),
      h("p", { class: "soft" }, data.closing),
      failed.length > 0 && h("h2", null, "What fails"), failed.length > 0 && this.cards(failed, "fail"),
      known.length > 0 && h("h2", null, "Known to fail"), known.length > 0 && this.cards(known, "known"),
      open.length > 0 && h("h2", null, "Open points"), open.length > 0 && this.cards(open, "open"),
      h("h2", null, "Areas"),
      h("div", { class: "areas" }, [...this.areas].map(([area, rules]) => {
        const counts = tally(rules.flatMap((rule) => rule.runs));
        const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
        return h("a", { href: link("area", area) }, h("span", null, area), bar(counts),
          h("span", { class: "num" }, counts.fail > 0 ? h("b", { class: "v-fail" }, counts.fail + " failed") : plural(total, "run")));
      })),
      h("h2", null, "What ", bdi(data.testee), " claims"),
      h("ul", { class: "claims" }, data.capabilities.map((capability) =>
        h("li", null, mark(capability.claimed ? "pass" : "not claimed"), h("b", null, capability.name), " ", h("span", { class: "soft" }, capability.says)))),
      h("h2", null, "The rules"),
      h("p", null, plural(this.rules.length, "rule") + ": " + of("core") + " of the core, " + of("host") + " of its host, " + of("shell") + " of the platform's interface, "
        + of("docs") + " that speak to the reader. " + plural(shown, "rule") + " " + (shown === 1 ? "is" : "are") + " shown by the " + plural(data.runs.length, "run") + " here."),
    ].filter(Boolean);
  }
  cards(rules, verdict) {
    const most = 60;
    const items = rules.slice(0, most).map((rule) => {
      const runs = rule.runs.map((index) => data.runs[index]).filter((run) => run.v === verdict);
      const first = runs.find((run) => run.failure) || runs[0];
      return h("li", null, h("a", { class: "what", href: link("rule", rule.id) }, mark(verdict), "  ", rule.says),
        first && first.failure && h("span", { class: "how" }, bdi(first.failure.headline)),
        h("span", { class: "how" }, h("span", { class: "mono" }, rule.id), "  " + plural(runs.length, "run")));
    });
    if (rules.length > most) items.push(h("li", { class: "soft" }, "… and " + plural(rules.length - most, "more rule")));
    return h("ul", { class: "cards" }, items);
  }

  areaView(area, rules) {
    return [h("p", { class: "crumb" }, h("a", { href: "#overview" }, data.title)), h("h1", null, area),
      h("p", { class: "soft" }, plural(rules.length, "rule")),
      h("ul", { class: "chapter" }, rules.map((rule) => h("li", null, mark(rule.verdict),
        h("div", null, h("a", { href: link("rule", rule.id) }, rule.says), rule.decision && h("div", { class: "decided" }, rule.decision)),
        h("span", { class: "num" }, rule.runs.length > 0 ? plural(rule.runs.length, "run") : rule.level))))];
  }

  ruleView(rule, wanted) {
    const chosen = wanted >= 0 ? wanted : worstFirst.map((name) => rule.runs.find((index) => data.runs[index].v === name)).find((index) => index !== undefined);
    const facts = h("dl", { class: "facts" },
      h("dt", null, "Sources"), h("dd", null, rule.sources.join(", ") || "none"),
      h("dt", null, "Level"), h("dd", null, levels[rule.level] || rule.level),
      rule.decision && [h("dt", null, "Decided"), h("dd", null, rule.decision, h("div", { class: "soft" }, "The documents are silent or say more than one thing here; this reading was taken."))],
      rule.shown && [h("dt", null, "Shown by"), h("dd", null, rule.shown === "later" ? "nothing yet" : h("code", null, rule.shown))]);
    return [
      h("p", { class: "crumb", "data-rule": rule.id }, h("a", { href: "#overview" }, data.title), " › ", h("a", { href: link("area", rule.area) }, rule.area)),
      h("h1", null, rule.says),
      h("p", { class: "id" }, rule.id, "  ", rule.verdict !== "none" && badge(rule.verdict)),
      facts, rule.open && rule.runs.length !== 1 && this.openNote(rule),
      rule.runs.length > 1 && [h("h2", null, plural(rule.runs.length, "run")), h("ul", { class: "runs" }, rule.runs.map((index) =>
        h("li", null, h("a", { href: link("run", this.runKey(index)), "aria-current": index === chosen ? "true" : null }, mark(data.runs[index].v), h("span", null, bdi(data.runs[index].n))))))],
      chosen === undefined ? h("p", { class: "soft" }, rule.level === "core" ? "No run here shows this rule." : "No run can show a rule of this level.") : this.runView(rule, chosen),
    ].flat(2).filter(Boolean);
  }
  openNote(rule) {
    const runs = rule.runs.map((index) => data.runs[index]).filter((run) => run.v === "open");
    return h("div", { class: "note open" }, h("h3", null, "An open point: nothing is judged"),
      runs.map((run) => h("p", null, h("b", null, bdi(run.n)), ": ", run.failure ? bdi(data.testee + " parts from the transcript: " + run.failure.headline) : bdi(data.testee + " does as the transcript says"))));
  }

  runView(rule, index) {
    const run = data.runs[index];
    const failure = run.failure;
    const kind = run.v === "fail" ? "fail" : run.v === "known" ? "known" : "open";
    const isPlayed = run.v !== "not claimed" && run.v !== "not run";
    const drawing = !isPlayed ? null : sequence(index);
    return [
      h("div", { class: "runhead" }, h("h2", null, bdi(run.n)), badge(run.v), h("span", { class: "place" }, run.f)),
      run.missing && h("p", { class: "soft" }, bdi(data.testee), " does not claim ", run.missing.join(", "), ", so this run was not played."),
      failure && h("div", { class: "note " + kind }, h("h3", null, run.excuse ? "Known to fail until " + run.excuse.until : run.v === "open" ? "What " + data.testee + " does" : "Where it fails"),
        run.excuse && h("p", null, run.excuse.reason),
        h("p", null, bdi(failure.headline)), failure.because && h("p", { class: "soft" }, "Open because ", failure.because),
        failure.more && h("pre", null, visibleLines(failure.more)),
        h("p", { class: "place" }, failure.mark, failure.start && "  in the start “" + failure.start + "”", run.chance !== undefined && "  with chance " + run.chance)),
      !failure && run.open !== undefined && h("div", { class: "note open" }, h("h3", null, "Open: nothing is judged"), run.open && h("p", null, run.open), h("p", null, bdi(data.testee), " does as the transcript says.")),
      failure && failure.sides && this.sidesView(failure.sides),
      h("p", { class: "repeat" }, "Repeat: ", h("code", null, data.repeat + " " + quoted((run.rule || data.rules[run.r].id) + "/" + run.n))),
      drawing || (isPlayed && h("p", { class: "soft" }, "There is no trace of this run here: it has none, or the page was full.")),
      failure && failure.text && h("details", null, h("summary", null, "As the terminal tells it"), h("pre", null, visibleLines(failure.text.split("\n")))),
    ].filter(Boolean);
  }
  sidesView(sides) {
    const side = (name, { title, lines }) => h("div", null, h("h3", null, name, " ", h("span", null, bdi(title))),
      lines.length > 0 && h("pre", null, lines.map(([depth, text, marked]) => h("span", { class: marked ? "marked" : null }, "  ".repeat(depth) + text))));
    return h("div", { class: "sides" }, side("expected", sides.expected), side("got", sides.got));
  }
}

function tally(runs) {
  const counts = { pass: 0, fail: 0, known: 0, "not claimed": 0, open: 0, "not run": 0 };
  for (const index of runs) counts[data.runs[index].v || "pass"]++;
  return counts;
}

if (data.page === "run") new RunReport().start();
