"""Injected bugs in the fields, the alphabet and the time."""
from scheme import (
    ALL, BASE_32_HEX, CROCKFORD, base32hex, base36, crockford, has_constants, has_epoch, has_hex_form, has_hyphens, is_milliseconds,
    long_ticks, no,
)
from wrong import right_port


def has_pair(first):
    return lambda of: first + 1 < len(of.ids.fields)


def pair(first, change):
    """Changes two neighbouring fields."""
    return lambda ids: {"fields": (*ids.fields[:first], *change(*ids.fields[first:first + 2]), *ids.fields[first + 2:])}


def swapped(one, other):
    return other, one


def moved(bits):
    return lambda one, other: ((one[0], one[1] + bits), (other[0], other[1] - bits))


def form(at, **changes):
    """Changes one of the text forms."""
    def overrides(ids):
        right = ids.text_forms[at]
        values = {"alphabet": right.alphabet, "digits": right.digits, "hyphens": right.hyphens, "is_case_sensitive": right.is_case_sensitive}
        values.update({key: change(values[key]) for key, change in changes.items()})
        forms = list(ids.text_forms)
        forms[at] = right_port.TextForm(**values)
        return {"text_forms": tuple(forms)}
    return overrides


def alphabet(digits, at=0):
    return form(at, alphabet=lambda _: digits)


def time(change):
    return {"unix_ms": lambda right, self, value: change(self.to_fields(value)["timestamp"])}


NAMES = ("first", "second", "third", "fourth")
PAIRS = [
    bug
    for first, (one, other) in enumerate(zip(NAMES, NAMES[1:]))
    for bug in (
        (f"the {one} and the {other} are swapped", has_pair(first), pair(first, swapped)),
        (f"the {one} has a bit of the {other}", has_pair(first), pair(first, moved(1))),
        (f"the {other} has a bit of the {one}", has_pair(first), pair(first, moved(-1))),
    )
]
#: These bugs are not also injected into the text of typed IDs.
PARTS = {
    "fields": PAIRS,
    "alphabet": [
        ("G instead of F in the hex form", has_hex_form, alphabet("0123456789ABCDEG", at=1)),
        ("one digit too many", ALL, form(0, digits=lambda digits: digits + 1)),
    ],
}
BUGS = {
    "fields": [
        ("the constants are not checked", has_constants, {"constants": {}}),
        ("the version is not checked", has_constants, {"constants": {"var": 0b10}}),
        ("the variant is not checked", has_constants, {"constants": {"ver": 0b0111}}),
    ],
    "alphabet": [
        ("that of RFC 4648's base 32", base32hex, alphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")),
        ("Crockford's", base32hex, alphabet(CROCKFORD)),
        ("that of RFC 4648's base32hex", crockford, alphabet(BASE_32_HEX)),
        ("U instead of V", crockford, alphabet("0123456789ABCDEFGHJKMNPQRSTUWXYZ")),
        ("letters before digits", base36, alphabet("abcdefghijklmnopqrstuvwxyz0123456789")),
        ("the last two digits are swapped", base36, alphabet("0123456789abcdefghijklmnopqrstuvwxzy")),
        ("there is no hex form", has_hex_form, lambda ids: {"text_forms": ids.text_forms[:1]}),
        ("there are no hyphens", has_hyphens, form(0, hyphens=lambda _: ())),
    ],
    "time": [
        ("the timestamp is in seconds", ALL, time(lambda timestamp: timestamp // 1000)),
        ("the time is that of seconds", is_milliseconds, time(lambda timestamp: timestamp // 1000 * 1000)),
        ("the time has 32 bits", ALL, time(lambda timestamp: timestamp % (1 << 32))),
        ("the time is one millisecond late", is_milliseconds, time(lambda timestamp: timestamp + 1)),
        ("the time is negative above 2^47", is_milliseconds, time(lambda timestamp: 0 if timestamp >> 47 else timestamp)),
        ("a tick has 250 ms", long_ticks, time(lambda timestamp: timestamp * 250)),
        ("the time is the end of the tick", long_ticks, time(lambda timestamp: timestamp * 256 + 255)),
        ("the time is the timestamp", no(is_milliseconds), time(lambda timestamp: timestamp)),
        ("the epoch is one millisecond late", has_epoch, time(lambda timestamp: timestamp + 1_704_067_200_001)),
        ("the epoch is 2024 in another time zone", has_epoch, time(lambda timestamp: timestamp + 1_704_034_800_000)),
        ("the epoch is 2023", has_epoch, time(lambda timestamp: timestamp + 1_672_531_200_000)),
    ],
}
