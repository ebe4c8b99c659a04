// SPDX-License-Identifier: Apache-2.0
// Which clusters are shown, by how known faults account for them. The list of failing inputs obeys, too.

const knownWords = ["new", "grown", "expired", "known"];

function startKnownFaults() {
  const controls = document.getElementById("known-controls");
  if (controls === null) return;
  const parts = [...document.querySelectorAll("[data-known]")];
  const wordsOf = (part) => part.dataset.known.split(" ");
  const cards = parts.filter((part) => part.matches("article"));
  const options = knownWords.map((word) => [word, cards.filter((card) => wordsOf(card).includes(word)).length])
    .filter(([, count]) => count > 0).map(([word, count]) => [word, `${word} (${grouped(count)})`]);
  const choice = selection("Show clusters", [["", `all (${grouped(cards.length)})`], ...options], "",
    (word) => change("clusters", { known: word || null, page: null, open: null }));
  const show = () => {
    const word = address.parameters.get("known");
    choice.querySelector("select").value = word ?? "";
    for (const part of parts) part.hidden = word !== null && !wordsOf(part).includes(word);
  };
  controls.append(choice);
  whenAddressChanges(show);
  show();
}
