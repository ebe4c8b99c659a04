// SPDX-License-Identifier: Apache-2.0
// The worker: it hands each input to the subject and reports what happened, without judging it.
"use strict";

const coverage = require("./smallscope-coverage.js"); // a copy, beside this file
const worker = require("./smallscope-worker.js"); // a copy, beside this file
const subject = require("./subject.js");

// CHANGE: what can be observed of an input. Here, an expression's values.
function behaviour(expression) {
  const value = new Function("x", "y", `return ${expression};`);
  return [-2, 0, 3].flatMap((x) => [-2, 0, 3].map((y) => value(x, y) + 0)).join(" ");
}

// CHANGE: how the subject is called, and what is reported. Exceptions are crashes; throw worker.Refused if the subject
// declined with a reason. The answer may be a promise.
function answer(request) {
  const after = subject.simplified(request.text);
  return worker.done({ after, "behaviour before": behaviour(request.text), "behaviour after": behaviour(after) });
}

// CHANGE: the packages and paths of the subject, whose lines are reported to a run with --coverage.
coverage.start(require.resolve("./subject.js"));
worker.serve("@NAME@", "1.0", answer, { outputs: ["after", "behaviour before", "behaviour after"] });
