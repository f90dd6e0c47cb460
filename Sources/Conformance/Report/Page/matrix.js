// The reports of several testees, side by side: rules down, testees across.

const letters = { p: "pass", f: "fail", k: "known", n: "not claimed", o: "open" };

class MatrixReport {
  constructor() {
    this.filter = "all";
    this.areas = new Map();
    for (const rule of data.rules) {
      rule.area = rule.id.split(".")[0];
      rule.cells = data.testees.map((_, at) => {
        const counts = {};
        for (const run of rule.runs) {
          const verdict = letters[run.v[at]];
          if (verdict) counts[verdict] = (counts[verdict] || 0) + 1;
        }
        return counts;
      });
      rule.differs = rule.runs.some((run) => new Set(run.v).size > 1);
      rule.fails = rule.runs.some((run) => run.v.includes("f") || run.v.includes("k"));
      rule.hay = (rule.id + "\n" + (rule.says || "") + "\n" + rule.runs.map((run) => run.n).join("\n")).toLowerCase();
      if (!this.areas.has(rule.area)) this.areas.set(rule.area, []);
      this.areas.get(rule.area).push(rule);
    }
  }

  start() {
    this.search = h("input", { class: "search", type: "search", placeholder: "Search rules and runs", "aria-label": "Search rules and runs", oninput: () => this.sift() });
    const count = (test) => number(data.rules.filter(test).length);
    const filters = [["all", "All " + count(() => true)], ["differs", "Differ " + count((rule) => rule.differs)], ["fails", "Fail somewhere " + count((rule) => rule.fails)]];
    this.filters = h("div", { class: "filters", role: "group", "aria-label": "Show" }, filters.map(([name, says]) =>
      h("button", { type: "button", "data-filter": name, onclick: () => { this.filter = name; this.sift(); } }, says)));
    this.body = h("tbody", null, [...this.areas].map(([area, rules]) => [this.areaRow(area, rules), rules.map((rule) => this.ruleRow(rule))]));
    const page = h("main", { class: "matrix", id: "main" },
      h("h1", null, data.title), h("p", { class: "soft" }, plural(data.rules.length, "rule") + " down, " + plural(data.testees.length, "testee") + " across"),
      h("div", { class: "tools" }, this.search, this.filters),
      h("div", { class: "scroll" }, h("table", null, h("thead", null, h("tr", null, h("th", { scope: "col" }, "Rule"),
        data.testees.map((testee) => h("th", { scope: "col" }, bdi(testee.name), bar(testee.counts), h("small", null, summary(testee.counts)))))), this.body)));
    document.getElementById("page").replaceWith(page);
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.open());
    this.sift();
    this.open();
  }

  areaRow(area, rules) {
    const counts = data.testees.map((_, at) => rules.reduce((sum, rule) => {
      for (const [verdict, count] of Object.entries(rule.cells[at])) sum[verdict] = (sum[verdict] || 0) + count;
      return sum;
    }, {}));
    const row = h("tr", { class: "area" }, h("th", { scope: "rowgroup" }, area), counts.map((each) => h("td", null, summary(each))));
    for (const rule of rules) rule.areaRow = row;
    row.rules = rules;
    return row;
  }
  ruleRow(rule) {
    const button = h("button", { type: "button", "aria-expanded": "false", onclick: () => this.toggle(rule) }, rule.says || rule.id, rule.says && h("small", null, rule.id));
    rule.button = button;
    rule.row = h("tr", { id: rule.id }, h("th", { scope: "row" }, button), rule.cells.map((cell) =>
      h("td", { class: cell.fail > 0 ? "t-fail" : null }, cellView(cell))));
    return rule.row;
  }
  toggle(rule) {
    const opens = !rule.more;
    rule.button.setAttribute("aria-expanded", String(opens));
    if (!opens) { rule.more.forEach((row) => row.remove()); rule.more = null; return; }
    rule.more = rule.runs.map((run) => h("tr", { class: "more" }, h("th", { scope: "row" }, bdi(run.n)),
      data.testees.map((_, at) => h("td", null, letters[run.v[at]] ? [mark(letters[run.v[at]]), " " + letters[run.v[at]]] : h("span", { class: "soft" }, "not in the report")))));
    rule.row.after(...rule.more);
  }
  sift() {
    const wanted = this.search.value.trim().toLowerCase();
    for (const button of this.filters.children) button.setAttribute("aria-pressed", String(button.dataset.filter === this.filter));
    for (const [, rules] of this.areas) {
      let shown = 0;
      for (const rule of rules) {
        const fits = (this.filter === "all" || rule[this.filter]) && rule.hay.includes(wanted);
        rule.row.classList.toggle("hidden", !fits);
        if (!fits && rule.more) this.toggle(rule);
        if (fits) shown++;
      }
      rules[0].areaRow.classList.toggle("hidden", shown === 0);
    }
  }
  open() {
    const { key, value } = place();
    const rule = key === "rule" && data.rules.find((each) => each.id === value);
    if (!rule) return;
    if (!rule.more) this.toggle(rule);
    rule.row.scrollIntoView({ block: "center" });
    rule.button.focus({ preventScroll: true });
  }
  key(event) {
    if (isTyping(event)) return;
    const buttons = () => [...this.body.querySelectorAll("tr:not(.hidden) > th > button")];
    if (event.key === "/") { this.search.focus(); this.search.select(); event.preventDefault(); }
    else if (event.key === "j") step(buttons(), 1);
    else if (event.key === "k") step(buttons(), -1);
    else if (event.key === "Escape") {
      if (document.activeElement === this.search) { this.search.value = ""; this.sift(); this.search.blur(); }
      else { const open = data.rules.find((rule) => rule.button === document.activeElement && rule.more); if (open) this.toggle(open); }
    }
  }
}

function summary(counts) {
  return Object.keys(verdicts).filter((name) => counts[name] > 0).map((name) => number(counts[name]) + " " + name).join(", ") || "none";
}
function cellView(cell) {
  const names = worstFirst.filter((name) => cell[name] > 0);
  if (names.length === 0) return h("span", { class: "soft" }, "not in the report");
  return names.map((name) => h("span", { class: "mark " + verdicts[name].css, title: cell[name] + " " + name }, verdicts[name].mark + " " + number(cell[name]) + (name === "pass" ? "" : " " + name)));
}

if (data.page === "matrix") new MatrixReport().start();
