// SPDX-License-Identifier: Apache-2.0
"use strict";
/** Loads a minifier with some mutants: `load("terser" | "uglify", names)` promises minify(code, options). */
const fs = require("fs");
const path = require("path");
const vm = require("vm");
const { mutated, MUTANTS } = require("./mutants.js");

const FOLDERS = { terser: "/usr/share/nodejs/terser", uglify: "/usr/share/nodejs/uglify-js" };

function source(of, file, names) {
  return mutated(of, file, fs.readFileSync(path.join(FOLDERS[of], file), "utf8"), names);
}

async function terser(names) {
  const modules = new Map();
  const module = (file, text) => {
    if (!modules.has(file)) {
      const identifier = `file://${path.join(FOLDERS.terser, file)}`; // which a run with --coverage knows
      modules.set(file, new vm.SourceTextModule(text ?? source("terser", file, names), { identifier }));
    }
    return modules.get(file);
  };
  const entry = module("entry.js", 'import "./lib/transform.js"; import "./lib/mozilla-ast.js";' +
    'export { minify } from "./lib/minify.js";');
  const folder = (from) => path.relative(FOLDERS.terser, path.dirname(from.identifier.slice("file://".length)));
  await entry.link((specifier, from) => specifier.startsWith(".")
    ? module(path.join(folder(from), specifier))
    : module("source-map", "export class SourceMapConsumer {} export class SourceMapGenerator {}"));
  await entry.evaluate();
  const minify = entry.namespace.minify;
  return async (code, options) => (await minify(code, options)).code;
}

function uglify(names) {
  const files = ["utils", "ast", "transform", "parse", "scope", "compress", "output", "sourcemap", "mozilla-ast",
    "propmangle", "minify"].map((name) => `lib/${name}.js`).concat("tools/exports.js");
  const exported = {};
  const domprops = require(path.join(FOLDERS.uglify, "tools/domprops.json"));
  // One function, as uglify itself has it; with a name, so that its lines can be reported.
  const text = files.map((file) => source("uglify", file, names)).join("\n\n");
  const filename = path.join(FOLDERS.uglify, "all.js");
  const all = new vm.Script(`(function (domprops, exports) {${text}})`, { filename });
  all.runInThisContext()(domprops, exported);
  return async (code, options) => {
    const result = exported.minify(code, options);
    if (result.error) throw result.error;
    return result.code;
  };
}

exports.load = async function (of, names) {
  for (const name of names) {
    if (MUTANTS[name]?.of !== of) throw new Error(`${of} has no mutant ${name}`);
  }
  return of === "terser" ? terser(names) : uglify(names);
};
