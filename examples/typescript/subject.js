// SPDX-License-Identifier: Apache-2.0
"use strict";
/** Refactors a program and observes it before and after; what worker.js and labels/label.js share. */
const vm = require("vm");

/**
 * Returns { outcome, message, outputs }. `at` is in characters. Outputs are null from where the test ends: at errors
 * before, at a crash, where the refactoring is not offered, or where it changes nothing.
 */
function observed(service, text, at, action) {
  const outputs = {
    "compile errors before": service.errors(text), after: null, "compile errors after": null,
    "behaviour before": null, "behaviour after": null, "comments before": null, "comments after": null,
  };
  if (outputs["compile errors before"]) return { outcome: "done", outputs };
  let after;
  try {
    after = service.refactored(text, [...text].slice(0, at).join("").length, action);
  } catch (problem) {
    service.forget();
    return { outcome: "crashed", message: said(problem), outputs };
  }
  if (after === null) return { outcome: "refused", message: "not offered", outputs };
  outputs.after = after;
  outputs["compile errors after"] = service.errors(after);
  if (after === text) return { outcome: "done", outputs };
  outputs["comments before"] = comments(text);
  outputs["comments after"] = comments(after);
  if (!outputs["compile errors after"]) {
    outputs["behaviour before"] = behaviour(service.ts, text);
    outputs["behaviour after"] = behaviour(service.ts, after);
  }
  return { outcome: "done", outputs };
}

/** The first line of an error, and the function it came from. */
function said(problem) {
  const frame = problem.stack.split("\n").find((line) => /^\s*at /.test(line) && !/Debug|fail|assert/.test(line));
  const where = /at (?:Object\.|Function\.)?(\w+)/.exec(frame ?? "");
  return `${problem.name}: ${problem.message.split("\n")[0]}${where ? ` (${where[1]})` : ""}`;
}

/** What a program logs, and how it ends. */
function behaviour(ts, text) {
  const compilerOptions = {
    target: ts.ScriptTarget.ES2020, module: ts.ModuleKind.None, strict: true, removeComments: true,
  };
  const script = ts.transpileModule(text, { compilerOptions }).outputText;
  const lines = [];
  const log = (...values) => {
    lines.push(values.map(shown).join(" "));
    return values[0];
  };
  try {
    vm.runInContext(script, vm.createContext({ log }), { timeout: 1000, microtaskMode: "afterEvaluate" });
  } catch (problem) {
    lines.push(`${problem?.name}: ${problem?.message}`.split("\n")[0]);
  }
  return lines.join("\n");
}

function shown(value) {
  try {
    if (typeof value === "string") return JSON.stringify(value);
    if (typeof value === "function") return "function";
    if (typeof value !== "object" || value === null) return String(value);
    if (Array.isArray(value)) return `[${value.map(shown).join(", ")}]`;
    return `{${Object.keys(value).map((key) => `${key}: ${shown(value[key])}`).join(", ")}}`;
  } catch {
    return "?";
  }
}

/** The texts of a program's comments, sorted, one a line. */
function comments(text) {
  return (text.match(/\/\*.*?\*\/|\/\/ .*/g) ?? [])
    .map((comment) => comment.replace(/^\/\/ |^\/\*|\*\/$/g, "").trim()).sort().join("\n");
}

module.exports = { observed };
