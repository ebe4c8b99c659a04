# SPDX-License-Identifier: Apache-2.0
"""The faults of jedi 0.18.2 that faults.toml labels, each with a change of jedi's source that mends it.

apply(faults) mends all but these. It must be called before jedi is imported. Each change is (module, text, what it
becomes), and every text occurs exactly once in the module; several changes may put code at the same text.
"""

import collections
import importlib.machinery
import importlib.util
import sys

import mends_extract

Mend = collections.namedtuple("Mend", "name changes")

_INLINE = "jedi.api.refactoring"
_EXTRACT = "jedi.api.refactoring.extract"
_REFERENCES = "jedi.inference.references"


def _before(module, text, added):
    return module, text, added + text


def _after(module, text, added):
    return module, text, text + added


_REFS = "    references = [n for n in names if not n.tree_name.is_definition()]\n"
_PARENS = "            s = '(' + replace_code + ')'\n"
_PREFIX = "        n = tree_name\n        prefix = n.prefix\n"
_RETURN = "    return Refactoring(inference_state, file_to_node_changes)\n"
_RENAME = "    for d in definitions:\n        tree_name = d._name.tree_name\n"
_FMAP = "                fmap = file_tree_name_map.setdefault(d.module_path, {})\n"


def _parenthesize(condition):
    return [_after(_INLINE, _PARENS, f"        if s == replace_code and ({condition}):\n"
                                     "            s = '(' + replace_code + ')'\n")]


def _keep_pass(condition):
    return [_before(_INLINE, _RETURN, f"    if {condition}:\n        _put_pass(changes, expr_stmt, next_leaf)\n")]


def _in_fstring(lines):
    return [_before(_INLINE, _PREFIX, "        if tree_name.parent.type == 'fstring_expr':\n" +
                    "".join(f"            {line}\n" for line in lines))]


_INLINE_HELPERS = '''
def _put_pass(changes, expr_stmt, next_leaf):
    changes[expr_stmt] = expr_stmt.get_first_leaf().prefix + 'pass'
    changes.pop(next_leaf, None)
''' + mends_extract.TREE_HELPERS + '''

def _scope(node):
    return next(a for a in _ancestors(node) if a.type in ('funcdef', 'classdef', 'lambdef', 'file_input'))


def _names_in(rhs):
    return sorted({leaf.value for leaf in _leaves(rhs) if leaf.type == 'name'})


def _is_made_anew(references, rhs):
    return rhs.get_first_leaf() == '[' and sum(n.tree_name.parent.type != 'global_stmt' for n in references) > 1


def _binder(tree_name, value):
    """The lambda between here and its scope that binds the variable."""
    for a in _ancestors(tree_name):
        if a.type == 'lambdef' and any(p.name.value == value for p in a.get_params()):
            return a
        if a.type == 'funcdef':
            return None


def _assigned_again(expr_stmt, rhs):
    used = expr_stmt.get_root_node().get_used_names()
    return [value for value in _names_in(rhs) if any(
        leaf.is_definition() and leaf.start_pos > expr_stmt.end_pos and leaf.parent.type == 'expr_stmt'
        and _scope(leaf) is _scope(expr_stmt) for leaf in used.get(value, []))]


def _is_captured(tree_name, new_name):
    """Whether a function, lambda or comprehension around binds the new name."""
    if tree_name is None:
        return False
    for a in _ancestors(tree_name):
        if a.type == 'file_input':
            return False
        if any(leaf.type == 'name' and leaf.value == new_name for leaf in _leaves(a)) and a.type in (
                'funcdef', 'lambdef', 'testlist_comp'):
            return True


def _put_before(changes, expr_stmt, text):
    """A line before the statement of the body that holds this one; what becomes of this one stays."""
    suites = [a for a in [expr_stmt, *_ancestors(expr_stmt)] if a.parent is not None and a.parent.type == 'suite']
    leaf = suites[-1].get_first_leaf()
    indent = split_lines(leaf.prefix)[-1]
    lines = _remove_indent_of_prefix(leaf.prefix)
    if leaf is expr_stmt.get_first_leaf():
        rest = changes[expr_stmt]
        changes[expr_stmt] = lines + indent + text + '\\n' + rest[len(lines):]
    else:
        changes[leaf] = lines + indent + text + '\\n' + indent + leaf.value
'''

MENDS = [
    # inline
    Mend("a statement behind the definition on its line is indented wrongly", _keep_pass("next_leaf == ';'")),
    Mend("the only statement of a block is removed", _keep_pass(
        "expr_stmt.parent.parent.type == 'suite' and "
        "sum(c.type != 'newline' for c in expr_stmt.parent.parent.children) == 1")),
    Mend("the body of a suite on one line is removed", _keep_pass(
        "expr_stmt.parent.parent.type not in ('suite', 'file_input')")),
    Mend("the end of a line of several statements is removed", _keep_pass(
        "expr_stmt.parent.type == 'simple_stmt' and expr_stmt.parent.children[0] is not expr_stmt")),
    Mend("global is taken for a use", [_after(
        _INLINE, _REFS, "    references = [n for n in references if n.tree_name.parent.type != 'global_stmt']\n")]),
    Mend("no parentheses in a conditional expression", _parenthesize(
        "tree_name.parent.type == 'test' and rhs.type in ('test', 'lambdef')")),
    Mend("a lambda in an f-string ends at its colon", _parenthesize(
        "tree_name.parent.type == 'fstring_expr' and rhs.type == 'lambdef'")),
    Mend("quotes of an f-string end it", _in_fstring([
        "if tree_name.parent.parent.children[0].value.endswith(\"'\"):",
        "    s = s.replace(\"'\", '\"')"])),
    Mend("a line break in an f-string", _in_fstring(["s = ' '.join(line.strip() for line in s.splitlines())"])),
    Mend("a brace in an f-string is doubled", _in_fstring(["if s.startswith('{'):", "    s = ' ' + s"])),
    Mend("an f-string prints the name of the variable", _in_fstring([
        "if tree_name.get_next_leaf() == '=':",
        "    of_path[tree_name.get_previous_leaf()] = tree_name.value + '={'",
        "    of_path[tree_name.get_next_leaf()] = '!r'"])),
    Mend("a variable of the value is captured at the use", [
        _before(_INLINE, _PREFIX,
                "        for value in _names_in(rhs):\n"
                "            binder = _binder(tree_name, value)\n"
                "            if binder:\n"
                "                for leaf in _leaves(binder):\n"
                "                    if leaf.type == 'name' and leaf.value == value:\n"
                "                        of_path[leaf] = leaf.prefix + '_bound_' + value\n")]),
    Mend("a variable of the value is assigned before the use", [
        _before(_INLINE, _PREFIX,
                "        for value in _assigned_again(expr_stmt, rhs) "
                "if tree_name.parent.type != 'global_stmt' else ():\n"
                "            if not _binder(tree_name, value) or any('_bound_' in t for t in of_path.values()):\n"
                "                s = re.sub(r'\\b%s\\b' % value, '_saved_' + value, s)\n"),
        _before(_INLINE, _RETURN,
                "    for value in _assigned_again(expr_stmt, rhs):\n"
                "        _put_before(changes, expr_stmt, '_saved_%s = %s' % (value, value))\n")]),
    Mend("a list is made anew for each use", [
        _before(_INLINE, _PREFIX, "        if _is_made_anew(references, rhs) "
                                  "and tree_name.parent.type != 'global_stmt':\n"
                                  "            s = '_' + tree_name.value\n"),
        _before(_INLINE, _RETURN, "    if _is_made_anew(references, rhs):\n"
                                  "        _put_before(changes, expr_stmt, '_%s = %s' % "
                                  "(definitions[0].tree_name.value, replace_code))\n")]),
    # rename
    Mend("an f-string prints the new name", [_before(
        _INLINE, _FMAP, "                if d._name.tree_name.parent.type == 'fstring_expr' "
                        "and tree_name.get_next_leaf() == '=':\n"
                        "                    fmap = file_tree_name_map.setdefault(d.module_path, {})\n"
                        "                    fmap[tree_name.get_previous_leaf()] = tree_name.value + '={'\n"
                        "                    fmap[tree_name.get_next_leaf()] = '!r'\n")]),
    Mend("an assignment expression in a call is no definition", [_before(
        _INLINE, _RENAME, "    for d in definitions:\n"
                          "        tree_name = d._name.tree_name\n"
                          "        if tree_name is not None and any(\n"
                          "                n.parent.type == 'argument' and n.get_next_leaf() == ':='\n"
                          "                for n in tree_name.get_root_node().get_used_names()"
                          ".get(tree_name.value, [])):\n"
                          "            raise RefactoringError('Cannot rename what a call assigns')\n")]),
    Mend("the new name is another variable", [_before(
        _INLINE, _RENAME, "    while any(_is_captured(d._name.tree_name, new_name) for d in definitions):\n"
                          "        new_name += '_'\n")]),
    Mend("references in files with and without path are sorted", [(
        _INLINE, "sorted(self._file_to_node_changes.items())\n",
        "sorted(\n                self._file_to_node_changes.items(), key=lambda item: str(item[0]))\n")]),
    Mend("a default of a lambda in a class is looked up in the lambda", [(
        "jedi.inference.context", "        if scope_node.type in ('funcdef', 'classdef'):\n",
        "        if scope_node.type in ('funcdef', 'classdef', 'lambdef'):\n")]),
]
HELPERS = {_INLINE: "import re\n" + _INLINE_HELPERS}

MENDS += mends_extract.MENDS
HELPERS.update(mends_extract.HELPERS)
NAMES = [mend.name for mend in MENDS]


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, loader, source):
        super().__init__(loader.name, loader.path)
        self._source = source

    def get_code(self, fullname):
        return compile(self._source, f"<mended {fullname}>", "exec")


class _Finder:
    def __init__(self, sources):
        self._sources = sources

    def find_spec(self, name, path=None, target=None):
        if name not in self._sources:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        spec.loader = _Loader(spec.loader, self._sources[name](spec.loader.get_source(name)))
        return spec


def mended(module, source, faults):
    original = source
    for mend in MENDS:
        for where, text, becomes in mend.changes:
            if where != module:
                continue
            if original.count(text) != 1:
                raise ValueError(f"{mend.name}: not once in {module}: {text!r}")
            if mend.name not in faults:
                source = source.replace(text, becomes)
    return source + HELPERS.get(module, "")


def apply(faults):
    """Mends all but these faults (names of MENDS) in the modules of jedi, which must not have been imported."""
    unknown = sorted(set(faults) - set(NAMES))
    if unknown:
        raise ValueError(f"no such fault: {', '.join(unknown)}")
    if "jedi" in sys.modules:
        raise ValueError("jedi has been imported before")
    modules = {where for mend in MENDS for where, _, _ in mend.changes}
    sys.meta_path.insert(0, _Finder({
        module: (lambda source, module=module: mended(module, source, faults)) for module in modules}))
