#!/usr/bin/env python3
"""Runs codec.json, refused.json and order.json of every scheme: python3 reader.py [FOLDER OF THE VECTORS]

To test your port, copy this file and replace the class Codec, which is a small codec of its own, by your library.
"""
import json
import pathlib
import sys

BASE36, CROCKFORD = "0123456789abcdefghijklmnopqrstuvwxyz", "0123456789abcdefghjkmnpqrstvwxyz"
# For each scheme: the digits, the alphabet, the limit, the bits of each field, and the time of a timestamp.
SCHEMES = {
    "scru160": (32, BASE36[:32], 1 << 160, {"timestamp": 48, "counter": 16, "random16": 16, "random80": 80}, int),
    "scru128": (25, BASE36, 1 << 128, {"timestamp": 48, "counter_hi": 24, "counter_lo": 24, "entropy": 32}, int),
    "scru64": (12, BASE36, 36**12, {"timestamp": 40, "node_ctr": 24}, lambda tick: tick * 256),
    "ulid": (26, CROCKFORD, 1 << 128, {"timestamp": 48, "randomness": 80}, int),
    "ulid-flake": (13, CROCKFORD, 1 << 63, {"timestamp": 44, "randomness": 20}, lambda ms: ms + 1704067200000),
}
SCHEMES["ulid-flake-scalable"] = (*SCHEMES["ulid-flake"][:3], {"timestamp": 44, "randomness": 15, "scalability": 5}, SCHEMES["ulid-flake"][4])


class Refused(Exception):
    """A value that is not an ID. For a text, the reason and the position are those of the vectors."""


class Codec:
    """IDs of a scheme, as integers."""

    def __init__(self, scheme):
        self.digits, self.alphabet, self.limit, self.bits, self.time = SCHEMES[scheme]
        self.upper = self.alphabet != BASE36
        self.alphabets = {self.digits: self.alphabet, **({40: BASE36[:16]} if scheme == "scru160" else {})}

    def of_text(self, text):
        alphabet, value = self.alphabets.get(len(text.encode())), 0
        if alphabet is None:
            raise Refused("length", None)
        for position, character in enumerate(text):
            # lower() alone would also change letters outside ASCII.
            if not character.isascii() or character.lower() not in alphabet:
                raise Refused("digit", position)
            value = value * len(alphabet) + alphabet.index(character.lower())
        if value >= self.limit:
            raise Refused("overflow", None)
        return value

    def of_int(self, value):
        if not 0 <= value < self.limit:
            raise Refused("out of range")
        return value

    def of_bytes(self, data):
        if len(data) * 8 != sum(self.bits.values()):
            raise Refused("length")
        return self.of_int(int.from_bytes(data, "big"))

    def of_fields(self, fields):
        value = 0
        for name, bits in self.bits.items():
            if not isinstance(fields[name], int) or not 0 <= fields[name] < 1 << bits:
                raise Refused(name)
            value = value << bits | fields[name]
        return self.of_int(value)

    def text(self, value):
        digits = [self.alphabet[value // len(self.alphabet) ** at % len(self.alphabet)] for at in range(self.digits)]
        return "".join(reversed(digits)).upper() if self.upper else "".join(reversed(digits))

    def bytes(self, value):
        return value.to_bytes(sum(self.bits.values()) // 8, "big")

    def fields(self, value):
        fields = {}
        for name, bits in reversed(self.bits.items()):
            fields[name], value = value % (1 << bits), value >> bits
        return fields


def numbers(fields):
    """Fields of more than 53 bits are hex."""
    return {name: int(value, 16) if isinstance(value, str) else value for name, value in fields.items()}


def refusal(make, value):
    """What the exception says, or None if an ID was made."""
    try:
        make(value)
    except Refused as refused:
        return refused.args
    return None


def passes(codec, array, case):
    """Whether a case passes, or a text: the reason for skipping it."""
    if array == "valid":
        value = codec.of_text(case["text"])
        made = [codec.of_text(text) for text in case["alternates"]]
        made += [codec.of_bytes(bytes.fromhex(case["bytes"])), codec.of_int(int(case["int"])), codec.of_fields(numbers(case["fields"]))]
        forms = (codec.text(value), codec.bytes(value).hex(), codec.fields(value), codec.time(codec.fields(value)["timestamp"]))
        return set(made) == {value} and forms == (case["text"], case["bytes"], numbers(case["fields"]), case["unix_ms"])
    if array == "invalid":
        return refusal(codec.of_text, case["text"]) == (case["reason"], case["position"])
    if "sorted" in case:
        ids = [codec.of_text(text) for text in case["shuffled"]]
        return all([codec.text(value) for value in sorted(ids, key=key)] == case["sorted"] for key in (int, codec.bytes, codec.text))
    makers = {
        "int": lambda value: codec.of_int(int(value)),
        "bytes": lambda value: codec.of_bytes(bytes.fromhex(value)),
        "fields": lambda value: codec.of_fields(numbers(value)),
    }
    return "no generator" if case["from"] == "config" else refusal(makers[case["from"]], case["value"]) is not None


def main(folder):
    failures = 0
    for path in (folder / scheme / f"{kind}.json" for scheme in SCHEMES for kind in ("codec", "refused", "order")):
        file, passed, skipped, failed = json.loads(path.read_text("utf-8")), 0, 0, 0
        for array, case in ((array, case) for array in ("valid", "invalid", "cases") for case in file.get(array, [])):
            try:
                result = passes(Codec(file["scheme"]), array, case)
            except (Refused, KeyError):
                result = False
            passed, skipped, failed = passed + (result is True), skipped + isinstance(result, str), failed + (result is False)
            if result is False:
                print(f"{file['scheme']}/{path.name}: case {case['id']} fails: {case['comment']}")
        print(f"{file['scheme']}/{path.name}: {file['count']} cases, {passed} passed, {failed} failed, {skipped} skipped")
        failures += failed + (passed + skipped + failed != file["count"])
    return failures


if __name__ == "__main__":
    sys.exit(1 if main(pathlib.Path(sys.argv[1]) if sys.argv[1:] else pathlib.Path(__file__).resolve().parents[1]) else 0)
