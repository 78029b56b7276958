"""Runs the published Python, Go and Java implementations against the vectors: python3 peers.py VECTORS DEBIAN

DEBIAN is a directory with the packages from Debian and their unpacked files.
Prints a line of JSON for each package and file, with the number of cases that it can run, and the cases in which it differs.
"""
import contextlib
import importlib.metadata
import json
import pathlib
import subprocess
import sys
import types

import scru128
import scru160
import scru64
import scru64.counter_mode
import typeid
import ulid
import ulid_flake.api
import ulid_flake.scalable
import uuid6
import uuid_utils
from typeid.core.errors import TypeIDException

VECTORS, DEBIAN = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])


class Skip(Exception):
    """A case that the package has no function for."""


def numbers(fields):
    return {name: int(value) if isinstance(value, str) else value for name, value in fields.items()}


class Scru128:
    package, scheme, rng_fails, ceiling = "scru128", "scru128", True, False
    of_text, of_int = scru128.Scru128Id.from_str, scru128.Scru128Id

    def of_fields(self, f):
        return scru128.Scru128Id.from_fields(f["timestamp"], f["counter_hi"], f["counter_lo"], f["entropy"])

    def forms(self, id):
        names = ("timestamp", "counter_hi", "counter_lo", "entropy")
        return {"text": str(id), "int": int(id), "fields": {name: getattr(id, name) for name in names}, "unix_ms": id.timestamp}

    def generator(self, config, source):
        source.order = ["counter_lo", "counter_hi", "entropy"]
        rng = type("Rng", (), {"getrandbits": lambda _, bits: source.next(bits)})()
        generator = scru128.Scru128Generator(rng=rng)
        step = generator.generate_or_reset_core if config["on_rollback"] == "reset" else generator.generate_or_abort_core
        return lambda now: step(now, config["allowance_ms"])


class Scru64:
    package, scheme = "scru64", "scru64"
    of_text, of_int = scru64.Scru64Id.from_str, scru64.Scru64Id

    def of_fields(self, f):
        return scru64.Scru64Id.from_parts(f["timestamp"], f["node_ctr"])

    def forms(self, id):
        fields = {"timestamp": id.timestamp, "node_ctr": id.node_ctr}
        return {"text": str(id), "int": int(id), "fields": fields, "unix_ms": id.timestamp * 256}

    def generator(self, config, source):
        source.order = ["counter"]
        mode = type("Mode", (), {"renew": lambda _, bits, __: source.next(bits - config["guard_bits"])})()
        prev, node = config["resume_after"], f"{config['node_id']}/{config['node_id_size']}"
        generator = scru64.Scru64Generator(f"{prev}/{config['node_id_size']}" if prev else node, counter_mode=mode)
        step = generator.generate_or_reset_core if config["on_rollback"] == "reset" else generator.generate_or_abort_core
        return lambda now: step(now, config["allowance_ms"])

    def node_spec(self, text):
        spec = scru64.NodeSpec.parse(text)
        prev = spec.node_prev()
        return spec.node_id(), spec.node_id_size(), str(prev) if prev is not None else None


class Ulid:
    package, scheme, starts_over = "python-ulid", "ulid", True
    of_text, of_int, of_bytes = ulid.ULID.from_str, ulid.ULID.from_int, ulid.ULID.from_bytes

    def forms(self, id):
        fields = {"timestamp": id.milliseconds, "randomness": int(id) % (1 << 80)}
        return {"text": str(id), "int": int(id), "bytes": bytes(id).hex(), "fields": fields, "unix_ms": id.milliseconds}

    def generator(self, config, source):
        source.order = ["randomness"]
        generator = ulid.ULIDGenerator(randomness=lambda _: source.next(80).to_bytes(10, "big"))
        return lambda now: generator.generate(now)


class UlidFlake:
    package, scheme = "ulid-flake", "ulid-flake"
    type = ulid_flake.api.UlidFlake
    of_text, of_int = type.parse, type.from_int

    def forms(self, id):
        return {"text": str(id), "int": id.int, "fields": {"timestamp": id.timestamp, "randomness": id.randomness}}


class Scalable(UlidFlake):
    scheme = "ulid-flake-scalable"
    type = ulid_flake.scalable.UlidFlakeScalable
    of_text, of_int = type.parse, type.from_int

    def forms(self, id):
        value = id.int
        fields = {"timestamp": id.timestamp, "randomness": id.randomness, "scalability": value % 32}
        return {"text": str(id), "int": value, "fields": fields}


class Scru160:
    """The package only generates IDs. Its function for the text form is tested with the vectors' bytes."""

    package, scheme = "scru160", "scru160"

    def of_bytes(self, data):
        return scru160._base32hex160(data)

    def forms(self, text):
        return {"text": text}


class UuidUtils:
    """UUIDs of any version. The generator reads the system clock, because IDs for given times have no order."""

    package, scheme, of_text = "uuid-utils", "uuid7", uuid_utils.UUID

    def of_int(value):
        return uuid_utils.UUID(int=value)

    def of_bytes(self, data):
        return uuid_utils.UUID(bytes=data)

    def unix_ms(self, id):
        return id.timestamp

    def forms(self, id):
        fields = {"timestamp": self.unix_ms(id), "ver": id.version, "rand_a": id.time_hi_version % 4096}
        fields |= {"var": id.clock_seq_hi_variant >> 6, "rand_b": id.int % 2**62}
        return {"text": str(id), "int": id.int, "bytes": id.bytes.hex(), "fields": fields, "unix_ms": self.unix_ms(id)}


class Uuid6(UuidUtils):
    package, of_text = "uuid6", uuid6.UUID

    def of_int(value):
        return uuid6.UUID(int=value)

    def of_bytes(self, data):
        return uuid6.UUID(bytes=data)

    def unix_ms(self, id):
        return id.time

    def with_own_source(self):
        uuid6._last_v7_timestamp = None
        return lambda now: setattr(uuid6, "time", types.SimpleNamespace(time_ns=lambda: now * 10**6)) or uuid6.uuid7()


class TypeId:
    package, scheme = "typeid-python", "uuid7"

    def of_typed(self, text, prefix):
        id = typeid.TypeID.from_string(text)
        if id.prefix != prefix:
            raise ValueError("It reads any prefix, and the caller compares it.")
        return id

    def typed(self, case):
        if "bytes" not in case:
            return refuses(lambda text: self.of_typed(text, case["prefix"]), case["text"])
        uuid = uuid_utils.UUID(bytes=bytes.fromhex(case["bytes"]))
        ids = [self.of_typed(text, case["prefix"]) for text in [case["text"], *case["alternates"]]]
        ids.append(typeid.TypeID.from_uuid(uuid, case["prefix"]))
        return next((f"{id} of {id.uuid}" for id in ids if (str(id), id.uuid) != (case["text"], uuid)), None)


class ProgramId:
    def __init__(self, peer, bytes, text, *unix_ms):
        self.peer, self.bytes, self.text, self.unix_ms = peer, bytes, text, unix_ms

    def __str__(self):
        return self.text

    def __lt__(self, other):
        return self.peer.ask("less", self.bytes, other.bytes) == ["true"]


class Program:
    """A package in a different language, which peers.go or peers.java calls. It starts over after any rollback."""

    starts_over = True

    def __init__(self, registry, package, scheme, *command):
        self.registry, self.package, self.scheme = registry, package, scheme
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        files = DEBIAN.glob(f"{package}_*.deb")
        self.version = next((file.name.split("_")[1] for file in files), None) or self.ask("version")[0]

    def ask(self, *words):
        answer = []
        with contextlib.suppress(BrokenPipeError):
            print(*words, file=self.process.stdin, flush=True)
            answer = self.process.stdout.readline().split()
        if not answer:
            sys.exit(f"{self.package}: the program has stopped")
        if answer == ["none"]:
            raise Skip
        if answer == ["rejected"]:
            raise ValueError("rejected")
        return answer

    def of_text(self, text):
        return ProgramId(self, *self.ask("text", text.encode().hex()))

    def of_bytes(self, data):
        return ProgramId(self, *self.ask("bytes", data.hex()))

    def forms(self, id):
        return {"text": id.text, "bytes": id.bytes, **{"unix_ms": int(time) for time in id.unix_ms}}

    def generator(self, _, source):
        self.ask("start")
        source.order = ["randomness"]

        def step(now):
            draw = source.draws.get("randomness", 0)
            bits, found, *id = self.ask("new", now, "" if draw is None else f"{int(draw):020x}")
            if id and draw is None:
                return "an ID without its draw"
            source.next(int(bits))
            if not id:
                raise ValueError(found)
            return id[0]

        return step


class Source:
    """The draws of a step, in order. Requesting a different width or more draws is a difference."""

    def __init__(self, bits):
        self.bits, self.order, self.draws, self.fault = bits, [], {}, None

    def next(self, bits):
        if bits == 0:  # Such a draw is not listed.
            return 0
        name = next((name for name in self.order if name in self.draws), None)
        if name is None or self.bits[name] != bits:
            self.fault = f"an unexpected draw of {bits} bits"
            return 0
        value = self.draws.pop(name)
        if value is None:
            raise OSError("the source fails")
        return int(value) if isinstance(value, str) else value


def maker(peer, name):
    """Returns the function of the class or of the instance."""
    make = getattr(type(peer), name, None)
    if make is None:
        raise Skip
    is_of_class = name in ("of_text", "of_int") and type(peer) is not Program or type(peer) is Ulid
    return make if is_of_class else getattr(peer, name)


def valid(peer, case):
    converted = [maker(peer, "of_text")(text) for text in [case["text"], *case["alternates"]]] if hasattr(peer, "of_text") else []
    for name, value in (("of_int", int(case["int"])), ("of_bytes", bytes.fromhex(case["bytes"])), ("of_fields", numbers(case["fields"]))):
        if hasattr(peer, name):
            converted.append(maker(peer, name)(value))
    if not converted:
        raise Skip
    expected = {**case, "int": int(case["int"]), "fields": numbers(case["fields"])}
    for id in converted:
        for form, value in peer.forms(id).items():
            if value != expected[form]:
                return f"{form}: {value}"


def refuses(make, value):
    try:
        id = make(value)
    except (ValueError, OverflowError, TypeError, TypeIDException):
        return None
    return f"accepted as {id}"


def refused(peer, case):
    if case["from"] == "config" or peer.scheme == "scru160" or any(isinstance(value, float) for value in getattr(case["value"], "values", list)()):
        raise Skip
    value = {"int": int, "bytes": bytes.fromhex, "fields": numbers}[case["from"]](case["value"])
    return refuses(maker(peer, f"of_{case['from']}"), value)


def order(peer, case):
    if not hasattr(peer, "of_text"):
        raise Skip
    ids = [maker(peer, "of_text")(text) for text in case["shuffled"]]
    if not hasattr(ids[0], "__lt__") or type(ids[0]).__lt__ is object.__lt__:
        raise Skip
    found = [str(id) for id in sorted(ids)]
    return None if found == case["sorted"] else "a different order"


def goes_back(case):
    """Returns `True` if a reading is earlier than the reading of an earlier ID."""
    readings = [(step["now"], "text" in step) for step in case["steps"]]
    return any(int(now) < int(earlier) for at, (now, _) in enumerate(readings) for earlier, has_id in readings[:at] if has_id)


def trace(peer, case):
    if hasattr(peer, "with_own_source"):
        return times_and_order(peer, case)
    starts_over = case["config"]["on_rollback"] == "reset" and not case["config"]["allowance_ms"]
    if getattr(peer, "starts_over", False) and not starts_over and goes_back(case):
        raise Skip
    if not hasattr(peer, "generator") or "ceiling" in case["flags"] or case["config"].get("resume_after") and peer.scheme != "scru64":
        raise Skip
    source = Source(case["draw_bits"])
    step_at = peer.generator(case["config"], source)
    for index, step in enumerate(case["steps"]):
        source.draws, source.fault = dict(step["draws"]), None
        try:
            id = step_at(int(step["now"]))
            found = str(id) if id is not None else "rollback"
        except OSError:
            found = "rng"
        except (ValueError, OverflowError, AssertionError) as error:
            # These packages use one exception type for all other reasons.
            found = step.get("error") if step.get("error") in ("overflow", "out_of_range") else f"{type(error).__name__}: {error}"
        if any(value is not None and case["draw_bits"][name] for name, value in source.draws.items()) and not source.fault:
            source.fault = f"no draw of {', '.join(source.draws)}"
        if found != step.get("text", step.get("error")) or source.fault:
            return f"step {index}: {source.fault or found}"


def times_and_order(peer, case):
    """Compares what does not depend on random numbers: version, variant, timestamps and order."""
    if {"ceiling", "resume"} & set(case["flags"]) or case["config"]["on_rollback"] == "reset" or any("error" in step for step in case["steps"]):
        raise Skip
    step_at, last = peer.with_own_source(), ""
    for step in case["steps"]:
        found, timestamp = str(step_at(int(step["now"]))), step["text"][:13]
        if found[14] != "7" or found[19] not in "89ab":
            return "a wrong version or variant"
        if found[:13] != timestamp:
            return "a timestamp ahead of the clock and of the last ID" if found > timestamp else "a timestamp behind the clock or the last ID"
        if found <= last:
            return "an ID that is not after the last ID"
        last = found


def node_spec(peer, case):
    if not hasattr(peer, "node_spec"):
        raise Skip
    if "node_id" not in case:
        return refuses(peer.node_spec, case["text"])
    found = peer.node_spec(case["text"])
    return None if found == (case["node_id"], case["node_id_size"], case["node_prev"]) else f"{found}"


def run(peer, kind, array, case):
    if kind == "codec" and array == "valid":
        return valid(peer, case)
    if kind == "codec":
        return refuses(maker(peer, "of_text"), case["text"])
    if kind == "typed" and "text_forms" not in case and hasattr(peer, "typed"):
        return peer.typed(case)
    checks = {"refused": refused, "order": order, "generator": trace, "node-spec": node_spec}
    if kind not in checks:
        raise Skip
    return checks[kind](peer, case)


go = ["go", "run", pathlib.Path(__file__).with_name("peers.go")]
java = ["java", "-cp", DEBIAN / "usr/share/java/java-uuid-generator.jar", pathlib.Path(__file__).with_name("peers.java")]
programs = (
    Program("Debian", "golang-github-oklog-ulid-dev", "ulid", *go, "oklog"),
    Program("Debian", "golang-github-google-uuid-dev", "uuid7", *go, "google"),
    Program("Debian", "golang-github-gofrs-uuid-dev", "uuid7", *go, "gofrs"),
    Program("Debian", "libjug-java", "uuid7", *java, "jug"),
    Program("OpenJDK", "java.util.UUID", "uuid7", *java, "jdk"),
)
for peer in (Scru160(), Scru128(), Scru64(), Ulid(), UlidFlake(), Scalable(), Uuid6(), UuidUtils(), TypeId(), *programs):
    for path in sorted((VECTORS / peer.scheme).glob("*.json")):
        file = json.loads(path.read_text("utf-8"))
        ran, differ = 0, []
        for array, case in [(array, case) for array in ("valid", "invalid", "cases") for case in file.get(array, [])]:
            try:
                difference = run(peer, file["kind"], array, case)
                ran += 1
            except Skip:
                continue
            except Exception as error:  # A package may fail in any way.
                difference, ran = f"{type(error).__name__}: {error}", ran + 1
            if difference:
                differ.append([case["id"], case["comment"], difference, case["flags"], case.get("text")])
        version = peer.version if peer in programs else importlib.metadata.version(peer.package)
        line = {"peer": f"{getattr(peer, 'registry', 'PyPI')} {peer.package}", "version": version}
        print(json.dumps({**line, "file": f"{peer.scheme}/{path.name}", "cases": file["count"], "ran": ran, "differ": differ}))
