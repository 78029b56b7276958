"""The schemes with their cases."""
import json

from wrong import VECTORS, right_port


class Scheme:
    """A scheme and its files."""

    def __init__(self, entry, files):
        self.name, self.entry, self.files = entry["name"], entry, files


class File:
    def __init__(self, directory, entry):
        self.path, self.kind, self.entry = entry["path"], entry["kind"], entry
        file = json.loads((directory / self.path).read_text("utf-8"))
        self.cases = [case for array in ("valid", "invalid", "cases") for case in file.get(array, [])]
        self.lines = {case["id"]: case for case in self.cases}


def schemes(directory=VECTORS):
    """Returns the schemes of a directory of vectors."""
    index = json.loads((directory / "index.json").read_text("utf-8"))
    entries = [entry for entry in index["vectors"] if entry["scheme"] in right_port.SCHEMES]
    return [Scheme(scheme, [File(directory, entry) for entry in entries if entry["scheme"] == scheme["name"]]) for scheme in index["schemes"]]
