#!/usr/bin/env python3
"""A small port of all schemes, for judge.py: python3 judge.py --port 'python3 templates/python/port.py'

IDs are integers. Each scheme has a class for the forms of its IDs and a class for its generators.
"""
import re
import sys

sys.dont_write_bytecode = True  # Writes nothing to the directory of the vectors.
from protocol import Rejected, serve

BASE_16 = "0123456789abcdef"
BASE_32_HEX = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
BASE_36 = "0123456789abcdefghijklmnopqrstuvwxyz"
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class TextForm:
    """A fixed number of digits, the most significant first, with hyphens at fixed positions."""

    def __init__(self, alphabet, digits, hyphens=(), is_case_sensitive=False):
        self.alphabet, self.digits, self.hyphens, self.is_case_sensitive = alphabet, digits, hyphens, is_case_sensitive
        self.length = digits + len(hyphens)

    def digit(self, character):
        """Returns the value of a digit, or -1."""
        # Without isascii(), lower() would also change letters outside of ASCII.
        if self.is_case_sensitive or not character.isascii():
            return self.alphabet.find(character)
        return self.alphabet.lower().find(character.lower())

    def parse(self, text, ids):
        value, weight = 0, len(self.alphabet) ** self.digits
        for position, character in enumerate(text):
            if position in self.hyphens:
                if character != "-":
                    raise Rejected("digit", position)
                continue
            weight //= len(self.alphabet)
            digit = self.digit(character)
            if digit < 0 or not ids.allows(digit * weight, (len(self.alphabet) - 1) * weight):
                raise Rejected("digit", position)
            value += digit * weight
        return value

    def format(self, value):
        digits = []
        for _ in range(self.digits):
            value, digit = divmod(value, len(self.alphabet))
            digits.insert(0, self.alphabet[digit])
        for position in self.hyphens:
            digits.insert(position, "-")
        return "".join(digits)


UUID = TextForm(BASE_16, 32, hyphens=(8, 13, 18, 23))


class Ids:
    """The forms of the IDs of a scheme. The first text form is written, and all are read."""

    tick_ms, epoch_unix_ms, constants, largest = 1, 0, {}, None
    prefix_pattern = "([a-z]([a-z_]{0,61}[a-z])?)?"

    def __init__(self):
        self.bits = sum(bits for _, bits in self.fields)
        # The bits of the constant fields, and their values in every ID.
        self.constant_mask = self.join({name: (1 << bits) - 1 if name in self.constants else 0 for name, bits in self.fields})
        self.constant_bits = self.join({name: self.constants.get(name, 0) for name, _ in self.fields})
        if self.largest is None:
            self.largest = self.join({name: self.constants.get(name, (1 << bits) - 1) for name, bits in self.fields})

    def join(self, fields):
        value = 0
        for name, bits in self.fields:
            value = value << bits | fields[name]
        return value

    def allows(self, bits, mask):
        """Returns True if an ID can have these bits under a mask."""
        return (bits ^ self.constant_bits) & self.constant_mask & mask == 0

    def from_int(self, value):
        if not 0 <= value <= self.largest or not self.allows(value, self.constant_mask):
            raise Rejected("rejected")
        return value

    def from_bytes(self, data):
        if len(data) * 8 != self.bits:
            raise Rejected("rejected")
        return self.from_int(int.from_bytes(data, "big"))

    def from_fields(self, fields):
        for name, bits in self.fields:
            if not 0 <= fields[name] < 1 << bits or fields[name] != self.constants.get(name, fields[name]):
                raise Rejected(name)
        value = self.join(fields)
        if value > self.largest:
            raise Rejected(self.fields[0][0])
        return value

    def from_text(self, text, forms=None):
        for form in forms or self.text_forms:
            if self.length(text) == form.length:
                return self.check_overflow(form.parse(text, self))
        raise Rejected("length")

    def length(self, text):
        return len(text.encode())

    def check_overflow(self, value):
        if value > self.largest:
            raise Rejected("overflow")
        return value

    def to_text(self, value):
        return self.text_forms[0].format(value)

    def compare(self, *texts):
        """Returns the order of two IDs and, which only strings of the same form have, the order of their strings."""
        keys = {"order": [self.sort_key(self.from_text(text)) for text in texts], "text_order": [text.lower() for text in texts]}
        return {name: "less" if a < b else "greater" if a > b else "equal" for name, (a, b) in keys.items()}

    def to_bytes(self, value):
        return value.to_bytes(self.bits // 8, "big")

    def to_fields(self, value):
        fields = {}
        for name, bits in reversed(self.fields):
            fields[name], value = value % (1 << bits), value >> bits
        return fields

    def forms(self, value):
        """Returns all forms of an ID, as the protocol names them."""
        forms = {"text": self.to_text(value), "bytes": self.to_bytes(value).hex(), "int": value, "unix_ms": self.unix_ms(value)}
        return {**forms, **self.to_fields(value)}

    def unix_ms(self, value):
        return self.to_fields(value)["timestamp"] * self.tick_ms + self.epoch_unix_ms

    def sort_key(self, value):
        return value

    # Typed IDs: a prefix, `_` and the text form.

    def forms_after_prefix(self):
        return self.text_forms

    def from_text_after_prefix(self, text):
        return self.from_text(text, self.forms_after_prefix())

    def to_text_after_prefix(self, value):
        return self.forms_after_prefix()[0].format(value)

    def from_uuid(self, text):
        return self.from_text(text, (UUID,))

    def to_uuid(self, value):
        return UUID.format(value)

    def check_prefix(self, prefix):
        if not re.fullmatch(self.prefix_pattern, prefix):
            raise Rejected("kind")

    def is_uuid(self, text, text_forms):
        return text_forms == "uuid" or text_forms != "compact" and "-" in text and "_" not in text

    def split_prefix(self, text):
        """Returns the prefix, or None, and the rest."""
        found, underscore, rest = text.rpartition("_")
        return found if underscore else None, rest

    def is_prefix(self, found, prefix):
        return found == (prefix or None)

    def from_typed_text(self, text, prefix, text_forms):
        self.check_prefix(prefix)
        if self.is_uuid(text, text_forms):
            return self.from_uuid(text)
        found, rest = self.split_prefix(text)
        if not self.is_prefix(found, prefix):
            raise Rejected("prefix")
        try:
            return self.from_text_after_prefix(rest)
        except Rejected as rejected:
            reason, *position = rejected.args
            raise Rejected(reason, *(at + len(text) - len(rest) for at in position)) from None

    def to_typed_text(self, value, prefix, text_forms):
        if text_forms.startswith("uuid"):
            return self.to_uuid(value)
        return (prefix and prefix + "_") + self.to_text_after_prefix(value)


class Generator:
    """What all generators share.

    `last` is the timestamp and the counter of the last ID. In SCRU160's microsecond mode, a timestamp is in microseconds.
    """

    opened = {}  # If your library's random source can't be replaced: {"random": "own"}
    first_timestamp = 1  # 0 is reserved.
    moves_on = True  # At an overflow, the next ID has the next timestamp.
    counter_name = "counter"

    def __init__(self, ids, config):
        self.ids, self.ceiling_unix_ms, self.last = ids, None, None
        self.resets = config["on_rollback"] == "reset"
        self.allowance_ms = self.setting(config, "allowance_ms", 0, (1 << 53) - 1)
        self.configure(config)
        if config["resume_after"]:
            self.resume(config["resume_after"])

    @staticmethod
    def setting(config, name, least, most):
        value = config[name]
        if not re.fullmatch("-?[0-9]+", value) or not least <= int(value) <= most:
            raise Rejected(name)
        return int(value)

    def configure(self, config):
        """Reads the settings that only this scheme has."""

    def last_timestamp(self):
        """The largest timestamp of a generated ID. The largest of all is reserved."""
        return self.ids.to_fields(self.ids.largest)["timestamp"] - 1

    def timestamp(self, now):
        return (now - self.epoch_unix_ms()) // self.ids.tick_ms

    def epoch_unix_ms(self):
        return self.ids.epoch_unix_ms

    def unix_ms(self, timestamp):
        return timestamp * self.ids.tick_ms + self.epoch_unix_ms()

    def allowance(self):
        """The tolerated rollback, in units of the timestamp."""
        return self.allowance_ms // self.ids.tick_ms

    def resume(self, text):
        try:
            value = self.ids.from_text(text)
        except Rejected:
            raise Rejected("resume_after") from None
        timestamp, counter, rest = self.take_apart(self.ids.to_fields(value))
        # An ID of a different node changes if it is put together with this generator's node.
        is_of_this_node = self.put_together(timestamp, counter, rest) == value
        if not self.first_timestamp <= timestamp <= self.last_timestamp() or not is_of_this_node:
            raise Rejected("resume_after")
        self.last = timestamp, counter

    def set_ceiling(self, unix_ms):
        self.ceiling_unix_ms = unix_ms

    def has_reached(self, unix_ms):
        return self.ceiling_unix_ms is not None and unix_ms >= self.ceiling_unix_ms

    def stay_below_ceiling(self, timestamp):
        if self.has_reached(self.unix_ms(timestamp)):
            raise Rejected("after_ceiling")

    def generate(self, source):
        """Returns the next ID. On an error, nothing changes."""
        timestamp = self.timestamp(source.now())
        self.check_reading(timestamp)
        last = self.last_to_follow(timestamp)
        if self.is_new(timestamp, last):
            following = self.begin(timestamp, last, source)
        else:
            following = self.count(last, source)
        value = self.put_together(*following[:2], self.draw_rest(source))
        self.last = following
        return value

    def check_reading(self, timestamp):
        if not self.is_usable(timestamp):
            raise Rejected("out_of_range")
        self.stay_below_ceiling(timestamp)

    def is_usable(self, timestamp):
        return self.first_timestamp <= timestamp <= self.last_timestamp()

    def last_to_follow(self, timestamp):
        """Returns the last ID, or None if the generator starts, or starts over after a large rollback."""
        if self.last is None:
            return None
        self.stay_below_ceiling(self.last[0])
        if self.is_tolerated(self.rollback(timestamp)):
            return self.last
        if not self.resets:
            raise Rejected("rollback")
        return None

    def rollback(self, timestamp):
        return self.last[0] - timestamp

    def is_tolerated(self, rollback):
        return rollback <= self.allowance()

    def is_new(self, timestamp, last):
        return last is None or timestamp > last[0]

    def begin(self, timestamp, last, source):
        """Starts a timestamp with a random counter."""
        return timestamp, source.draw(self.counter_name, self.start_bits())

    def start_bits(self):
        return self.counter_bits()

    def count(self, last, source):
        """Continues in the timestamp of the last ID."""
        counter = last[1] + self.increment(source)
        if self.fits(counter):
            return (last[0], counter, *last[2:])
        timestamp = self.timestamp_after_overflow(last[0])
        self.stay_below_ceiling(timestamp)
        return self.begin_after_overflow(timestamp, last, source)

    def fits(self, counter):
        return counter < 1 << self.counter_bits()

    def timestamp_after_overflow(self, timestamp):
        if not self.moves_on or timestamp == self.last_timestamp():
            raise Rejected("overflow")
        return timestamp + 1

    def begin_after_overflow(self, timestamp, last, source):
        return self.begin(timestamp, last, source)

    def increment(self, source):
        return 1

    def draw_rest(self, source):
        """Draws the bits that are random in every ID, if there are any."""


class Scru160Ids(Ids):
    text_forms = (TextForm(BASE_32_HEX, 32), TextForm(BASE_16, 40))
    fields = (("timestamp", 48), ("counter", 16), ("random16", 16), ("random80", 80))

    def forms(self, value):
        return {**super().forms(value), "hex": self.text_forms[1].format(value)}


class Scru160Generator(Generator):
    """From the top, `random16` has the extension of the counter, the node ID, and random bits."""

    def configure(self, config):
        self.has_microseconds = config["clock"] == "us"
        # In the microsecond mode, the upper 10 bits of `counter` are the microsecond.
        self.counter_field_bits = 6 if self.has_microseconds else 16
        self.init_bits = self.setting(config, "counter_init_bits", 0, self.counter_field_bits - 1)
        self.extension_bits = self.setting(config, "counter_extension_bits", 0, 16)
        self.node_id_bits = self.setting(config, "node_id_bits", 0, 16 - self.extension_bits)
        self.node_id = self.setting(config, "node_id", 0, (1 << self.node_id_bits) - 1)
        self.random_bits = 96 - self.extension_bits - self.node_id_bits
        self.ticks_per_ms = 1000 if self.has_microseconds else 1
        self.first_timestamp = self.ticks_per_ms

    def last_timestamp(self):
        return (super().last_timestamp() + 1) * self.ticks_per_ms - 1

    def allowance(self):
        return self.allowance_ms * self.ticks_per_ms

    def unix_ms(self, timestamp):
        return timestamp // self.ticks_per_ms

    def counter_bits(self):
        return self.counter_field_bits + self.extension_bits

    def start_bits(self):
        return self.init_bits + self.extension_bits

    def draw_rest(self, source):
        return source.draw("random", self.random_bits)

    def put_together(self, timestamp, counter, rest):
        ms, microsecond = divmod(timestamp, self.ticks_per_ms)
        upper, extension = divmod(counter, 1 << self.extension_bits)
        below = (extension << self.node_id_bits | self.node_id) << self.random_bits | rest
        return (ms << 16 | microsecond << self.counter_field_bits | upper) << 96 | below

    def take_apart(self, fields):
        microsecond, upper = divmod(fields["counter"], 1 << self.counter_field_bits)
        extension, rest = divmod(fields["random16"] << 80 | fields["random80"], 1 << 96 - self.extension_bits)
        timestamp = fields["timestamp"] * self.ticks_per_ms + microsecond
        return timestamp, upper << self.extension_bits | extension, rest % (1 << self.random_bits)


class Scru128Ids(Ids):
    text_forms = (TextForm(BASE_36, 25),)
    fields = (("timestamp", 48), ("counter_hi", 24), ("counter_lo", 24), ("entropy", 32))


class Scru128Generator(Generator):
    """`last` also has the timestamp at which `counter_hi` was drawn, unless the generator has resumed."""

    def counter_bits(self):
        return 48

    def begin(self, timestamp, last, source):
        counter_lo = source.draw("counter_lo", 24)
        if self.is_due(timestamp, last):
            return timestamp, source.draw("counter_hi", 24) << 24 | counter_lo, timestamp
        return timestamp, last[1] >> 24 << 24 | counter_lo, last[2]

    def is_due(self, timestamp, last):
        """Returns True if `counter_hi` must be drawn again."""
        return last is None or len(last) < 3 or timestamp - last[2] >= 1000

    def begin_after_overflow(self, timestamp, last, source):
        return self.begin(timestamp, (timestamp - 1, 0, *last[2:]), source)

    def draw_rest(self, source):
        return source.draw("entropy", 32)

    def put_together(self, timestamp, counter, rest):
        return timestamp << 80 | counter << 32 | rest

    def take_apart(self, fields):
        return fields["timestamp"], fields["counter_hi"] << 24 | fields["counter_lo"], fields["entropy"]


class Scru64Ids(Ids):
    text_forms = (TextForm(BASE_36, 12),)
    fields = (("timestamp", 40), ("node_ctr", 24))
    tick_ms, largest = 256, 36**12 - 1


class Scru64Generator(Generator):
    def configure(self, config):
        self.node_id_size = self.setting(config, "node_id_size", 1, 23)
        self.node_id = self.setting(config, "node_id", 0, (1 << self.node_id_size) - 1)
        self.guard_bits = self.setting(config, "guard_bits", 0, 24 - self.node_id_size)

    def counter_bits(self):
        return 24 - self.node_id_size

    def start_bits(self):
        return self.counter_bits() - self.guard_bits

    def put_together(self, timestamp, counter, rest):
        return timestamp << 24 | self.node_id << self.counter_bits() | counter

    def take_apart(self, fields):
        return fields["timestamp"], fields["node_ctr"] % (1 << self.counter_bits()), None


NODE_SPEC = "(?:([0-9]{1,8})|0[xX]([0-9a-fA-F]{1,8})|(.{12}))/([0-9]{1,3})"


def node_spec(text, pattern=NODE_SPEC):
    """Returns the node ID, its size, and the text of the ID to continue after, or an empty string."""
    match = re.fullmatch(pattern, text)
    if match is None:
        raise Rejected("rejected")
    decimal, hexadecimal, node_prev, size = match.groups()
    node_id = int(decimal or hexadecimal or "0", 16 if hexadecimal else 10)
    ids, size = SCHEMES["scru64"], int(size)
    if node_prev:
        fields = ids.to_fields(ids.from_text(node_prev))
        node_id = fields["node_ctr"] >> max(24 - size, 0)
        # No generator generates an ID with the timestamp 0, so only its node counts.
        node_prev = ids.to_text(ids.join(fields)) if fields["timestamp"] else None
    config = {"node_id": node_id, "node_id_size": size, "guard_bits": 0, "allowance_ms": 10_000}
    # A generator rejects numbers that are out of range, and an ID that it can't have generated.
    Scru64Generator(ids, {"on_rollback": "error", "resume_after": node_prev, **{name: str(value) for name, value in config.items()}})
    return node_id, size, node_prev or ""


class UlidIds(Ids):
    text_forms = (TextForm(CROCKFORD, 26),)
    fields = (("timestamp", 48), ("randomness", 80))


class UlidGenerator(Generator):
    first_timestamp, moves_on, counter_name = 0, False, "randomness"

    def last_timestamp(self):
        return (1 << 48) - 1

    def counter_bits(self):
        return 80

    def put_together(self, timestamp, counter, rest):
        return timestamp << 80 | counter

    def take_apart(self, fields):
        return fields["timestamp"], fields["randomness"], None


class UlidFlakeIds(Ids):
    text_forms = (TextForm(CROCKFORD, 13),)
    fields = (("timestamp", 44), ("randomness", 20))
    epoch_unix_ms, largest = 1_704_067_200_000, (1 << 63) - 1


class UlidFlakeGenerator(Generator):
    first_timestamp, moves_on, counter_name, most_entropy_bits = 0, False, "randomness", 24

    def configure(self, config):
        self.entropy_bits = self.setting(config, "entropy_bits", 1, self.most_entropy_bits)
        self.epoch = self.setting(config, "epoch_unix_ms", 0, (1 << 53) - 1)

    def epoch_unix_ms(self):
        return self.epoch

    def last_timestamp(self):
        return (1 << 43) - 1

    def counter_bits(self):
        return 20

    def increment(self, source):
        return source.draw("increment", self.entropy_bits)

    def put_together(self, timestamp, counter, rest):
        return timestamp << 20 | counter

    def take_apart(self, fields):
        return fields["timestamp"], fields["randomness"], None


class ScalableUlidFlakeIds(UlidFlakeIds):
    fields = (("timestamp", 44), ("randomness", 15), ("scalability", 5))


class ScalableUlidFlakeGenerator(UlidFlakeGenerator):
    most_entropy_bits = 16

    def configure(self, config):
        super().configure(config)
        self.scalability = self.setting(config, "scalability", 0, 31)

    def counter_bits(self):
        return 15

    def put_together(self, timestamp, counter, rest):
        return timestamp << 20 | counter << 5 | self.scalability


class Uuid7Ids(Ids):
    text_forms = (UUID,)
    fields = (("timestamp", 48), ("ver", 4), ("rand_a", 12), ("var", 2), ("rand_b", 62))
    constants = {"ver": 7, "var": 2}

    def forms_after_prefix(self):
        """The digits of a TypeID."""
        return (TextForm(CROCKFORD.lower(), 26, is_case_sensitive=True),)


class Uuid7Generator(Generator):
    """Method 1 of RFC 9562: a counter of 42 bits, in `rand_a` and the upper 30 bits of `rand_b`. Its first bit starts at 0."""

    first_timestamp = 0

    def last_timestamp(self):
        return (1 << 48) - 1

    def counter_bits(self):
        return 42

    def start_bits(self):
        return 41

    def draw_rest(self, source):
        return source.draw("random", 32)

    def put_together(self, timestamp, counter, rest):
        fields = {"timestamp": timestamp, "ver": 7, "rand_a": counter >> 30, "var": 2, "rand_b": counter % (1 << 30) << 32 | rest}
        return self.ids.join(fields)

    def take_apart(self, fields):
        return fields["timestamp"], fields["rand_a"] << 30 | fields["rand_b"] >> 32, fields["rand_b"] % (1 << 32)


SCHEMES = {
    "scru160": Scru160Ids(),
    "scru128": Scru128Ids(),
    "scru64": Scru64Ids(),
    "ulid": UlidIds(),
    "ulid-flake": UlidFlakeIds(),
    "ulid-flake-scalable": ScalableUlidFlakeIds(),
    "uuid7": Uuid7Ids(),
}
GENERATORS = {
    "scru160": Scru160Generator,
    "scru128": Scru128Generator,
    "scru64": Scru64Generator,
    "ulid": UlidGenerator,
    "ulid-flake": UlidFlakeGenerator,
    "ulid-flake-scalable": ScalableUlidFlakeGenerator,
    "uuid7": Uuid7Generator,
}
ABOUT = {
    "name": "template in Python",
    "abilities": "parse from_bytes from_int from_fields compare parse_typed format_typed node_spec open",
}
REJECTIONS = ()  # The exceptions of your library that mean that a value is not valid.

if __name__ == "__main__":
    serve(sys.modules[__name__])
