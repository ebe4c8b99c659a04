# SPDX-License-Identifier: Apache-2.0
"""Expressions over integers, evaluated with x = 3, with faults that can be switched on.

`answer(expression, faults)` is the value as text, or "SyntaxError". Operators, the weakest first: c ? a : b, ==, + and
-, *, unary - and !. There is no division, so everything has a value.
"""
import re

FAULTS = {
    "associative": "a - b - c is a - (b - c), and so is a sum",
    "zero": "a * 0 is a",
    "minus": "-a * b is (-a) * (-b)",
    "condition": "a negative condition is false",
    "brackets": "-a in brackets is a",
    "not": "!a is a unless it is 0 or 1",
    "equal": "a negative number equals nothing",
    "difference": "a - b is a + b if b is negative",
    "twice": "- - a is refused",
    "variable": "(x) is 0",
    "sum": "a sum of more than 5 is one less",
    "refused": "(!a) is refused",
    "chain": "a == b == c is refused",
}


class Refused(Exception):
    """The expression is not one, says the parser."""


class Evaluation:
    """Reads and evaluates at once; raises Refused. Nodes are pairs of what was written and its value."""

    def __init__(self, text, faults):
        self.tokens = re.findall(r"\d+|==|\S", text)
        self.faults = faults
        self.at = 0

    def take(self, *tokens):
        found = self.tokens[self.at] if self.at < len(self.tokens) else None
        if found not in tokens:
            return None
        self.at += 1
        return found

    def has(self, fault, holds=True):
        return holds and fault in self.faults

    def conditional(self):
        kind, value = self.equality()
        if not self.take("?"):
            return kind, value
        _, yes = self.conditional()
        self.take(":")
        _, no = self.conditional()
        is_true = value > 0 if self.has("condition") else value != 0
        return "conditional", yes if is_true else no

    def equality(self):
        kind, left = self.sum()
        while self.take("=="):
            _, right = self.sum()
            if self.has("chain", kind == "equality"):
                raise Refused
            kind, left = "equality", int(left == right and not self.has("equal", left < 0))
        return kind, left

    def sum(self):
        kind, left = self.product()
        while operator := self.take("+", "-"):
            _, right = self.sum() if self.has("associative") else self.product()
            kind, left = "sum", self.added(left, right) if operator == "+" else self.subtracted(left, right)
        return kind, left

    def added(self, left, right):
        return left + right - int(self.has("sum", left + right > 5))

    def subtracted(self, left, right):
        return left + right if self.has("difference", right < 0) else left - right

    def product(self):
        kind, left = self.unary()
        while self.take("*"):
            _, right = self.unary()
            negated = -right if self.has("minus", kind == "minus") else right
            kind, left = "product", left if self.has("zero", right == 0) else left * negated
        return kind, left

    def unary(self):
        if self.take("-"):
            if self.has("twice", self.tokens[self.at] == "-"):
                raise Refused
            return "minus", -self.unary()[1]
        if self.take("!"):
            _, value = self.unary()
            return "not", value if self.has("not", value not in (0, 1)) else int(value == 0)
        if self.take("("):
            kind, value = self.conditional()
            self.take(")")
            return "brackets", self.in_brackets(kind, value)
        self.at += 1
        token = self.tokens[self.at - 1]
        return ("variable", 3) if token == "x" else ("number", int(token))

    def in_brackets(self, kind, value):
        if self.has("refused", kind == "not"):
            raise Refused
        if self.has("brackets", kind == "minus"):
            return -value
        return 0 if self.has("variable", kind == "variable") else value


def answer(expression, faults):
    try:
        return str(Evaluation(expression, faults).conditional()[1])
    except Refused:
        return "SyntaxError"
