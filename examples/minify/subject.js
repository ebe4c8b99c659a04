// SPDX-License-Identifier: Apache-2.0
"use strict";
/** Executes programs and compares what they do; what worker.js and label.js share. */
const vm = require("vm");

// What a program leaves rejected is its own affair; it must not end this process.
process.on("unhandledRejection", () => {});

const PRELUDE = new vm.Script(`
"use strict";
(() => {
  const lines = [];
  const show = (v, depth) => {
    if (Object.is(v, -0)) return "-0";
    if (typeof v === "string") return JSON.stringify(v);
    if (typeof v === "bigint") return v + "n";
    if (typeof v === "function") return "function";
    if (typeof v === "symbol") return "symbol";
    if (v === null || typeof v !== "object") return String(v);
    if (v === globalThis) return "globalThis";
    if (depth > 3) return "...";
    if (v instanceof RegExp) return String(v);
    if (v instanceof Error) return v.constructor.name;
    if (Array.isArray(v)) return "[" + Array.from(v, (e) => show(e, depth + 1)).join(", ") + "]";
    return "{" + Object.keys(v).map((k) => k + ": " + show(v[k], depth + 1)).join(", ") + "}";
  };
  Object.defineProperty(globalThis, "log", { value: (...values) => {
    if (lines.length < 100) lines.push(values.map((v) => show(v, 0)).join(" "));
    return values[0];
  }});
  return lines;
})()`);

/** What a program prints, and how it ends. */
function behaviour(script) {
  const context = vm.createContext({}, { microtaskMode: "afterEvaluate" });
  const lines = PRELUDE.runInContext(context);
  let end = "";
  try {
    script.runInContext(context, { timeout: 1000 });
  } catch (problem) {
    if (problem?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") end = "does not end\n";
    else end = `throws ${problem?.constructor?.name ?? String(problem)}\n`;
  }
  return lines.map((line) => line + "\n").join("") + end;
}

function compiled(code) {
  try {
    return { script: new vm.Script(code), error: "" };
  } catch (problem) {
    return { script: null, error: `${problem.name}: ${problem.message}` };
  }
}

/** Options of the minifier by the label of the choice `options`. */
const OPTIONS = {
  default: {},
  "no compression": { compress: false },
  "no mangling": { mangle: false },
  toplevel: { toplevel: true },
  "three passes": { compress: { passes: 3 }, toplevel: true },
  unsafe: { compress: { unsafe: true, passes: 2 } },
  "keep_fargs false": { compress: { keep_fargs: false }, toplevel: true },
  "ecma 2020": { ecma: 2020, toplevel: true },
  beautify: { compress: { sequences: false }, output: { beautify: true } },
  "reduce_vars false": { compress: { reduce_vars: false, collapse_vars: false }, toplevel: true },
};

function optionsOf(label) {
  if (!OPTIONS[label]) throw new Error(`no options ${label}`);
  return structuredClone(OPTIONS[label]);
}

/** How the result of minify differs: a text that is empty if nothing is wrong. `known`: verdicts of minified texts. */
async function verdict(minify, code, label, before, known) {
  try {
    const after = await minify(code, optionsOf(label));
    if (!known.has(after)) known.set(after, judged(after, before));
    return known.get(after);
  } catch (problem) {
    return `crash ${problem.message}`;
  }
}

function judged(after, before) {
  const { script, error } = compiled(after);
  if (error) return error;
  const shown = behaviour(script);
  return shown === before ? "" : shown || "(nothing)";
}

module.exports = { behaviour, compiled, optionsOf, verdict };
