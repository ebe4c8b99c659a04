// SPDX-License-Identifier: Apache-2.0
"use strict";
/**
 * TypeScript with a switch for each fault of `mends/`: where its source is edited, `$fault(name)` says whether that
 * fault is there. All are there but those in `switches.mended`; `switches.asked` has those that were asked for.
 */
const fs = require("fs");
const path = require("path");
const Module = require("module");

const FILE = "/usr/share/nodejs/typescript/lib/typescript.js";

/** The refactoring is not offered, by a mend. */
class Declined extends Error {}

/** The faults of all campaigns: { name, campaign, mutant, why, edits }. */
const FAULTS = ["functions", "templates", "parameters"].flatMap((campaign) =>
  Object.entries(require(`./mends/${campaign}.js`)).map(([name, { why, edits = [], declines = [] }]) => ({
    name,
    campaign,
    mutant: name.startsWith("mutant-"),
    why,
    edits: edits.concat(declines.map(([behind, condition]) =>
      [behind, `${behind}if ((${condition}) && !$fault("${name}")) $decline();\n`])),
  })));

/** Returns { ts, switches }. */
function load() {
  const switches = { mended: new Set(), asked: new Set() };
  Object.assign(globalThis, {
    $fault(name) {
      switches.asked.add(name);
      return !switches.mended.has(name);
    },
    $decline() {
      throw new Declined();
    },
    $mentions: mentions,
    $isOperand: isOperand,
  });
  const loaded = new Module(FILE, module);
  loaded.filename = FILE;
  loaded.paths = Module._nodeModulePaths(path.dirname(FILE));
  loaded._compile(edited(fs.readFileSync(FILE, "utf8")), FILE);
  return { ts: loaded.exports, switches };
}

function edited(source) {
  for (const { name, edits } of FAULTS) {
    for (const [text, becomes] of edits) {
      const parts = source.split(text);
      if (parts.length !== 2) throw new Error(`${name}: this text is there ${parts.length - 1} times: ${text}`);
      source = parts.join(becomes);
    }
  }
  return source;
}

/** Whether a node for which `isWanted` holds is in `root`, but not in a class or function of its own. */
function mentions(ts, root, isWanted) {
  const visit = (node) => isWanted(node) || ts.forEachChild(node, (child) => !isScope(ts, child) && visit(child));
  return Boolean(visit(root));
}

function isScope(ts, node) {
  return ts.isClassLike(node) || ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node);
}

/** Whether an arrow function in place of `node` needs parentheses. */
function isOperand(ts, node) {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken;
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent) || ts.isCallExpression(parent) ||
      ts.isNewExpression(parent)) {
    return parent.expression === node;
  }
  return ts.isConditionalExpression(parent) || ts.isAsExpression(parent) || ts.isTypeOfExpression(parent) ||
    ts.isNonNullExpression(parent) || ts.isPrefixUnaryExpression(parent) || ts.isAwaitExpression(parent);
}

module.exports = { Declined, FAULTS, FILE, load };
