// SPDX-License-Identifier: Apache-2.0
// The map of the space: two choices against each other. The page has the judged inputs of each cell; failing ones are
// counted here.

// The place of each value on an axis; values that are not shown share the last one.
function placesOf(axis, choice) {
  const places = new Uint32Array(choice.labels.length).fill(axis.shown.length);
  axis.shown.forEach((value, place) => { places[value] = place; });
  return places;
}

const lengthOf = (axis) => axis.shown.length + (axis.folded > 0 ? 1 : 0);

function failingCells(failures, rows, columns, cluster) {
  const width = lengthOf(columns);
  const counts = new Float64Array(lengthOf(rows) * width);
  const [a, b] = [rows, columns].map((axis) => failures.choices[axis.choice]);
  const [placeA, placeB] = [placesOf(rows, a), placesOf(columns, b)];
  for (let input = 0; input < failures.size; ++input) {
    if (failures.levels[input] !== 0 || (cluster >= 0 && failures.cluster_of[input] !== cluster)) continue;
    ++counts[placeA[a.values[input]] * width + placeB[b.values[input]]];
  }
  return counts;
}

// judged(row, column), or null if the page does not know.
function judgedCells(map, rows, columns) {
  if (map.judged === null || rows === columns) return null;
  const [low, high] = rows < columns ? [rows, columns] : [columns, rows];
  const counts = map.judged[(high * (high - 1)) / 2 + low];
  const width = lengthOf(map.axes[high]);
  return (row, column) => (rows < columns ? counts[row * width + column] : counts[column * width + row]);
}

function rateText(failing, judged) {
  const percent = (100 * failing) / judged;
  if (failing > 0 && percent < 1) return "<1%";
  if (failing < judged && percent > 99) return ">99%";
  return `${Math.round(percent)}%`;
}

// A cell: the number, the counts behind it, and a shade that repeats the number.
function mapCell({ failing, judged, most, link, isTotal }) {
  if (judged === 0) return make("td", { class: "none" }, "\u2013", make("span", { class: "hidden" }, " none judged"));
  const part = judged === null ? failing / Math.max(most, 1) : failing / judged;
  const shade = failing === 0 ? 0 : Math.max(1, Math.ceil(part * 8));
  const isRate = judged !== null && failing > 0;
  const content = [make("span", { class: "rate" }, isRate ? rateText(failing, judged) : grouped(failing))];
  if (judged !== null)
    content.push(" ", make("small", {}, `${isRate ? `${grouped(failing)} ` : ""}of ${grouped(judged)}`));
  const inside = failing > 0 && link !== null ? [make("a", { href: link, tabindex: "-1" }, ...content)] : content;
  return make("td", { class: `shade-${shade}${isTotal ? " total" : ""}` }, ...inside);
}

class SpaceMap {
  constructor(map, failures) {
    Object.assign(this, { map, failures });
    this.table = document.getElementById("map-table");
    this.controls = document.getElementById("map-controls");
    this.table.addEventListener("keydown", (event) => this.move(event));
    this.show();
    whenAddressChanges(() => this.show());
  }

  nameOf(axis) { return this.failures.choices[this.map.axes[axis].choice].name; }

  // The axis that the address names, else the one that the page opens with.
  chosen(parameter, otherwise) {
    const name = address.parameters.get(parameter);
    const found = this.map.axes.findIndex((_, axis) => this.nameOf(axis) === name);
    return found < 0 ? otherwise : found;
  }

  show() {
    const rows = this.chosen("rows", this.map.rows);
    const columns = this.chosen("columns", this.map.columns);
    const cluster = this.failures.clusters.findIndex(({ anchor }) => anchor === address.parameters.get("of"));
    const shown = `${rows} ${columns} ${cluster}`;
    if (shown === this.shown) return;
    this.shown = shown;
    this.showControls(rows, columns, cluster);
    this.showTable(rows, columns, cluster);
  }

  showControls(rows, columns, cluster) {
    const names = this.map.axes.map((_, axis) => [this.nameOf(axis), this.nameOf(axis)]);
    const focused = [...this.controls.querySelectorAll("select, button")].indexOf(document.activeElement);
    this.controls.replaceChildren(
      selection("Rows", names, this.nameOf(rows), (name) => change("map", { rows: name })),
      selection("Columns", names, this.nameOf(columns), (name) => change("map", { columns: name })),
      button("Swap", () => change("map", { rows: this.nameOf(columns), columns: this.nameOf(rows) })),
      selection("Failing in", [["", "all clusters"], ...clusterOptions(this.failures.clusters)],
        cluster < 0 ? "" : address.parameters.get("of"),
        (anchor) => change("map", { of: anchor || null })));
    if (focused >= 0) this.controls.querySelectorAll("select, button")[focused].focus();
  }

  labelsOf(axis) {
    const { shown, folded, choice } = this.map.axes[axis];
    const of = this.failures.choices[choice];
    const texts = shown.map((value) => shownLabel(of.labels[value], of));
    return folded > 0 ? [...texts, `${grouped(folded)} other${folded === 1 ? "" : "s"}`] : texts;
  }

  // A link to the failing inputs of a cell, or of a whole row or column; folded values have none.
  linkTo(places, cluster) {
    const parameters = new URLSearchParams();
    for (const [axis, place] of places) {
      const { shown, choice } = this.map.axes[axis];
      if (place >= shown.length) return null;
      const { name, labels } = this.failures.choices[choice];
      parameters.set(`is.${name}`, labels[shown[place]]);
    }
    if (cluster >= 0) parameters.set("cluster", this.failures.clusters[cluster].anchor);
    return `#inputs&${parameters}`;
  }

  showTable(rows, columns, cluster) {
    const { axes } = this.map;
    const failing = failingCells(this.failures, axes[rows], axes[columns], cluster);
    const judged = judgedCells(this.map, rows, columns);
    const [rowLabels, columnLabels] = [this.labelsOf(rows), this.labelsOf(columns)];
    const width = columnLabels.length;
    const most = Math.max(...failing);
    const sum = (length, count) => Array.from({ length }, (_, i) => count(i)).reduce((a, b) => a + b, 0);
    const total = (axis, place) => (axes[axis].judged === null ? null : axes[axis].judged[place]);
    const same = rows === columns;
    const body = rowLabels.map((label, row) => {
      const inRow = sum(width, (column) => failing[row * width + column]);
      const cells = same ? [] : columnLabels.map((_, column) => mapCell({
        failing: failing[row * width + column],
        judged: judged === null ? null : judged(row, column),
        most,
        link: this.linkTo([[rows, row], [columns, column]], cluster),
      }));
      return make("tr", {}, make("th", { scope: "row" }, label), ...cells,
        mapCell({ failing: inRow, judged: total(rows, row), most: Infinity,
          link: this.linkTo([[rows, row]], cluster), isTotal: true }));
    });
    const totals = same ? null : make("tr", {}, make("th", { scope: "row" }, "all"), ...columnLabels.map((_, column) =>
      mapCell({ failing: sum(rowLabels.length, (row) => failing[row * width + column]),
        judged: total(columns, column), most: Infinity, link: this.linkTo([[columns, column]], cluster),
        isTotal: true })),
    mapCell({ failing: sum(failing.length, (i) => failing[i]),
      judged: axes[rows].judged === null ? null : sum(rowLabels.length, (row) => total(rows, row)), most: Infinity,
      link: null, isTotal: true }));
    const heads = same ? [] : columnLabels.map((label) => make("th", { scope: "col" }, make("span", {}, label)));
    this.table.replaceChildren(make("table", { class: width > 8 && !same ? "map dense" : "map" },
      make("caption", {}, same ? `Failing inputs by ${this.nameOf(rows)}`
        : `Failing inputs by ${this.nameOf(rows)} (rows) and ${this.nameOf(columns)} (columns). Arrow keys move ` +
          "between cells, Enter lists the inputs of a cell."),
      make("thead", {}, make("tr", {}, make("td", {}), ...heads, make("th", { scope: "col" }, "all"))),
      make("tbody", {}, ...body, totals)));
    const first = this.table.querySelector("a");
    if (first !== null) first.tabIndex = 0;
  }

  // One cell is in the order of the Tab key; arrows go to the next cell with failing inputs.
  move(event) {
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const link = event.target.closest("a");
    if (link === null || !(event.key in steps)) return;
    event.preventDefault();
    const [down, right] = steps[event.key];
    const lines = [...this.table.querySelectorAll("tbody tr")];
    let [row, column] = [lines.indexOf(link.closest("tr")), link.closest("td").cellIndex];
    for (;;) {
      row += down;
      column += right;
      const cell = lines[row]?.cells[column];
      if (cell === undefined) return;
      const next = cell.querySelector("a");
      if (next === null) continue;
      link.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
      return;
    }
  }
}
