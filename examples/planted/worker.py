# SPDX-License-Identifier: Apache-2.0
"""A worker whose subject has known faults: worker.py regexps|expressions FAULT...

Beside what the right and the wrong subject say, it reports the faults that show in the input: those with which alone
the subject says something else. Labels can be taken from that (`observed.shown`); no oracle reads it.
"""
import importlib
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [HERE, os.path.join(HERE, "..", "..", "workers", "python")]
import smallscope_worker as worker  # noqa: E402

OUTPUTS = ["behaviour before", "behaviour after", "shown"]


def main():
    subject, faults = importlib.import_module(sys.argv[1]), sys.argv[2:]
    unknown = [fault for fault in faults if fault not in subject.FAULTS]
    if unknown:
        sys.exit(f"{sys.argv[1]} has no fault {unknown[0]!r}; it has {', '.join(subject.FAULTS)}")

    def answer(request):
        word = request.parameter("word")
        right, wrong = subject.answer(word, ()), subject.answer(word, faults)
        shown = [] if wrong == right else [fault for fault in faults if subject.answer(word, (fault,)) != right]
        return worker.done(dict(zip(OUTPUTS, (right, wrong, " ".join(shown)))))

    worker.serve("planted", "1", answer, outputs=OUTPUTS)


main()
