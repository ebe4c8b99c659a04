# SPDX-License-Identifier: Apache-2.0
"""Questions that mends.py has autopep8 ask, which knows this module as `mending`. Where a text does not parse, the
answer is that of an autopep8 without the mend."""

import ast
import textwrap


def _parsed(text):
    try:
        return ast.parse(text)
    except SyntaxError:
        return None


def _nodes(source):
    tree = _parsed("".join(source))
    return list(ast.walk(tree)) if tree else []


def _has_line(node, line_index):
    return node.lineno <= line_index + 1 <= node.end_lineno


def negates_chain(source, line_index):
    """Whether a `not` on this line stands before a chain of comparisons."""
    return any(isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
               and isinstance(node.operand, ast.Compare) and len(node.operand.ops) > 1
               and _has_line(node, line_index) for node in _nodes(source))


def assigns_no_lambda(source, line_index):
    """Whether the assignment on this line assigns something else than a lambda."""
    return any(isinstance(node, (ast.Assign, ast.AnnAssign)) and not isinstance(node.value, ast.Lambda)
               and node.lineno == line_index + 1 for node in _nodes(source))


def first_line(source, line_index):
    """The line on which the innermost statement begins that has this line; only statements that begin their line."""
    def begins_line(node):
        line = source[node.lineno - 1]
        return node.col_offset <= len(line) - len(line.lstrip())
    starts = [node.lineno for node in _nodes(source)
              if isinstance(node, ast.stmt) and _has_line(node, line_index) and begins_line(node)]
    return source[max(starts) - 1] if starts else source[line_index]


def clashes(between, line):
    """Whether code mentions what an import binds that is moved across it."""
    code, moved = _parsed(between), _parsed(textwrap.dedent(line))
    if code is None or moved is None:
        return False
    names = _names(code)
    return bool(_names(moved) & names) or "globals" in names


def rebinds(between, line):
    """Whether code binds anew what an import binds."""
    code, moved = _parsed(between), _parsed(textwrap.dedent(line))
    return code is not None and moved is not None and bool(_names(moved) & _names(code, only_bound=True))


def _names(tree, only_bound=False):
    """The names that code binds or reads, but for the parameters of its functions."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            if not only_bound or isinstance(node.ctx, ast.Store):
                names.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {(each.asname or each.name).split(".")[0] for each in node.names}
    return names
