# SPDX-License-Identifier: Apache-2.0
"""A smallscope worker whose subject is autopep8 (Debian's python3-autopep8 2.0.1).

The parameter `aggressive` is autopep8's level (0 without it). All real faults and the mutants are present.
AUTOPEP8_MENDED, a JSON list, names faults that are mended, and mutants that are off; '["*"]' is all.
AUTOPEP8_CAMPAIGN is strings where the mutants of that campaign are present, too.
"""

import json
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))
_ROOT = os.path.dirname(os.path.dirname(_HERE))
sys.path[1:1] = [_HERE, os.path.join(_ROOT, "workers", "python")]
import engine  # noqa: E402 - found beside the worker
import observe  # noqa: E402
import smallscope_worker as worker  # noqa: E402

autopep8 = engine.load(json.loads(os.environ.get("AUTOPEP8_MENDED", "[]")), os.environ.get("AUTOPEP8_CAMPAIGN"))


def answer(request):
    return worker.done(observe.observe(autopep8, request.text, request.parameters))


if __name__ == "__main__":
    worker.serve("autopep8", autopep8.__version__, answer, outputs=observe.OUTPUTS)
