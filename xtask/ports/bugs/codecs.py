"""Injected bugs in parsing, formatting and sorting IDs."""
import functools

from scheme import (
    ALL, base36, crockford, every, has_constants, has_field, has_hyphens, lacks_o, limit, narrow, no, text_overflows, wide,
)
from wrong import Rejected


def in_bytes(change):
    """Changes the bytes that are read and written. Bytes of the wrong length are rejected as before."""
    return {
        "to_bytes": lambda right, self, value: change(right(value)),
        "from_bytes": lambda right, self, data: right(change(data) if len(data) * 8 == self.bits else data),
    }


def words(data, size):
    return [data[at:at + size] for at in range(0, len(data), size)]


def swapped(size):
    """Swaps the bytes of each word."""
    return in_bytes(lambda data: b"".join(word[::-1] for word in words(data, size)))


def without(data, index):
    return data[:index] + bytes(1) + data[index + 1:]


def signed(self, value, size):
    return [int.from_bytes(word, "big", signed=True) for word in words(self.to_bytes(value), size)]


def rounded(value):
    """Rounds down to 53 significant bits."""
    excess = max(value.bit_length() - 53, 0)
    return value >> excess << excess


def sorted_by(key):
    return {"sort_key": lambda right, self, value: key(self, value)}


def difference(one, other):
    """Compares two IDs by their difference in 32 bits."""
    low = (one - other) % (1 << 32)
    return 0 if low == 0 else 1 if low < 1 << 31 else -1


def shown(change):
    return {"forms": lambda right, self, value: {**right(value), "int": change(self, value)}}


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


def largest_rejected(right, self, fields):
    largest = self.to_fields(self.largest)
    for name, _ in self.fields:
        if name not in self.constants and fields[name] == largest[name]:
            raise Rejected(name)
    return right(fields)


def unchecked_constants(right, self, fields):
    right({**fields, **self.constants})
    return self.join(fields)


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


def has_mixed_cases(text):
    return text != text.lower() and text != text.upper()


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


def any_length(right, self, text):
    try:
        return right(text)
    except Rejected as rejected:
        if rejected.args[0] != "length":
            raise
        return self.check_overflow(self.text_forms[0].parse(text, self))


def digits_first(right, self, text):
    form = self.text_forms[0]
    for position, character in enumerate(text):
        if self.length(text) != form.length and form.digit(character) < 0 and (position not in form.hyphens or character != "-"):
            raise Rejected("digit", position)
    return right(text)


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


def at(change):
    """Changes the position of a wrong digit."""
    def from_text(right, self, text):
        try:
            return right(text)
        except Rejected as rejected:
            reason, *position = rejected.args
            raise Rejected(reason, *(change(text, byte) for byte in position)) from None
    return {"from_text": from_text}


def checked(change):
    """Changes an integer that is too large for an ID, or returns None."""
    def check_overflow(right, self, value):
        changed = change(self, value)
        return right(value) if changed is None else changed
    return {"check_overflow": check_overflow}


starts_at_0 = no(has_constants)

BUGS = {
    "endianness": [
        ("bytes start with the least significant", ALL, in_bytes(lambda data: data[::-1])),
        ("the bytes of each 16-bit word are swapped", ALL, swapped(2)),
        ("the bytes of each 32-bit word are swapped", ALL, swapped(4)),
        ("the 32-bit words are in reverse order", ALL, in_bytes(lambda data: b"".join(words(data, 4)[::-1]))),
        ("the bytes of each 64-bit word are swapped", wide, swapped(8)),
        ("the first 8 bytes are swapped with the next 8", wide, in_bytes(lambda data: data[8:16] + data[:8] + data[16:])),
        ("the first 6 bytes, of the timestamp, are swapped", ALL, in_bytes(lambda data: data[:6][::-1] + data[6:])),
        ("the first byte is lost", ALL, in_bytes(lambda data: without(data, 0))),
        ("the last byte is lost", ALL, in_bytes(lambda data: without(data, 7))),
    ],
    "sign": [
        ("integers are shown as signed ones", wide, shown(lambda self, value: signed(self, value, 20)[0])),
        ("the sign of an integer is dropped", ALL, unchecked(lambda self, value: abs(value))),
        ("negative integers wrap", ALL, unchecked(lambda self, value: value + (1 << self.bits) if value < 0 else value)),
        ("the sign of a field is dropped", ALL, in_fields(lambda value, bits, largest: abs(value))),
        # The uppermost bits of some timestamps are always 0.
        ("negative fields wrap", ALL, in_fields(lambda value, bits, largest: min(value + (1 << bits), largest) if value < 0 else value)),
        ("negative fields become 0", ALL, in_fields(lambda value, bits, largest: max(value, 0))),
    ],
    "order": [
        ("IDs are sorted as signed integers", wide, sorted_by(lambda self, value: signed(self, value, 20))),
        ("IDs are sorted as signed bytes", ALL, sorted_by(lambda self, value: signed(self, value, 1))),
        ("IDs are sorted as signed 32-bit words", ALL, sorted_by(lambda self, value: signed(self, value, 4))),
        ("IDs are sorted as signed 64-bit words", wide, sorted_by(lambda self, value: signed(self, value, 8))),
        ("IDs are sorted from the least significant byte", ALL, sorted_by(lambda self, value: self.to_bytes(value)[::-1])),
        ("IDs are sorted as 32-bit words, the least significant first", ALL, sorted_by(lambda self, value: words(self.to_bytes(value), 4)[::-1])),
        ("IDs are sorted as floating-point numbers", ALL, sorted_by(lambda self, value: rounded(value))),
        ("IDs are sorted only by their timestamps", ALL, sorted_by(lambda self, value: self.to_fields(value)["timestamp"])),
        ("IDs are sorted only by their first 64 bits", wide, sorted_by(lambda self, value: value >> self.bits - 64)),
        ("IDs are sorted only by their last 64 bits", wide, sorted_by(lambda self, value: value % (1 << 64))),
        ("IDs are sorted by their decimal digits", ALL, sorted_by(lambda self, value: str(value))),
        ("IDs are sorted in descending order", ALL, sorted_by(lambda self, value: -value)),
        ("IDs are sorted by their fields from the last", ALL, sorted_by(lambda self, value: list(self.to_fields(value).values()))),
        ("IDs are sorted by difference, in 32 bits", ALL, sorted_by(lambda self, value: functools.cmp_to_key(difference)(value))),
    ],
    "width": [
        ("the excess bits of an integer are dropped", ALL, unchecked(lambda self, value: value % limit(self) if value > 0 else value)),
        ("integers have the bits of the bytes", narrow, or_int(lambda self, value: self.largest < value < 1 << self.bits)),
        ("a large integer becomes the largest", ALL, from_int(lambda self, value: min(value, self.largest))),
        ("the largest integer plus one is accepted", ALL, or_int(lambda self, value: value == limit(self))),
        ("the largest integer is rejected", ALL, from_int(lambda self, value: -1 if value == self.largest else value)),
        ("integers have 64 bits", wide, from_int(lambda self, value: value if value < 1 << 64 else -1)),
        ("integers lose precision above 53 bits", ALL, shown(lambda self, value: rounded(value))),
        ("the excess bits of a field are dropped", ALL, in_fields(lambda value, bits, largest: value % (largest + 1))),
        ("a field is read as 16 bits", has_field(0, 16), in_fields(lambda value, bits, largest: value % (1 << 16) if bits <= 16 else value)),
        ("a field is read as 32 bits", has_field(0, 32), in_fields(lambda value, bits, largest: value % (1 << 32) if bits <= 32 else value)),
        ("a field is read as 128 bits", has_field(54, 160), in_fields(lambda value, bits, largest: value % (1 << 128) if value > 0 else value)),
        ("a large field becomes its largest", ALL, in_fields(lambda value, bits, largest: min(value, largest))),
        ("a field that is the same in every ID is not checked", has_constants, {"from_fields": unchecked_constants}),
        ("a field that is the same in every ID is replaced", has_constants, {"from_fields": lambda right, self, fields: right({**fields, **self.constants})}),
        ("all bits clear or set are an ID", has_constants, or_int(lambda self, value: value in (0, limit(self) - 1))),
        ("the largest of a field is rejected", ALL, {"from_fields": largest_rejected}),
        ("excess bytes are ignored", ALL, of_length(lambda present, size: present > size, first_bytes)),
        ("missing bytes are 0", ALL, of_length(lambda present, size: present < size, lambda data, size: data.rjust(size, b"\0"))),
        ("20 bytes are accepted", lambda of: of.ids.bits < 160, of_length(lambda present, size: present == 20, first_bytes)),
        ("36 bytes are accepted", starts_at_0, of_length(lambda present, size: present == 36, first_bytes)),
        ("no bytes are the smallest ID", starts_at_0, of_length(lambda present, size: present == 0, lambda data, size: bytes(size))),
        ("twice the bytes are accepted", ALL, of_length(lambda present, size: present == 2 * size, first_bytes)),
    ],
    "case folding": [
        ("the other letter case is rejected", ALL, {"form.digit": lambda right, self, character: self.alphabet.find(character)}),
        ("mixed letter cases are rejected", ALL, prepared(lambda text, length: "" if has_mixed_cases(text) else text)),
        ("the text form is written in the other letter case", ALL, written(other_case)),
        ("bit 5 of every character is set", ALL, digit(lambda character: chr(ord(character) | 0x20))),
        ("characters change their case as in Unicode", ALL, characters(lambda character: character.upper()[0].lower()[0])),
        ("the whole string changes its case as in Unicode", ALL, prepared(lambda text, length: text.upper().lower())),
        ("fullwidth characters are digits", ALL, characters(lambda character: chr(ord(character) - 0xfee0) if "\uff01" <= character <= "\uff5e" else character)),
        ("digits of other scripts are digits", ALL, characters(lambda character: chr(ord(character) - 0x630) if "\u0660" <= character <= "\u0669" else character)),
        ("the upper bits of a character are dropped", ALL, characters(lambda character: chr(ord(character) % 256))),
    ],
    "characters": [
        ("surrounding whitespace is ignored", ALL, prepared(lambda text, length: text.strip())),
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
        ("hyphens are ignored", ALL, replaced("-", "")),
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
        ("a hyphen in place of a digit is 0", ALL, digit(lambda character: "0" if character == "-" else character)),
        ("the six characters after 9 are digits", ALL, or_digit(lambda self, character: ":;<=>?".find(character) + 10 if character in ":;<=>?" else -1)),
        ("a minus sign is a leading zero", ALL, prepared(lambda text, length: "0" + text[1:] if text.startswith("-") else text)),
        ("a plus sign is ignored", ALL, stripped("+")),
        ("a plus sign is a leading zero", ALL, prepared(lambda text, length: text.replace("+", "0", 1))),
        ("a minus sign is ignored", ALL, stripped("-")),
        ("a byte order mark is ignored", ALL, stripped("\ufeff")),
        ("0x is ignored", ALL, stripped("0x")),
        ("braces and quotes are ignored", ALL, prepared(lambda text, length: text.strip('{}"'))),
        ("padding is ignored", ALL, prepared(lambda text, length: text.rstrip("="))),
        ("a character that is no digit is 0", ALL, or_digit(lambda self, character: 0)),
        ("the character after the last digit is a digit", ALL, or_digit(lambda self, character: len(self.alphabet) - 1 if character == chr(ord(self.alphabet[-1]) + 1) else -1)),
        ("I is 1", lacks_o, alias("I", "1")),
        ("L is 1", lacks_o, alias("L", "1")),
        ("O is 0", lacks_o, alias("O", "0")),
        ("U is V", crockford, alias("U", "v")),
    ],
    "length": [
        ("the length is not checked", ALL, {"from_text": any_length}),
        ("missing digits are 0", ALL, prepared(lambda text, length: text.rjust(length, "0"))),
        ("excess digits are ignored", ALL, prepared(lambda text, length: text[:40] if len(text) == 40 and length == 32 else text[:length])),
        ("leading zeros in excess are ignored", ALL, prepared(without_zeros)),
        ("no string is the smallest ID", ALL, prepared(lambda text, length: text or "0" * length)),
        ("characters are counted", ALL, {"length": lambda right, self, text: len(text)}),
        ("leading zeros are not written", ALL, written(lambda text: text.lstrip("0"))),
        ("leading zeros are written at the end", ALL, written(lambda text: text.lstrip("0").ljust(len(text), "0"))),
        ("a leading zero too many is written", ALL, written(lambda text: "0" + text)),
    ],
    "overflow": [
        ("the excess bits of a string are dropped", text_overflows, checked(lambda self, value: value % limit(self))),
        ("a string above the maximum is the largest ID", text_overflows, checked(lambda self, value: min(value, self.largest))),
        ("the largest ID plus one is accepted as text", every(text_overflows, no(has_constants)), checked(lambda self, value: value if value == limit(self) else None)),
        ("the largest ID is rejected as text", ALL, {"check_overflow": lambda right, self, value: right(value + (value == self.largest))}),
        ("only the first digit of a string is checked", every(base36, text_overflows), checked(lambda self, value: value % limit(self) if value < 36**24 * 16 else None)),
        ("the bits of the bytes are checked", every(narrow, text_overflows), checked(lambda self, value: value % limit(self) if value < 1 << self.bits else None)),
    ],
    "reasons": [
        ("digits are checked before the length", ALL, {"from_text": digits_first}),
        ("the last of several wrong digits is reported", ALL, corrected("digit")),
        ("a value that is too large is reported before a wrong digit", text_overflows, corrected("overflow")),
        ("positions start at 1", ALL, at(lambda text, byte: byte + 1)),
        ("positions count from the end", ALL, at(lambda text, byte: len(text) - byte)),
        ("the position is always 0", ALL, at(lambda text, byte: 0)),
    ],
}
