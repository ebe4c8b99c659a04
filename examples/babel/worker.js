// SPDX-License-Identifier: Apache-2.0
"use strict";
/** A smallscope worker: Babel makes ES5 of a program, which is executed before and after. */
const coverage = require("../../workers/javascript/smallscope-coverage.js");
const worker = require("../../workers/javascript/smallscope-worker.js");

const OUTPUTS = ["compile errors before", "after", "compile errors after", "behaviour before", "behaviour after"];

coverage.start("/usr/share/nodejs/@babel", "/usr/share/nodejs/regenerator-transform");
const { observed, transformed } = require("./subject.js"); // loads Babel, so behind the start

function answer(request) {
  const { problem, outputs } = observed(request.text, transformed);
  if (problem) throw problem; // a crash, with the functions it came from
  return worker.done(outputs);
}

worker.serve("babel", "7.20.15", answer, { outputs: OUTPUTS });
