# SPDX-License-Identifier: Apache-2.0
"""What a program is and does before and after autopep8, as texts to compare."""

import ast
import io
import os
import sys
import tokenize
import warnings

import engine

_EXAMPLES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(1, os.path.join(_EXAMPLES, "python"))
import execution  # noqa: E402 - found beside the examples

OUTPUTS = ["compile errors before", "compile errors after", "after", "tree before", "tree after", "behaviour before",
           "behaviour after", "comments before", "comments after", "again"]
NAME = "input.py"
warnings.simplefilter("ignore")  # of the programs, such as an unknown escape sequence


def tree(text):
    return ast.dump(ast.parse(text), indent=1)


def comments(text):
    """The words of all comments, sorted: comments may move, be wrapped and get a blank."""
    words = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            words += token.string.lstrip("#!: ").split()
    return " ".join(sorted(words))


def before(text):
    """The outputs of the program alone; an error if it is no valid input."""
    error = execution.compile_error(text, NAME)
    cleanly, behaviour = (False, None) if error else execution.run(text, NAME)
    if not cleanly:
        return {"compile errors before": error or "does not run: " + behaviour.strip().rpartition("\n")[2]}
    return {"compile errors before": "", "tree before": tree(text), "behaviour before": behaviour,
            "comments before": comments(text)}


def after(autopep8, text, parameters, twice=True):
    """The outputs of the program that autopep8 made, and what a second pass makes of it. Exceptions pass through."""
    level = int(parameters.get("aggressive", 0))
    result = engine.fixed(autopep8, text, level)
    error = execution.compile_error(result, NAME)
    if error:
        return {"compile errors after": error, "after": result}
    return {"compile errors after": "", "after": result, "tree after": tree(result),
            "behaviour after": execution.run(result, NAME)[1], "comments after": comments(result),
            "again": engine.fixed(autopep8, result, level) if twice else None}


def observe(autopep8, text, parameters):
    """All OUTPUTS; None where there is nothing to compare."""
    observed = dict.fromkeys(OUTPUTS)
    original = before(text)
    if original["compile errors before"]:
        return observed | original
    result = after(autopep8, text, parameters)
    if result["compile errors after"]:
        return observed | {"compile errors before": ""} | result
    return observed | original | result
