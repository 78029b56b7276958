"""The injected bugs that have a name. Each is a change of one to three lines of the port in Python.

Few cases find them. A bug that dozens of cases find in each scheme has no name, because no change of the vectors would miss it. Neither
has a bug that is found by all cases that find some mutant or another bug.
"""
from wrong import after_prefix, in_uuid, port, right_port, subclass, with_forms, wrong_ids

from . import codecs, generators, kinds, node_specs, typed

#: The kinds of file that each kind of bug can affect.
OF_CODECS, OF_GENERATORS, OF_NODE_SPECS, OF_TYPED = ("codec", "refused", "order"), ("generator", "refused"), ("node-spec",), ("typed",)
#: The groups of bugs that ports can also have only in the text after a prefix, or only in UUIDs.
OF_TEXT = ("fields", "case folding", "characters", "length", "overflow", "reasons")
#: After a prefix, the text has no underscore.
WITH_UNDERSCORES = ("underscores are ignored", "the prefix of a kind is ignored")
#: Bugs that change nothing in a port of the scheme.
EQUIVALENT = {
    ("ulid", "overflow", "the state changes although the call fails"): "after an overflow, the next call in the timestamp overflows too",
}


class Bug:
    """A bug in a port of one scheme. `kind` is for the table, and `make` returns the port."""

    def __init__(self, kind, group, name, kinds, make):
        self.kind, self.group, self.name, self.kinds, self.make = kind, group, name, kinds, make

    def __str__(self):
        return f"{self.group}: {self.name}"


def rows(table):
    return [(group, *row) for group, rows in table.items() for row in rows]


def bugs(scheme):
    """Yields the bugs that a port of a scheme can have."""
    ids = scheme.ids
    for group, name, applies, change in rows(codecs.BUGS):
        if applies(scheme):
            yield Bug("codec", group, name, OF_CODECS, lambda change=change: port(scheme, ids=wrong_ids(ids, change)))
    for kinds_of_file, table in ((OF_GENERATORS, generators.BUGS), (("properties",), generators.OF_ANY_METHOD), (("runs",), generators.OF_RUNS)):
        for group, name, applies, change in rows(table):
            if applies(scheme):
                yield Bug("generator", group, name, kinds_of_file, lambda change=change: port(scheme, generator=subclass(scheme.generator, change)))
    for group, name, applies, change in rows(node_specs.BUGS):
        if applies(scheme):
            wrong = lambda change: lambda text: change(right_port.node_spec, text)
            yield Bug("node spec", group, name, OF_NODE_SPECS, lambda change=change, wrong=wrong: port(scheme, node_spec=wrong(change)))
    for kind, table in (("typed", typed.BUGS), ("kind", kinds.BUGS)):
        for group, name, applies, change in rows(table):
            if applies(scheme):
                yield Bug(kind, group, name, OF_TYPED, lambda change=change: port(scheme, ids=wrong_ids(ids, change)))
    yield from of_text(scheme, "after a prefix", after_prefix, with_forms(ids, ids.forms_after_prefix()), WITH_UNDERSCORES)
    if ids.bits == 128:
        yield from of_text(scheme, "in a UUID", in_uuid, with_forms(ids, (right_port.UUID,)), ())


def of_text(scheme, group, inject, ids, impossible):
    """Yields the bugs of some text of typed IDs. `ids` has only this text form."""
    variant = scheme.with_ids(ids)
    for of, name, applies, change in rows(codecs.BUGS):
        if of in OF_TEXT and name not in impossible and applies(variant):
            make = lambda change=change: port(scheme, ids=wrong_ids(scheme.ids, inject(scheme.ids, change)))
            yield Bug(group, group, name, OF_TYPED, make)
