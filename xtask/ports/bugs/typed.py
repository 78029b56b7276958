"""Injected bugs in parsing and formatting IDs with a prefix."""
import re

from scheme import ALL


def pattern(first, inner, last, most="61"):
    """The prefixes that a port accepts."""
    return {"prefix_pattern": f"({first}({inner}{{0,{most}}}{last})?)?"}


def letters(more):
    """Accepts more characters in a prefix."""
    return pattern(f"[a-z{more}]", f"[a-z_{more}]", f"[a-z{more}]")


def checked_as(change):
    """Changes a prefix before it is checked."""
    return {"check_prefix": lambda right, self, prefix: right(change(prefix))}


def same(compare):
    """Changes the comparison of a prefix with the kind's prefix, if both have one."""
    def is_prefix(right, self, found, prefix):
        return found is not None and compare(found, prefix) if prefix else found is None
    return {"is_prefix": is_prefix}


def first(count):
    return same(lambda found, prefix: found[:count] == prefix[:count])


def several_underscores(right, self, text):
    found, rest = right(text)
    return found and found.rstrip("_"), rest


BUGS = {
    "typed": [
        ("a prefix has up to 64 characters", ALL, pattern("[a-z]", "[a-z_]", "[a-z]", "62")),
        ("a prefix has letters of all scripts", ALL, checked_as(lambda prefix: "".join("a" if it.islower() else it for it in prefix))),
        ("a prefix has hyphens", ALL, letters("-")),
        ("only the last line of a prefix is checked", ALL, checked_as(lambda prefix: prefix.rstrip("\n").split("\n")[-1])),
        ("the length of a prefix has one byte", ALL, checked_as(lambda prefix: prefix[:len(prefix) % 256])),
        ("a prefix has whitespace", ALL, letters(r"\s")),
        ("a prefix starts with an underscore", ALL, pattern("[a-z_]", "[a-z_]", "[a-z]")),
        ("a prefix ends with an underscore", ALL, pattern("[a-z]", "[a-z_]", "[a-z_]")),
        ("a prefix has uppercase after its first letter", ALL, pattern("[a-z]", "[a-zA-Z_]", "[a-zA-Z]")),
        ("a prefix has digits after its first letter and before its last", ALL, pattern("[a-z]", "[a-z0-9_]", "[a-z]")),
        ("a prefix of several letters does not end with z", ALL, pattern("[a-z]", "[a-z_]", "[a-y]")),
        ("a prefix has at most two underscores side by side", ALL, {"prefix_pattern": "(?!.*___)([a-z]([a-z_]{0,61}[a-z])?)?"}),
        ("only the first 63 characters of a prefix are compared", ALL, first(63)),
        ("several underscores are one", ALL, {"split_prefix": several_underscores}),
        ("a kind without a prefix has an underscore", ALL, {"is_prefix": lambda right, self, found, prefix: right(found, prefix) or not prefix and found == ""}),
        ("prefixes are case-insensitive", ALL, same(lambda found, prefix: found.lower() == prefix.lower())),
        ("a line feed before a prefix is ignored", ALL, same(lambda found, prefix: found.lstrip("\n") == prefix)),
        ("a prefix may be incomplete", ALL, same(lambda found, prefix: prefix.startswith(found))),
    ],
}
