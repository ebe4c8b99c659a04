# SPDX-License-Identifier: Apache-2.0
"""Mends of jedi/api/refactoring/extract.py, see mends.py."""

import collections

Mend = collections.namedtuple("Mend", "name changes")
_EXTRACT = "jedi.api.refactoring.extract"


def _before(text, added):
    return _EXTRACT, text, added + text


def _after(text, added):
    return _EXTRACT, text, text + added


_GENERATE = "    generated_code = name + ' = ' + _expression_nodes_to_string(nodes)\n"
_REPLACE = "    file_to_node_changes = {path: _replace(nodes, name, generated_code, pos)}\n"
_CHECK = "    is_expression, message = _is_expression_with_error(nodes)\n"
_UNWANTED = "        return nodes\n    return [parent_node]\n"
_CUT = "        nodes = nodes[start_index:end_index + 1]\n"

_DEFINES = "                outputs.append(name.value)\n"
_LOOP = "    for name in _find_non_global_names(nodes):\n"


def _refuse(condition, why):
    return [_before(_GENERATE, f"    if {condition}:\n        raise RefactoringError({why!r})\n")]


TREE_HELPERS = '''
def _leaves(node):
    if not hasattr(node, 'children'):
        yield node
    else:
        for child in node.children:
            yield from _leaves(child)


def _ancestors(node):
    while node.parent is not None:
        yield node.parent
        node = node.parent
'''
_HELPERS = TREE_HELPERS + '''

def _small_statement(node):
    """The statement on this line, and its simple_stmt; None if the node is not in one."""
    while node.parent is not None:
        if node.parent.type == 'simple_stmt':
            return node, node.parent
        if node.parent.type in ('suite', 'file_input'):
            return None
        node = node.parent


def _is_behind_others(node):
    found = _small_statement(node)
    return found and found[1].parent.type in ('suite', 'file_input') and found[1].children[0] is not found[0]


def _is_in_suite_on_one_line(node):
    found = _small_statement(node)
    return found and found[1].parent.type not in ('suite', 'file_input')


def _on_the_line(nodes, name, generated_code):
    leaf = _small_statement(nodes[0])[0].get_first_leaf()
    changes = {node: '' for node in nodes}
    changes[nodes[0]] = nodes[0].get_first_leaf().prefix + name
    changes[leaf] = leaf.prefix + generated_code + '; ' + leaf.value
    return changes


def _scopes(node):
    """Comprehensions and lambdas around, inside of the function, class or module."""
    for a in _ancestors(node):
        if a.type in ('funcdef', 'classdef', 'file_input'):
            return
        if a.type == 'lambdef' or a.children[-1].type in ('sync_comp_for', 'comp_for'):
            yield a


def _used(nodes):
    own = _lambda_parameters(nodes)
    return {leaf.value for node in nodes for leaf in _leaves(node)
            if leaf.type == 'name' and not any(leaf is n for n in own)}


def _bound_by_comprehension(nodes):
    return any(leaf.value in _used(nodes) for a in _scopes(nodes[0]) if a.type != 'lambdef'
               for leaf in _leaves(a.children[-1].children[1]))


def _bound_by_lambda(nodes):
    return any(p.name.value in _used(nodes) for a in _scopes(nodes[0]) if a.type == 'lambdef' for p in a.get_params())


def _in_class(nodes):
    return next(a for a in _ancestors(nodes[0]) if a.type in ('funcdef', 'classdef', 'file_input')).type == 'classdef'


def _is_conditional(nodes):
    """Whether the expression is evaluated only sometimes, and may raise."""
    if not any(leaf.value in ('/', '//', '%') for node in nodes for leaf in _leaves(node)):
        return False
    child = nodes[0]
    for a in _ancestors(child):
        if a.type in ('and_test', 'or_test') and a.children[0] is not child:
            return True
        if a.type == 'test' and a.children[2] is not child:
            return True
        child = a
    return False


def _is_augmented(name):
    statement = name.parent
    return statement.type == 'expr_stmt' and (
        statement.children[1].type == 'augassign' or
        str(getattr(statement.children[1], 'value', '')) not in ('', '=', ':'))


def _is_in_branch(name, nodes):
    for a in _ancestors(name):
        if a.type in ('if_stmt', 'for_stmt', 'while_stmt', 'try_stmt'):
            return True
        if a in nodes:
            return False


def _scope(node):
    return next(a for a in _ancestors(node) if a.type in ('funcdef', 'classdef', 'lambdef', 'file_input'))


def _whole(node):
    while node.parent is not None and node.type != 'funcdef':
        node = node.parent
    return node


def _is_defined_before(name, first):
    return any(leaf.is_definition() and leaf.start_pos < first and _scope(leaf) is _scope(name)
               for leaf in name.get_root_node().get_used_names()[name.value])


def _inner(nodes):
    for node in nodes:
        for leaf in _leaves(node):
            if leaf.type == 'name':
                for a in _ancestors(leaf):
                    if a.start_pos < nodes[0].start_pos or a.end_pos > nodes[-1].end_pos:
                        break
                    yield leaf, a


def _comprehension_variables(nodes):
    return [leaf for leaf, a in _inner(nodes)
            if hasattr(a, 'children') and a.children[-1].type in ('sync_comp_for', 'comp_for')
            and leaf.value in [n.value for n in _leaves(a.children[-1].children[1])]]


def _lambda_parameters(nodes):
    return [leaf for leaf, a in _inner(nodes)
            if a.type == 'lambdef' and leaf.value in [p.name.value for p in a.get_params()]]


def _first_lambda(leaf, nodes):
    for a in _ancestors(leaf):
        if a.type == 'lambdef':
            return a
        if a in nodes:
            return None
'''

MENDS = [
    Mend("the variable is put before other statements of the line", [_after(
        _REPLACE, "    if _is_behind_others(nodes[0]):\n"
                  "        file_to_node_changes = {path: _on_the_line(nodes, name, generated_code)}\n")]),
    Mend("the variable is put before a suite on one line", [_after(
        _REPLACE, "    if _is_in_suite_on_one_line(nodes[0]):\n"
                  "        file_to_node_changes = {path: _on_the_line(nodes, name, generated_code)}\n")]),
    Mend("a variable of a comprehension leaves it", _refuse(
        "_bound_by_comprehension(nodes)", "Cannot extract a variable of a comprehension")),
    Mend("a parameter of a lambda leaves it", _refuse(
        "_bound_by_lambda(nodes)", "Cannot extract a parameter of a lambda")),
    Mend("a variable of a class is not visible in its expressions", _refuse(
        "_in_class(nodes) and any(_scopes(nodes[0])) "
        "and not _bound_by_comprehension(nodes) and not _bound_by_lambda(nodes)",
        "A variable of a class is not visible there")),
    Mend("what is evaluated only sometimes is always evaluated", _refuse(
        "_is_conditional(nodes)", "The expression is evaluated only sometimes")),
    Mend("an expression on several lines loses its parentheses", [(_EXTRACT,
        "    return ''.join(n.get_code(include_prefix=i != 0) for i, n in enumerate(nodes))\n",
        "    code = ''.join(n.get_code(include_prefix=i != 0) for i, n in enumerate(nodes))\n"
        "    if '\\n' in code and not (len(nodes) == 1 and nodes[0].type == 'atom'\n"
        "                             and nodes[0].children[0] in ('(', '[', '{')):\n"
        "        code = '(' + code + ')'\n"
        "    return code\n")]),
    Mend("a part of joined strings is extracted", [_before(
        _CHECK, "    if len(nodes) == 1 and nodes[0].parent.type == 'strings':\n        nodes = [nodes[0].parent]\n")]),
    Mend("the keyword of an argument is extracted", _refuse(
        "nodes[0].parent.type == 'argument' and nodes[0].parent.children[0] is nodes[0] "
        "and nodes[0].get_next_leaf() == '='", "Cannot extract the keyword of an argument")),
    Mend("the variable has the name of another one", [_before(
        _GENERATE, "    if name in module_node.get_used_names():\n        name = 'another_' + name\n")]),
    Mend("the right part of operators is extracted", [_after(
        _CUT, "        if typ in ('arith_expr', 'term', 'shift_expr') and start_index > 0 and len(nodes) > 1:\n"
              "            return [parent_node]\n")]),
    Mend("the expression is cut across precedence", [_before(
        "            nodes[0:1] = _remove_unwanted_expression_nodes(nodes[0], pos, until_pos)\n",
        "            if len(nodes) > 1 and (nodes[0].start_pos < pos or until_pos < nodes[-1].end_pos):\n"
        "                return [parent_node]\n")]),
    Mend("a part of a chain of comparisons is extracted", [_after(
        _CUT, "        if typ == 'comparison' and 1 < len(nodes) < len(parent_node.children):\n"
              "            return [parent_node]\n")]),
    # extract function
    Mend("the end of a single statement is lost", [_before(
        "            code_block += 'return ' + output_var_str + '\\n'\n",
        "            if not code_block.endswith('\\n'):\n                code_block += '\\n'\n")]),
    Mend("a variable of an augmented assignment is no parameter", [_after(
        _DEFINES, "            if _is_augmented(name) and name.value not in inputs:\n"
                  "                inputs.append(name.value)\n")]),
    Mend("a variable that is assigned only sometimes is no parameter", [_after(
        _DEFINES, "            if _is_in_branch(name, nodes) and name.value not in inputs "
                  "and _is_defined_before(name, first):\n"
                  "                inputs.append(name.value)\n")]),
    Mend("a variable that is deleted is no parameter", [_after(
        _DEFINES, "            if name.parent.type == 'del_stmt' and name.value not in inputs:\n"
                  "                inputs.append(name.value)\n")]),
    Mend("break and continue leave their loop", [_before(
        "            if n.value == 'yield':\n",
        "            if n.value in ('break', 'continue'):\n"
        "                raise RefactoringError('Cannot extract break and continue.')\n")]),
    Mend("nothing is assigned", [_before(
        "    replacement_dct = _replace(nodes, replacement, function_code, pos,\n",
        "    if replacement.startswith(' = '):\n        replacement = replacement[3:]\n")]),
    Mend("a variable of a comprehension is a parameter", [_before(
        _LOOP, "    local = _comprehension_variables(nodes)\n"), _after(
        _LOOP, "        if any(name is n for n in local):\n            continue\n")]),
    Mend("a parameter of a lambda is a result", [_before(
        _LOOP, "    own = _lambda_parameters(nodes)\n"), _after(
        _LOOP, "        if any(name is n for n in own):\n            continue\n")]),
    Mend("a variable of a module that is read and assigned is no parameter", [_before(
        "    # Check if outputs are really needed:\n",
        "    for name in _find_non_global_names(nodes):\n"
        "        if not name.is_definition() and name.value in outputs and name.value not in inputs \\\n"
        "                and _is_defined_before(name, first) and _scope(name).type == 'file_input':\n"
        "            inputs.append(name.value)\n")]),
    Mend("what is used behind the block is no result", [(_EXTRACT,
        "    for node in search_node.children:\n", "    for node in _leaves(_whole(search_node)):\n")]),
    Mend("what an expression assigns is lost", [_after(
        "    is_expression, _ = _is_expression_with_error(nodes)\n",
        "    if is_expression and any(leaf == ':=' and _first_lambda(leaf, nodes) is None\n"
        "                             for n in nodes for leaf in _leaves(n)):\n"
        "        raise RefactoringError('Cannot extract an expression that assigns')\n")]),
]
HELPERS = {_EXTRACT: _HELPERS}
