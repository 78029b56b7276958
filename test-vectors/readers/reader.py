#!/usr/bin/env python3
"""Runs the codec, refused, order and typed cases of every scheme, -policy.json included: python3 reader.py [DIRECTORY OF THE VECTORS]

To test your port, copy this file and replace the small Codec class with your library.
"""
import json
import pathlib
import re
import sys


class Refused(Exception):
    """A value that is not an ID. For a string, has the reason and the position as in the vectors."""


UUID = {"alphabet": "0123456789abcdef", "digits": 32, "hyphens": [8, 13, 18, 23]}


class Codec:
    """IDs of a scheme, as integers."""

    def __init__(self, layout):
        self.forms = {form["digits"] + len(form["hyphens"]): form for form in layout["forms"]}
        self.form, self.max, self.layout = layout["forms"][0], int(layout["max"], 16), layout
        self.is_strict = layout.get("is_strict", False)
        # The text form after a prefix. In most schemes, it is the usual form.
        if "typed" in layout:
            self.after_prefix = Codec({**{key: layout[key] for key in layout if key != "typed"}, "forms": [layout["typed"]], "is_strict": True})
        else:
            self.after_prefix = self
        if layout["forms"] != [UUID]:
            self.uuid = Codec({**{key: layout[key] for key in layout if key != "typed"}, "forms": [UUID], "is_strict": False})
        else:
            self.uuid = self
        self.bits = {field["name"]: field["bits"] for field in layout["fields"]}
        constants = {field["name"]: field["constant"] for field in layout["fields"] if "constant" in field}
        # The bits of the constant fields, and their values in every ID.
        self.mask = self.join({name: (1 << bits) - 1 if name in constants else 0 for name, bits in self.bits.items()})
        self.ones = self.join({name: constants.get(name, 0) for name in self.bits})

    def join(self, fields):
        value = 0
        for name, bits in self.bits.items():
            if not isinstance(fields[name], int) or not 0 <= fields[name] < 1 << bits:
                raise Refused(name)
            value = value << bits | fields[name]
        return value

    def of_text(self, text):
        form, value = self.forms.get(len(text.encode())), 0
        if form is None:
            raise Refused("length", None)
        alphabet, radix, weight = form["alphabet"] if self.is_strict else form["alphabet"].lower(), len(form["alphabet"]), len(form["alphabet"]) ** form["digits"]
        for position, character in enumerate(text):
            if position in form["hyphens"]:
                if character != "-":
                    raise Refused("digit", position)
                continue
            # Without isascii(), lower() would also change letters outside ASCII.
            known = character if self.is_strict else character.lower()
            digit, weight = alphabet.find(known) if character.isascii() else -1, weight // radix
            if digit < 0 or (digit * weight ^ self.ones) & self.mask & (radix - 1) * weight:
                raise Refused("digit", position)
            value += digit * weight
        if value > self.max:
            raise Refused("overflow", None)
        return value

    def of_typed(self, prefix, text, text_forms="compact"):
        if not re.fullmatch("([a-z]([a-z_]{0,61}[a-z])?)?", prefix):
            raise Refused("kind", None)
        if text_forms == "uuid" or text_forms != "compact" and "-" in text and "_" not in text:
            return self.uuid.of_text(text)
        found, separator, digits = text.rpartition("_")
        if found + separator != (prefix and prefix + "_"):
            raise Refused("prefix", None)
        try:
            return self.after_prefix.of_text(digits)
        except Refused as refused:
            reason, position = refused.args
            raise Refused(reason, None if position is None else position + len(found + separator)) from None

    def typed(self, prefix, value, text_forms="compact"):
        if text_forms.startswith("uuid"):
            return self.uuid.text(value)
        return (prefix and prefix + "_") + self.after_prefix.text(value)

    def of_int(self, value):
        if not 0 <= value <= self.max or value & self.mask != self.ones:
            raise Refused("out of range")
        return value

    def of_bytes(self, data):
        if len(data) * 8 != sum(self.bits.values()):
            raise Refused("length")
        return self.of_int(int.from_bytes(data, "big"))

    def of_fields(self, fields):
        return self.of_int(self.join(fields))

    def text(self, value):
        alphabet = self.form["alphabet"]
        digits = [alphabet[value // len(alphabet) ** at % len(alphabet)] for at in reversed(range(self.form["digits"]))]
        for position in self.form["hyphens"]:
            digits.insert(position, "-")
        return "".join(digits)

    def time(self, value):
        return (value >> sum(list(self.bits.values())[1:])) * self.layout["tick_ms"] + self.layout["epoch_unix_ms"]

    def bytes(self, value):
        return value.to_bytes(sum(self.bits.values()) // 8, "big")

    def fields(self, value):
        fields = {}
        for name, bits in reversed(self.bits.items()):
            fields[name], value = value % (1 << bits), value >> bits
        return fields


def number(value):
    """Integers above 2^53 - 1 are decimal strings."""
    return int(value) if isinstance(value, str) else value


def numbers(fields):
    return {name: number(value) for name, value in fields.items()}


def refusal(make, value):
    """Returns what the exception contains, or None if the value is an ID."""
    try:
        make(value)
    except Refused as refused:
        return refused.args
    return None


def passes(codec, array, case):
    """Returns True if a case passes, False if it fails, or a string with the reason for skipping it."""
    if array == "valid" and "prefix" in case:
        value = codec.of_bytes(bytes.fromhex(case["bytes"]))
        forms = case.get("text_forms", "compact")
        made = [codec.of_typed(case["prefix"], text, forms) for text in [case["text"], *case["alternates"]]]
        return set(made) == {value} and codec.typed(case["prefix"], value, forms) == case["text"]
    if array == "valid":
        value = codec.of_text(case["text"])
        made = [codec.of_text(text) for text in case["alternates"]]
        made += [codec.of_bytes(bytes.fromhex(case["bytes"])), codec.of_int(int(case["int"])), codec.of_fields(numbers(case["fields"]))]
        forms = (codec.text(value), codec.bytes(value).hex(), codec.fields(value), codec.time(value))
        return set(made) == {value} and forms == (case["text"], case["bytes"], numbers(case["fields"]), case["unix_ms"])
    if array == "invalid":
        read = (lambda text: codec.of_typed(case["prefix"], text, case.get("text_forms", "compact"))) if "prefix" in case else codec.of_text
        return refusal(read, case["text"]) == (case["reason"], case["position"])
    if "sorted" in case:
        ids = [codec.of_text(text) for text in case["shuffled"]]
        return all([codec.text(value) for value in sorted(ids, key=key)] == case["sorted"] for key in (int, codec.bytes, codec.text))
    makers = {
        "int": lambda value: codec.of_int(int(value)),
        "bytes": lambda value: codec.of_bytes(bytes.fromhex(value)),
        "fields": lambda value: codec.of_fields(numbers(value)),
    }
    return "no generator" if case["from"] == "config" else refusal(makers[case["from"]], case["value"]) is not None


def main(directory):
    failures, index = 0, json.loads((directory / "index.json").read_text("utf-8"))
    codecs = {scheme["name"]: Codec(scheme["layout"]) for scheme in index["schemes"]}
    for path in (directory / entry["path"] for entry in index["vectors"] if entry["kind"] in ("codec", "refused", "order", "typed")):
        file, passed, skipped, failed = json.loads(path.read_text("utf-8")), 0, 0, 0
        for array, case in ((array, case) for array in ("valid", "invalid", "cases") for case in file.get(array, [])):
            try:
                result = passes(codecs[file["scheme"]], array, case)
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
