"""Injected bugs in parsing and formatting IDs with a prefix."""
import re

from scheme import ALL
from wrong import Rejected


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


def joined(join):
    """Changes how a prefix and the text form are joined."""
    def to_typed_text(right, self, value, prefix, text_forms):
        return right(value, prefix, text_forms) if text_forms.startswith("uuid") else join(prefix, self.to_text_after_prefix(value))
    return {"to_typed_text": to_typed_text}


def other_case(text):
    return text.upper() if text == text.lower() else text.lower()


def at(change):
    """Changes the position of a wrong digit, given the string, the part after the prefix, and the position in that part."""
    def from_typed_text(right, self, text, prefix, text_forms):
        try:
            return right(text, prefix, text_forms)
        except Rejected as rejected:
            reason, *position = rejected.args
            if self.is_uuid(text, text_forms):
                raise
            rest = self.split_prefix(text)[1]
            raise Rejected(reason, *(change(text, rest, byte - len(text) + len(rest)) for byte in position)) from None
    return {"from_typed_text": from_typed_text}


def kind_last(right, self, text, prefix, text_forms):
    value = right(text, prefix, text_forms)
    if not self.is_uuid(text, text_forms) and not re.fullmatch(self.prefix_pattern, prefix):
        raise Rejected("kind")
    return value


def split_first(right, self, text):
    found, underscore, rest = text.partition("_")
    return (found, rest) if underscore else (None, text)


def several_underscores(right, self, text):
    found, rest = right(text)
    return found and found.rstrip("_"), rest


BUGS = {
    "typed": [
        ("a prefix has up to 64 characters", ALL, pattern("[a-z]", "[a-z_]", "[a-z]", "62")),
        ("a prefix has up to 62 characters", ALL, pattern("[a-z]", "[a-z_]", "[a-z]", "60")),
        ("a prefix has any length", ALL, pattern("[a-z]", "[a-z_]", "[a-z]", "")),
        ("a prefix has uppercase", ALL, letters("A-Z")),
        ("a prefix has letters of all scripts", ALL, checked_as(lambda prefix: "".join("a" if it.islower() else it for it in prefix))),
        ("a prefix has digits", ALL, letters("0-9")),
        ("a prefix has hyphens", ALL, letters("-")),
        ("only the last line of a prefix is checked", ALL, checked_as(lambda prefix: prefix.rstrip("\n").split("\n")[-1])),
        ("the length of a prefix has one byte", ALL, checked_as(lambda prefix: prefix[:len(prefix) % 256])),
        ("a prefix has whitespace", ALL, letters(r"\s")),
        ("a prefix has no underscore", ALL, pattern("[a-z]", "[a-z]", "[a-z]")),
        ("a prefix starts with an underscore", ALL, pattern("[a-z_]", "[a-z_]", "[a-z]")),
        ("a prefix ends with an underscore", ALL, pattern("[a-z]", "[a-z_]", "[a-z_]")),
        ("a prefix has uppercase after its first letter", ALL, pattern("[a-z]", "[a-zA-Z_]", "[a-zA-Z]")),
        ("a prefix has digits after its first letter and before its last", ALL, pattern("[a-z]", "[a-z0-9_]", "[a-z]")),
        ("a prefix does not end with b", ALL, {"prefix_pattern": "([a-z]([a-z_]{0,61}[a-z])?(?<!b))?"}),
        ("a prefix of several letters does not end with z", ALL, pattern("[a-z]", "[a-z_]", "[a-y]")),
        ("a prefix has at most two underscores side by side", ALL, {"prefix_pattern": "(?!.*___)([a-z]([a-z_]{0,61}[a-z])?)?"}),
        ("a prefix is never empty", ALL, {"prefix_pattern": "[a-z]([a-z_]{0,61}[a-z])?"}),
        ("only the first 8 characters of a prefix are compared", ALL, first(8)),
        ("only the first 32 characters of a prefix are compared", ALL, first(32)),
        ("only the first 62 characters of a prefix are compared", ALL, first(62)),
        ("only the first 63 characters of a prefix are compared", ALL, first(63)),
        ("a kind is checked after the string", ALL, {"check_prefix": lambda right, self, prefix: None, "from_typed_text": kind_last}),
        ("a prefix ends at the first underscore", ALL, {"split_prefix": split_first}),
        ("several underscores are one", ALL, {"split_prefix": several_underscores}),
        ("a missing prefix matches any kind", ALL, {"is_prefix": lambda right, self, found, prefix: found is None or right(found, prefix)}),
        ("any prefix matches any kind", ALL, {"is_prefix": lambda right, self, found, prefix: (found is not None) == bool(prefix)}),
        ("a kind without a prefix has all", ALL, {"is_prefix": lambda right, self, found, prefix: not prefix or right(found, prefix)}),
        ("a kind without a prefix has an underscore", ALL, {"is_prefix": lambda right, self, found, prefix: right(found, prefix) or not prefix and found == ""}),
        ("prefixes are case-insensitive", ALL, same(lambda found, prefix: found.lower() == prefix.lower())),
        ("only the end of a prefix is compared", ALL, same(lambda found, prefix: found.endswith(prefix))),
        ("only the start of a prefix is compared", ALL, same(lambda found, prefix: found.startswith(prefix))),
        ("whitespace around a prefix is ignored", ALL, same(lambda found, prefix: found.strip() == prefix)),
        ("a line feed before a prefix is ignored", ALL, same(lambda found, prefix: found.lstrip("\n") == prefix)),
        ("a prefix may be incomplete", ALL, same(lambda found, prefix: prefix.startswith(found))),
        ("no underscore is written", ALL, joined(lambda prefix, rest: prefix + rest)),
        ("an underscore is written without a prefix", ALL, joined(lambda prefix, rest: f"{prefix}_{rest}")),
        ("a prefix is written in uppercase", ALL, joined(lambda prefix, rest: f"{prefix.upper()}_{rest}" if prefix else rest)),
        ("the text form is written in the other letter case", ALL, joined(lambda prefix, rest: other_case(f"{prefix}_{rest}" if prefix else rest))),
        ("a position counts from the end of the prefix", ALL, at(lambda text, rest, position: position + (text == rest))),
        ("a position does not count the underscore", ALL, at(lambda text, rest, position: max(len(text) - len(rest) - 1, 0) + position)),
    ],
}
