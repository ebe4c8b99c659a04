// SPDX-License-Identifier: Apache-2.0
// The subject: ESLint's automatic fix of one rule. ESLINT names another folder of ESLint than Debian's.
"use strict";

const path = require("path");

const folder = path.resolve(process.env.ESLINT ?? "/usr/share/nodejs/eslint");
const { Linter } = require(folder);

const linter = new Linter();
const PARSER = { ecmaVersion: 2020, sourceType: "script" };

/** What ESLint makes of a program. `rule` is the name of a rule, and perhaps its options between commas, as JSON. */
function fixed(program, rule) {
  const [, name, options] = rule.match(/^(\S+) ?(.*)$/);
  const config = { parserOptions: PARSER, rules: { [name]: ["error", ...JSON.parse(`[${options}]`)] } };
  return linter.verifyAndFix(program, config, { reportUnusedDisableDirectives: false }).output;
}

/** Which ESLint it is, with the mends that are on. */
function version() {
  const { version: number } = require(path.join(folder, "package.json"));
  return process.env.MENDS ? `${number} with ${process.env.MENDS}` : number;
}

module.exports = { fixed, version };
