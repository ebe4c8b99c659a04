// SPDX-License-Identifier: Apache-2.0
"use strict";
/**
 * Says which mutants fail alone: node --experimental-vm-modules label.js terser|uglify "MUTANTS" < CASES > LABELS
 *
 * CASES has a JSON object a line, { ordinal, text, options }; LABELS { ordinal, joint, real, shown, before, after }:
 * how the input fails with all mutants and with none, and the names of the mutants with which alone it fails. If it
 * fails with none, these are the mutants with which alone it does something else, and the minified text is there, too.
 */
const { load } = require("../minifiers.js");
const { behaviour, compiled, optionsOf, verdict } = require("../subject.js");

async function main() {
  const [subject, list] = process.argv.slice(2);
  const names = list.split(/\s+/).filter(Boolean);
  const cases = require("fs").readFileSync(0, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
  for (const each of cases) {
    each.before = behaviour(compiled(each.text).script);
    each.known = new Map();
    each.shown = [];
  }
  // One minifier after the other, because node is slow with many that are new to it.
  const everywhere = async (mutants, use) => {
    const minify = await load(subject, mutants);
    for (const each of cases) {
      await use(each, await verdict(minify, each.text, each.options, each.before, each.known), minify);
    }
  };
  await everywhere(names, (each, said) => { each.joint = said; });
  await everywhere([], async (each, said, minify) => {
    each.real = said;
    if (said) each.after = await minify(each.text, optionsOf(each.options)).catch((problem) => problem.message);
  });
  for (const name of names) {
    await everywhere([name], (each, said) => {
      if (said && said !== each.real) each.shown.push(name);
    });
  }
  for (const { ordinal, joint, real, shown, before, after } of cases) {
    process.stdout.write(JSON.stringify({ ordinal, joint, real, shown, before, after }) + "\n");
  }
}

main().catch((problem) => {
  console.error(problem);
  process.exit(1);
});
