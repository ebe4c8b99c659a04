// SPDX-License-Identifier: Apache-2.0
// Every failing input: searched, filtered, grouped, in pages; each opens to its programs.

const inputsOfPage = 50;
const mostGroups = 200;
const mostOptions = 1000;

// The choices that the address asks for: [name, label].
const wantedChoices = () => [...address.parameters].filter(([name]) => name.startsWith("is."))
  .map(([name, label]) => [name.slice(3), label]);

// Which numbers of a list of texts contain the word.
const containing = (texts, word) => Uint8Array.from(texts, (text) => (text.includes(word) ? 1 : 0));

// What an input must satisfy, one function for each condition of the address.
function conditions(failures) {
  const found = [];
  const anchor = address.parameters.get("cluster");
  if (anchor !== null) {
    const cluster = failures.clusters.findIndex((each) => each.anchor === anchor);
    found.push((input) => failures.cluster_of[input] === cluster);
  }
  const known = address.parameters.get("known");
  if (known !== null) {
    const wanted = failures.clusters.map((each) => (each.known ?? []).includes(known));
    found.push((input) => wanted[failures.cluster_of[input]]);
  }
  const message = address.parameters.get("message");
  if (message !== null) found.push((input) => failures.messages[failures.message_of[input]] === message);
  for (const [name, label] of wantedChoices()) {
    const choice = failures.choices.find((each) => each.name === name);
    if (choice === undefined) return [() => false];
    const wanted = Uint8Array.from(choice.labels, (each) => (each === label ? 1 : 0));
    found.push((input) => wanted[choice.values[input]] === 1);
  }
  for (const word of (address.parameters.get("search") ?? "").toLowerCase().split(/\s+/).filter((each) => each)) {
    const said = containing(failures.lowerMessages, word);
    const chosen = failures.choices.map(({ lowerLabels, values }) => [containing(lowerLabels, word), values]);
    const ordinal = word.replace(/^#/, "");
    found.push((input) => said[failures.message_of[input]] === 1 || failures.ordinals[input] === ordinal ||
      chosen.some(([labels, values]) => labels[values[input]] === 1));
  }
  return found;
}

function matchingInputs(failures) {
  const all = conditions(failures);
  const inputs = [];
  for (let input = 0; input < failures.size; ++input)
    if (all.every((holds) => holds(input))) inputs.push(input);
  return inputs;
}

// The largest clusters, to choose from.
const clusterOptions = (clusters) => clusters.slice(0, mostOptions)
  .map(({ anchor, id, failing }) => [anchor, `${id} (${grouped(failing)})`]);

class InputList {
  constructor(failures) {
    this.failures = failures;
    this.parts = Object.fromEntries(["controls", "count", "groups", "list", "pages"].map((part) =>
      [part, document.getElementById(`input-${part}`)]));
    this.makeControls();
    this.show();
    whenAddressChanges(() => this.show());
  }

  makeControls() {
    const { clusters, choices } = this.failures;
    const names = choices.map(({ name }) => [name, name]);
    this.search = make("input", { type: "search", placeholder: "message, choice or #ordinal", size: "28" });
    this.search.addEventListener("input", () => this.set({ search: this.search.value || null }, true));
    this.cluster = selection("Cluster", [["", "all"], ...clusterOptions(clusters)], "",
      (cluster) => this.set({ cluster: cluster || null }));
    this.group = selection("Group by", [["", "nothing"], ["cluster", "cluster"], ["message", "message"],
      ...names.map(([name]) => [`choice ${name}`, name])], "", (group) => this.set({ group: group || null }));
    this.value = selection("is", [["", "any value"]], "", (label) => {
      const name = this.choice.querySelector("select").value;
      this.set({ [`is.${name}`]: this.labels[label] });
    });
    this.choice = selection("Where", [["", "any choice"], ...names], "", (name) => this.offerValues(name));
    this.chips = make("span", { class: "chips" });
    this.parts.controls.append(make("label", {}, "Search ", this.search), this.cluster, this.choice, this.value,
      this.group, this.chips);
  }

  // The values of a choice, with the number of failing inputs that have each.
  offerValues(name) {
    const select = this.value.querySelector("select");
    const choice = this.failures.choices.find((each) => each.name === name);
    const counts = new Uint32Array(choice?.labels.length ?? 0);
    choice?.values.forEach((value) => { ++counts[value]; });
    this.labels = choice?.labels ?? [];
    select.replaceChildren(make("option", { value: "" }, "any value"), ...this.labels.map((label, value) =>
      make("option", { value: String(value) }, `${shownLabel(label, choice)} (${grouped(counts[value])})`)));
  }

  set(changes, isTyping = false) { change("inputs", { page: null, open: null, ...changes }, isTyping); }

  // Controls that are shown for the address, whoever changed it.
  showControls() {
    const { parameters } = address;
    if (document.activeElement !== this.search) this.search.value = parameters.get("search") ?? "";
    this.showCluster(parameters.get("cluster") ?? "");
    this.group.querySelector("select").value = parameters.get("group") ?? "";
    this.choice.querySelector("select").value = "";
    this.offerValues("");
    const chip = (text, parameter) => button(`${text} \u00d7`, () => this.set({ [parameter]: null }),
      { "aria-label": `Remove the filter ${text}` });
    const named = (name) => this.failures.choices.find((each) => each.name === name);
    const chips = wantedChoices().map(([name, label]) =>
      chip(`${name} is ${shownLabel(label, named(name))}`, `is.${name}`));
    if (parameters.has("message")) chips.push(chip(`message ${parameters.get("message")}`, "message"));
    if (parameters.has("known")) chips.push(chip(`clusters: ${parameters.get("known")}`, "known"));
    const isFiltered = ["search", "cluster", "group"].some((name) => parameters.has(name)) || chips.length > 0;
    this.chips.replaceChildren(...chips, ...(isFiltered ? [button("Show all", () => this.clear())] : []));
  }

  // A cluster beyond the options, to which a group or an address leads, becomes one.
  showCluster(anchor) {
    const select = this.cluster.querySelector("select");
    const cluster = this.failures.clusters.find((each) => each.anchor === anchor);
    select.value = anchor;
    if (select.selectedIndex >= 0 || cluster === undefined) return;
    select.append(make("option", { value: anchor }, `${cluster.id} (${grouped(cluster.failing)})`));
    select.value = anchor;
  }

  clear() {
    const cleared = Object.fromEntries([...address.parameters.keys()].filter((name) => !mapKeys.has(name))
      .map((name) => [name, null]));
    this.search.value = "";
    this.set(cleared);
    this.search.focus();
  }

  show() {
    // An input that is opened changes nothing else in the list.
    const key = [...address.parameters].filter(([name]) => !mapKeys.has(name) && name !== "open").join("&");
    if (key === this.shown) return;
    this.shown = key;
    this.showControls();
    this.inputs = matchingInputs(this.failures);
    const pages = Math.max(1, Math.ceil(this.inputs.length / inputsOfPage));
    const asked = Number.parseInt(address.parameters.get("page") ?? "1", 10);
    const page = Math.min(Math.max(Number.isNaN(asked) ? 1 : asked, 1), pages);
    const first = (page - 1) * inputsOfPage;
    const shown = this.inputs.slice(first, first + inputsOfPage);
    this.parts.count.textContent = this.inputs.length === 0 ? "No failing input matches."
      : `${grouped(this.inputs.length)} of ${grouped(this.failures.size)} failing inputs` +
        (pages === 1 ? "" : `, ${grouped(first + 1)} to ${grouped(first + shown.length)} shown`);
    this.showGroups();
    this.parts.list.start = first + 1;
    this.parts.list.replaceChildren(...shown.map((input) => this.item(input)));
    this.showPages(page, pages);
  }

  showPages(page, pages) {
    const go = (to) => () => {
      change("inputs", { page: to === 1 ? null : String(to), open: null });
      this.parts.count.scrollIntoView();
    };
    this.parts.pages.replaceChildren(...(pages === 1 ? [] : [
      button("Previous", go(page - 1), { disabled: page === 1 }),
      make("span", {}, `Page ${grouped(page)} of ${grouped(pages)}`),
      button("Next", go(page + 1), { disabled: page === pages })]));
  }

  // The text of each group, and the parameter that shows only it.
  grouping() {
    const by = address.parameters.get("group");
    const { clusters, messages } = this.failures;
    if (by === "cluster")
      return { of: this.failures.cluster_of, text: (group) => `${clusters[group].id} ${clusters[group].message}`,
        only: (group) => ({ cluster: clusters[group].anchor }) };
    if (by === "message")
      return { of: this.failures.message_of, text: (group) => messages[group],
        only: (group) => ({ message: messages[group] }) };
    const choice = this.failures.choices.find(({ name }) => `choice ${name}` === by);
    if (choice === undefined) return null;
    return { of: choice.values, text: (group) => shownLabel(choice.labels[group], choice),
      only: (group) => ({ [`is.${choice.name}`]: choice.labels[group] }) };
  }

  showGroups() {
    const grouping = this.grouping();
    if (grouping === null) { this.parts.groups.replaceChildren(); return; }
    const counts = new Map();
    for (const input of this.inputs) counts.set(grouping.of[input], (counts.get(grouping.of[input]) ?? 0) + 1);
    const groups = [...counts].sort(([a, many], [b, more]) => more - many || a - b);
    const rows = groups.slice(0, mostGroups).map(([group, count]) => make("tr", {},
      make("td", { class: "number" }, grouped(count)),
      make("th", { scope: "row" }, button(grouping.text(group), () => this.set(grouping.only(group))))));
    this.parts.groups.replaceChildren(make("table", { class: "groups" },
      make("caption", {}, groups.length > mostGroups ? `The ${mostGroups} largest of ${grouped(groups.length)} groups`
        : `${grouped(groups.length)} group${groups.length === 1 ? "" : "s"}`),
      make("thead", {}, make("tr", {}, make("th", { scope: "col", class: "number" }, "failing"),
        make("th", { scope: "col" }, "group"))),
      make("tbody", {}, ...rows)));
  }

  choicesOf(input) {
    return this.failures.choices.map(({ name, labels, values }) => [name, labels[values[input]]])
      .filter(([, label]) => label !== "");
  }

  item(input) {
    const { failures } = this;
    const name = nameOf(failures, input);
    const panel = make("div", { class: "panel", id: `input-${input}`, hidden: true });
    const opener = make("button", { type: "button", class: "opener", "aria-expanded": "false",
      "aria-controls": panel.id },
    make("span", { class: "name" }, name), " ",
    make("span", { class: "id" }, failures.clusters[failures.cluster_of[input]].id), " ",
    make("span", { class: "said" }, failures.messages[failures.message_of[input]]), " ",
    make("span", { class: "values" }, this.choicesOf(input).map((pair) => pair.join(" = ")).join(" \u00b7 ")));
    opener.addEventListener("click", () => {
      const opens = panel.hidden;
      this.open(input, opener, panel, opens);
      change("inputs", { open: opens ? name : null }, true);
    });
    if (address.parameters.get("open") === name) this.open(input, opener, panel, true);
    return make("li", {}, opener, panel);
  }

  async open(input, opener, panel, opens) {
    panel.hidden = !opens;
    opener.setAttribute("aria-expanded", String(opens));
    if (!opens || panel.childElementCount > 0) return;
    const details = await detailsOf(this.failures, input);
    const message = this.failures.messages[this.failures.message_of[input]];
    const command = replayOf(this.failures, input);
    if (panel.childElementCount > 0) return;
    panel.append(...(details !== null ? [detailsElement(details)]
      : [make("p", { class: "said" }, message), definitions(this.choicesOf(input), "choices"),
        make("p", { class: "beside" }, "The page has no room for the program of this input; the command shows it.")]));
    if (command !== "") panel.append(commandElement(command));
  }
}
