// SPDX-License-Identifier: Apache-2.0
// What a program in JavaScript does: what it prints, and how it ends. Programs find some values and functions ready.
"use strict";

const vm = require("vm");
const { observing } = require("../../workers/javascript/smallscope-worker.js");

const TIME_LIMIT = 500; // milliseconds
const MOST_LINES = 60;
const ENDLESS = "does not end\n"; // the last line of a program that was stopped

// What each program may use. `log` prints values; f, k and o say when they are asked.
const PRELUDE = `
var n = 3, s = "ab", u = undefined, i = 0;
var h = { p: 7, "class": 8, get q() { log("get q"); return 5; }, set q(v) { log("set q", v); } };
var k = { p: 9, m: function () { return this.p; } };
var o = { valueOf: function () { log("valueOf"); return 4; }, toString: function () { log("toString"); return "o"; } };
function f(x) { log("f", x); return x === undefined ? 6 : x; }
function call(g, x) { return typeof g === "function" ? g.call(k, x, 2) : g; }
`;

/** Empty if the program compiles, otherwise why it does not. */
function mistakeIn(program) {
  try {
    new vm.Script(program);
    return "";
  } catch (problem) {
    return `${problem.name}: ${problem.message}`;
  }
}

/** The lines that a program prints, and the name of the exception that ends it. */
async function behaviourOf(program) {
  const lines = [];
  await observing(() => execute(program, lines), (reason) => lines.push(`rejected ${nameOf(reason)}`));
  return lines.map((line) => `${line}\n`).join("");
}

/** Adds to the lines what the program prints, and how it ends. */
function execute(program, lines) {
  const print = (...texts) => {
    lines.push(texts.join(" "));
    if (lines.length > MOST_LINES) throw new Error("too many lines");
  };
  const context = vm.createContext({ print, shown }, { microtaskMode: "afterEvaluate" });
  vm.runInContext("const log = (print => (...values) => print(...values.map((value) => shown(value))))(print);" +
                  PRELUDE, context);
  try {
    vm.runInContext(program, context, { timeout: TIME_LIMIT });
  } catch (problem) {
    if (lines.length > MOST_LINES) lines.push(ENDLESS.trim());
    else if (problem?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") lines.push(ENDLESS.trim());
    else lines.push(`threw ${nameOf(problem)}`);
  }
}

function nameOf(problem) {
  return problem?.name ?? shown(problem);
}

/** A value as text. Nothing of the program is executed for it. */
function shown(value, depth = 2) {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  if (typeof value === "function") return "function"; // not its name, which every rewriting changes
  if (typeof value !== "object" || value === null) return String(value);
  if (depth === 0) return "...";
  const members = Reflect.ownKeys(value).map((key) => {
    const property = Reflect.getOwnPropertyDescriptor(value, key);
    return `${String(key)}: ${"value" in property ? shown(property.value, depth - 1) : "accessor"}`;
  });
  const parent = Reflect.getPrototypeOf(value);
  const own = parent !== null && !Object.hasOwn(parent, "constructor") ? [`inherits ${shown(parent, depth - 1)}`] : [];
  return `{${[...members, ...own].join(", ")}}`;
}

module.exports = { behaviourOf, mistakeIn, ENDLESS };
