// SPDX-License-Identifier: Apache-2.0
"use strict";
/**
 * Faults of the conversions between functions, all TypeScript's own. An edit is [text, becomes], where the text occurs
 * once in typescript.js; `declines` has [text, condition]: behind the text, the refactoring is declined.
 */
const ARROW = "function getEditInfoForConvertToArrowFunction(context, func) {\n";
const ARROW_MADE = "ts.factory.createToken(38 /* SyntaxKind.EqualsGreaterThanToken */), body);\n";
const ARROW_PARAMETERS = "createArrowFunction(func.modifiers, func.typeParameters, func.parameters, func.type, ";
const CONTAINS_THIS = "function containingThis(node) {\n                var containsThis = false;\n";
const NAMED = "statement = variableInfo.statement, name = variableInfo.name;\n";
const BODY = "body = ts.needsParentheses(actualExpression)";
const NEXT_LINE = "writeLine(separatingLineTerminatorCount);\n" +
  "                        shouldEmitInterveningComments = false;";

module.exports = {
  "generator-arrow": {
    why: "getEditInfoForConvertToArrowFunction: a generator becomes an arrow function, its * is lost",
    declines: [[ARROW, "func.asteriskToken"]],
  },
  "this-parameter": {
    why: "getEditInfoForConvertToArrowFunction: a parameter `this` is kept, which an arrow function cannot have",
    edits: [[ARROW, `${ARROW}
      var parameters_ = func.parameters;
      if (parameters_.length && ts.isThis(parameters_[0].name) && !$fault("this-parameter")) {
        parameters_ = ts.factory.createNodeArray(parameters_.slice(1));
      }
`], [ARROW_PARAMETERS, ARROW_PARAMETERS.replace("func.parameters", "parameters_")]],
  },
  "new-target": {
    why: "getFunctionInfo asks for this and arguments, not for new.target, which an arrow function does not have",
    declines: [[ARROW, `$mentions(ts, func, function (node) {
      return ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.NewKeyword;
    })`]],
  },
  "arrow-parentheses": {
    why: "getEditInfoForConvertToArrowFunction: no parentheses where it is an operand, callee or object",
    edits: [[`${ARROW_MADE}                return ts.textChanges`, `${ARROW_MADE}
      if ($isOperand(ts, func) && !$fault("arrow-parentheses")) {
        newNode = ts.factory.createParenthesizedExpression(newNode);
      }
      return ts.textChanges`]],
  },
  "super-anonymous": {
    why: "getFunctionInfo asks for this and arguments, not for super, which a function within a method does not have",
    edits: [[CONTAINS_THIS, `${CONTAINS_THIS}
      if ($mentions(ts, node, function (child) { return child.kind === ts.SyntaxKind.SuperKeyword; }) &&
          !$fault("super-anonymous")) return true;
`]],
  },
  "this-body": {
    why: "containingThis looks at the children of the body only: () => this",
    edits: [[CONTAINS_THIS, `${CONTAINS_THIS}if (ts.isThis(node) && !$fault("this-body")) return true;\n`]],
  },
  "named-reassigned": {
    why: "getEditInfoForConvertToNamedFunction: a variable that is assigned again becomes a function",
    declines: [[NAMED, "variableDeclarationList.flags & ts.NodeFlags.Let"]],
  },
  "named-annotation": {
    why: "getEditInfoForConvertToNamedFunction: the variable's type is lost, from which the parameters had theirs",
    declines: [[NAMED, "variableDeclaration.type"]],
  },
  "named-var-block": {
    why: "getEditInfoForConvertToNamedFunction: a var, visible in the whole function, becomes a function of its block",
    declines: [[NAMED, "!(variableDeclarationList.flags & ts.NodeFlags.BlockScoped)"]],
  },
  "braces-concise": {
    why: "getRefactorEditsToRemoveFunctionBraces: needsParentheses ignores how the expression begins: () => { a: x }.a",
    edits: [[BODY, `var leftmost_ = ts.getLeftmostExpression(actualExpression, false);
      ${BODY} ||
        (leftmost_.kind === ts.SyntaxKind.ObjectLiteralExpression && !$fault("braces-concise"))`]],
  },
  "list-comments": {
    why: "emitNodeListItems: a comment behind a list item's comma is lost where the next item is on a new line",
    edits: [[NEXT_LINE, `if (child.pos >= 0 && !$fault("list-comments")) {
        emitTrailingCommentsOfPosition(child.pos, /*prefixSpace*/ true);
      }
      ${NEXT_LINE}`]],
  },
};
