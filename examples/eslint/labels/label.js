// SPDX-License-Identifier: Apache-2.0
// Labels failing inputs by execution: which mends of ESLint change what is wrong. Run, after build.sh:
//
//     for campaign in expressions functions statements; do
//         smallscope export runs/eslint-$campaign.sqlite --output runs/eslint-$campaign.json
//     done
//     NODE_PATH=/usr/share/nodejs ESLINT=runs/mended/eslint \
//         node examples/eslint/labels/label.js runs/eslint-{expressions,functions,statements}.json
//
// A fault is shown by an input if its mend alone makes the input pass, or turns a crash into another failure. If no
// mend alone does, all mends are on, and the faults are those without whose mends the input fails.
"use strict";

const fs = require("fs");
const path = require("path");

const { behaviourOf, mistakeIn } = require("../behaviour.js");
const { fixed } = require("../fixes.js");

const WIDTH = 110; // of a line of ordinals

const faults = JSON.parse(fs.readFileSync(path.join(__dirname, "faults.json"), "utf8"));

/** "passes", or in what way the fix is wrong, with these mends. */
async function verdict(program, rule, mends) {
  globalThis.MENDS = new Set(mends);
  let after;
  try {
    after = fixed(program, rule);
  } catch {
    return "crashes";
  }
  if (after === program) return "passes"; // or does not apply
  if (mistakeIn(after)) return "does not compile";
  return await behaviourOf(after) === await behaviourOf(program) ? "passes" : "behaves differently";
}

async function faultsShown(program, rule) {
  const names = Object.keys(faults).filter((name) => faults[name].rules.includes(rule.split(" ")[0]));
  const before = await verdict(program, rule, []);
  if (before === "passes") throw new Error(`it passes: ${program}`);
  const shown = [];
  for (const name of names) {
    const now = await verdict(program, rule, [name]);
    if (now === "passes" || (before === "crashes" && now !== before)) shown.push(name);
  }
  if (shown.length > 0) return shown;
  for (const name of names) {
    const others = names.filter((other) => other !== name);
    if (await verdict(program, rule, others) !== "passes") shown.push(name);
  }
  return await verdict(program, rule, names) === "passes" ? shown : [];
}

/** Ordinals as faults.toml has them: lines of "0-3 7". */
function ranges(ordinals) {
  const parts = [];
  for (const ordinal of [...ordinals].sort((left, right) => left - right)) {
    const last = parts.at(-1);
    if (last && last[1] + 1 === ordinal) last[1] = ordinal;
    else parts.push([ordinal, ordinal]);
  }
  const lines = [];
  for (const [begin, end] of parts) {
    const text = begin === end ? `${begin}` : `${begin}-${end}`;
    if (lines.length > 0 && lines.at(-1).length + text.length < WIDTH) lines.push(`${lines.pop()} ${text}`);
    else lines.push(text);
  }
  if (lines.length === 1) return `"${lines[0]}"`;
  return `[\n${lines.map((line) => `  "${line}",\n`).join("")}]`;
}

async function main(files) {
  console.log("# SPDX-License-Identifier: Apache-2.0");
  console.log("# Faults of ESLint 6.4.0 that inputs show, by execution (labels/label.js): what one mend mends is one.");
  for (const file of files) {
    const { campaign, cases } = JSON.parse(fs.readFileSync(file, "utf8"));
    const shown = new Map();
    const several = [];
    for (const { ordinal, input } of cases) {
      const rule = input.parameters.find(({ name }) => name === "rule").text;
      const names = await faultsShown(input.files[0].text, rule);
      if (names.length === 0) console.error(`${campaign} #${ordinal}: no fault`);
      if (names.length > 1) several.push(ordinal);
      for (const name of names) shown.set(name, [...(shown.get(name) ?? []), ordinal]);
    }
    console.error(`${campaign}: ${cases.length} failing, ${shown.size} faults, ${several.length} inputs show several`);
    for (const name of Object.keys(faults).filter((name) => shown.has(name))) {
      console.error(`  ${name}: ${shown.get(name).length}`);
      console.log(["", "[[fault]]", `campaign = "${campaign}"`, `name = "${name}"`,
                   `ordinals = ${ranges(shown.get(name))}`, `why = '''${faults[name].why}'''`].join("\n"));
    }
  }
}

main(process.argv.slice(2));
