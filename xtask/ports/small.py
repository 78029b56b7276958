"""Chooses the small set of vectors: few and short cases that find every bug."""
import collections
import heapq
import pathlib
import random

#: How often some cases are chosen again, and the share of those.
ROUNDS, FORGOTTEN = 1_000, 0.1
PATH = pathlib.Path(__file__).resolve().parents[1] / "oracle/src/small.txt"
HEAD = """# The cases of test-vectors/small, by file and id. Written by `cargo xtask prove ports --write`.
"""


def write(schemes, names):
    """Writes the names of cases, which are pairs of a file and an id."""
    text = HEAD
    for path in (file.path.removesuffix(".json") for scheme in schemes for file in scheme.files):
        ids = sorted(number for file, number in names if file == path)
        text += f"{path}: {' '.join(map(str, ids))}\n" if ids else ""
    PATH.write_text(text, "utf-8")


def read():
    """Returns the names of the cases."""
    lines = [line.split(": ") for line in PATH.read_text("utf-8").splitlines() if not line.startswith("#")]
    return {(file, int(number)) for file, ids in lines for number in ids.split()}


def is_needed(case):
    """Returns True if a case is in the small set whatever it finds."""
    return "published" in case.case["flags"]


def rules(case):
    """Returns the rules of a case, each with its scheme."""
    return {(case.file.entry["scheme"], "rule", rule) for rule in case.case["ref"]}


class Choice:
    """Chooses few and short cases for all goals. `finders` has the names of the cases that reach each goal."""

    def __init__(self, cases, finders):
        self.sizes = {case.name: case.size for case in cases}
        self.needed = {case.name for case in cases if is_needed(case)}
        self.finders = {goal: names for goal, names in finders.items() if names}
        for case in cases:
            for rule in rules(case):
                self.finders.setdefault(rule, []).append(case.name)
        self.reached = {name: set() for name in self.sizes}
        for goal, names in self.finders.items():
            for name in names:
                self.reached[name].add(goal)

    def size(self, chosen):
        return sum(self.sizes[name] for name in chosen)

    def best(self):
        """Returns the names of the chosen cases. Each round forgets some of them and completes the rest."""
        random_numbers, best = random.Random(0), self.completed(self.needed)
        for _ in range(ROUNDS):
            kept = {name for name in sorted(best) if random_numbers.random() > FORGOTTEN}
            found = self.completed(kept | self.needed)
            if self.size(found) <= self.size(best):
                best = found
        return best

    def completed(self, chosen):
        """Adds the cases that reach the most goals for their size, and removes those that are not needed then."""
        chosen, missing = set(chosen), set(self.finders) - set().union(*(self.reached[name] for name in chosen))
        # The gain of a case only falls while others are added, so an old gain is an upper bound.
        gain = lambda name: -len(self.reached[name] & missing) / self.sizes[name]
        heap = [(gain(name), name) for name in {name for goal in missing for name in self.finders[goal]}]
        heapq.heapify(heap)
        while missing:
            _, name = heapq.heappop(heap)
            if heap and gain(name) > heap[0][0]:
                heapq.heappush(heap, (gain(name), name))
            else:
                chosen.add(name)
                missing -= self.reached[name]
        return self.pruned(chosen)

    def pruned(self, chosen):
        """Removes the cases without which all goals are still reached, the largest first."""
        counts = collections.Counter(goal for name in chosen for goal in self.reached[name])
        for name in sorted(chosen - self.needed, key=lambda name: (-self.sizes[name], name)):
            if all(counts[goal] > 1 for goal in self.reached[name]):
                chosen.remove(name)
                counts.subtract(self.reached[name])
        return chosen
