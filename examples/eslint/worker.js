// SPDX-License-Identifier: Apache-2.0
// The worker: programs before and after the fix of a rule, and what they do. It judges nothing.
"use strict";

const coverage = require("../../workers/javascript/smallscope-coverage.js");
const worker = require("../../workers/javascript/smallscope-worker.js");
const { behaviourOf, mistakeIn, ENDLESS } = require("./behaviour.js");
const { fixed, version } = require("./fixes.js");

async function answer(request) {
  const before = request.text;
  const did = mistakeIn(before) ? null : await behaviourOf(before);
  const mistakeBefore = mistakeIn(before) || (did.endsWith(ENDLESS) ? "it does not end" : "");
  const after = mistakeBefore ? before : fixed(before, request.parameter("rule"));
  const mistakeAfter = mistakeIn(after);
  return worker.done({
    after,
    "compile errors before": mistakeBefore, // such an input is rejected
    "compile errors after": mistakeAfter,
    "behaviour before": did,
    "behaviour after": mistakeAfter ? null : await behaviourOf(after),
  });
}

coverage.start("eslint");
worker.serve("eslint", version(), answer,
             { outputs: ["after", "compile errors before", "compile errors after", "behaviour before",
                         "behaviour after"] });
