# SPDX-License-Identifier: Apache-2.0
"""The real faults of autopep8 2.0.1 that faults.toml labels, each with changes of its source that mend it.

A change is (text, what it becomes); every text occurs exactly once in autopep8.py. Where the right rewriting is not
obvious, a mend declines: it leaves the code as it is, and the complaint, too.
"""

import collections

Fault = collections.namedtuple("Fault", "name why changes")


def before(text, added):
    return text, added + text


def after(text, added):
    return text, text + added


_MOVED = """            mod_offset = get_module_imports_on_top_of_file(self.source,
                                                           line_index)
"""
_DELETED = """        for offset in range(i):
            self.source[line_index+offset] = ''
"""
_IMPORT = """            if (line.find("import ") == 0 or line.find("from ") == 0) and \\
"""
_FALSE = """if re.match(r'^\\s*if [\\w.\"\\'\\[\\]]+ == False:$', target):"""
_TRUE = """elif re.match(r'^\\s*if [\\w.\"\\'\\[\\]]+ != True:$', target):"""
_CHAIN = """        if mending.negates_chain(self.source, line_index):
            return []
"""
_LAMBDA = "        match = LAMBDA_REGEX.search(target)\n"
_INDENTED = "                    and STARTSWITH_INDENT_STATEMENT_REGEX.match(line)"
_SUITE = """        fixed_source = (target[:c] + '\\n' +
                        _get_indentation(%s) + self.indent_word +"""

IMPORTS = [
    Fault("a docstring in single quotes is code",
          "get_module_imports_on_top_of_file(): after the docstring 'doc' in single quotes, imports are put before it",
          [("        elif is_string_literal(line):\n            return cnt\n",
            "        elif is_string_literal(line):\n            continue\n")]),
    Fault("text behind a docstring of one line",
          "get_module_imports_on_top_of_file(): a docstring with a comment behind it has no end; imports go to line 0",
          [("if remain[-3:] == docstring_kind:", "if docstring_kind in remain:")]),
    Fault("text behind the end of a docstring",
          "get_module_imports_on_top_of_file(): a docstring of several lines with text behind it never ends",
          [("if line.rstrip()[-3:] == docstring_kind:", "if docstring_kind in line:")]),
    Fault("an import in a string is an import",
          "FixPEP8.__init__(): self.imports has lines of strings, too; the real import is deleted as a duplicate",
          [after(_IMPORT, "                    i + 1 not in multiline_string_lines(\n"
                          "                        ''.join(self.source), include_docstrings=True) and \\\n")]),
    Fault("an import is put into a try",
          "get_module_imports_on_top_of_file(): the line of try is skipped, the import is put before its block",
          [("        elif any(line.startswith(kw) for kw in allowed_try_keywords):\n            continue\n",
            "        elif any(line.startswith(kw) for kw in allowed_try_keywords):\n            return cnt\n")]),
    Fault("an import is moved across its name",
          "fix_e402(): an import is moved across code that binds or reads the names that it binds",
          [after(_MOVED, "            if mending.clashes(''.join(self.source[mod_offset:line_index]), line):\n"
                         "                return []\n")]),
    Fault("an import is deleted although its name is bound anew",
          "fix_e402(): an import that equals an earlier one is deleted, although its name was assigned in between",
          [before(_DELETED, "        if target in self.imports and self.imports[target] != line_index \\\n"
                            "                and mending.rebinds(''.join(\n"
                            "                    self.source[self.imports[target] + 1:line_index]), target):\n"
                            "            return []\n")]),
]

REWRITES = [
    Fault("a comparison of types becomes isinstance",
          "E721, fixed by lib2to3's idioms: isinstance() for a comparison of types also holds for subclasses",
          [("    'E721': ['idioms'],\n", "")]),
    Fault("a comparison with True is dropped",
          "fix_e712(): `x == True` becomes `x`, whatever x is and wherever it stands, also in a chain",
          [("            if new_right is None:\n                return []\n", "            return []\n")]),
    Fault("a comparison with a constant becomes not",
          "fix_e712(), the easy special cases: `if x == False` and `if x != True` become `if not x`, whatever x is",
          [(_FALSE, "if False:"), (_TRUE, "elif False:")]),
    Fault("not before a chain of in",
          "fix_e713(): `not a in b is c` becomes `a not in b is c`",
          [before("        # to convert once 'not in' -> 'in'\n", _CHAIN)]),
    Fault("not before a chain of is",
          "fix_e714(): `not a is b is c` becomes `a is not b is c`",
          [before("        # to convert once 'is not' -> 'is'\n", _CHAIN)]),
    Fault("a tuple that begins with a lambda becomes a function",
          "fix_e731(): `g = lambda: x, y` assigns a tuple; it becomes `def g(): return x, y`",
          [before(_LAMBDA, "        if mending.assigns_no_lambda(self.source, line_index):\n"
                           "            return []\n")]),
    Fault("a lambda as default of a lambda",
          "LAMBDA_REGEX: the colon of a lambda among the arguments is taken for the end of the arguments",
          [(_LAMBDA + "        if match:\n",
            _LAMBDA + "        if match and not re.search(r'\\blambda\\b', match.group(2)):\n")]),
    Fault("statements behind a case on its line",
          "fix_e702(): `case 1: a; b` is not known as a compound statement; b is put at the level of case",
          [(_INDENTED, _INDENTED.replace("STARTSWITH", "(STARTSWITH")
            + "\n                         or re.match(r'\\s*case\\b', line))")]),
    Fault("the last colon ends a def",
          "STARTSWITH_DEF_REGEX is greedy: `def h(): return (lambda u=(b): u)()` is split at its last `):`",
          [("STARTSWITH_DEF_REGEX = re.compile(r'^(async\\s+def|def)\\s.*\\):')",
            "STARTSWITH_DEF_REGEX = re.compile(r'^(async\\s+def|def)\\s.*?\\):')")]),
]

STRINGS = [
    Fault("a suite behind a string of several lines is indented like its end",
          "fix_e701(): the new line is indented as the line with the colon, also if a string ends there",
          [(_SUITE % "target", _SUITE % "mending.first_line(self.source, line_index)")]),
    Fault("white space is stripped within strings",
          "filter_results(): with --aggressive, W291 and W293 are fixed within strings of several lines, too",
          [("        if not aggressive and (r['line'] + 1) in all_string_line_numbers:",
            "        if (r['line'] + 1) in all_string_line_numbers:")]),
    Fault("docstrings are indented anew",
          "Reindenter.__init__(), filter_results(): lines of docstrings are moved, and their tabs expanded",
          [("        self.string_content_line_numbers = multiline_string_lines(input_text)\n",
            "        self.string_content_line_numbers = multiline_string_lines(input_text, True)\n"),
           ("        if r['line'] in non_docstring_string_line_numbers:\n",
            "        if r['line'] in all_string_line_numbers:\n")]),
    Fault("a line break in a string is taken for one between statements",
          "fix_e702(): a line that ends with a backslash in a string is joined with the next like `1; \\`",
          [("        if target.rstrip().endswith('\\\\'):\n            # Normalize",
            "        if (target.rstrip('\\n \\r\\t\\\\').endswith(';')\n"
            "                and target.rstrip().endswith('\\\\')):\n            # Normalize")]),
]
