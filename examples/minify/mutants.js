// SPDX-License-Identifier: Apache-2.0
"use strict";
/**
 * Single changes to the source of the two minifiers, each a plausible bug. `text` occurs exactly once in `file`, after
 * `after` if that is given; it becomes `becomes`. Chosen before any campaign was run.
 */
const T = "terser", U = "uglify";

exports.MUTANTS = {
  // terser: output
  "paren-right-operand": {
    of: T, file: "lib/output.js", why: "a right operand of equal precedence has no parentheses: a - (b - c)",
    text: '&& (this === p.right || po == "**"))) {', becomes: '&& po == "**")) {',
  },
  "paren-unary-base": {
    of: T, file: "lib/output.js", why: "a unary expression as base of ** has no parentheses: (-a) ** b",
    text: '|| p instanceof AST_Binary\n'
      + '                && p.operator === "**"\n                && this instanceof AST_UnaryPrefix',
    becomes: '|| p instanceof AST_Binary\n'
      + '                && p.operator === "**="\n                && this instanceof AST_UnaryPrefix',
  },
  "paren-nullish": {
    of: T, file: "lib/output.js", why: "|| or && within ?? has no parentheses",
    text: 'if (po === "??" && (so === "||" || so === "&&")) {',
    becomes: 'if (po === "??=" && (so === "||" || so === "&&")) {',
  },
  "paren-condition": {
    of: T, file: "lib/output.js",
    why: "an assignment or a conditional as condition has no parentheses: (a = b) ? c : d",
    after: "PARENS([ AST_Assign, AST_Conditional ]",
    text: "if (p instanceof AST_Conditional && p.condition === this)", becomes: "if (false)",
  },
  // terser: expressions
  "fold-unsigned-shift": {
    of: T, file: "lib/compress/evaluate.js", why: ">>> is folded as >>",
    text: "result = left >>> right", becomes: "result = left >> right",
  },
  "fold-power-order": {
    of: T, file: "lib/compress/evaluate.js", why: "the operands of ** are exchanged in folding",
    text: "Math.pow(left, right)", becomes: "Math.pow(right, left)",
  },
  "fold-negative-zero": {
    of: T, file: "lib/compress/common.js", why: "-0 as a folded constant becomes 0",
    text: "return 1 / val < 0 ?", becomes: "return val < 0 ?",
  },
  "negate-comparison": {
    of: T, file: "lib/compress/inference.js", why: "!(a < b) becomes a >= b, which is wrong for NaN and undefined",
    text: 'if (compressor.option("unsafe_comps")) {\n            switch (op) {',
    becomes: "if (true) {\n            switch (op) {",
  },
  "typeof-drops-operand": {
    of: T, file: "lib/compress/index.js", why: "typeof e as a condition becomes true without executing e",
    text: "make_sequence(self, [\n"
      + "                e,\n                make_node(AST_True, self)\n            ])).optimize(compressor);",
    becomes: "make_node(AST_True, self)).optimize(compressor);",
  },
  // terser: statements
  "switch-merge-falling": {
    of: T, file: "lib/compress/index.js",
    why: "equal neighbouring branches are merged although the first falls through",
    text: "if (!aborts(branch)) continue;", becomes: "",
  },
  "switch-prune-effects": {
    of: T, file: "lib/compress/index.js", why: "an empty case at the end is removed with the effects of its expression",
    text: "} else if (!branch.expression.has_side_effects(compressor)) {\n                    body.pop();",
    becomes: "} else if (true) {\n                    body.pop();",
  },
  "dead-var-lost": {
    of: T, file: "lib/compress/tighten-body.js", why: "a var in unreachable code is removed instead of hoisted",
    text: "node.remove_initializers();\n            target.push(node);", becomes: "node.remove_initializers();",
  },
  "inline-this": {
    of: T, file: "lib/compress/inline.js", why: "a function that uses `this` is inlined",
    text: "&& !fn.contains_this()\n", becomes: "",
  },
  "inline-arguments": {
    of: T, file: "lib/compress/inline.js", why: "a function that uses `arguments` is inlined",
    text: "&& !fn.uses_arguments\n", becomes: "",
  },
  "inline-loop-closure": {
    of: T, file: "lib/compress/inline.js",
    why: "a function in a loop is inlined although closures capture its variables",
    text: "return !in_loop || in_loop.length == 0 || !is_reachable(fn, in_loop);", becomes: "return true;",
  },
  "collapse-past-write": {
    of: T, file: "lib/compress/tighten-body.js",
    why: "an assignment is moved behind a use of a variable that it changes",
    text: "&& ((lvalues.has(node.name) && lvalues.get(node.name).modified) || side_effects && may_modify(node))",
    becomes: "&& (lvalues.has(node.name) && lvalues.get(node.name).modified)",
  },
  "break-of-outer": {
    of: T, file: "lib/compress/tighten-body.js",
    why: "a continue is removed wherever it stands, also if more follows or it continues an outer loop",
    text: "|| stat instanceof AST_Continue\n                    && loop_body(lct) === self) {",
    becomes: "|| stat instanceof AST_Continue) {",
  },
  // uglify: output
  "paren-chain": {
    of: U, file: "lib/output.js", why: "an optional chain in parentheses loses them: (a?.b).c",
    text: "if (!node.terminal) return false;", becomes: "return false;",
  },
  "paren-pattern": {
    of: U, file: "lib/output.js", why: "an assignment to an object pattern has no parentheses: ({a} = o);",
    text: "if (this.left instanceof AST_DestructuredObject) return needs_parens_obj(output);", becomes: "",
  },
  "paren-sequence-argument": {
    of: U, file: "lib/output.js", why: "a sequence as argument has no parentheses: f((a, b))",
    text: "|| p instanceof AST_Call\n            // class extends (foo, bar) {}",
    becomes: "|| p instanceof AST_Call && p.expression === this\n            // class extends (foo, bar) {}",
  },
  "paren-default-sequence": {
    of: U, file: "lib/output.js", why: "a sequence as default value has no parentheses: [a = (b, c)]",
    text: "|| p instanceof AST_DefaultValue\n", becomes: "",
  },
  // uglify: modern syntax
  "inline-this-uglify": {
    of: U, file: "lib/compress.js", why: "a function that uses `this` is inlined",
    text: "if (is_func && !fn.contains_this()) {", becomes: "if (is_func) {",
  },
  "inline-arguments-uglify": {
    of: U, file: "lib/compress.js", why: "a function that uses `arguments` is inlined",
    text: "&& !fn.uses_arguments\n                && !fn.pinned()", becomes: "&& !fn.pinned()",
  },
  "spread-is-pure": {
    of: U, file: "lib/compress.js", why: "a spread element that is not used is dropped although iterating has effects",
    text: "return !exp.is_string(compressor) || exp.has_side_effects(compressor);",
    becomes: "return exp.has_side_effects(compressor);",
  },
  "getter-is-pure": {
    of: U, file: "lib/compress.js", why: "spreading an object with a getter is taken for safe",
    text: "return !(prop instanceof AST_ObjectGetter || prop instanceof AST_Spread);", becomes: "return true;",
  },
  "arguments-reassigned": {
    of: U, file: "lib/compress.js", why: "arguments[0] becomes the parameter although that was assigned (strict code)",
    text: "if (has_reassigned() || arg_def.assignments || arg_def.orig.length > 1) argname = null;", becomes: "",
  },
  "flatten-array-effects": {
    of: U, file: "lib/compress.js",
    why: "[a, b()][0] becomes b(), a: later elements are executed before the chosen one",
    text: "if (flatten && value.has_side_effects(compressor)) flatten = false;", becomes: "",
  },
  // uglify: literals
  "string-nul-digit": {
    of: U, file: "lib/output.js", why: "a NUL before a digit is printed as an octal escape",
    text: 'return /[0-9]/.test(str.charAt(i+1)) ? "\\\\x00" : "\\\\0";', becomes: 'return "\\\\0";',
  },
  "number-exponent": {
    of: U, file: "lib/output.js",
    why: "the exponent of a large number with a fraction ignores the digits of the fraction",
    text: "(match[3] - match[2].length)", becomes: "match[3]",
  },
  "number-small": {
    of: U, file: "lib/output.js", why: "the exponent of a small fraction is too small by one",
    text: '"e-" + (digits.length + len - 1)', becomes: '"e-" + (digits.length + len)',
  },
  "template-dollar": {
    of: U, file: "lib/compress.js", why: "${ in a literal joined into a template is not escaped",
    text: "return str.replace(/\\r|\\\\|`|\\${/g, function(s) {",
    becomes: "return str.replace(/\\r|\\\\|`/g, function(s) {",
  },
  "regexp-slash": {
    of: U, file: "lib/output.js", why: "a slash in a class of a regular expression is escaped twice or not at all",
    text: 'if (regexp.raw_source) {', becomes: 'if (regexp.raw_source && !/\\//.test(regexp.raw_source)) {',
  },
  "fold-negative-zero-uglify": {
    of: U, file: "lib/compress.js", why: "-0 as a folded constant becomes 0",
    text: "return 1 / val < 0 ?", becomes: "return val < 0 ?",
  },
  "key-number": {
    of: U, file: "lib/compress.js", why: "a key that begins with a number becomes that number: o[\"1e3\"], o[\"01\"]",
    text: "if (value.toString() == key) {", becomes: "if (value == key) {",
  },
};

/** The text of a file of one minifier with these mutants. */
exports.mutated = function (of, file, source, names) {
  for (const name of names) {
    const mutant = exports.MUTANTS[name];
    if (!mutant) throw new Error(`no mutant ${name}; there are ${Object.keys(exports.MUTANTS).join(", ")}`);
    if (mutant.of !== of || mutant.file !== file) continue;
    const from = mutant.after ? source.indexOf(mutant.after) : 0;
    const at = source.indexOf(mutant.text, Math.max(from, 0));
    if (from < 0 || at < 0 || !mutant.after && source.indexOf(mutant.text, at + 1) >= 0) {
      throw new Error(`mutant ${name}: its text is ${at < 0 ? "not" : "not only once"} in ${file}`);
    }
    source = source.slice(0, at) + mutant.becomes + source.slice(at + mutant.text.length);
  }
  return source;
};
