"""Answers the questions of judge.py with a package from PyPI: python3 peers.py PACKAGE SCHEME. It judges nothing."""
import importlib
import importlib.metadata
import pathlib
import sys
import types

sys.dont_write_bytecode = True  # Writes nothing to the directory of the vectors.
sys.path.append(str(pathlib.Path(__file__).parents[5] / "test-vectors/templates/python"))
from protocol import Rejected, Unsupported, serve


def refuse(reason):
    raise Unsupported(reason)


class Peer:
    """The common part: a module with a type of IDs, and a generator that takes the time and the random source."""

    lacks, draws, starts_over, resumes = "", (), False, False

    def __init__(self, module, make):
        self.module = importlib.import_module(module)
        self.from_text, self.from_int, self.from_bytes = make(self.module)

    def open(self, question):
        if question["resume_after"] and not self.resumes or not question["allowance_ms"].isdigit():
            raise Unsupported("it can't resume, and takes the allowance with each call")
        any_rollback_resets = question["on_rollback"] == "reset" and question["allowance_ms"] == "0"
        return Generator(self, question, self.starts_over and not any_rollback_resets)


class Generator:
    """A generator of a package. Draws have the names of the peer, in this order."""

    ceiling_unix_ms = property(fset=lambda _, __: refuse("it has no ceiling"))

    def __init__(self, peer, question, must_not_go_back):
        self.ids, self.latest, self.must_not_go_back = peer, 0, must_not_go_back
        self.step = peer.generator(question, self.next)

    def next(self, bits):
        given = [name for name in self.ids.draws if f"draw_{name}" in self.source.question]
        drawn = sum(not draw.endswith(":0") for draw in self.source.drawn)
        return self.source.draw(given[drawn] if drawn < len(given) and bits else "unknown", bits)

    def generate(self, source):
        self.source, now = source, source.now()
        if self.must_not_go_back and now < self.latest:
            raise Unsupported("it starts over after any rollback")
        try:
            id = self.step(now)
        except (ValueError, OverflowError, AssertionError):
            raise Rejected("failed") from None
        if id is None:
            raise Rejected("rollback")
        self.latest = max(now, self.latest)
        return id


def core(generator, question):
    """The step of the generators of scru128 and scru64, which have the same functions."""
    step = generator.generate_or_reset_core if question["on_rollback"] == "reset" else generator.generate_or_abort_core
    return lambda now: step(now, int(question["allowance_ms"]))


class Scru128(Peer):
    lacks, draws = "from_bytes parse_typed format_typed node_spec", ("counter_lo", "counter_hi", "entropy")
    fields = [(name, 0) for name in ("timestamp", "counter_hi", "counter_lo", "entropy")]
    to_text = str

    def __init__(self):
        super().__init__("scru128", lambda module: (module.Scru128Id.from_str, module.Scru128Id, None))

    def from_fields(self, fields):
        return self.module.Scru128Id.from_fields(*fields.values())

    def forms(self, id):
        return {"text": id, "int": int(id), "unix_ms": id.timestamp, **{name: getattr(id, name) for name, _ in self.fields}}

    def generator(self, question, next):
        return core(self.module.Scru128Generator(rng=types.SimpleNamespace(getrandbits=next)), question)


class Scru64(Peer):
    lacks, draws, resumes, fields, to_text = "from_bytes parse_typed format_typed", ("counter",), True, [("timestamp", 0), ("node_ctr", 0)], str

    def __init__(self):
        importlib.import_module("scru64.counter_mode")
        super().__init__("scru64", lambda module: (module.Scru64Id.from_str, module.Scru64Id, None))

    def from_fields(self, fields):
        return self.module.Scru64Id.from_parts(*fields.values())

    def forms(self, id):
        return {"text": id, "int": int(id), "unix_ms": id.timestamp * 256, "timestamp": id.timestamp, "node_ctr": id.node_ctr}

    def generator(self, question, next):
        mode = types.SimpleNamespace(renew=lambda bits, _: next(bits - int(question["guard_bits"])))
        node = question["resume_after"] or question["node_id"]
        return core(self.module.Scru64Generator(f"{node}/{question['node_id_size']}", counter_mode=mode), question)

    def node_spec(self, text):
        spec = self.module.NodeSpec.parse(text)
        return spec.node_id(), spec.node_id_size(), spec.node_prev() or ""


class Ulid(Peer):
    lacks, draws, starts_over, to_text = "from_fields parse_typed format_typed node_spec", ("randomness",), True, str

    def __init__(self):
        super().__init__("ulid", lambda module: (module.ULID.from_str, module.ULID.from_int, module.ULID.from_bytes))

    def forms(self, id):
        fields = {"timestamp": id.milliseconds, "randomness": int(id) % (1 << 80)}
        return {"text": id, "int": int(id), "bytes": bytes(id).hex(), "unix_ms": id.milliseconds, **fields}

    def generator(self, question, next):
        return self.module.ULIDGenerator(randomness=lambda _: next(80).to_bytes(10, "big")).generate


class UlidFlake(Peer):
    lacks = "from_bytes from_fields compare parse_typed format_typed node_spec open"

    def __init__(self):
        module, name = ("ulid_flake.scalable", "UlidFlakeScalable") if SCHEME.endswith("scalable") else ("ulid_flake.api", "UlidFlake")
        super().__init__(module, lambda module: (getattr(module, name).parse, getattr(module, name).from_int, None))

    def forms(self, id):
        scalability = {"scalability": id.int % 32} if SCHEME.endswith("scalable") else {}
        return {"text": id, "int": id.int, "timestamp": id.timestamp, "randomness": id.randomness, **scalability}


class Scru160(Peer):
    """The package only generates IDs. Its function for the text form is tested with the vectors' bytes."""

    lacks = "parse from_int from_fields compare parse_typed format_typed node_spec open"

    def __init__(self):
        super().__init__("scru160", lambda module: (None, None, lambda data: module._base32hex160(data) if len(data) == 20 else refuse("it has no type for IDs")))

    def forms(self, text):
        return {"text": text}


class Uuid(Peer):
    """UUIDs of any version. The clock of uuid6 can be replaced, but not its random source."""

    to_text = str

    def __init__(self):
        super().__init__(PACKAGE.replace("-", "_"), lambda module: (module.UUID, lambda value: module.UUID(int=value), lambda data: module.UUID(bytes=data)))
        self.lacks = "from_fields parse_typed format_typed node_spec" + ("" if PACKAGE == "uuid6" else " open")

    def forms(self, id):
        forms = {"text": id, "int": id.int, "bytes": id.bytes.hex(), "ver": id.version}
        if id.version != 7:
            return forms  # It has no time.
        unix_ms = id.time if PACKAGE == "uuid6" else id.timestamp
        fields = {"timestamp": unix_ms, "rand_a": id.time_hi_version % 4096, "var": id.clock_seq_hi_variant >> 6, "rand_b": id.int % 2**62}
        return {**forms, "unix_ms": unix_ms, **fields}

    def generator(self, question, _):
        if question["on_rollback"] == "reset":
            raise Unsupported("it can't start over")
        self.module._last_v7_timestamp = None
        return self.step

    def step(self, now):
        self.module.time = types.SimpleNamespace(time_ns=lambda: now * 10**6)
        return self.module.uuid7()


class TypeId(Peer):
    lacks = "parse from_int from_fields compare node_spec open from_bytes"

    def __init__(self):
        import uuid_utils
        super().__init__("typeid", lambda module: (None, None, lambda data: uuid_utils.UUID(bytes=data)))

    def from_typed_text(self, text, prefix, text_forms):
        if text_forms != "compact":
            raise Unsupported("it has no UUIDs as text")
        id = self.module.TypeID.from_string(text)
        if id.prefix != prefix:
            raise Rejected("prefix")  # It reads any prefix, and the caller compares it.
        return id.uuid

    def forms(self, uuid):
        return {"bytes": uuid.bytes.hex()}

    def to_typed_text(self, uuid, prefix, _):
        return str(self.module.TypeID.from_uuid(uuid, prefix))


PACKAGE, SCHEME = sys.argv[1:]
PACKAGES = {"scru160": Scru160, "scru128": Scru128, "scru64": Scru64, "python-ulid": Ulid, "ulid-flake": UlidFlake, "uuid6": Uuid, "uuid-utils": Uuid, "typeid-python": TypeId}
peer = PACKAGES[PACKAGE]()
all_questions = "parse from_bytes from_int from_fields compare parse_typed format_typed node_spec open".split()
abilities = " ".join(question for question in all_questions if question not in peer.lacks.split())
about = {"name": f"PyPI {PACKAGE}", "version": importlib.metadata.version(PACKAGE), "abilities": abilities}
Generator.opened = {"random": "own"} if PACKAGE == "uuid6" else {}
port = types.SimpleNamespace(ABOUT=about, SCHEMES={SCHEME: peer}, GENERATORS={SCHEME: Peer.open}, REJECTIONS=Exception, node_spec=getattr(peer, "node_spec", None))
serve(port)
