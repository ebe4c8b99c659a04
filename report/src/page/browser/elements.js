// SPDX-License-Identifier: Apache-2.0
// Elements made of text. Texts become text nodes; nothing is ever parsed as markup.

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  element.append(...children.filter((child) => child !== null));
  return element;
}

// A list to choose from: options are [value, text].
function selection(label, options, chosen, whenChosen) {
  const select = make("select", {}, ...options.map(([value, text]) =>
    make("option", { value, selected: value === chosen }, text)));
  select.addEventListener("change", () => whenChosen(select.value));
  return make("label", {}, `${label} `, select);
}

function button(text, whenPressed, attributes = {}) {
  const element = make("button", { type: "button", ...attributes }, text);
  element.addEventListener("click", whenPressed);
  return element;
}

function sideCell(side, mark) {
  if (side === null) return make("td", { class: "none" });
  return make("td", { class: "changed" },
    ...side.map((text, number) => (number % 2 === 1 ? make(mark, {}, text) : text)));
}

// Two texts side by side with their differences marked, or one text.
function exhibitTable({ left, right, rows }) {
  const isPair = right !== undefined;
  const cells = (row) => {
    if (typeof row !== "string") return [sideCell(row[0], "del"), sideCell(row[1], "ins")];
    return isPair ? [make("td", {}, row), make("td", {}, row)] : [make("td", {}, row)];
  };
  return make("table", { class: isPair ? "texts two" : "texts" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, left),
      isPair ? make("th", { scope: "col" }, right) : null)),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells(row)))));
}

const definitions = (pairs, kind) => make("dl", { class: kind },
  ...pairs.map(([name, text]) => make("div", {}, make("dt", {}, name), make("dd", {}, shownLabel(text)))));

function detailsElement({ choices, messages, facts, exhibits }) {
  return make("div", { class: "details" },
    make("ul", { class: "wrong" }, ...messages.map(([oracle, verdict, said]) =>
      make("li", {}, make("b", {}, oracle), " ", make("span", { class: "verdict" }, verdict), " ",
        make("span", { class: "said" }, said)))),
    definitions(choices, "choices"),
    ...exhibits.map(exhibitTable),
    facts.length === 0 ? null : definitions(facts, "facts"));
}

function commandElement(command) {
  return make("p", { class: "again" }, "again: ", make("code", { class: "command" }, command));
}

async function showWitnesses(element) {
  if (!element.open || element.childElementCount > 1) return;
  for (const witness of await data(element.dataset.chunk)) {
    const distance = witness.differing === 1 ? "" : ` (the nearest inputs differ in ${witness.differing} choices)`;
    element.append(make("section", { class: "witness" },
      make("h4", {}, witness.condition),
      make("p", {}, `${witness.difference}${distance}`),
      ...witness.exhibits.map(exhibitTable)));
  }
  if (element.childElementCount === 1)
    element.append(make("p", {}, "No judged input near the first failing ones shows it."));
}

function startWitnesses() {
  for (const element of document.querySelectorAll("details.witnesses"))
    element.addEventListener("toggle", () => showWitnesses(element));
}
