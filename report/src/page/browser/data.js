// SPDX-License-Identifier: Apache-2.0
// The data of the page: gzip in base64, unpacked when it is needed. Everything in it is text that was made visible
// before; it reaches the document as text only.

async function unpacked(id) {
  const element = document.getElementById(id);
  const bytes = Uint8Array.from(atob(element.textContent), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

const kept = new Map();

// The value of unpacked(id); asked for again, the same.
function data(id) {
  if (!kept.has(id)) kept.set(id, unpacked(id));
  return kept.get(id);
}

// Numbers the members of each cluster, which finds their programs in the chunks, and prepares texts for searching.
function prepared(failures) {
  const { ordinals, cluster_of: clusterOf, clusters, messages, choices } = failures;
  const members = clusters.map(() => 0);
  failures.place = Uint32Array.from(clusterOf, (cluster) => members[cluster]++);
  clusters.forEach((cluster, place) => { cluster.failing = members[place]; });
  failures.size = ordinals.length;
  failures.lowerMessages = messages.map((message) => message.toLowerCase());
  for (const choice of choices) {
    choice.values = Uint32Array.from(choice.values);
    choice.lowerLabels = choice.labels.map((label) => label.toLowerCase());
  }
  return failures;
}

// The programs and messages of one failing input; null where the page has no room for them.
async function detailsOf(failures, input) {
  const chunks = failures.chunks[failures.cluster_of[input]];
  const place = failures.place[input];
  const id = chunks[Math.floor(place / failures.members_of_chunk)];
  return id === null ? null : (await data(id))[place % failures.members_of_chunk];
}

const nameOf = (failures, input) =>
  (failures.levels[input] === 0 ? "" : `M${failures.levels[input]} `) + `#${failures.ordinals[input]}`;

const replayOf = (failures, input) =>
  failures.replay === "" ? "" : `${failures.replay} ${failures.ordinals[input]}` +
    (failures.levels[input] === 0 ? "" : ` --merge-level ${failures.levels[input]}`);

const shownLabel = (label, choice) => (label === "" ? choice?.nothing ?? "empty" : label);

const grouped = (number) => number.toLocaleString("en-US");
