# SPDX-License-Identifier: Apache-2.0
"""The worker: it hands each input to the subject and reports what happened, without judging it."""

import itertools
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import smallscope_coverage  # noqa: E402 - a copy, beside this file
import smallscope_worker as worker  # noqa: E402 - a copy, beside this file
import subject  # noqa: E402


# CHANGE: what can be observed of an input. Here, an expression's values.
def behaviour(expression):
    values = (eval(expression, {}, {"x": x, "y": y}) for x, y in itertools.product((-2, 0, 3), repeat=2))
    return " ".join(str(value) for value in values)


# CHANGE: how the subject is called, and what is reported. Exceptions are crashes; raise worker.Refused if the subject
# declined with a reason.
def answer(request):
    after = subject.simplified(request.text)
    return worker.done({"after": after,
                        "behaviour before": behaviour(request.text), "behaviour after": behaviour(after)})


# CHANGE: the modules and packages of the subject, whose lines are reported to a run with --coverage.
smallscope_coverage.start("subject")
worker.serve("@NAME@", "1.0", answer, outputs=["after", "behaviour before", "behaviour after"])
