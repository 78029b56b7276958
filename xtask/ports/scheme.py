"""The schemes with their cases, and predicates that decide whether a port of a scheme can have a bug."""
import json

from wrong import VECTORS, right_port


class Scheme:
    """A scheme: its classes in the template, its files, and what its traces set and draw."""

    def __init__(self, entry, files):
        self.name, self.entry, self.files = entry["name"], entry, files
        self.ids, self.generator = right_port.SCHEMES[self.name], right_port.GENERATORS[self.name]
        traces = [case for file in files if file.kind == "generator" for _, case in file.cases]
        self.settings = {key for case in traces for key in case["config"]} - {"allowance_ms", "on_rollback", "resume_after"}
        self.draws = {(field, bits) for case in traces for field, bits in case["draw_bits"].items()}
        self.drawn = {field for field, _ in self.draws}

    def with_ids(self, ids):
        """Returns the scheme with a different text form."""
        scheme = Scheme(self.entry, self.files)
        scheme.ids = ids
        return scheme


class File:
    def __init__(self, directory, entry):
        self.path, self.kind, self.entry = entry["path"], entry["kind"], entry
        file = json.loads((directory / self.path).read_text("utf-8"))
        self.cases = [(array, case) for array in ("valid", "invalid", "cases") for case in file.get(array, [])]
        self.lines = {case["id"]: case for _, case in self.cases}


def schemes(directory=VECTORS):
    """Returns the schemes of a directory of vectors."""
    index = json.loads((directory / "index.json").read_text("utf-8"))
    entries = [entry for entry in index["vectors"] if entry["scheme"] in right_port.SCHEMES]
    return [Scheme(scheme, [File(directory, entry) for entry in entries if entry["scheme"] == scheme["name"]]) for scheme in index["schemes"]]


def limit(ids):
    """Returns the largest integer plus one, whatever the constant fields."""
    return 1 << ids.bits if ids.constants else ids.largest + 1


def crockford(of):
    return of.ids.text_forms[0].alphabet.upper() == right_port.CROCKFORD


def sets(*keys):
    return lambda of: not of.settings.isdisjoint(keys)


def draws(*fields):
    return lambda of: not of.drawn.isdisjoint(fields)


def has_field(least, most):
    return lambda of: any(least <= bits <= most for _, bits in of.ids.fields)


def every(*conditions):
    return lambda of: all(condition(of) for condition in conditions)


def no(condition):
    return lambda of: not condition(of)


def ALL(of):
    return True


def wide(of):
    return of.ids.bits > 64


def has_uuids(of):
    return of.ids.bits == 128


def text_overflows(of):
    form = of.ids.text_forms[0]
    return limit(of.ids) < len(form.alphabet) ** form.digits


def has_constants(of):
    return bool(of.ids.constants)


def has_hyphens(of):
    return bool(of.ids.text_forms[0].hyphens)


def lacks_o(of):
    return "O" not in of.ids.text_forms[0].alphabet.upper()


def long_ticks(of):
    return of.ids.tick_ms > 1


def goes_on(of):
    """Returns True if the ID after the last ID of a timestamp has the next timestamp."""
    return of.generator.moves_on


def leaves_method_open(of):
    """Returns True if the specification prescribes no method for generating IDs, so that all traces are policy."""
    return all(file.entry["policy"] for file in of.files if file.kind == "generator")


def reserves_timestamps(of):
    return of.generator.first_timestamp > 0


sets_node = sets("node_id", "scalability")
draws_hi, counts = draws("counter_hi"), no(draws("increment"))
counts_randomness = every(counts, draws("randomness"))
