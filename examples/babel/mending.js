// SPDX-License-Identifier: Apache-2.0
"use strict";
/**
 * Babel with a switch for each fault of mends.js. Require this before Babel.
 *
 * A fault has one of three mends. `edits` [module, text, becomes] change modules of Babel when they are loaded.
 * `rewrite(types, template)` is a visitor that puts code of the same meaning in the place of what Babel does wrongly.
 * `patch(code)` changes a helper function in what Babel wrote. In a mend, `$fault(name)` says whether a fault is there,
 * and `$decline()` ends the transformation where the mend can only decline.
 */
const Module = require("module");
const { FAULTS } = require("./mends.js");

/** Babel is not asked, by a mend. */
class Declined extends Error {}

const ALL = [...new Set(Object.values(FAULTS).flat())];
const mended = new Set();

Object.assign(globalThis, {
  $fault: (name) => !mended.has(name),
  $decline() {
    throw new Declined();
  },
});

const compile = Module.prototype._compile;
Module.prototype._compile = function (source, filename, ...more) {
  for (const { name, edits = [] } of ALL) {
    for (const [module, text, becomes] of edits) {
      if (!filename.endsWith(`/${module}`)) continue;
      const parts = source.split(text);
      if (parts.length !== 2) throw new Error(`${name}: this text is there ${parts.length - 1} times: ${text}`);
      source = parts.join(becomes);
    }
  }
  return compile.call(this, source, filename, ...more);
};

const babel = require("@babel/core");
const { transformed } = require("./subject.js");

/** From now on these faults are mended, and no others. */
function mend(faults) {
  mended.clear();
  for (const { name } of faults) mended.add(name);
}

/** What Babel makes of a program without the mended faults. */
function transformedMended(text) {
  const active = ALL.filter(({ name }) => mended.has(name));
  const plugins = active.filter(({ rewrite }) => rewrite)
    .map(({ name, rewrite }) => () => ({ name, visitor: rewrite(babel.types, babel.template) }));
  const rewritten = plugins.length === 0 ? text : babel.transformSync(text, {
    plugins, sourceType: "script", configFile: false, babelrc: false, browserslistConfigFile: false, compact: false,
  }).code;
  return active.reduce((code, { patch }) => patch ? patch(code) : code, transformed(rewritten));
}

module.exports = { Declined, FAULTS, mend, transformedMended };
