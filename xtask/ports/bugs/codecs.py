"""Injected bugs in parsing, formatting and sorting IDs."""
from scheme import (
    ALL, crockford, every, has_constants, has_field, has_hyphens, lacks_o, limit, no, text_overflows, wide,
)
from wrong import Rejected


def words(data, size):
    return [data[at:at + size] for at in range(0, len(data), size)]


def signed(self, value, size):
    return [int.from_bytes(word, "big", signed=True) for word in words(self.to_bytes(value), size)]


def rounded(value):
    """Rounds down to 53 significant bits."""
    excess = max(value.bit_length() - 53, 0)
    return value >> excess << excess


def sorted_by(key):
    return {"sort_key": lambda right, self, value: key(self, value)}


def from_int(change):
    return {"from_int": lambda right, self, value: right(change(self, value))}


def unchecked(change):
    """Changes an integer, and then checks only its range."""
    def from_int(right, self, value):
        changed = change(self, value)
        return changed if changed in range(limit(self)) else right(changed)
    return {"from_int": from_int}


def or_int(accepts):
    """Accepts more integers."""
    return {"from_int": lambda right, self, value: value if accepts(self, value) else right(value)}


def in_fields(change):
    """Changes each field that isn't constant, given the value, the bits and the largest value."""
    def from_fields(right, self, fields):
        largest = self.to_fields(self.largest)
        variable = [(name, bits) for name, bits in self.fields if name not in self.constants]
        return right({**fields, **{name: change(fields[name], bits, largest[name]) for name, bits in variable}})
    return {"from_fields": from_fields}


def of_length(accepts, change):
    """Accepts bytes of more lengths."""
    def from_bytes(right, self, data):
        size = self.bits // 8
        return right(change(data, size) if accepts(len(data), size) else data)
    return {"from_bytes": from_bytes}


def first_bytes(data, size):
    return data[:size]


def prepared(change):
    """Changes a string before it is parsed, given the number of characters of an ID."""
    return {"from_text": lambda right, self, text: right(change(text, self.text_forms[0].length))}


def replaced(old, new):
    return prepared(lambda text, length: text.replace(old, new))


def stripped(start, end=""):
    return prepared(lambda text, length: text[len(start) if text.startswith(start) else 0:].removesuffix(end))


def digit(change):
    """Changes a character before its value is looked up."""
    return {"form.digit": lambda right, self, character: right(change(character))}


def or_digit(find):
    """Gives characters that are no digits a value, or -1."""
    return {"form.digit": lambda right, self, character: max(right(character), find(self, character))}


def alias(letter, read):
    return digit(lambda character: read if character.upper() == letter else character)


def characters(change):
    """Changes characters outside of ASCII, and counts characters instead of bytes."""
    return {**digit(change), "length": lambda right, self, text: len(text)}


def other_case(text):
    return text.lower() if text == text.upper() else text.upper()


def without_urn(text, urn):
    _, named, rest = text.removeprefix(urn).partition(":")
    return rest if text.startswith(urn) and named else text


def with_hyphens(*positions):
    def change(text, length):
        return "".join("-" if at in positions else character for at, character in enumerate(text)) if len(text) == 36 else text
    return prepared(change)


def padded_groups(text, length):
    groups = text.split("-")
    return "-".join(group.zfill(width) for group, width in zip(groups, (8, 4, 4, 4, 12))) if len(groups) == 5 else text


def inner_underscores(text, length):
    return text if "-_" in f"-{text}-" or "_-" in f"-{text}-" else text.replace("_", "0")


def last_line(text, length):
    return next((line for line in reversed(text.split("\n")) if len(line) == length), text)


def without_zeros(text, length):
    excess = max(len(text) - length, 0)
    return text[excess:] if text.startswith("0" * excess) else text


def written(change):
    return {"to_text": lambda right, self, value: change(right(value))}


def corrected(reason):
    """Replaces a wrong digit, and reports what is wrong then if it has this reason."""
    def from_text(right, self, text):
        try:
            return right(text)
        except Rejected as rejected:
            if rejected.args[0] != "digit":
                raise
            form, position = next(form for form in self.text_forms if form.length == len(text.encode())), rejected.args[1]
            smallest = form.format(self.constant_bits)
            try:
                self.from_text(text[:position] + smallest[position] + text[position + 1:])
            except Rejected as later:
                if later.args[0] == reason:
                    raise
            raise rejected
    return {"from_text": from_text}


def checked(change):
    """Changes an integer that is too large for an ID, or returns None."""
    def check_overflow(right, self, value):
        changed = change(self, value)
        return right(value) if changed is None else changed
    return {"check_overflow": check_overflow}


starts_at_0 = no(has_constants)

BUGS = {
    "sign": [
        ("negative integers wrap", ALL, unchecked(lambda self, value: value + (1 << self.bits) if value < 0 else value)),
    ],
    "order": [
        ("IDs are sorted as signed integers", wide, sorted_by(lambda self, value: signed(self, value, 20))),
        ("IDs are sorted as signed 32-bit words", ALL, sorted_by(lambda self, value: signed(self, value, 4))),
        ("IDs are sorted as floating-point numbers", ALL, sorted_by(lambda self, value: rounded(value))),
    ],
    "width": [
        ("the largest integer plus one is accepted", ALL, or_int(lambda self, value: value == limit(self))),
        ("a field is read as 32 bits", has_field(0, 32), in_fields(lambda value, bits, largest: value % (1 << 32) if bits <= 32 else value)),
        ("a field is read as 128 bits", has_field(54, 160), in_fields(lambda value, bits, largest: value % (1 << 128) if value > 0 else value)),
        ("all bits clear or set are an ID", has_constants, or_int(lambda self, value: value in (0, limit(self) - 1))),
        ("missing bytes are 0", ALL, of_length(lambda present, size: present < size, lambda data, size: data.rjust(size, b"\0"))),
        ("20 bytes are accepted", lambda of: of.ids.bits < 160, of_length(lambda present, size: present == 20, first_bytes)),
        ("36 bytes are accepted", starts_at_0, of_length(lambda present, size: present == 36, first_bytes)),
        ("no bytes are the smallest ID", starts_at_0, of_length(lambda present, size: present == 0, lambda data, size: bytes(size))),
        ("twice the bytes are accepted", ALL, of_length(lambda present, size: present == 2 * size, first_bytes)),
    ],
    "fields": [
        ("the version is not checked", has_constants, {"constants": {"var": 0b10}}),
        ("the variant is not checked", has_constants, {"constants": {"ver": 0b0111}}),
    ],
    "case folding": [
        ("the text form is written in the other letter case", ALL, written(other_case)),
        ("bit 5 of every character is set", ALL, digit(lambda character: chr(ord(character) | 0x20))),
        ("characters change their case as in Unicode", ALL, characters(lambda character: character.upper()[0].lower()[0])),
        ("the whole string changes its case as in Unicode", ALL, prepared(lambda text, length: text.upper().lower())),
        ("fullwidth characters are digits", ALL, characters(lambda character: chr(ord(character) - 0xfee0) if "\uff01" <= character <= "\uff5e" else character)),
        ("digits of other scripts are digits", ALL, characters(lambda character: chr(ord(character) - 0x630) if "\u0660" <= character <= "\u0669" else character)),
    ],
    "characters": [
        ("a trailing line feed is ignored", ALL, stripped("", "\n")),
        ("a leading line feed is ignored", ALL, stripped("\n")),
        ("the last of several lines is read", ALL, prepared(last_line)),
        ("surrounding tabs are ignored", ALL, stripped("\t", "\t")),
        ("surrounding carriage returns are ignored", ALL, stripped("\r", "\r")),
        ("surrounding no-break spaces are ignored", ALL, stripped("\xa0", "\xa0")),
        ("parentheses are ignored", ALL, stripped("(", ")")),
        ("an opening brace is ignored", ALL, stripped("{")),
        ("a URN is read", ALL, prepared(lambda text, length: without_urn(text, "urn:"))),
        ("an uppercase URN is read", ALL, prepared(lambda text, length: without_urn(text, "URN:"))),
        ("the prefix of a kind is ignored", ALL, stripped("ord_")),
        ("an integer in decimal is read", ALL, prepared(lambda text, length: "0" * length if len(text) > length and text[0] != "0" and text.isnumeric() else text)),
        ("text ends at a NUL", ALL, prepared(lambda text, length: text.split("\0")[0])),
        ("underscores are ignored", ALL, replaced("_", "")),
        ("inner spaces are ignored", ALL, replaced(" ", "")),
        ("a zero-width space is ignored", ALL, prepared(lambda text, length: text.strip("\u200b"))),
        ("a blank is a leading zero", ALL, prepared(lambda text, length: text.replace(" ", "0", 1))),
        ("a tab is a leading zero", ALL, prepared(lambda text, length: text.replace("\t", "0", 1))),
        ("a prefix of hexadecimal is two zeros", has_hyphens, replaced("0x", "00")),
        ("a plus sign in each group is a zero", has_hyphens, replaced("-+", "-0")),
        ("a blank in each group is a zero", has_hyphens, replaced("- ", "-0")),
        ("a blank at the end of each group is a zero", has_hyphens, replaced(" -", "0-")),
        ("an underscore inside a group is a zero", has_hyphens, prepared(inner_underscores)),
        ("only the first hyphen is checked", has_hyphens, with_hyphens(13, 18, 23)),
        ("only the last hyphen is checked", has_hyphens, with_hyphens(8, 13, 18)),
        ("a space stands for a hyphen", has_hyphens, replaced(" ", "-")),
        ("digits in each group can be missing", has_hyphens, prepared(padded_groups)),
        ("the six characters after 9 are digits", ALL, or_digit(lambda self, character: ":;<=>?".find(character) + 10 if character in ":;<=>?" else -1)),
        ("a minus sign is a leading zero", ALL, prepared(lambda text, length: "0" + text[1:] if text.startswith("-") else text)),
        ("a plus sign is ignored", ALL, stripped("+")),
        ("a plus sign is a leading zero", ALL, prepared(lambda text, length: text.replace("+", "0", 1))),
        ("a minus sign is ignored", ALL, stripped("-")),
        ("a byte order mark is ignored", ALL, stripped("\ufeff")),
        ("0x is ignored", ALL, stripped("0x")),
        ("padding is ignored", ALL, prepared(lambda text, length: text.rstrip("="))),
        ("the character after the last digit is a digit", ALL, or_digit(lambda self, character: len(self.alphabet) - 1 if character == chr(ord(self.alphabet[-1]) + 1) else -1)),
        ("I is 1", lacks_o, alias("I", "1")),
        ("L is 1", lacks_o, alias("L", "1")),
        ("O is 0", lacks_o, alias("O", "0")),
        ("U is V", crockford, alias("U", "v")),
    ],
    "length": [
        ("leading zeros in excess are ignored", ALL, prepared(without_zeros)),
        ("no string is the smallest ID", ALL, prepared(lambda text, length: text or "0" * length)),
        ("characters are counted", ALL, {"length": lambda right, self, text: len(text)}),
        ("leading zeros are written at the end", ALL, written(lambda text: text.lstrip("0").ljust(len(text), "0"))),
    ],
    "overflow": [
        ("the largest ID plus one is accepted as text", every(text_overflows, no(has_constants)), checked(lambda self, value: value if value == limit(self) else None)),
        ("the largest ID is rejected as text", ALL, {"check_overflow": lambda right, self, value: right(value + (value == self.largest))}),
    ],
    "reasons": [
        ("the last of several wrong digits is reported", ALL, corrected("digit")),
        ("a value that is too large is reported before a wrong digit", text_overflows, corrected("overflow")),
    ],
}
