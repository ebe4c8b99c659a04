# SPDX-License-Identifier: Apache-2.0
"""A stand-in for your program: it simplifies expressions, with a planted bug."""

import ast


class _Simplifier(ast.NodeTransformer):
    def visit_BinOp(self, node):
        self.generic_visit(node)
        left, right = (getattr(side, "value", None) for side in (node.left, node.right))
        if isinstance(node.op, ast.Mult) and 0 in (left, right):
            return ast.Constant(0)
        if isinstance(node.op, ast.Mult) and 1 in (left, right):
            return node.right if left == 1 else node.left
        if right == 0:
            return node.left
        if left == 0:  # the planted bug: 0 - x is not x
            return node.right
        return node


def simplified(expression):
    return ast.unparse(_Simplifier().visit(ast.parse(expression, mode="eval")))
