# SPDX-License-Identifier: Apache-2.0
"""Checks that sources which are compiled as one do not clash; prints each clash and exits 1 when there is one.

The sources of a module, groups of them, and tests, five at a time, are one source (cmake/QuickBuilds.cmake). A constant
or a type of one anonymous namespace must then have a name that nothing in another has, and no function may be there
twice. With SMALLSCOPE_COMPILE_SINGLY, each is compiled by itself, and no compiler says so.

Usage: together.py SOURCE_DIRECTORY
"""

import pathlib
import re
import sys

MODULE = re.compile(r"smallscope_module\((\w+)\s(.*?)\)", re.DOTALL)
TEST = re.compile(r"smallscope_test\((\w+)\s(.*?)\)", re.DOTALL)
GROUP = re.compile(r"smallscope_compile_together\(\S+ GROUP (\w+) \$\{(\w+)\}\)")
SOURCE = re.compile(r"[\w/]+\.cpp")
TESTS_AT_A_TIME = 5
CONSTANT = re.compile(
    r"(?:static |inline )*(?:constexpr|const) (?:[\w:*&\s]|<[^=({]*>)*?\b(\w+)(?:\[[^]]*\])*(?: =|\{)")
TYPE = re.compile(r"(?:enum class|class|struct|union|enum) (\w+)(?![^{]*;)")
FUNCTION = re.compile(r"[\w:][\w:<>,*&\s]* [*&]?(\w+)\(")
ALIAS = re.compile(r"^using (\w+) = (.*?);", re.MULTILINE)
PARAMETER_NAME = re.compile(r"(?<=[\s&*])\w+(?=\s*(?:=[^,]*)?[,)])")
RAW_TEXT = re.compile(r'R"(\w*)\(.*?\)\1"', re.DOTALL)
NO_DEFINITION = ("}", "/", "#", "using", "template", "return", "TEST", "INSTANTIATE")


def listed(text, variable):
    """The sources that a variable has, without comments."""
    found = re.search(rf"set\({variable}\b(.*?)\)", re.sub(r"#.*", "", text), re.DOTALL)
    return SOURCE.findall(found[1])


def groups(root):
    """The name of each group, with its sources."""
    for listing in sorted(root.glob("**/CMakeLists.txt")):
        folder = listing.parent
        if folder.relative_to(root).parts[:1] in (("build",), ("runs",)):
            continue
        text = listing.read_text()
        for name, told in MODULE.findall(text):
            if re.search(r"\bTOGETHER\b", told):
                yield name, [folder / source for source in SOURCE.findall(told)]
        for name, variable in GROUP.findall(text):
            included = [folder / path for path in re.findall(r"include\((\S+)\)", text)]
            whole = text + "".join(path.read_text() for path in included if path.is_file())
            yield f"{folder.name}: {name}", [folder / source for source in listed(whole, variable)]
        for name, told in TEST.findall(text):
            sources = [folder / source for source in SOURCE.findall(told)]
            for at in range(0, len(sources), TESTS_AT_A_TIME):
                yield f"tests of {name}", sources[at:at + TESTS_AT_A_TIME]


def signature(lines, aliases):
    """What makes the function another one than its namesakes: the types of its parameters, as the file's own aliases
    say them. "" for a declaration."""
    text = ""
    for line in lines:
        text += " " + line.strip()
        if "{" in line or line.endswith(";"):
            break
    text = text[text.index("("):].partition("{")[0]
    if text.endswith(";"):
        return ""
    for alias, meant in aliases.items():
        text = re.sub(rf"\b{alias}\b", meant, text)
    return re.sub(r"\s+", "", PARAMETER_NAME.sub("", text))


def names(text):
    """Constants and types of anonymous namespaces, and functions there, each with the signatures of its definitions.
    All of them with the namespace around them."""
    alone, functions = set(), {}
    around, inside = "", False
    aliases = dict(ALIAS.findall(text))
    every = RAW_TEXT.sub('""', text).splitlines()
    for number, line in enumerate(every):
        if line.startswith("namespace "):
            inside = line == "namespace {"
            around = around if inside else line
        elif line.startswith("}  // namespace"):
            inside = False
        elif inside and line[:1].strip() and not line.startswith(NO_DEFINITION):
            if found := CONSTANT.match(line) or TYPE.match(line):
                alone.add((around, found[1]))
            elif found := FUNCTION.match(line):
                functions.setdefault((around, found[1]), set()).add(signature(every[number:], aliases))
    return alone, functions


def clashes(root):
    for group, sources in groups(root):
        known = {}  # by name: for each source that has it, signatures; nothing for what is no function
        for source in sources:
            alone, functions = names(source.read_text()) if source.is_file() else (set(), {})
            for name in alone | functions.keys():
                known.setdefault(name, {})[str(source.relative_to(root))] = functions.get(name, set())
        for (_, name), places in sorted(known.items()):
            told = [each for found in places.values() for each in found if each]
            if len(places) > 1 and (not all(places.values()) or len(set(told)) < len(told)):
                yield f"{group}: {name} is in {', '.join(places)}, which are compiled together: rename one"


def main():
    found = list(clashes(pathlib.Path(sys.argv[1])))
    for clash in found:
        print(clash)
    print(f"{len(found)} clashes")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
