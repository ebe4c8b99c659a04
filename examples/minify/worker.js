// SPDX-License-Identifier: Apache-2.0
"use strict";
/**
 * A smallscope worker: minifies a small program and executes it before and after.
 *
 *     node --experimental-vm-modules worker.js terser|uglify
 *
 * The environment variable MINIFY_MUTANTS names the mutants that are active, with blanks between them.
 */
const coverage = require("../../workers/javascript/smallscope-coverage.js");
const worker = require("../../workers/javascript/smallscope-worker.js");
const { load } = require("./minifiers.js");
const { behaviour, compiled, optionsOf } = require("./subject.js");

const OUTPUTS = ["compile errors before", "after", "compile errors after", "behaviour before", "behaviour after"];

async function main() {
  const subject = process.argv[2];
  const names = (process.env.MINIFY_MUTANTS ?? "").split(/\s+/).filter(Boolean);
  coverage.start("terser", "uglify-js");
  const minify = await load(subject, names);

  async function answer(request) {
    const code = request.text;
    const options = optionsOf(request.parameter("options"));
    const outputs = Object.fromEntries(OUTPUTS.map((name) => [name, null]));
    const { script, error } = compiled(code);
    outputs["compile errors before"] = error;
    if (error) return worker.done(outputs);
    const before = behaviour(script);
    let after;
    try {
      after = await minify(code, options);
    } catch (problem) {
      if (problem.name === "SyntaxError") return worker.refused(`${problem.name}: ${problem.message}`);
      console.error(problem.stack);
      return worker.crashed(`${problem.name}: ${problem.message}`);
    }
    outputs.after = after;
    const result = compiled(after);
    outputs["compile errors after"] = result.error;
    if (!result.error && after !== code) {
      outputs["behaviour before"] = before;
      outputs["behaviour after"] = behaviour(result.script);
    }
    return worker.done(outputs);
  }

  await worker.serve(subject, subject === "terser" ? "5.16.5" : "3.17.4", answer, { outputs: OUTPUTS });
}

main().catch((problem) => {
  console.error(problem);
  process.exit(1);
});
