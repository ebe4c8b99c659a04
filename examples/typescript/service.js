// SPDX-License-Identifier: Apache-2.0
"use strict";
/** TypeScript's language service for a program of one file, whose faults can be mended. */
const fs = require("fs");
const path = require("path");
const { Declined, FILE, load } = require("./mends.js");

const INPUT = "/input.ts";
const MOST_KNOWN = 5000; // programs whose errors are kept

const REFACTORINGS = {
  "Convert to arrow function": "Convert arrow function or function expression",
  "Convert to anonymous function": "Convert arrow function or function expression",
  "Convert to named function": "Convert arrow function or function expression",
  "Add braces": "Add or remove braces in an arrow function",
  "Remove braces": "Add or remove braces in an arrow function",
  "Convert to template string": "Convert to template string",
  "Convert parameters to destructured object": "Convert parameters to destructured object",
};

class Service {
  #service;
  #libraries = new Map(); // by name: a snapshot, or undefined if there is no such file
  #errors = new Map(); // by program
  #text = "";
  #version = 0;

  /** All faults are there but those whose names are in `mended`. */
  constructor(mended = []) {
    const { ts, switches } = load();
    this.ts = ts;
    this.switches = switches;
    this.mend(mended);
    this.#service = ts.createLanguageService(this.#host(), ts.createDocumentRegistry());
    this.errors("let x = 1;"); // reads the libraries
  }

  mend(names) {
    this.switches.mended = new Set(names);
    this.switches.asked.clear();
  }

  /** The program is parsed again, even if it is the same. */
  forget() {
    this.#version += 1;
  }

  #host() {
    const { ts } = this;
    const options = {
      target: ts.ScriptTarget.ES2020, module: ts.ModuleKind.CommonJS, strict: true, types: [],
      lib: ["lib.es2015.d.ts", "lib.es2018.promise.d.ts"], noEmit: true,
    };
    return {
      getScriptFileNames: () => [INPUT],
      getScriptVersion: (name) => (name === INPUT ? String(this.#version) : "1"),
      getScriptSnapshot: (name) => this.#snapshot(name),
      getCurrentDirectory: () => "/",
      getCompilationSettings: () => options,
      getDefaultLibFileName: () => path.join(path.dirname(FILE), ts.getDefaultLibFileName(options)),
      getNewLine: () => "\n",
      fileExists: (name) => this.#snapshot(name) !== undefined,
      readFile: (name) => {
        const snapshot = this.#snapshot(name);
        return snapshot?.getText(0, snapshot.getLength());
      },
    };
  }

  #snapshot(name) {
    const { ScriptSnapshot } = this.ts;
    if (name === INPUT) return ScriptSnapshot.fromString(this.#text);
    if (!this.#libraries.has(name)) {
      this.#libraries.set(name,
        fs.existsSync(name) ? ScriptSnapshot.fromString(fs.readFileSync(name, "utf8")) : undefined);
    }
    return this.#libraries.get(name);
  }

  #open(text) {
    if (text === this.#text) return;
    this.#text = text;
    this.#version += 1;
  }

  /** Errors of syntax or else of types, one a line, without positions. */
  errors(text) {
    if (!this.#errors.has(text)) {
      if (this.#errors.size > MOST_KNOWN) this.#errors.clear();
      this.#errors.set(text, this.#foundErrors(text));
    }
    return this.#errors.get(text);
  }

  #foundErrors(text) {
    const { ts } = this;
    this.#open(text);
    const ofSyntax = this.#service.getSyntacticDiagnostics(INPUT);
    const all = ofSyntax.length ? ofSyntax : this.#service.getSemanticDiagnostics(INPUT);
    const lines = all.filter(({ category }) => category === ts.DiagnosticCategory.Error)
      .map(({ code, messageText }) => `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
    return [...new Set(lines)].join("\n");
  }

  /** The program after the refactoring that `action` names, at an offset; null if it is not offered. */
  refactored(text, at, action) {
    const refactoring = REFACTORINGS[action];
    if (!refactoring) throw new Error(`no refactoring ${action}`);
    this.#open(text);
    try {
      const changes = this.#changes({ pos: at, end: at }, refactoring, action);
      return changes && changed(text, changes);
    } catch (problem) {
      if (problem instanceof Declined) return null;
      throw problem;
    }
  }

  #changes(range, refactoring, action) {
    const preferences = {};
    const offered = this.#service.getApplicableRefactors(INPUT, range, preferences, "invoked")
      .filter(({ name }) => name === refactoring)
      .flatMap(({ actions }) => actions)
      .find((each) => !each.notApplicableReason && `${each.name}: ${each.description}`.includes(action));
    if (!offered) return null;
    const format = this.ts.getDefaultFormatCodeSettings("\n");
    const result = this.#service.getEditsForRefactor(INPUT, format, range, refactoring, offered.name, preferences);
    return result?.edits.length ? result.edits[0].textChanges : null;
  }
}

function changed(text, changes) {
  for (const { span, newText } of [...changes].sort((one, other) => other.span.start - one.span.start)) {
    text = text.slice(0, span.start) + newText + text.slice(span.start + span.length);
  }
  return text;
}

module.exports = { Service };
