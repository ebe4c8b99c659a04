# SPDX-License-Identifier: Apache-2.0
"""What scripts that make labels of faults share: how a faults.toml names inputs by their ordinals."""

import textwrap


def ordinal_text(ordinals):
    """The key `ordinals` of a fault, with ranges, in lines of at most 110 characters."""
    words, ordered = [], sorted(ordinals)
    while ordered:
        end = 0
        while end + 1 < len(ordered) and ordered[end + 1] == ordered[end] + 1:
            end += 1
        words.append(str(ordered[0]) if end == 0 else f"{ordered[0]}-{ordered[end]}")
        ordered = ordered[end + 1:]
    return 'ordinals = """\\\n' + " \\\n".join(textwrap.wrap(" ".join(words), 110)) + '"""'
