"""Injected bugs in parsing and formatting IDs with a prefix, and in the kinds that read or write UUIDs."""
from .changes import ALL, at_start

UUIDS = ("scru128", "ulid", "uuid7")


def pattern(first, inner, last, most="61", start=""):
    """The prefixes that a port accepts."""
    return {'prefix_pattern = "([a-z]([a-z_]{0,61}[a-z])?)?"': f'prefix_pattern = r"{start}({first}({inner}{{0,{most}}}{last})?)?"'}


def letters(more):
    """Accepts more characters in a prefix."""
    return pattern(f"[a-z{more}]", f"[a-z_{more}]", f"[a-z{more}]")


def checked_as(change):
    """Changes a prefix before it is checked."""
    return at_start("check_prefix(self, prefix)", f"prefix = {change}")


def same(condition):
    """Changes the comparison of a prefix with the kind's prefix, if both have one."""
    return {"return found == (prefix or None)": f"return found is not None and {condition} if prefix else found is None"}


IS_UUID, WRITTEN = 'text_forms != "compact" and "-" in text and "_" not in text', "return self.to_uuid(value)"

BUGS = {
    "typed": [
        ("a prefix has up to 64 characters", ALL, pattern("[a-z]", "[a-z_]", "[a-z]", "62")),
        ("a prefix has letters of all scripts", ALL, checked_as('"".join("a" if it.islower() else it for it in prefix)')),
        ("a prefix has hyphens", ALL, letters("-")),
        ("only the last line of a prefix is checked", ALL, checked_as(r'prefix.rstrip("\n").split("\n")[-1]')),
        ("the length of a prefix has one byte", ALL, checked_as("prefix[:len(prefix) % 256]")),
        ("a prefix has whitespace", ALL, letters(r"\s")),
        ("a prefix starts with an underscore", ALL, pattern("[a-z_]", "[a-z_]", "[a-z]")),
        ("a prefix ends with an underscore", ALL, pattern("[a-z]", "[a-z_]", "[a-z_]")),
        ("a prefix has uppercase after its first letter", ALL, pattern("[a-z]", "[a-zA-Z_]", "[a-zA-Z]")),
        ("a prefix has digits after its first letter and before its last", ALL, pattern("[a-z]", "[a-z0-9_]", "[a-z]")),
        ("a prefix of several letters does not end with z", ALL, pattern("[a-z]", "[a-z_]", "[a-y]")),
        ("a prefix has at most two underscores side by side", ALL, pattern("[a-z]", "[a-z_]", "[a-z]", start="(?!.*___)")),
        ("only the first 63 characters of a prefix are compared", ALL, same("found[:63] == prefix[:63]")),
        ("several underscores are one", ALL, {"return found if underscore": 'return found.rstrip("_") if underscore'}),
        ("a kind without a prefix has an underscore", ALL, {"return found == (prefix or None)": 'return found == (prefix or None) or not prefix and found == ""'}),
        ("prefixes are case-insensitive", ALL, same("found.lower() == prefix.lower()")),
        ("a line feed before a prefix is ignored", ALL, same(r'found.lstrip("\n") == prefix')),
        ("a prefix may be incomplete", ALL, same("prefix.startswith(found)")),
    ],
    "UUIDs as text": [
        ("36 characters are a UUID", UUIDS, {IS_UUID: 'text_forms != "compact" and len(text) == 36'}),
        ("a kind without text forms reads UUIDs", UUIDS, {IS_UUID: f'{IS_UUID} or text_forms == "compact" and len(text) == 36 and text.count("-") == 4'}),
        ("a kind of UUIDs reads the compact form", UUIDS, at_start("from_uuid(self, text)", 'text = "00000000-0000-7000-8000-000000000000" if len(text) in (25, 26) else text')),
        ("the prefix of a kind of UUIDs is written", UUIDS, {WRITTEN: 'return (prefix + "_" if text_forms == "uuid" and prefix else "") + self.to_uuid(value)'}),
        ("the prefix of a kind with UUIDs is not checked", UUIDS, {"        self.check_prefix(prefix)": '        if text_forms == "compact" or not self.is_uuid(text, text_forms):\n            self.check_prefix(prefix)'}),
    ],
}
