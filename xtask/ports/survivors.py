"""The mutants that no case finds, each with a reason."""
import collections
import pathlib

PATH = pathlib.Path(__file__).with_name("survivors.txt")
HEAD = """The mutants of the port in Python that no case of these schemes finds. Each is below the reason.
`cargo xtask prove ports --write` removes the mutants that are found now, and adds new ones without a reason.
"""
MISSING = "(no reason)"


def read():
    """Returns the reasons, by scheme and mutation."""
    reasons, reason = {}, None
    for line in PATH.read_text("utf-8").splitlines() if PATH.exists() else []:
        if line.startswith("# "):
            reason = line[2:]
        elif " | " in line:
            schemes, mutation = line.split(" | ", 1)
            reasons.update({(scheme, mutation): reason for scheme in schemes.split()})
    return reasons


def write(reasons):
    groups = collections.defaultdict(lambda: collections.defaultdict(list))
    for (scheme, mutation), reason in reasons.items():
        groups[reason][mutation].append(scheme)
    text = HEAD
    for reason, mutations in groups.items():
        text += f"\n# {reason}\n"
        text += "".join(f"{' '.join(schemes)} | {mutation}\n" for mutation, schemes in sorted(mutations.items()))
    PATH.write_text(text, "utf-8")
