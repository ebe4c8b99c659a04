// SPDX-License-Identifier: Apache-2.0
"use strict";
/**
 * The rewrite of the fault `eager-pattern`: what an assignment to a pattern of an array means, step by step, so that
 * the values are taken one at a time. Only for statements, and patterns without gaps and rests.
 */
const BEGIN = `
  let $ended = false;
  const $next = () => {
    if ($ended) return;
    $ended = true; // if next() throws, the iterator is not closed
    const { done, value } = $iterator.next();
    $ended = Boolean(done);
    return $ended ? void 0 : value;
  };`;
const CLOSE = "if (!$ended && $iterator.return) $iterator.return();";

module.exports = (t, template) => ({
  AssignmentExpression(path) {
    const { left } = path.node;
    if (!t.isArrayPattern(left) || !path.parentPath.isExpressionStatement()) return;
    if (left.elements.some((each) => !each || t.isRestElement(each))) return;
    const steps = path.get("left.elements").map((each) => `{ ${step(each)} }`);
    // An array is read by index as long as that fault is there.
    const byIndex = "Array.isArray($source) ? Array.prototype[Symbol.iterator].call($source) : ";
    const text = `{
      const $source = ${path.get("right")};
      const $iterator = ${$fault("array-shortcut") ? byIndex : ""}$source[Symbol.iterator]();
      ${BEGIN}
      try { ${steps.join("\n")} } catch ($problem) { try { ${CLOSE} } catch {} throw $problem; }
      ${CLOSE}
    }`;
    path.parentPath.replaceWith(template.statement.ast(text));
    path.parentPath.skip();
  },
});

/** Evaluates the target, takes a value, and assigns it or the default. */
function step(element) {
  const target = element.isAssignmentPattern() ? element.get("left") : element;
  const member = target.isMemberExpression() && target.node.computed;
  return [
    member ? `const $object = ${target.get("object")}, $key = ${target.get("property")};` : "",
    "let $value = $next();",
    element.isAssignmentPattern() ? `if ($value === void 0) $value = ${element.get("right")};` : "",
    `${member ? "$object[$key]" : target} = $value;`,
  ].join(" ");
}
