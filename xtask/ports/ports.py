#!/usr/bin/env python3
"""Runs the vectors against ports with one injected bug each, on all cores: bugs with a name, and mutants. Needs only Python.

Every bug must be found, also by the small set, unless it is listed as equivalent, or as a mutant that survives.
"""
import argparse
import collections
import concurrent.futures
import contextlib
import os
import sys
import time

sys.dont_write_bytecode = True

import bugs
import mutator
import scheme as schemes_of
import small
import survivors
import trial
import wrong

#: The largest share of mutants that survive.
MOST_SURVIVORS = 0.03
#: Prefixes are the same in all schemes, and mutants are changes of code that schemes share. The small set must find these kinds
#: of bug in one of the schemes, and all other bugs in each scheme.
IN_ANY_SCHEME = ("typed", "after a prefix", "in a UUID", "mutant")
#: Longer cases are chosen only for bugs that no other case finds.
LONGEST = 1_500
#: How a case finds a bug, the stronger first: the port fails it, or passes it with a different reason or without a comparison.
HOW = ("fails", "differs")
#: More finders of a bug are not looked for.
ENOUGH = 40
MOST_MEMORY = 4 << 30


class Scheme:
    """A scheme with the ports to run."""

    def __init__(self, name):
        self.scheme = next(scheme for scheme in schemes_of.schemes() if scheme.name == name)
        self.cases = trial.cases(self.scheme)
        self.tree = mutator.Tree()

    def bugs(self):
        """Returns each bug, as `bugs.bugs` does."""
        mutants = mutator.applicable(self.tree, self.scheme, self.run_right)
        return list(bugs.bugs(self.scheme.name)) + [("mutant", name, kinds, lambda name=name: self.tree.module(name)) for name, kinds in mutants.items()]

    def run_right(self, port, kind):
        """Runs the cases of a kind with a port without a bug."""
        run = trial.Trial(self.scheme, port)
        for case in self.cases:
            if case.file.kind == kind and run.finds(case):
                sys.exit(f"a port without a bug fails {case}")


def finders(of, kinds, make, cases, enough):
    """Returns the names of the cases that find a bug, by how they do, or None if the port doesn't start. With `enough`, the search ends
    after so many cases, and the longest are only looked at if no other case finds the bug."""
    found = {how: [] for how in HOW}
    try:
        run = trial.Trial(of.scheme, make())
    except Exception:
        return None
    for case in cases:
        fails = found[HOW[0]]
        if enough and fails and (len(fails) >= enough or case.size > LONGEST):
            break
        how = run.finds(case) if case.file.kind in kinds else None
        if how:
            found[how].append(case.name)
    if enough == 1 and found[HOW[0]]:
        # It probably finds similar bugs.
        at = next(at for at, case in enumerate(cases) if case.name == found[HOW[0]][0])
        cases.insert(0, cases.pop(at))
    return found


def work(name, part, parts, only, enough, some):
    """Returns the finders of a part of the ports of a scheme, among the cases `only`. `some` are the bugs to run."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource
        # A mutant may compute a huge number.
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    of = Scheme(name)
    cases = trial.cases(of.scheme, only=only)
    ports = [port for port in of.bugs() if some is None or port[:2] in some]
    return [(kind, bug, finders(of, kinds, make, cases, enough)) for kind, bug, kinds, make in ports[part::parts]]


def run_all(names, only=None, enough=None, some=None):
    """Returns the results for each scheme, and prints the progress."""
    parts, start = os.cpu_count() or 1, time.monotonic()
    results = {name: [] for name in names}
    with concurrent.futures.ProcessPoolExecutor(parts) as pool:
        of_scheme = lambda name: None if some is None else some[name]
        jobs = {pool.submit(work, name, part, parts, only, enough, of_scheme(name)): name for name in names for part in range(parts)}
        for job in concurrent.futures.as_completed(jobs):
            name = jobs[job]
            results[name] += job.result()
            print(f"{time.monotonic() - start:5.0f} s  {name}: {len(results[name])} ports", flush=True)
    return results


def missed(results):
    """Returns the bugs of each scheme that no case finds."""
    return {name: {(kind, bug) for kind, bug, found in of if found and not any(found.values())} for name, of in results.items()}


def goal(scheme, kind, bug):
    """Returns what the small set must find. For some kinds of bug, any scheme is enough."""
    return (None if kind in IN_ANY_SCHEME else scheme, kind, bug)


def finders_of(results):
    """Returns the names of the cases that find each bug of the small set, by how they do."""
    of_goals = collections.defaultdict(lambda: {how: [] for how in HOW})
    for name, of in results.items():
        for kind, bug, found in of:
            for how in HOW if found else ():
                of_goals[goal(name, kind, bug)][how] += found[how]
    return of_goals


def choose_small(names):
    """Chooses the small set. If a port fails any case, it must fail a case of the small set."""
    print("Find the cases for each bug:", flush=True)
    found = finders_of(run_all(names, enough=ENOUGH))
    how = {of: next((how for how in HOW if found[of][how]), HOW[0]) for of in found}
    goals = {of: found[of][how[of]] for of in found}
    cases = [case for scheme in schemes_of.schemes() for case in trial.cases(scheme)]
    chosen, exact = with_missed(names, cases, goals, how, small.Choice(cases, goals).best())
    chosen, _ = with_missed(names, cases, goals, how, small.Choice(cases, exact).pruned(chosen))
    small.write(schemes_of.schemes(), chosen)


def with_missed(names, cases, goals, how, chosen):
    """Adds cases until the chosen cases find what they must. Returns them, and their exact finders."""
    while True:
        print(f"Run {len(chosen)} cases:", flush=True)
        exact = {of: found[how.get(of, HOW[0])] for of, found in finders_of(run_all(names, chosen)).items()}
        not_found = [of for of, found in goals.items() if found and not exact.get(of)]
        if not not_found:
            return chosen, exact
        for of in not_found:
            # This case finds the bug together with the case that follows it in the full set.
            case = next(case for case in cases if case.name == goals[of][0])
            chosen |= {case.name} | ({(case.name[0], case.following["id"])} if case.following else set())


def table(results, by_small, by_none):
    """Prints how many bugs of each kind were made and found, each scheme counted by itself."""
    print(f"\n{'bugs':<16} {'made':>6} {'found':>6} {'small':>6} {'listed':>7}")
    count = lambda bugs, kind: sum(of == kind for name in bugs for of, *_ in bugs[name])
    for kind in dict.fromkeys(kind for name in results for kind, *_ in results[name]):
        made, listed = count(results, kind), count(by_none, kind)
        print(f"{kind:<16} {made:>6} {made - listed:>6} {made - count(by_small, kind):>6} {listed:>7}")


def problems(results, by_small, by_none):
    """Yields what is wrong with the results, given the bugs that the small set and the full set miss."""
    names, reasons = list(results), survivors.read()
    is_complete = len(names) == len(wrong.right_port.SCHEMES)
    in_small = {goal(name, kind, bug) for name in names for kind, bug, _ in results[name] if (kind, bug) not in by_small[name]}
    for name in names:
        for kind, bug in sorted(by_small[name] - by_none[name]):
            if goal(name, kind, bug) not in in_small and (is_complete or kind not in IN_ANY_SCHEME):
                yield f"{name}: the small set doesn't find this {kind}: {bug}"
    survived = {(name, bug) for name in names for kind, bug in by_none[name] if kind == "mutant"}
    named = {(name, bug) for name in names for kind, bug in by_none[name] if kind != "mutant"}
    equivalent = {(name, bug) for name, bug in bugs.EQUIVALENT if name in names}
    yield from (f"{name}: no case finds this bug: {bug}" for name, bug in sorted(named - equivalent))
    yield from (f"{name}: listed as equivalent, but found: {bug}" for name, bug in sorted(equivalent - named))
    with_reason = {key for key, reason in reasons.items() if reason != survivors.MISSING}
    yield from (f"no case finds this mutant: {name} | {bug}" for name, bug in sorted(survived - with_reason))
    yield from (f"listed in {survivors.PATH.name}, but found or not made: {name} | {bug}" for name, bug in sorted(set(reasons) - survived) if name in names)
    mutants = {bug for name in names for kind, bug, _ in results[name] if kind == "mutant"}
    found = {bug for name in names for kind, bug, _ in results[name] if kind == "mutant" and (kind, bug) not in by_none[name]}
    print(f"\n{len(mutants)} mutants, each in the schemes that use the changed place: {len(found)} found by a scheme, {len(mutants - found)} by none")
    if is_complete and len(mutants - found) > MOST_SURVIVORS * len(mutants):
        yield f"more than {MOST_SURVIVORS:.0%} of the mutants survive"
    yield from missing_cases(names)


def missing_cases(names):
    """Yields what the small set must have besides."""
    only = small.read()
    for scheme in schemes_of.schemes():
        cases = trial.cases(scheme) if scheme.name in names else []
        chosen = [case for case in cases if case.name in only]
        yield from (f"the small set lacks {case}, which is published" for case in cases if small.is_needed(case) and case not in chosen)
        rules, found = [set().union(*map(small.rules, some)) for some in (cases, chosen)] if cases else (set(), set())
        yield from (f"{name}: the small set has no case for this rule: {rule}" for name, _, rule in sorted(rules - found))


def write_survivors(by_none):
    reasons = survivors.read()
    survived = {(name, bug) for name in by_none for kind, bug in by_none[name] if kind == "mutant"}
    kept = {key: reason for key, reason in reasons.items() if key in survived or key[0] not in by_none}
    survivors.write({**kept, **{key: survivors.MISSING for key in sorted(survived - set(kept))}})


def main():
    all_names = [scheme.name for scheme in schemes_of.schemes()]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="choose the small set, and update the list of mutants that survive")
    parser.add_argument("--list", action="store_true", help="print each bug with a case that finds it")
    parser.add_argument("--only", action="append", choices=all_names, metavar="SCHEME", help="run only the ports of this scheme; can be repeated")
    options = parser.parse_args()
    names = options.only or all_names
    if options.write:
        choose_small(all_names)
    print("Check the small set:", flush=True)
    results = run_all(names, small.read())
    by_small = missed(results)
    print("Look for the other bugs in all cases:", flush=True)
    others = run_all(names, enough=1, some=by_small)
    by_none = missed(others)
    if options.write:
        write_survivors(by_none)
    for name in names if options.list else ():
        for kind, bug, found in results[name] + others[name]:
            case = next((case for how in HOW for case in (found or {}).get(how, [])), None)
            if case is not None:
                print(f"{name}: {kind}: {bug}: {case[0]}.json:{case[1]}")
    table(results, by_small, by_none)
    found = list(problems(results, by_small, by_none))
    print("\n".join(found) if found else "Every bug is found or listed.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
