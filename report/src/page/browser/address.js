// SPDX-License-Identifier: Apache-2.0
// What the reader looks at stands in the address: "#inputs&cluster=v1-...&is.place=self&group=kind". A copied address
// shows the same again.

const mapKeys = new Set(["rows", "columns", "of"]);

function parsedAddress(hash) {
  const [section, ...rest] = hash.replace(/^#/, "").split("&");
  return { section, parameters: new URLSearchParams(rest.join("&")) };
}

function writtenAddress({ section, parameters }) {
  const rest = parameters.toString();
  return `#${section}${rest === "" ? "" : `&${rest}`}`;
}

let address = parsedAddress(location.hash);
const listeners = [];

const whenAddressChanges = (listener) => listeners.push(listener);

// Changes some parameters: null removes one. Does not scroll.
function change(section, changes, isTyping = false) {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) address.parameters.delete(name);
    else address.parameters.set(name, value);
  }
  address.section = section;
  const written = writtenAddress(address);
  if (written !== location.hash) {
    if (isTyping) history.replaceState(null, "", written);
    else history.pushState(null, "", written);
  }
  listeners.forEach((listener) => listener());
}

// Goes where a link says. A link with parameters replaces those of the list of inputs; the map keeps its own.
function follow(target) {
  const wanted = parsedAddress(target);
  if ([...wanted.parameters].length > 0) {
    for (const name of [...address.parameters.keys()])
      if (!mapKeys.has(name)) address.parameters.delete(name);
    wanted.parameters.forEach((value, name) => address.parameters.set(name, value));
  }
  address.section = wanted.section;
  history.pushState(null, "", writtenAddress(address));
  listeners.forEach((listener) => listener());
  scrollToSection();
}

function scrollToSection() {
  const target = document.getElementById(address.section);
  if (target === null) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView();
}

function startAddress() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (link === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    follow(link.getAttribute("href"));
  });
  window.addEventListener("popstate", () => {
    address = parsedAddress(location.hash);
    listeners.forEach((listener) => listener());
    scrollToSection();
  });
}
