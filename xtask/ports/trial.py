"""Runs cases against a port in this process. The judge decides, as for any other port."""
import json

from wrong import judge, protocol

#: A question of the vectors takes far fewer steps. A port that takes more hangs.
MOST_STEPS = 10_000


class TooManySteps(Exception):
    """The port hangs."""


class InProcess(judge.Port):
    """A port whose answers are computed here."""

    timeout = 0

    def __init__(self, port):
        self.port, self.number, self.show, self.asked = port, 0, False, None
        self.abilities, self.generators = set(judge.ABILITIES), {}

    def exchange(self, question, timeout):
        STEPS[0] = 0
        return {"n": question["n"], **protocol.answer_or_error(self.port, self.generators, question)}


#: The steps since the last question, which mutants count.
STEPS = [0]


def step():
    STEPS[0] += 1
    if STEPS[0] > MOST_STEPS:
        raise TooManySteps


class Case:
    """A case with the case that follows it in its file."""

    def __init__(self, file, case, following):
        self.file, self.case, self.following = file, case, following
        self.name = name(file, case)
        self.size = len(json.dumps(self.case, ensure_ascii=False, separators=(",", ":")).encode())

    def __str__(self):
        return f"{self.file.path}:{self.case['id']}"


def name(file, case):
    return file.path.removesuffix(".json"), case["id"]


def cases(scheme, only=None):
    """Returns the cases of a scheme, the shortest first. `only` are the names of a smaller set, in which other cases follow."""
    found = []
    for file in scheme.files:
        listed = [case for case in file.cases if only is None or name(file, case) in only]
        found += [Case(file, case, following) for case, following in zip(listed, [*listed[1:], None])]
    return sorted(found, key=lambda case: case.size)


class Trial:
    """A port of a scheme, and the cases that find its bug."""

    def __init__(self, scheme, port):
        self.port = InProcess(port)
        self.judge = judge.Judge(self.port, scheme.entry, set())

    def finds(self, case):
        """Returns "fails" if the port fails a case, "differs" if only its reason does or the judge can't compare all, or None."""
        self.port.generators.clear()
        self.judge.missing.clear()
        try:
            self.judge.run(case.file.kind, case.case, case.following)
            return "differs" if self.judge.other_reason or self.judge.missing else None
        except Exception:
            return "fails"
