#!/usr/bin/env python3
"""Runs the generator and node-spec cases, and the configurations in the refused cases, -policy.json included: python3 traces.py [DIRECTORY OF THE VECTORS]

To test your port, copy this file and reader.py, and replace Generator, the classes for the schemes, and node_spec with your library.
"""
import collections
import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True  # Writes nothing to the directory of the vectors.
from reader import Codec, Refused, number

# What a generator remembers: the tick and the counter of the last ID and, in SCRU128, the tick of the last draw of `counter_hi`.
# If that is unknown, because the generator resumed, it is a second before all ticks.
Last = collections.namedtuple("Last", "tick counter renewed_at", defaults=[-1000])


class Failed(Exception):
    """A failed call, with the name of its error in the vectors."""


class Generator:
    """The common part of all generators. Each scheme has a class for its differences."""

    overflows_into_next_tick = True  # if a counter is exhausted
    reserved = True  # whether the first and the last timestamp are reserved
    first_draw, every_draw = "counter", None  # the draw for the start of a counter, and the draw for every ID

    def __init__(self, codec, config, given):
        config = {key: value if key == "resume_after" else as_number(value) for key, value in config.items()}
        for key, least, most in self.ranges(config):
            if not isinstance(config[key], int) or not least <= config[key] <= most:
                raise Refused(key)
        self.codec, self.config, self.given, self.ceiling, self.last = codec, config, given, None, None
        self.parts = self.parts_of_id()
        self.counter_bits, self.random_bits = (sum(bits for name, bits in self.parts if name == part) for part in ("counter", "random"))
        self.tick_ms, self.epoch = codec.layout["tick_ms"], config.get("epoch_unix_ms", codec.layout["epoch_unix_ms"])
        self.ticks_per_ms = 1000 if config.get("clock") == "us" else 1
        self.allowance = config["allowance_ms"] * self.ticks_per_ms // self.tick_ms
        self.first_tick = self.ticks_per_ms * self.reserved
        self.last_tick = (codec.fields(codec.max)["timestamp"] + 1 - self.reserved) * self.ticks_per_ms - 1
        if config["resume_after"] is not None:
            self.resume(self.resumable(config["resume_after"]))

    def ranges(self, config):
        """The keys of a configuration that are numbers, each with its smallest and its largest value."""
        yield "allowance_ms", 0, (1 << 53) - 1

    def id(self, tick, counter, random):
        """Returns the integer of an ID. Parts with the same name share the bits of one value."""
        milliseconds, microsecond = divmod(tick, self.ticks_per_ms)
        values = {**self.config, "timestamp": milliseconds, "microsecond": microsecond, "counter": counter, "random": random}
        id, shift = 0, 0
        for name, bits in reversed(self.parts):
            id |= values[name] % (1 << bits) << shift
            values[name] >>= bits
            shift += bits
        return id

    def resumable(self, text):
        try:
            return self.codec.of_text(text)
        except Refused:
            raise Refused("resume_after") from None

    def resume(self, id):
        values, shift = collections.Counter(), sum(bits for _, bits in self.parts)
        for name, bits in self.parts:
            shift -= bits
            values[name] = values[name] << bits | (id >> shift) % (1 << bits)
        tick = values["timestamp"] * self.ticks_per_ms + values["microsecond"]
        # An ID of a different node changes if it is composed with this generator's node.
        if not self.first_tick <= tick <= self.last_tick or self.id(tick, values["counter"], values["random"]) != id:
            raise Refused("resume_after")
        self.last = Last(tick, values["counter"])

    def begin(self, tick, last):
        """Starts a new tick."""
        return Last(tick, self.given.draw(self.first_draw, self.start_bits()))

    def start_bits(self):
        return self.counter_bits

    def increment(self):
        return 1

    def stay_below_ceiling(self, tick):
        if self.ceiling is not None and tick * self.tick_ms // self.ticks_per_ms + self.epoch >= self.ceiling:
            raise Failed("after_ceiling")

    def generate(self):
        tick, last = (self.given.now() - self.epoch) // self.tick_ms, self.last
        if not self.first_tick <= tick <= self.last_tick:
            raise Failed("out_of_range")
        for known in (tick, last.tick if last else tick):
            self.stay_below_ceiling(known)
        if last and last.tick - tick > self.allowance:
            if self.config["on_rollback"] == "error":
                raise Failed("rollback")
            last = None
        if last is None or tick > last.tick:
            made = self.begin(tick, last)
        else:
            made = last._replace(counter=last.counter + self.increment())
            if made.counter >> self.counter_bits:
                if not self.overflows_into_next_tick or last.tick == self.last_tick:
                    raise Failed("overflow")
                self.stay_below_ceiling(last.tick + 1)
                made = self.begin(last.tick + 1, last._replace(counter=0))
        random = self.given.draw(self.every_draw, self.random_bits) if self.every_draw else 0
        # Nothing can fail from here on.
        self.last = made
        return self.codec.text(self.id(made.tick, made.counter, random))


class Scru160(Generator):
    every_draw = "random"

    def ranges(self, config):
        yield "counter_init_bits", 0, 15 if config["clock"] == "ms" else 5
        yield "counter_extension_bits", 0, 16
        yield "node_id_bits", 0, 16 - config["counter_extension_bits"]
        yield "node_id", 0, (1 << config["node_id_bits"]) - 1
        yield from super().ranges(config)

    def parts_of_id(self):
        extension, node = self.config["counter_extension_bits"], self.config["node_id_bits"]
        counter = [("counter", 16)] if self.config["clock"] == "ms" else [("microsecond", 10), ("counter", 6)]
        return [("timestamp", 48), *counter, ("counter", extension), ("node_id", node), ("random", 96 - extension - node)]

    def start_bits(self):
        return self.config["counter_init_bits"] + self.config["counter_extension_bits"]


class Scru128(Generator):
    every_draw = "entropy"

    def parts_of_id(self):
        return [("timestamp", 48), ("counter", 48), ("random", 32)]

    def begin(self, tick, last):
        low = self.given.draw("counter_lo", 24)
        if last and tick - last.renewed_at < 1000:
            return last._replace(tick=tick, counter=last.counter >> 24 << 24 | low)
        return Last(tick, self.given.draw("counter_hi", 24) << 24 | low, renewed_at=tick)


class Scru64(Generator):
    def ranges(self, config):
        yield "node_id_size", 1, 23
        yield "node_id", 0, (1 << config["node_id_size"]) - 1
        yield "guard_bits", 0, 24 - config["node_id_size"]
        yield from super().ranges(config)

    def parts_of_id(self):
        size = self.config["node_id_size"]
        return [("timestamp", 40), ("node_id", size), ("counter", 24 - size)]

    def start_bits(self):
        return self.counter_bits - self.config["guard_bits"]


class Ulid(Generator):
    overflows_into_next_tick, reserved, first_draw = False, False, "randomness"

    def parts_of_id(self):
        return [("timestamp", 48), ("counter", 80)]


class UlidFlake(Ulid):
    most_entropy_bits = 24

    def ranges(self, config):
        yield "entropy_bits", 1, self.most_entropy_bits
        yield "epoch_unix_ms", 0, (1 << 53) - 1
        yield from super().ranges(config)

    def parts_of_id(self):
        return [("timestamp", 44), ("counter", 20)]

    def increment(self):
        return self.given.draw("increment", self.config["entropy_bits"])


class ScalableUlidFlake(UlidFlake):
    most_entropy_bits = 16

    def ranges(self, config):
        yield "scalability", 0, 31
        yield from super().ranges(config)

    def parts_of_id(self):
        return [("timestamp", 44), ("counter", 15), ("scalability", 5)]


class Uuid7(Generator):
    reserved, every_draw = False, "random"

    def __init__(self, codec, config, given):
        super().__init__(codec, {**config, "ver": 7, "var": 2}, given)

    def parts_of_id(self):
        return [("timestamp", 48), ("ver", 4), ("counter", 12), ("var", 2), ("counter", 30), ("random", 32)]

    def start_bits(self):
        return self.counter_bits - 1


GENERATORS = {
    "scru160": Scru160,
    "scru128": Scru128,
    "scru64": Scru64,
    "ulid": Ulid,
    "ulid-flake": UlidFlake,
    "ulid-flake-scalable": ScalableUlidFlake,
    "uuid7": Uuid7,
}


def node_spec(codec, text):
    """Returns the node ID, its size, and the ID to continue after or None."""
    match = re.fullmatch("(?:([0-9]{1,8})|0[xX]([0-9a-fA-F]{1,8})|(.{12}))/([0-9]{1,3})", text)
    if match is None:
        raise Refused("form")
    decimal, hexadecimal, prev, size = match.groups()
    size, spec = int(size), {"guard_bits": 0, "allowance_ms": 10_000}
    if prev:
        id = codec.of_text(prev)
        fields = codec.fields(id)
        node_id = fields["node_ctr"] >> max(24 - size, 0)
        # No generator generates an ID with the timestamp 0, so only its node counts.
        prev = codec.text(id) if fields["timestamp"] else None
    else:
        node_id = int(hexadecimal, 16) if hexadecimal else int(decimal)
    # A generator rejects numbers that are out of range and an ID that it could not have generated.
    Scru64(codec, {**spec, "node_id": node_id, "node_id_size": size, "resume_after": prev}, None)
    return node_id, size, prev


class Wrong(Exception):
    """A generator asks for something that the step does not have."""


class Given:
    """The clock and the random source of one case."""

    def __init__(self, draw_bits):
        self.draw_bits, self.readings, self.draws = draw_bits, [], {}

    def set(self, step):
        self.readings, self.draws = [number(step["now"])], dict(step["draws"])

    def now(self):
        if not self.readings:
            raise Wrong("a second reading of the clock")
        return self.readings.pop()

    def draw(self, field, bits):
        if bits == 0:  # 0-bit draws are not listed.
            return 0
        if self.draw_bits.get(field) != bits or field not in self.draws:
            raise Wrong(f"a draw of {bits} bits for {field}")
        value = self.draws.pop(field)
        if value is None:
            raise Failed("rng")
        return number(value)


def generators(codec, new, case):
    """Returns two generators for a trace, or the error that rejects the configuration."""
    try:
        return [new(codec, case["config"], Given(case["draw_bits"])) for _ in range(2)]
    except Refused as refused:
        return [refused]


def trace(pair, case):
    """Plays a trace with two generators, the second one step behind the first, to show that they share nothing."""
    if len(pair) == 1:
        raise pair[0]
    first, second = pair
    steps = list(enumerate(case["steps"]))
    for step, behind in zip(steps + [None], [None] + steps):
        for generator, call in ((first, step), (second, behind)):
            if call is not None:
                play(generator, *call)


def play(generator, at, step):
    given = generator.given
    given.set(step)
    if "ceiling_unix_ms" in step:
        generator.ceiling = number(step["ceiling_unix_ms"])
    expected = step.get("text") or step["error"]
    try:
        found = generator.generate()
    except (Failed, Wrong) as error:
        found = str(error)
    if found != expected or given.readings or given.draws:
        raise Wrong(f"step {at}: expected {expected}, found {found}, with {given.draws} not drawn")


def as_number(value):
    """Returns the number of a decimal string. The name of the clock is a string too, and stays one."""
    return number(value) if not isinstance(value, str) or value.isdecimal() else value


def refusal(make, *arguments):
    """Returns the name in the exception, or None if nothing was raised."""
    try:
        make(*arguments)
    except Refused as refused:
        return refused.args[0]
    return None


def run(codec, new, kind, array, case, pairs):
    """Runs a case. Returns True if it needs a generator. A case that fails raises Wrong."""
    if kind == "generator":
        trace(pairs[case["id"]], case)
    elif kind == "refused":
        if case["from"] != "config":
            return False
        wrong = refusal(new, codec, case["value"], None)
        if wrong != case["wrong"]:
            raise Wrong(f"expected {case['wrong']} to be rejected, found {wrong}")
    elif array == "invalid":
        if refusal(node_spec, codec, case["text"]) is None:
            raise Wrong("expected no node spec")
    else:
        found, expected = node_spec(codec, case["text"]), (case["node_id"], case["node_id_size"], case["node_prev"])
        if found != expected:
            raise Wrong(f"expected {expected}, found {found}")
    return True


def main(directory):
    failures, index = 0, json.loads((directory / "index.json").read_text("utf-8"))
    codecs = {scheme["name"]: Codec(scheme["layout"]) for scheme in index["schemes"]}
    for path, scheme, kind in ((entry["path"], entry["scheme"], entry["kind"]) for entry in index["vectors"]):
        if kind not in ("generator", "refused", "node-spec"):
            continue
        file, passed, skipped, failed = json.loads((directory / path).read_text("utf-8")), 0, 0, 0
        # All generators exist before the first runs. Otherwise, shared configuration would go undetected.
        pairs = {case["id"]: generators(codecs[scheme], GENERATORS[scheme], case) for case in file["cases"]} if kind == "generator" else {}
        for array, case in ((array, case) for array in ("valid", "invalid", "cases") for case in file.get(array, [])):
            try:
                ran = run(codecs[scheme], GENERATORS[scheme], kind, array, case, pairs)
                passed, skipped = passed + ran, skipped + (not ran)
            except (Refused, Wrong) as error:
                failed += 1
                print(f"{path}: case {case['id']} fails: {case['comment']}: {error}")
        print(f"{path}: {file['count']} cases, {passed} passed, {failed} failed, {skipped} skipped")
        failures += failed + (passed + skipped + failed != file["count"])
    return failures


if __name__ == "__main__":
    sys.exit(1 if main(pathlib.Path(sys.argv[1]) if sys.argv[1:] else pathlib.Path(__file__).resolve().parents[1]) else 0)
