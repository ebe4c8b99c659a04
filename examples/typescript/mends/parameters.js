// SPDX-License-Identifier: Apache-2.0
"use strict";
/** Faults of the conversion of parameters to an object, as in functions.js; those named `mutant-...` are planted. */
const VALID = "if (groupedReferences.valid) {\n";
const PROPERTY_MADE = "ts.copyComments(arg, property);\n";
const TYPE = "parameterType = getTypeNode(parameterDeclaration);\n";
const NO_TUPLE = "return !checker.isTupleType(type);";

module.exports = {
  "nested-calls": {
    why: "doChange replaces each call's arguments by itself; a call in another's arguments makes overlapping changes",
    declines: [[VALID, `groupedReferences.functionCalls.some(function (inner) {
      return groupedReferences.functionCalls.some(function (outer) {
        return inner !== outer && outer.arguments && outer.arguments.length &&
          outer.arguments.pos <= inner.pos && inner.end <= outer.arguments.end;
      });
    })`]],
  },
  "spread-argument": {
    why: "createNewArgument makes a property of a spread argument: { a: ...t }",
    declines: [[VALID, `groupedReferences.functionCalls.some(function (call) {
      return ts.some(call.arguments, ts.isSpreadElement);
    })`]],
  },
  "use-strict": {
    why: "getFunctionDeclarationAtPosition: a function with 'use strict' may not have a destructured parameter",
    declines: [[VALID, `functionDeclaration.body && ts.isBlock(functionDeclaration.body) &&
      ts.some(functionDeclaration.body.statements, function (statement) {
        return ts.isPrologueDirective(statement) && statement.expression.text === "use strict";
      })`]],
  },
  "type-predicate": {
    why: "getFunctionDeclarationAtPosition: `a is T` cannot name an element of a pattern",
    declines: [[VALID, "functionDeclaration.type && ts.isTypePredicateNode(functionDeclaration.type)"]],
  },
  "arguments-object": {
    why: "getFunctionDeclarationAtPosition does not ask whether the body uses `arguments`, which then holds the object",
    declines: [[VALID, "program.getTypeChecker().containsArgumentsReference(functionDeclaration)"]],
  },
  "argument-comment": {
    why: "createNewArgument: a line comment behind an argument's comma is no comment of the argument, and is lost",
    edits: [[PROPERTY_MADE, `${PROPERTY_MADE}
      if (i + 1 < nonRestArguments.length && !$fault("argument-comment")) {
        var text_ = arg.getSourceFile().text;
        ts.forEachTrailingCommentRange(text_, text_.indexOf(",", arg.end) + 1, function (pos, end, kind) {
          if (kind !== ts.SyntaxKind.SingleLineCommentTrivia) return;
          var comment_ = text_.slice(pos + 2, end);
          ts.addSyntheticTrailingComment(property, ts.SyntaxKind.MultiLineCommentTrivia, comment_, false);
        });
      }
`]],
  },
  "mutant-shorthand": {
    why: "mutant: createPropertyOrShorthandAssignment forgets to compare the names",
    edits: [["ts.getTextOfIdentifierOrLiteral(initializer) === name",
      '($fault("mutant-shorthand") || ts.getTextOfIdentifierOrLiteral(initializer) === name)']],
  },
  "mutant-last-rest": {
    why: "mutant: createNewArgument compares with > instead of >=, so that a single rest argument is lost",
    edits: [["functionArguments.length >= parameters.length",
      'functionArguments.length >= parameters.length + ($fault("mutant-last-rest") ? 1 : 0)']],
  },
  "optional-tuple": {
    why: "isOptionalParameter: a rest parameter of a tuple type counts as required, though all elements are optional",
    edits: [[NO_TUPLE, `if (checker.isTupleType(type) && type.target.minLength === 0 && !$fault("optional-tuple")) {
        return true;
      }
      ${NO_TUPLE}`]],
  },
  "inaccessible-type": {
    why: "createPropertySignatureFromParameterDeclaration: no type if that of the default has no name: implicit any",
    declines: [[TYPE, "!parameterType"]],
  },
};
