// SPDX-License-Identifier: Apache-2.0
// A worker that does what the parameter `do` says, for libraries_test.cpp.
"use strict";

const fs = require("fs");
const path = require("path");
const worker = require(path.join(process.argv[2], "smallscope-worker.js"));

function listed(directory, prefix = "") {
  const lines = fs.readdirSync(path.join(directory, prefix), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(prefix, entry.name);
    if (entry.isDirectory()) return listed(directory, name);
    return [`${name}: ${fs.readFileSync(path.join(directory, name)).toString("hex")}\n`];
  });
  return prefix === "" ? lines.sort().join("") : lines;
}

function overflow() {
  return 1 + overflow();
}

function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function answer(request) {
  switch (request.parameterNames.includes("do") ? request.parameter("do") : "echo") {
    case "echo":
      return worker.done({ after: request.bytes() });
    case "echo standard input":
      return worker.done({ after: request.standardInput });
    case "null":
      return worker.done({ after: null });
    case "half a pair":
      return worker.done({ after: "a\ud800b" });
    case "long":
      return worker.done({ after: "x".repeat(2 << 20) });
    case "write files":
      return worker.done({ after: listed(request.writeFiles()) });
    case "look for files":
      return worker.done({ after: String(fs.existsSync(path.join(request.scratch, "request"))) });
    case "missing":
      return worker.done({});
    case "undeclared":
      return worker.done({ after: "", befor: "" });
    case "refuse":
      throw new worker.Refused("not like this");
    case "refuse without a reason":
      throw new worker.Refused("");
    case "lose":
      throw new worker.Lost("my own trouble");
    case "crash":
      throw new TypeError("boom\n  twice");
    case "crash with a code frame":
      throw new SyntaxError("input.js: No such thing | here. (2:5)\n\n  1 | a\n> 2 | b = c\n    |     ^\n  3 |\nSorry");
    case "forget a rejected promise":
      void Promise.reject(new TypeError("unheard"));
      return worker.done({ after: "as if nothing had happened" });
    case "observe a rejected promise": {
      const told = [];
      const act = () => { void Promise.reject(new TypeError("unheard")); return "result"; };
      const result = await worker.observing(act, (problem) => told.push(problem.message));
      await worker.observing(() => { setTimeout(() => { throw new TypeError("late"); }); return sleep(20); },
                             (problem) => told.push(problem.message));
      return worker.done({ after: [result, ...told].join(" ") });
    }
    case "throw while observing":
      return worker.observing(() => { throw new TypeError("of the worker"); });
    case "forget one after observing":
      await worker.observing(() => { void Promise.reject(new TypeError("unheard")); });
      void Promise.reject(new TypeError("of the subject"));
      return worker.done({ after: "as if nothing had happened" });
    case "throw in a callback":
      return new Promise(() => setTimeout(() => { throw new TypeError("in a callback"); }, 1));
    case "handle a rejection late":
      return Promise.reject(new TypeError("heard")).catch(() => worker.done({ after: "handled" }));
    case "overflow":
      return overflow();
    case "ask for another parameter":
      return worker.done({ after: request.parameter("another") });
    case "exit":
      process.exit(3);
    default:
      return null;
  }
}

worker.serve("probe", "1.0", answer, { outputs: ["after"] });
