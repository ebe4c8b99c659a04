# SPDX-License-Identifier: Apache-2.0
"""Regular expressions of JavaScript, matched as ECMAScript 5 says, with faults that can be switched on.

`answer(expression, faults)` is what exec() gives for the subject "aab": "null", the match and its groups as JSON, or
"SyntaxError". The expressions are those of examples/mujs/regexps.toml; four of the faults are those of mujs 1.3.2.
"""
import json

SUBJECT = "aab"
FAULTS = {
    "octal": "an escaped number without its group is refused",
    "open": "a back-reference to a group that is not closed yet is refused",
    "loop": "a loop over what can be empty is refused",
    "undefined": "a group that took no part is the empty string",
    "quantified": "a back-reference that is repeated is refused",
    "nested": "a group within a group is refused",
    "anchor": "^ matches behind an `a`, too",
    "boundary": "there is no word boundary at the end",
    "dot": ". does not match a `b`",
    "class": "[^b] does not match at the beginning",
    "alternation": "the second alternative is tried first",
    "lookahead": "groups in a positive lookahead are lost",
    "negation": "a negative lookahead at the beginning always holds",
    "lazy": "+? is greedy",
    "bounds": "{1,2} is {1}",
    "star": "a group with * must match once",
}


class Refused(Exception):
    """The expression is not one, says the parser."""


class Parser:
    """Makes a tree of tuples; raises Refused."""

    QUANTIFIERS = {"*": (0, None, True), "+?": (1, None, False), "{1,2}": (1, 2, True)}
    ASSERTIONS = {"(?=": "ahead", "(?!": "not ahead"}

    def __init__(self, text, faults):
        self.text, self.faults = text, faults
        self.at, self.opened, self.closed = 0, 0, {}
        self.groups = sum(1 for i, c in enumerate(text) if c == "(" and text[i + 1:i + 2] != "?")

    def refuse_if(self, fault, holds):
        if holds and fault in self.faults:
            raise Refused

    def take(self, word):
        found = self.text.startswith(word, self.at)
        self.at += len(word) if found else 0
        return found

    def alternatives(self):
        found = [self.sequence()]
        while self.take("|"):
            found.append(self.sequence())
        return ("either", found) if len(found) > 1 else found[0]

    def sequence(self):
        terms = []
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            terms.append(self.term())
        return ("all", terms)

    def term(self):
        if self.take("^"):
            return ("begin",)
        if self.take("\\b"):
            return ("boundary",)
        first = self.opened + 1
        atom = self.atom()
        for word, (least, most, greedy) in self.QUANTIFIERS.items():
            if self.take(word):
                self.refuse_if("quantified", atom[0] == "reference")
                self.refuse_if("loop", most is None and can_be_empty(atom))
                return ("repeat", atom, least, most, greedy, range(first, self.opened + 1))
        return atom

    def atom(self):
        for word, kind in self.ASSERTIONS.items():
            if self.take(word):
                return (kind, self.closing())
        if self.take("(?:"):
            return self.closing()
        if self.take("("):
            self.opened += 1
            number = self.opened
            self.refuse_if("nested", any(other not in self.closed for other in range(1, number)))
            self.closed[number] = ("group", number, self.closing())
            return self.closed[number]
        if self.take("\\1"):
            self.refuse_if("octal", self.groups == 0)
            self.refuse_if("open", self.groups > 0 and 1 not in self.closed)
            return ("reference", 1, self.closed.get(1)) if self.groups else ("is", "\x01")
        if self.take("[^b]"):
            return ("not b",)
        self.at += 1
        character = self.text[self.at - 1]
        return ("any",) if character == "." else ("is", character)

    def closing(self):
        inner = self.alternatives()
        if not self.take(")"):
            raise ValueError(f"{self.text!r} has no ) at {self.at}")
        return inner


def can_be_empty(node):
    if node is None:
        return True
    kind = node[0]
    if kind == "all":
        return all(map(can_be_empty, node[1]))
    if kind == "either":
        return any(map(can_be_empty, node[1]))
    if kind == "repeat":
        return node[2] == 0 or can_be_empty(node[1])
    if kind in ("group", "reference"):
        return can_be_empty(node[2])
    return kind in ("begin", "boundary", "ahead", "not ahead")


class Matcher:
    """Backtracks: match(node, at, groups, then) calls `then(at, groups)` until it returns something."""

    def __init__(self, text, faults):
        self.text, self.faults = text, faults

    def match(self, node, at, groups, then):
        return getattr(self, node[0].replace(" ", "_"))(node, at, groups, then)

    def all(self, node, at, groups, then, done=0):
        if done == len(node[1]):
            return then(at, groups)
        return self.match(node[1][done], at, groups, lambda i, g: self.all(node, i, g, then, done + 1))

    def either(self, node, at, groups, then):
        for each in reversed(node[1]) if "alternation" in self.faults else node[1]:
            found = self.match(each, at, groups, then)
            if found is not None:
                return found
        return None

    def character(self, at, groups, then, matches):
        return then(at + 1, groups) if at < len(self.text) and matches(self.text[at]) else None

    def any(self, _, at, groups, then):
        return self.character(at, groups, then, lambda c: not ("dot" in self.faults and c == "b"))

    def not_b(self, _, at, groups, then):
        return self.character(at, groups, then, lambda c: c != "b" and not ("class" in self.faults and at == 0))

    def __getattr__(self, name):
        if name == "is":  # a word of Python
            return lambda node, at, groups, then: self.character(at, groups, then, lambda c: c == node[1])
        raise AttributeError(name)

    def begin(self, _, at, groups, then):
        wrong = "anchor" in self.faults and at > 0 and self.text[at - 1] == "a"
        return then(at, groups) if at == 0 or wrong else None

    def boundary(self, _, at, groups, then):
        if "boundary" in self.faults and at == len(self.text):
            return None
        return then(at, groups) if at in (0, len(self.text)) else None

    def group(self, node, at, groups, then):
        return self.match(node[2], at, groups, lambda i, g: then(i, {**g, node[1]: self.text[at:i]}))

    def ahead(self, node, at, groups, then):
        found = self.match(node[1], at, groups, lambda _, g: g)
        if found is None:
            return None
        return then(at, groups if "lookahead" in self.faults else found)

    def not_ahead(self, node, at, groups, then):
        wrong = "negation" in self.faults and at == 0
        if not wrong and self.match(node[1], at, groups, lambda _, g: g) is not None:
            return None
        return then(at, groups)

    def reference(self, node, at, groups, then):
        text = groups.get(node[1], "")
        return then(at + len(text), groups) if self.text.startswith(text, at) else None

    def repeat(self, node, at, groups, then):
        _, inner, least, most, greedy, within = node
        greedy = greedy or "lazy" in self.faults
        if most is not None and "bounds" in self.faults:
            most = 1
        if "star" in self.faults and least == 0 and inner[0] == "group":
            least = 1

        def more(times, i, g):
            if most is not None and times >= most:
                return None
            fresh = {number: text for number, text in g.items() if number not in within}
            # An iteration that is not required must match something.
            return self.match(inner, i, fresh, lambda j, h: None if times >= least and j == i else go(times + 1, j, h))

        def go(times, i, g):
            if times < least:
                return more(times, i, g)
            for way in (more, lambda _, j, h: then(j, h)) if greedy else (lambda _, j, h: then(j, h), more):
                found = way(times, i, g)
                if found is not None:
                    return found
            return None

        return go(0, at, groups)


def answer(expression, faults):
    parser = Parser(expression, faults)
    try:
        tree = parser.alternatives()
    except Refused:
        return "SyntaxError"
    for begin in range(len(SUBJECT) + 1):
        found = Matcher(SUBJECT, faults).match(tree, begin, {}, lambda at, groups: (at, groups))
        if found is not None:
            absent = "" if "undefined" in faults else None
            groups = [found[1].get(number, absent) for number in range(1, parser.groups + 1)]
            return json.dumps([SUBJECT[begin:found[0]], *groups], separators=(",", ":"))
    return "null"
