// SPDX-License-Identifier: Apache-2.0
"use strict";
/** Faults of the conversion to a template string, as in functions.js; those named `mutant-...` are planted. */
const BINARY = "var maybeBinary = getParentBinaryExpression(node);\n                var file = context.file;\n";
const PARENTHESISED = "if (ts.isParenthesizedExpression(node)) {\n                    copyExpressionComments(node);";
const RAW = "return ts.getTextOfNode(node).slice(1, rightShaving);";
const ESCAPED = 'function (m) { return m[0] === "\\\\" ? m : "\\\\" + m; });';
const SPECIAL = "/\\\\.|[$`]/g";
const SPANS = "templateSpans.push.apply(templateSpans, spans);";
const NEITHER_STRING = "|| ts.isTemplateExpression(current.right))) {";

module.exports = {
  "parenthesised-template": {
    why: "nodesToTemplate: of a template in parentheses only the spans are kept, its head is lost: \"a\" + (`b${c}`)",
    edits: [[PARENTHESISED, PARENTHESISED.replace("(node)) {", `(node) &&
      (!ts.isTemplateExpression(node.expression) || $fault("parenthesised-template"))) {`)]],
  },
  "dollar-brace": {
    why: "getRawTextOfTemplate: a $ at the end of a template is not escaped, and a brace follows from the next string",
    edits: [[RAW, String.raw`var raw_ = ts.getTextOfNode(node).slice(1, rightShaving);
      return /(^|[^\\])(\\\\)*\$$/.test(raw_) && !$fault("dollar-brace") ? raw_.slice(0, -1) + "\\$" : raw_;`]],
  },
  "nul-digit": {
    why: "escapeRawStringForTemplate: \\0 is kept, and a digit follows from the next string: \\01",
    edits: [[ESCAPED, ESCAPED.replace("return ",
      String.raw`if (m === "\\0" && !$fault("nul-digit")) return "\\x00"; return `)]],
  },
  "value-of": {
    why: "concatenation converts an object by valueOf, a template by toString; nobody asks for the operands' types",
    declines: [[BINARY, `treeToArray(maybeBinary).nodes.some(function (operand) {
      return context.program.getTypeChecker().getTypeAtLocation(operand).flags & ts.TypeFlags.Object;
    })`]],
  },
  "template-comment": {
    why: "nodesToTemplate: a comment behind the operator goes to the template before it, of which only spans are kept",
    edits: [["copyOperatorComments(i, currentNode);", `copyOperatorComments(i,
      ts.isTemplateExpression(currentNode) && !$fault("template-comment")
        ? ts.last(currentNode.templateSpans).expression : currentNode);`]],
  },
  "template-string-comment": {
    why: "nodesToTemplate: comments of the strings behind a template are not copied, as they are elsewhere",
    edits: [[SPANS, `if (!$fault("template-string-comment")) {
        copyCommentFromStringLiterals(stringIndexes, ts.last(spans).literal);
      }
      ${SPANS}`]],
  },
  "mutant-backtick": {
    why: "mutant: escapeRawStringForTemplate forgets the backtick",
    edits: [[`s.replace(${SPECIAL}, `, `s.replace($fault("mutant-backtick") ? /\\\\.|\\$/g : ${SPECIAL}, `]],
  },
  "mutant-template-tail": {
    why: "mutant: nodesToTemplate forgets the text behind a template",
    edits: [
      ["isLastSpan ? subsequentText", 'isLastSpan && !$fault("mutant-template-tail") ? subsequentText'],
      ["isLastSpan ? rawSubsequentText", 'isLastSpan && !$fault("mutant-template-tail") ? rawSubsequentText'],
    ],
  },
  "mutant-sum": {
    why: "mutant: treeToArray takes a sum before a string apart only if it is a sum of no literal: 1 + n",
    edits: [[NEITHER_STRING, NEITHER_STRING.replace("))) {", `) ||
      (ts.isBinaryExpression(current.right) && $fault("mutant-sum")))) {`)]],
  },
  "semicolon": {
    why: "getEditsForToTemplateLiteral: a template at a line's beginning belongs to the line before without semicolon",
    declines: [[BINARY, `ts.isExpressionStatement(maybeBinary.parent) &&
      [undefined, ts.SyntaxKind.SemicolonToken, ts.SyntaxKind.OpenBraceToken, ts.SyntaxKind.CloseBraceToken]
        .indexOf((ts.findPrecedingToken(maybeBinary.getStart(), file) || {}).kind) < 0`]],
  },
};
