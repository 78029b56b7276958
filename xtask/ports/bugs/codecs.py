"""Injected bugs in parsing, formatting and sorting IDs."""
from .changes import ALL, ULIDS, at_start, without

#: The names of text forms: of a scheme, of UUIDs, and of TypeIDs.
WITH_HYPHENS, CROCKFORD = ("uuid7", "uuid"), (*ULIDS, "typeid")
WITHOUT_O, OVERFLOWING = (*CROCKFORD, *WITH_HYPHENS), ("scru128", *CROCKFORD)
CONSTANTS, VALUE = 'constants = {"ver": 7, "var": 2}', "        return value\n\n    # Typed IDs"


def from_int(code):
    return at_start("from_int(self, value)", code)


def in_fields(bits, value):
    """Changes the fields that aren't constant and have these numbers of bits."""
    changed = f"{value} if {bits} and name not in self.constants else value"
    return at_start("from_fields(self, fields)", f"fields = {{name: {changed} for name, bits in self.fields for value in (fields[name],)}}")


def of_length(size):
    """Accepts bytes of another length."""
    return at_start("from_bytes(self, data)", f"data = data[:self.bits // 8] if len(data) == {size} else data")


def sorted_by(code):
    return {VALUE: VALUE.replace("return value", code)}


def text(change):
    """Changes a string before it is parsed, given the number of characters of an ID."""
    return at_start("from_text(self, text, forms=None)", f"length = (forms or self.text_forms)[0].length\ntext = {change}")


def stripped(start, end=""):
    return text(f"text.removeprefix({start!r}).removesuffix({end!r})")


def digit(change):
    """Changes a character before its value is looked up."""
    return at_start("digit(self, character)", f"character = {change}")


def alias(letter, read):
    return digit(f'"{read}" if character.upper() == "{letter}" else character')


def or_digit(condition, value):
    return at_start("digit(self, character)", f"if {condition}:\n    return {value}")


def characters(change):
    """Changes characters outside of ASCII, and counts characters instead of bytes."""
    return {**digit(change), **COUNTED}


def with_hyphens(*positions):
    characters = f'"-" if at in {positions} else character for at, character in enumerate(text)'
    return text(f'"".join({characters}) if len(text) == 36 else text')


def written(change):
    """Changes the text of an ID, which is `{}`."""
    forms = ("self.text_forms[0].format(value)", "self.forms_after_prefix()[0].format(value)", "UUID.format(value)")
    return {f"        return {form}\n": f"        return {change.format(form)}\n" for form in forms}


def after_wrong_digit(new, at_end):
    """Goes on after a wrong digit in ASCII, as if it were the digit of the smallest ID."""
    loop = "        for position, character in enumerate(text):\n"
    return {
        loop: f'{loop}            if not text[:position].isascii():\n                raise Rejected("digit", wrong)\n',
        "value, weight = 0, len": "wrong, value, weight = None, 0, len",
        '!= "-":\n                    raise Rejected("digit", position)': f'!= "-":\n                    wrong = {new}',
        'weight):\n                raise Rejected("digit", position)': f"weight):\n                wrong, digit = {new}, ids.constant_bits // weight % len(self.alphabet)",
        "        return value\n\n    def format": f"        if wrong is not None{at_end}:\n            raise Rejected(\"digit\", wrong)\n        return value\n\n    def format",
    }


COUNTED = {"return len(text.encode())": "return len(text)"}
OVERFLOW = 'if value > self.largest:\n            raise Rejected("overflow")'

BUGS = {
    "sign": [
        ("negative integers wrap", ALL, from_int("wrapped = value + ((value < 0) << self.bits)\nif 0 <= wrapped < (1 << self.bits if self.constants else self.largest + 1):\n    return wrapped")),
    ],
    "order": [
        ("IDs are sorted as signed integers", ("scru160", "scru128", "ulid", "uuid7"), sorted_by('return int.from_bytes(self.to_bytes(value), "big", signed=True)')),
        ("IDs are sorted as signed 32-bit words", ALL, sorted_by('data = self.to_bytes(value)\n        return [int.from_bytes(data[at:at + 4], "big", signed=True) for at in range(0, len(data), 4)]')),
        ("IDs are sorted as floating-point numbers", ALL, sorted_by("excess = max(value.bit_length() - 53, 0)\n        return value >> excess << excess")),
    ],
    "width": [
        ("the largest integer plus one is accepted", ALL, from_int("if value == (1 << self.bits if self.constants else self.largest + 1):\n    return value")),
        ("a field is read as 32 bits", without("ulid"), in_fields("bits <= 32", "value % (1 << 32)")),
        ("a field is read as 128 bits", ("scru160", "ulid", "uuid7"), in_fields("value > 0", "value % (1 << 128)")),
        ("all bits clear or set are an ID", ("uuid7",), from_int("if value in (0, (1 << self.bits) - 1):\n    return value")),
        ("missing bytes are 0", ALL, at_start("from_bytes(self, data)", 'data = data.rjust(self.bits // 8, b"\\0")')),
        ("20 bytes are accepted", without("scru160"), of_length("20")),
        ("36 bytes are accepted", without("uuid7"), of_length("36")),
        ("no bytes are the smallest ID", without("uuid7"), at_start("from_bytes(self, data)", "data = data or bytes(self.bits // 8)")),
        ("twice the bytes are accepted", ALL, of_length("self.bits // 4")),
    ],
    "fields": [
        ("the version is not checked", ("uuid7", "typeid"), {CONSTANTS: 'constants = {"var": 2}'}),
        ("the variant is not checked", ("uuid7", "typeid"), {CONSTANTS: 'constants = {"ver": 7}'}),
    ],
    "case folding": [
        ("the text form is written in the other letter case", ALL, written("{}.swapcase()")),
        ("bit 5 of every character is set", ALL, digit("chr(ord(character) | 0x20)")),
        ("characters change their case as in Unicode", ALL, characters("character.upper()[0].lower()[0]")),
        ("the whole string changes its case as in Unicode", ALL, text("text.upper().lower()")),
        ("fullwidth characters are digits", ALL, characters(r'chr(ord(character) - 0xfee0) if "\uff01" <= character <= "\uff5e" else character')),
        ("digits of other scripts are digits", ALL, characters(r'chr(ord(character) - 0x630) if "\u0660" <= character <= "\u0669" else character')),
    ],
    "characters": [
        ("a trailing line feed is ignored", ALL, stripped("", "\n")),
        ("a leading line feed is ignored", ALL, stripped("\n")),
        ("the last of several lines is read", ALL, text(r'next((line for line in reversed(text.split("\n")) if len(line) == length), text)')),
        ("surrounding tabs are ignored", ALL, stripped("\t", "\t")),
        ("surrounding carriage returns are ignored", ALL, stripped("\r", "\r")),
        ("surrounding no-break spaces are ignored", ALL, stripped("\xa0", "\xa0")),
        ("parentheses are ignored", ALL, stripped("(", ")")),
        ("an opening brace is ignored", ALL, stripped("{")),
        ("a URN is read", ALL, text('re.sub("(?s)^urn:.*?:", "", text)')),
        ("an uppercase URN is read", ALL, text('re.sub("(?s)^URN:.*?:", "", text)')),
        ("the prefix of a kind is ignored", ALL, stripped("ord_")),
        ("an integer in decimal is read", ALL, text('"0" * length if len(text) > length and text[0] != "0" and text.isnumeric() else text')),
        ("text ends at a NUL", ALL, text(r'text.split("\0")[0]')),
        ("underscores are ignored", ALL, text('text.replace("_", "")')),
        ("inner spaces are ignored", ALL, text('text.replace(" ", "")')),
        ("a zero-width space is ignored", ALL, text(r'text.strip("\u200b")')),
        ("a blank is a leading zero", ALL, text('text.replace(" ", "0", 1)')),
        ("a tab is a leading zero", ALL, text(r'text.replace("\t", "0", 1)')),
        ("a prefix of hexadecimal is two zeros", WITH_HYPHENS, text('text.replace("0x", "00")')),
        ("a plus sign in each group is a zero", WITH_HYPHENS, text('text.replace("-+", "-0")')),
        ("a blank in each group is a zero", WITH_HYPHENS, text('text.replace("- ", "-0")')),
        ("a blank at the end of each group is a zero", WITH_HYPHENS, text('text.replace(" -", "0-")')),
        ("an underscore inside a group is a zero", WITH_HYPHENS, text('text if "-_" in f"-{text}-" or "_-" in f"-{text}-" else text.replace("_", "0")')),
        ("only the first hyphen is checked", WITH_HYPHENS, with_hyphens(13, 18, 23)),
        ("only the last hyphen is checked", WITH_HYPHENS, with_hyphens(8, 13, 18)),
        ("a space stands for a hyphen", WITH_HYPHENS, text('text.replace(" ", "-")')),
        ("digits in each group can be missing", WITH_HYPHENS, text('"-".join(map(str.zfill, text.split("-"), (8, 4, 4, 4, 12))) if text.count("-") == 4 else text')),
        ("the six characters after 9 are digits", ALL, or_digit('character in ":;<=>?"', "ord(character) - 48")),
        ("a minus sign is a leading zero", ALL, text('"0" + text[1:] if text.startswith("-") else text')),
        ("a plus sign is ignored", ALL, stripped("+")),
        ("a plus sign is a leading zero", ALL, text('text.replace("+", "0", 1)')),
        ("a minus sign is ignored", ALL, stripped("-")),
        ("a byte order mark is ignored", ALL, stripped("\ufeff")),
        ("0x is ignored", ALL, stripped("0x")),
        ("padding is ignored", ALL, text('text.rstrip("=")')),
        ("the character after the last digit is a digit", ALL, or_digit("ord(character) == ord(self.alphabet[-1]) + 1", "len(self.alphabet) - 1")),
        ("I is 1", WITHOUT_O, alias("I", "1")),
        ("L is 1", WITHOUT_O, alias("L", "1")),
        ("O is 0", WITHOUT_O, alias("O", "0")),
        ("U is V", CROCKFORD, alias("U", "v")),
    ],
    "length": [
        ("leading zeros in excess are ignored", ALL, text('text[len(text) - length:] if text.startswith("0" * (len(text) - length)) and len(text) > length else text')),
        ("no string is the smallest ID", ALL, text('text or "0" * length')),
        ("characters are counted", ALL, COUNTED),
        ("leading zeros are written at the end", ALL, written(r're.sub("^(0*)(.*)", r"\2\1", {})')),
    ],
    "overflow": [
        ("the largest ID plus one is accepted as text", ("scru128", *ULIDS), {OVERFLOW: OVERFLOW.replace("self.largest", "self.largest + 1")}),
        ("the largest ID is rejected as text", ALL, {OVERFLOW: OVERFLOW.replace(">", ">=")}),
    ],
    "reasons": [
        ("the last of several wrong digits is reported", ALL, after_wrong_digit("position", "")),
        ("a value that is too large is reported before a wrong digit", OVERFLOWING, after_wrong_digit("position if wrong is None else wrong", " and (value <= ids.largest or not text.isascii())")),
    ],
}
