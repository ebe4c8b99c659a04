// SPDX-License-Identifier: Apache-2.0
"use strict";
/**
 * A smallscope worker: one refactoring of TypeScript's language service, at the mark `begin`. The program is executed
 * before and after. The environment variable SMALLSCOPE_TS_MENDED names faults to mend, with blanks between them.
 */
const coverage = require("../../workers/javascript/smallscope-coverage.js");
const worker = require("../../workers/javascript/smallscope-worker.js");
const { Service } = require("./service.js");
const { observed } = require("./subject.js");

const OUTPUTS = ["compile errors before", "after", "compile errors after", "behaviour before", "behaviour after",
  "comments before", "comments after"];

coverage.start("typescript");
const service = new Service((process.env.SMALLSCOPE_TS_MENDED ?? "").split(/\s+/).filter(Boolean));

function answer(request) {
  const at = Number(request.parameter("begin.characters"));
  const { outcome, message, outputs } = observed(service, request.text, at, request.parameter("action"));
  if (outcome === "refused") return worker.refused(message);
  if (outcome === "crashed") return worker.crashed(message);
  return worker.done(outputs);
}

worker.serve("typescript", "4.8.4", answer, { outputs: OUTPUTS });
