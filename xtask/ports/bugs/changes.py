"""What the tables of bugs have in common: changes of port.py, and the schemes whose ports can have a bug."""

SCRUS, FLAKES = ("scru160", "scru128", "scru64"), ("ulid-flake", "ulid-flake-scalable")
ULIDS = ("ulid", *FLAKES)
#: Of the bugs of text, also the ports with the digits of TypeIDs and of UUIDs after a prefix.
ALL = (*SCRUS, *ULIDS, "uuid7", "typeid", "uuid")


def without(*names):
    return tuple(name for name in ALL if name not in names)


def indented(code):
    return "".join(f"        {line}\n" for line in code.split("\n"))


def after(line, code):
    """Inserts lines into a method."""
    return {f"{line}\n": f"{line}\n{indented(code)}"}


def before(line, code):
    return {f"{line}\n": f"{indented(code)}{line}\n"}


def at_start(signature, code):
    return after(f"    def {signature}:", code)
