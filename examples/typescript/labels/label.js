// SPDX-License-Identifier: Apache-2.0
"use strict";
/**
 * Says which faults fail alone: node label.js CAMPAIGN < CASES > LABELS
 *
 * CASES has a JSON object a line, { ordinal, text, at, action }; LABELS { ordinal, shows, how, wrong }: the names of
 * the faults, "alone" if each of them fails with all others mended, "together" if each is needed, and what is wrong
 * with all of them. If no fault is shown, `how` says why not.
 */
const { FAULTS } = require("../mends.js");
const { Service } = require("../service.js");
const { observed } = require("../subject.js");

const CAMPAIGN = process.argv[2];
const NAMES = FAULTS.filter(({ campaign }) => campaign === CAMPAIGN).map(({ name }) => name);
const OTHER_MUTANTS = FAULTS.filter(({ campaign, mutant }) => mutant && campaign !== CAMPAIGN)
  .map(({ name }) => name);
const service = new Service();

/** Executes an input with these faults of the campaign: what is wrong, empty if nothing, and the faults asked for. */
function executed({ text, at, action }, present) {
  service.mend([...NAMES.filter((name) => !present.includes(name)), ...OTHER_MUTANTS]);
  service.forget();
  const wrong = wrongIn(observed(service, text, at, action));
  return { wrong, asked: NAMES.filter((name) => service.switches.asked.has(name)) };
}

function wrongIn({ outcome, message, outputs }) {
  if (outcome === "crashed") return `crashed: ${message}`;
  if (outcome === "refused") return "";
  if (outputs["compile errors after"]) return `compile: ${outputs["compile errors after"]}`;
  for (const what of ["behaviour", "comments"]) {
    const [before, after] = [outputs[`${what} before`], outputs[`${what} after`]];
    if (before !== after) return `${what}: ${before} => ${after}`;
  }
  return "";
}

function label(input) {
  const { wrong, asked } = executed(input, NAMES);
  if (!wrong) return { shows: [], how: "passes with all faults", wrong };
  const mended = executed(input, []);
  if (mended.wrong) return { shows: [], how: "fails with all mended", wrong };
  // What is not asked for when all are mended changes nothing alone.
  const alone = mended.asked.filter((name) => executed(input, [name]).wrong);
  if (alone.length) return { shows: alone, how: "alone", wrong };
  const needed = asked.filter((name) => !executed(input, NAMES.filter((each) => each !== name)).wrong);
  return { shows: needed, how: needed.length ? "together" : "fails without any", wrong };
}

for (const line of require("fs").readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const input = JSON.parse(line);
  process.stdout.write(JSON.stringify({ ordinal: input.ordinal, ...label(input) }) + "\n");
}
