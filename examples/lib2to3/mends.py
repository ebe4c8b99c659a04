# SPDX-License-Identifier: Apache-2.0
"""The faults of lib2to3 that examples/lib2to3/faults.toml labels, each with a change of its source that mends it.

The mends make labels exact: an input shows a fault if it fails when all others are mended. Each changes lines of its
own, so that any of them can be left out. Some mends only say that the fixer cannot convert the code, as lib2to3 does
elsewhere; then nothing is wrong with the result.
"""

import collections
import importlib.util
import sys
import types
import warnings

warnings.simplefilter("ignore")  # lib2to3 is deprecated, which is no news here

# `changes` are (module, text, what it becomes); every text occurs exactly once in its module.
Mend = collections.namedtuple("Mend", "name changes")

_HAS_KEY = "lib2to3.fixes.fix_has_key"
_MAP = "lib2to3.fixes.fix_map"
_FILTER = "lib2to3.fixes.fix_filter"
_RAISE = "lib2to3.fixes.fix_raise"
_THROW = "lib2to3.fixes.fix_throw"
_EXCEPT = "lib2to3.fixes.fix_except"
_TUPLES = "lib2to3.fixes.fix_tuple_params"
_SHARED = "lib2to3.fixer_util"


def _before(text, added):
    return text, added + text


def _after(text, added):
    return text, text + added


def _unless(condition):
    """Names of a lambda's body that transform_lambda() leaves alone."""
    return _after("        for n in body.post_order():\n", f"            if {condition}:\n                continue\n")


_PRECEDENCE = """        if exc.type in (syms.test, syms.or_test, syms.and_test, syms.not_test, syms.lambdef):
            exc.prefix = ""
            exc = pytree.Node(syms.atom, [pytree.Leaf(token.LPAR, "("), exc, pytree.Leaf(token.RPAR, ")")])
            exc.prefix = {prefix!r}
"""

_REBOUND = '''
def _binders(n):
    """The nodes around a name, with the child of each that holds it, outwards."""
    while n.parent is not None:
        yield n.parent, n
        n = n.parent

def _in_lambda(n, body):
    for parent, child in _binders(n):
        if parent.type == syms.lambdef and len(parent.children) == 4:
            parameters = parent.children[1]
            names = [leaf for leaf in parameters.leaves() if leaf.type == token.NAME and
                     not (leaf.prev_sibling is not None and leaf.prev_sibling.type == token.EQUAL)]
            if any(leaf is n for leaf in names):
                return True
            if child is parent.children[3] and any(leaf.value == n.value for leaf in names):
                return True
        if child is body:
            return False
    return False

def _in_comprehension(n, body):
    for parent, child in _binders(n):
        for loop in parent.children:
            if loop.type != syms.comp_for:
                continue
            targets = [leaf.value for leaf in loop.children[1].leaves() if leaf.type == token.NAME]
            if n.value in targets and not any(leaf is n for leaf in loop.children[3].leaves()):
                return True
        if child is body:
            return False
    return False
'''

_KEEP_NAME = '''                elif N.type == token.NAME:
                    new_N = Name(self.new_name(), prefix=" ")
                    assign = Assign(Name(N.value), new_N.clone())
                    N.replace(new_N)
                    first = next((i for i, stmt in enumerate(e_suite.children) if isinstance(stmt, pytree.Node)), 0)
                    if e_suite.type == syms.simple_stmt:
                        assign.prefix = " "
                        e_suite.insert_child(0, pytree.Leaf(token.SEMI, ";"))
                        e_suite.insert_child(0, assign)
                    else:
                        lead = [child.clone() for child in e_suite.children[:first]]
                        lead[-1].value = lead[-1].value.strip("\\n")
                        for child in reversed(lead):
                            child.prefix = ""
                            e_suite.insert_child(first, child)
                        e_suite.insert_child(first, assign)
'''

MENDS = [
    Mend("starred arguments become a key", [(_HAS_KEY, *_before(
        '        negation = results.get("negation")\n',
        '        if str(results["arg"]).strip().startswith("*"):\n'
        '            return self.cannot_convert(node, "has_key(*arguments)")\n'))]),
    Mend("a key on several lines loses its parentheses", [(_HAS_KEY, *_before(
        "        if len(before) == 1:\n",
        '        if "\\n" in str(arg).strip() and arg.type != syms.atom:\n            arg = parenthesize(arg)\n'))]),
    Mend("a comment behind the key is lost", [(_HAS_KEY, *_before(
        '        arg = results["arg"].clone()\n',
        '        if "#" in results["arg"].get_suffix():\n'
        '            return self.cannot_convert(node, "a comment in has_key()")\n'))]),
    Mend("a conditional iterable is not put into parentheses", [(_SHARED, *_before(
        '    it.prefix = " "\n',
        '    if it.type in (syms.test, syms.lambdef):\n        it.prefix = ""\n        it = parenthesize(it)\n'))]),
    Mend("a lambda in a condition is not put into parentheses", [(
        _FILTER, "if xp.type == syms.test:", "if xp.type in (syms.test, syms.lambdef):")]),
    Mend("a slice of the list is taken for the list", [(_SHARED, *_before(
        "    patterns = [p0, p1, p2]\n", "    if len(node.children) > 2:\n        return False\n"))]),
    Mend("map of None as a statement stays", [(_MAP, *_after(
        "            new = node.clone()\n",
        '            if "map_none" in results and not trailers:\n'
        '                new.children[1].children[1].children[0].replace(Name("bool"))\n'))]),
    Mend("a method of the list becomes a method of the iterator", [(_MAP, "if node.parent.type == syms.simple_stmt:",
                                   "if node.parent.type == syms.simple_stmt and not trailers:")]),
    Mend("closures share the variable of a comprehension", [(
        _MAP, '            new = ListComp(results["xp"].clone(),\n',
        '            body = results["xp"].clone()\n'
        '            if "lambda" in str(body):\n'
        '                function = str(node.children[1].children[1].children[0]).strip()\n'
        '                body = Name("(%s)(%s)" % (function, results["fp"]))\n'
        "            new = ListComp(body,\n")]),
    Mend("a comment in map is lost", [
        (_MAP, *_after('results["it"].clone())\n',
                       '            new.children[-1].prefix = node.children[1].children[-1].prefix\n')),
        (_MAP, *_before("            new = Node(syms.power, [Name(\"list\"), ArgList([new])] + trailers)\n",
                        '            commented = "map_none" in results and node.children[1].children[-1].prefix\n')),
        (_MAP, *_after("            new = Node(syms.power, [Name(\"list\"), ArgList([new])] + trailers)\n",
                       "            if commented:\n"
                       "                new.children[1].children[-1].prefix = commented\n"))]),
    Mend("a comment in filter is lost", [
        (_FILTER, *_after('results.get("it").clone(), xp)\n',
                          '            new.children[-1].prefix = node.children[1].children[-1].prefix\n')),
        (_FILTER, *_after('                           Name("_f"))\n',
                          '            new.children[-1].prefix = node.children[1].children[-1].prefix\n'))]),
    Mend("a loop sees changes of the iterable", [(_SHARED, *_before(
        "    patterns = [p0, p1, p2]\n",
        "    if len(node.children) == 2 and node.parent.type == syms.for_stmt:\n        return False\n"))]),
    Mend("iter and enumerate see changes of the iterable", [(_SHARED, *_before(
        "    patterns = [p0, p1, p2]\n",
        "    if len(node.children) == 2 and node.parent.type == syms.trailer and (\n"
        '            str(node.parent.prev_sibling).strip() in ("iter", "enumerate")):\n'
        "        return False\n"))]),
    Mend("a class gets the traceback", [(_RAISE, *_before(
        "            with_tb = Attr(e, Name('with_traceback')) + [ArgList([tb])]\n",
        '            if e is exc:\n'
        '                written = str(exc).strip()\n'
        '                e = Name(f"({written}() if isinstance({written}, type) else {written})", prefix=" ")\n'))]),
    Mend("raise passes None to the exception", [(_RAISE, *_before(
        "            return pytree.Node(syms.raise_stmt,\n                               [Name(\"raise\"), Call(",
        '            if str(val).strip() == "None":\n                args = []\n'))]),
    Mend("raise calls a part of the expression", [(_RAISE, *_before(
        '        val = results["val"].clone()\n', _PRECEDENCE.format(prefix=" ")))]),
    Mend("parentheses are taken for a tuple", [(_RAISE, "            while is_tuple(exc):\n",
                                "            while is_tuple(exc) and exc.children[1].type == syms.testlist_gexp:\n")]),
    Mend("throw passes None to the exception", [(_THROW, *_before(
        '        throw_args = results["args"]\n', '        if str(val) == "None":\n            args = []\n'))]),
    Mend("throw calls a part of the expression", [(_THROW, *_before(
        "        val = val.clone()\n", _PRECEDENCE.format(prefix="")))]),
    Mend("unpacking on the line of the handler", [(_EXCEPT, *_before(
        "                    for child in reversed(suite_stmts[:i]):\n",
        "                    if e_suite.type == syms.simple_stmt:\n"
        '                        assign.prefix = " "\n'
        '                        e_suite.insert_child(0, pytree.Leaf(token.SEMI, ";"))\n'
        "                        e_suite.insert_child(0, assign)\n"
        "                        continue\n"))]),
    Mend("the comment above the body is repeated", [(_EXCEPT, *_before(
        "                        e_suite.insert_child(0, child)\n",
        "                        child = child.clone()\n"
        '                        child.prefix = ""\n'))]),
    Mend("the name is deleted after the handler", [(_EXCEPT, *_before(
        '                elif N.prefix == "":\n', _KEEP_NAME))]),
    Mend("several parameters are left alone", [
        (_TUPLES, *_before("              lambda=\n",
                           "              lambdef< 'lambda' many=varargslist< any* vfpdef< '(' any ')' > any* >\n"
                           "                       ':' any >\n              |\n")),
        (_TUPLES, *_before('        if "lambda" in results:\n',
                           '        if "many" in results:\n'
                           '            return self.cannot_convert(node, "several parameters")\n'))]),
    Mend("the keyword of an argument is replaced", [(_TUPLES, *_unless(
        "n.parent.type == syms.argument and n.next_sibling is not None and n.next_sibling.type == token.EQUAL"))]),
    Mend("the name of an attribute is replaced", [(_TUPLES, *_unless(
        "n.prev_sibling is not None and n.prev_sibling.type == token.DOT"))]),
    Mend("a parameter of an inner lambda is replaced", [(_TUPLES, *_unless(
        "n.type == token.NAME and _in_lambda(n, body)"))]),
    Mend("the variable of a comprehension is replaced", [(_TUPLES, *_unless(
        "n.type == token.NAME and _in_comprehension(n, body)"))]),
]
NAMES = [mend.name for mend in MENDS]


def apply(faults):
    """Mends all but these faults (names of MENDS) in the modules of lib2to3, before they are imported."""
    unknown = sorted(set(faults) - set(NAMES))
    if unknown:
        raise ValueError(f"no such fault: {', '.join(unknown)}; there are {', '.join(NAMES)}")
    sources = {}
    for mend in MENDS:
        for module, text, becomes in mend.changes:
            source = sources.setdefault(module, _source(module))
            if _source(module).count(text) != 1:
                raise ValueError(f"{mend.name}: not once in {module} of this Python: {text!r}")
            if mend.name not in faults:
                sources[module] = source.replace(text, becomes)
    for name in sorted(sources, key=lambda module: module != _SHARED):  # which the fixers import from
        source = sources[name] + (_REBOUND if name == _TUPLES else "")
        module = sys.modules[name] = types.ModuleType(name)
        module.__package__ = name.rpartition(".")[0]
        exec(compile(source, f"<mended {name}>", "exec"), module.__dict__)
        setattr(sys.modules[module.__package__], name.rpartition(".")[2], module)


def _source(module):
    specification = importlib.util.find_spec(module)
    return _SOURCES.setdefault(module, specification.loader.get_source(module))


_SOURCES = {}
