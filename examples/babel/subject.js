// SPDX-License-Identifier: Apache-2.0
"use strict";
/** Makes ES5 of a program and observes it before and after; what worker.js and labels/label.js share. */
const vm = require("vm");
const acorn = require("acorn");
const babel = require("@babel/core");
const presetEnv = require("@babel/preset-env");

const OPTIONS = {
  presets: [[presetEnv, { forceAllTransforms: true, modules: false }]],
  sourceType: "script",
  configFile: false,
  babelrc: false,
  browserslistConfigFile: false,
  compact: false,
  comments: false,
};

function transformed(text) {
  return babel.transformSync(text, OPTIONS).code;
}

/**
 * Returns { problem, outputs }: with a problem if `transform` throws it. Outputs are null from where the test ends: at
 * an error of syntax before, at a crash, or at an error of syntax after.
 */
function observed(text, transform) {
  const outputs = {
    "compile errors before": syntaxError(text), after: null, "compile errors after": null,
    "behaviour before": null, "behaviour after": null,
  };
  if (outputs["compile errors before"]) return { outputs };
  outputs["behaviour before"] = behaviour(text);
  try {
    outputs.after = transform(text);
  } catch (problem) {
    return { problem, outputs };
  }
  outputs["compile errors after"] = syntaxError(outputs.after) || errorInES5(outputs.after);
  if (!outputs["compile errors after"]) outputs["behaviour after"] = behaviour(outputs.after);
  return { outputs };
}

function syntaxError(script) {
  try {
    new vm.Script(script);
    return "";
  } catch (problem) {
    return problem.message;
  }
}

/** What Node.js accepts may still be newer than ES5. */
function errorInES5(script) {
  try {
    acorn.parse(script, { ecmaVersion: 5, sourceType: "script" });
    return "";
  } catch (problem) {
    return problem.message.replace(/ \(\d+:\d+\)$/, "");
  }
}

// Functions that promises call must be of the program's context: others wait in another queue, and are never called.
const PRELUDE = new vm.Script(`{
  const { log, failed } = host;
  globalThis.log = (...values) => log(...values);
  globalThis.failed = (problem) => failed(problem);
}`);

/** What a program logs, and how it ends. */
function behaviour(script) {
  const lines = [];
  const host = {
    log: (...values) => void lines.push(values.map((value) => shown(value)).join(" ")),
    failed: (problem) => void lines.push(`rejected ${kind(problem)}`),
  };
  try {
    const context = vm.createContext({ host }, { microtaskMode: "afterEvaluate" });
    PRELUDE.runInContext(context);
    vm.runInContext(script, context, { timeout: 1000 });
  } catch (problem) {
    lines.push(problem?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? "late" : `threw ${kind(problem)}`);
  }
  return lines.join("\n");
}

/** Which error a program throws. Messages of engines name what the transformation may rename, so they do not count. */
function kind(problem) {
  const name = problem?.constructor?.name;
  return name === "Error" ? `Error: ${problem.message}` : name ?? shown(problem);
}

function shown(value, depth = 0) {
  try {
    if (typeof value === "string") return depth > 0 ? JSON.stringify(value) : value;
    if (typeof value === "function") return `function ${value.name}`;
    if (typeof value !== "object" || value === null) return String(value);
    if (depth > 4) return "...";
    const inner = (each) => shown(each, depth + 1);
    if (Array.isArray(value)) return `[${value.map(inner).join(", ")}]`;
    return `{${Object.keys(value).map((key) => `${key}: ${inner(value[key])}`).join(", ")}}`;
  } catch {
    return "?";
  }
}

module.exports = { observed, transformed };
