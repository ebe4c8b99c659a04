# SPDX-License-Identifier: Apache-2.0
"""The mutants: changes of autopep8's source that plant a fault. They are present unless they are "mended".

IMPORTS and STATEMENTS are in all three campaigns, STRINGS only in the campaign of that name.
"""

from mends import Fault

IMPORTS = [
    Fault("mutant: a future import of several lines counts as one",
          "mutant of get_module_imports_on_top_of_file(): returns cnt + 1 for cnt + offset + 1",
          [("                return cnt + offset + 1\n", "                return cnt + 1\n")]),
    Fault("mutant: only the first line of an import is moved",
          "mutant of fix_e402(): only one line is tried as the import",
          [("        for i in range(1, 100):\n            line = ",
            "        for i in range(1, 2):\n            line = ")]),
    Fault("mutant: a split import loses its indentation",
          "mutant of fix_e401(): the second import is not indented",
          [("                 indentation + 'import ' + target[offset:].lstrip('\\t ,'))",
            "                 'import ' + target[offset:].lstrip('\\t ,'))")]),
]

STATEMENTS = [
    Fault("mutant: a compound statement is split at its first colon",
          "mutant of fix_e701(): the first colon of the line for the column of the complaint",
          [("        c = result['column']\n\n        fixed_source",
            "        c = target.index(':') + 1\n\n        fixed_source")]),
    Fault("mutant: statements are split at the first semicolon",
          "mutant of fix_e702(): the first semicolon of the line for the column of the complaint",
          [("        offset = result['column'] - 1\n        first = ",
            "        offset = target.index(';')\n        first = ")]),
    Fault("mutant: another not in loses its not",
          "mutant of fix_e713(): `not in` that was replaced by `in` is not put back",
          [("                if match_notin:\n", "                if False:\n")]),
    Fault("mutant: a statement behind a semicolon loses its indentation",
          "mutant of fix_e702(): the second statement is not indented",
          [("        second = (_get_indentation(logical_lines[0]) +", "        second = ('' +")]),
]

_COMMENT = """        code = target[:offset].rstrip(' \\t#')
        comment = target[offset:].lstrip(' \\t#')
"""

STRINGS = [
    Fault("mutant: only strings in three quotes have several lines",
          "mutant of multiline_string_lines(): a string in single quotes with a continued line is forgotten",
          [("            if token_type == tokenize.STRING and start_row != end_row:",
            "            if token_type == tokenize.STRING and t[1][-3:] in ('\"' * 3, \"'\" * 3):")]),
    Fault("mutant: a comment begins at the first hash",
          "mutant of fix_e262(): the first # of the line for the column of the complaint",
          [(_COMMENT, "        offset = target.index('#') + 1\n" + _COMMENT)]),
]
