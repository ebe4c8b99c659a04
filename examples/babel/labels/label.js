// SPDX-License-Identifier: Apache-2.0
"use strict";
/**
 * Labels failing inputs by execution: node label.js EXPORT... >FAULTS
 *
 * EXPORT is what `smallscope export STORE` writes. Nothing is read of it but the campaign, ordinals and inputs.
 * An input shows a fault if it fails with this fault alone, when all others of the campaign are mended. An input that
 * passes with all faults, fails with all mended, or shows no fault, is named on standard error.
 */
const fs = require("fs");
const { Declined, FAULTS, mend, transformedMended } = require("../mending.js");
const { observed } = require("../subject.js");

const WIDTH = 110;

/** Whether a program fails with only these faults of the campaign. */
function fails(text, faults, present) {
  mend(faults.filter((fault) => !present.includes(fault)));
  const { problem, outputs } = observed(text, transformedMended);
  if (problem) return !(problem instanceof Declined);
  return Boolean(outputs["compile errors after"]) || outputs["behaviour before"] !== outputs["behaviour after"];
}

/** The faults that an input shows; throws what is wrong if it cannot be labelled. */
function shownBy(text, faults) {
  if (!fails(text, faults, faults)) throw new Error("passes with all faults");
  if (fails(text, faults, [])) throw new Error("fails with all mended");
  const shown = faults.filter((fault) => fails(text, faults, [fault]));
  if (shown.length === 0) throw new Error("fails with no fault alone");
  return shown;
}

/** Ranges of ordinals, in lines. */
function ordinalText(ordinals) {
  const ranges = [];
  for (const ordinal of ordinals) {
    if (ranges.at(-1)?.[1] === ordinal - 1) ranges.at(-1)[1] = ordinal;
    else ranges.push([ordinal, ordinal]);
  }
  const lines = [""];
  for (const [first, last] of ranges) {
    const word = first === last ? `${first}` : `${first}-${last}`;
    if (lines.at(-1).length + word.length >= WIDTH) lines.push(word);
    else lines.push(`${lines.pop()} ${word}`.trim());
  }
  return `"""\\\n${lines.join(" \\\n")}"""`;
}

/** The faults of an export, in TOML. */
function labelled({ campaign, cases }) {
  const ordinals = new Map(FAULTS[campaign].map((fault) => [fault, []]));
  for (const { ordinal, input } of cases.sort((one, other) => one.ordinal - other.ordinal)) {
    try {
      for (const fault of shownBy(input.files[0].text, FAULTS[campaign])) ordinals.get(fault).push(ordinal);
    } catch (problem) {
      console.error(`${campaign} #${ordinal} ${problem.message}`);
    }
  }
  return [...ordinals].filter(([, shown]) => shown.length > 0).map(([{ name, why }, shown]) =>
    `\n[[fault]]\ncampaign = "${campaign}"\nname = "${name}"\nordinals = ${ordinalText(shown)}\n` +
    `why = ${JSON.stringify(why)}\n`).join("");
}

process.stdout.write("# Made by labels/label.js: what fails with a fault alone, all others mended, by ordinals.\n");
for (const file of process.argv.slice(2)) process.stdout.write(labelled(JSON.parse(fs.readFileSync(file, "utf8"))));
