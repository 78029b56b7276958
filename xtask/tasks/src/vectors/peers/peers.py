"""Answers the questions of judge.py with a package from PyPI: python3 peers.py PACKAGE SCHEME. It judges nothing."""
import importlib
import importlib.metadata
import pathlib
import sys
from types import SimpleNamespace

sys.dont_write_bytecode = True  # Writes nothing to the directory of the vectors.
sys.path.append(str(pathlib.Path(__file__).parents[5] / "test-vectors/templates/python"))
from protocol import Rejected, Unsupported, serve

PACKAGE, SCHEME = sys.argv[1:]


def unsupported(reason):
    raise Unsupported(reason)


class Ids(SimpleNamespace):
    """The functions for the IDs of a package. `draws` are the random numbers of its generator, in the order in which it draws them."""

    opened, to_text, node_spec = {}, str, None

    def compare(self, *texts):
        first, second = map(self.from_text, texts)
        return {"order": "less" if first < second else "greater" if first > second else "equal"}

    def draw(self, bits):
        is_left = lambda name: f"draw_{name}" in self.source.question and not any(drawn.startswith(f"{name}:") for drawn in self.source.drawn)
        return self.source.draw(next(filter(is_left, self.draws), "unknown"), bits)


class Generator:
    """A generator of a package: a function from the time to an ID."""

    def __init__(self, ids, question):
        if question["resume_after"] and SCHEME != "scru64" or not question["allowance_ms"].isdigit():
            raise Unsupported("it can't resume, and takes the allowance with each call")
        self.ids, self.opened, self.step = ids, ids.opened, ids.generator(question)

    def set_ceiling(self, unix_ms):
        raise Unsupported("it has no ceiling")

    def generate(self, source):
        self.ids.source = source
        try:
            id = self.step(source.now())
        except (ValueError, OverflowError, AssertionError):
            raise Rejected("failed") from None
        if id is None:
            raise Rejected("rollback")
        return id


def core(generator, question):
    """The generators of scru128 and scru64 have the same functions."""
    step = generator.generate_or_reset_core if question["on_rollback"] == "reset" else generator.generate_or_abort_core
    return lambda now: step(now, int(question["allowance_ms"]))


def scru128(module):
    names, rng = ("timestamp", "counter_hi", "counter_lo", "entropy"), SimpleNamespace(getrandbits=lambda bits: ids.draw(bits))
    return Ids(
        abilities="parse from_int from_fields compare open",
        from_text=module.Scru128Id.from_str,
        from_int=module.Scru128Id,
        fields=[(name, 0) for name in names],
        from_fields=lambda fields: module.Scru128Id.from_fields(*fields.values()),
        forms=lambda id: {"text": id, "int": int(id), "unix_ms": id.timestamp, **{name: getattr(id, name) for name in names}},
        draws=("counter_lo", "counter_hi", "entropy"),
        generator=lambda question: core(module.Scru128Generator(rng=rng), question),
    )


def scru64(module):
    modes = importlib.import_module("scru64.counter_mode")
    modes.random = SimpleNamespace(getrandbits=lambda bits: ids.draw(bits))

    def generator(question):
        mode, node = modes.DefaultCounterMode(int(question["guard_bits"])), question["resume_after"] or question["node_id"]
        generator = module.Scru64Generator(f"{node}/{question['node_id_size']}", counter_mode=mode)
        if str(generator.node_id()) != question["node_id"]:
            raise Unsupported("it takes the node ID from the last ID")
        return core(generator, question)

    def node_spec(text):
        spec = module.NodeSpec.parse(text)
        return spec.node_id(), spec.node_id_size(), spec.node_prev() or ""

    return Ids(
        abilities="parse from_int from_fields compare node_spec open",
        from_text=module.Scru64Id.from_str,
        from_int=module.Scru64Id,
        fields=[("timestamp", 0), ("node_ctr", 0)],
        from_fields=lambda fields: module.Scru64Id.from_parts(*fields.values()),
        forms=lambda id: {"text": id, "int": int(id), "unix_ms": id.timestamp * 256, "timestamp": id.timestamp, "node_ctr": id.node_ctr},
        draws=("counter",),
        generator=generator,
        node_spec=node_spec,
    )


def python_ulid(module):
    def generator(question):
        generator, latest = module.ULIDGenerator(randomness=lambda _: ids.draw(80).to_bytes(10, "big")), 0

        def step(now):
            nonlocal latest
            if now < latest and (question["on_rollback"], question["allowance_ms"]) != ("reset", "0"):
                raise Unsupported("it starts over after any rollback")
            latest, id = max(now, latest), generator.generate(now)
            return id

        return step

    return Ids(
        abilities="parse from_int from_bytes compare open",
        from_text=module.ULID.from_str,
        from_int=module.ULID.from_int,
        from_bytes=module.ULID.from_bytes,
        forms=lambda id: {"text": id, "int": int(id), "bytes": bytes(id).hex(), "unix_ms": id.milliseconds, "timestamp": id.milliseconds},
        draws=("randomness",),
        generator=generator,
    )


def ulid_flake(module):
    type_of_ids = importlib.import_module("ulid_flake.scalable").UlidFlakeScalable if SCHEME.endswith("scalable") else module.UlidFlake
    return Ids(
        abilities="parse from_int",
        from_text=type_of_ids.parse,
        from_int=type_of_ids.from_int,
        forms=lambda id: {"text": id, "int": id.int, "timestamp": id.timestamp, "randomness": id.randomness},
    )


def scru160(module):
    """The package only generates IDs. Its function for the text form is tested with the vectors' bytes."""
    text_of = lambda data: module._base32hex160(data) if len(data) == 20 else unsupported("it has no type for IDs")
    return Ids(abilities="from_bytes", from_bytes=text_of, forms=lambda text: {"text": text})


def any_uuid(module):
    """UUIDs of any version. The clock of uuid6 can be replaced, but not its random source."""

    def forms(id):
        forms = {"text": id, "int": id.int, "bytes": id.bytes.hex(), "ver": id.version}
        if id.version != 7:
            return forms  # It has no time.
        unix_ms = id.time if PACKAGE == "uuid6" else id.timestamp
        fields = {"timestamp": unix_ms, "rand_a": id.time_hi_version % 4096, "var": id.clock_seq_hi_variant >> 6, "rand_b": id.int % 2**62}
        return {**forms, "unix_ms": unix_ms, **fields}

    def generator(question):
        module._last_v7_timestamp = None
        return step if question["on_rollback"] == "error" else unsupported("it can't start over")

    def step(now):
        module.time = SimpleNamespace(time_ns=lambda: now * 10**6)
        return module.uuid7()

    return Ids(
        abilities="parse from_int from_bytes compare" + (" open" if PACKAGE == "uuid6" else ""),
        from_text=module.UUID,
        from_int=lambda value: module.UUID(int=value),
        from_bytes=lambda data: module.UUID(bytes=data),
        forms=forms,
        generator=generator,
        opened={"random": "own"},
    )


def typeid(module):
    def from_typed_text(text, prefix, text_forms):
        id = module.TypeID.from_string(text) if text_forms == "compact" else unsupported("it has no UUIDs as text")
        if id.prefix != prefix:
            raise Rejected("prefix")  # It reads any prefix, and the caller compares it.
        return id.uuid

    return Ids(
        abilities="parse_typed format_typed",
        from_bytes=lambda data: importlib.import_module("uuid_utils").UUID(bytes=data),
        from_typed_text=from_typed_text,
        forms=lambda uuid: {"bytes": uuid.bytes.hex()},
        to_typed_text=lambda uuid, prefix, _: str(module.TypeID.from_uuid(uuid, prefix)),
    )


MODULES = {"python-ulid": "ulid", "ulid-flake": "ulid_flake.api", "uuid-utils": "uuid_utils", "typeid-python": "typeid"}
FUNCTIONS = {"scru160": scru160, "scru128": scru128, "scru64": scru64, "python-ulid": python_ulid, "ulid-flake": ulid_flake, "typeid-python": typeid}
ids = FUNCTIONS.get(PACKAGE, any_uuid)(importlib.import_module(MODULES.get(PACKAGE, PACKAGE)))
about = {"name": f"PyPI {PACKAGE}", "version": importlib.metadata.version(PACKAGE), "abilities": ids.abilities}
serve(SimpleNamespace(ABOUT=about, SCHEMES={SCHEME: ids}, GENERATORS={SCHEME: Generator}, REJECTIONS=Exception, node_spec=ids.node_spec))
