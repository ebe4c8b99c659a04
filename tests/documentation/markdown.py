# SPDX-License-Identifier: Apache-2.0
"""The little of Markdown that the checks need: fenced blocks with their comments, code spans, links, headings."""

import dataclasses
import re

FENCE = re.compile(r"^(\s*)(`{3,}|~{3,})\s*(\S*)")
MARKER = re.compile(r"^\s*<!--\s*(.*?)\s*-->\s*$")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
SPAN = re.compile(r"`([^`]+)`")


@dataclasses.dataclass
class Block:
    line: int  # of its first line, from 1
    language: str
    marker: str  # the comment before it, "" if there is none
    lines: list

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"


@dataclasses.dataclass
class Document:
    blocks: list
    prose: list  # (line number, text) outside of blocks

    def links(self):
        for number, line in self.prose:
            for target in LINK.findall(SPAN.sub("", line)):
                yield number, target

    def spans(self):
        for number, line in self.prose:
            for span in SPAN.findall(line):
                yield number, span

    def anchors(self):
        """What headings are called in links, as the usual viewers do it."""
        headings = (line.lstrip("#").strip() for _, line in self.prose if line.startswith("#"))
        return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def parse(text):
    document = Document([], [])
    marker, block, closing = "", None, ""
    for number, line in enumerate(text.splitlines(), 1):
        fence = FENCE.match(line)
        if block is not None:
            if fence and not fence[3] and fence[2].startswith(closing):
                document.blocks.append(block)
                block = None
            else:
                block.lines.append(line[indentation:] if not line[:indentation].strip() else line)
        elif fence:
            indentation, closing = len(fence[1]), fence[2]
            block = Block(number + 1, fence[3], marker, [])
            marker = ""
        elif found := MARKER.match(line):
            marker = found[1]
        else:
            if line.strip():
                marker = ""
            document.prose.append((number, line))
    if block is not None:
        raise ValueError(f"the block that starts in line {block.line} is not closed")
    return document
