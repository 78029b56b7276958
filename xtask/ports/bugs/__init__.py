"""The injected bugs that have a name. Each is a change of one to three lines of the port in Python.

Few cases find them. A bug that dozens of cases find in each scheme has no name, because no change of the vectors would miss it. Neither
has a bug that is found by all cases that find some mutant or another bug.
"""
import wrong

from . import codecs, generators, node_specs, typed

#: The tables of bugs: the kind of bug, and the kinds of file that it can affect.
TABLES = (
    ("codec", ("codec", "refused", "order"), codecs.BUGS),
    ("generator", ("generator", "refused"), generators.BUGS),
    ("generator", ("properties",), generators.OF_ANY_METHOD),
    ("generator", ("runs",), generators.OF_RUNS),
    ("node spec", ("node-spec",), node_specs.BUGS),
    ("typed", ("typed",), typed.BUGS),
)
#: The groups of bugs that ports can also have only in the text after a prefix, or only in UUIDs.
OF_TEXT = ("fields", "case folding", "characters", "length", "overflow", "reasons")
AFTER_PREFIX, IN_UUID = ("from_text_after_prefix", "to_text_after_prefix"), ("from_uuid", "to_uuid")
#: After a prefix, the text has no underscore.
WITH_UNDERSCORES = ("underscores are ignored", "the prefix of a kind is ignored")
#: Bugs that change nothing in a port of the scheme.
EQUIVALENT = {
    ("ulid", "overflow: the state changes although the call fails"): "after an overflow, the next call in the timestamp overflows too",
}


def rows(table):
    return [(group, *row) for group, rows in table.items() for row in rows]


def bugs(scheme):
    """Yields the bugs that a port of a scheme can have: the kind and the name, the kinds of file that can find it, and a function that
    makes the port."""
    for kind, kinds, table in TABLES:
        for group, name, schemes, changes in rows(table):
            if scheme in schemes:
                yield kind, f"{group}: {name}", kinds, lambda changes=changes: wrong.port(changes)
    for where, methods, form in (("after a prefix", AFTER_PREFIX, "typeid"), ("in a UUID", IN_UUID, "uuid")):
        # These are the text forms of UUIDv7, and of other UUIDs. The text form after other prefixes is the scheme's own.
        own = scheme if (scheme == "uuid7") == (where == "in a UUID") else form
        for group, name, schemes, changes in rows(codecs.BUGS):
            impossible = where == "after a prefix" and name in WITH_UNDERSCORES or where == "in a UUID" and scheme not in typed.UUIDS
            if group in OF_TEXT and own in schemes and not impossible:
                yield where, f"{where}: {name}", ("typed",), lambda methods=methods, changes=changes: wrong.only_in(methods, scheme, changes)
