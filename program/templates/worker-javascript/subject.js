// SPDX-License-Identifier: Apache-2.0
// A stand-in for your program: it simplifies expressions, with a planted bug.
"use strict";

/** A side of an operation: a name, a number, or an operation in parentheses. */
function side(tokens) {
  if (tokens[0] !== "(") return tokens.shift();
  tokens.shift();
  const inner = operation(tokens);
  tokens.shift();
  return inner.includes(" ") ? `(${inner})` : inner;
}

function operation(tokens) {
  const left = side(tokens);
  if (tokens.length === 0 || tokens[0] === ")") return left;
  const operator = tokens.shift();
  const right = side(tokens);
  if (operator === "*" && (left === "0" || right === "0")) return "0";
  if (operator === "*" && (left === "1" || right === "1")) return left === "1" ? right : left;
  if (right === "0") return left;
  if (left === "0") { // the planted bug: 0 - x is not x
    return right;
  }
  return `${left} ${operator} ${right}`;
}

function simplified(expression) {
  return operation(expression.match(/\w+|[-+*()]/g));
}

module.exports = { simplified };
