#!/usr/bin/env python3
"""Tests a port in any language against these vectors: python3 judge.py --port './my_port' [DIRECTORY]

The port is a program that answers one question per line. protocol.md describes the questions and the answers. Needs
Python 3.9 or later, and nothing else.
"""
import argparse
import collections
import contextlib
import hashlib
import json
import os
import pathlib
import queue
import re
import signal
import subprocess
import sys
import threading
import time

PROTOCOL = "1"
LONGEST_LINE = 65_536
#: After this many hangs or other troubles in one file, the port isn't asked about the rest of that file.
MOST_HANGS, MOST_TROUBLES = 3, 100
#: The first answer can take this many times as long as others, because some commands compile the port first.
START_TIMEOUTS = 6
#: Longer values are cut off in the report, and further reasons of skipped cases are added up.
LONGEST_SHOWN, MOST_REASONS = 300, 5
ABILITIES = ("parse", "from_bytes", "from_int", "from_fields", "compare", "parse_typed", "format_typed", "node_spec", "open")
#: An answer has either `error` or one of these.
RESULTS = ("text", "bytes", "int", "unix_ms", "hex", "order", "node_id")
REASONS = ("kind", "prefix", "length", "digit", "overflow")
#: What a port answers if its library has no reasons.
NO_REASON = ("rejected", "failed")
#: The start of the reason for skipping a case.
RULE_DECLINED = "a rule that the port doesn't follow"
#: What isn't compared if a port draws its own random numbers.
OWN_RANDOM = "random numbers"
#: The reason for skipping a case in which only the port's random numbers exhaust a timestamp.
OWN_EXHAUSTED = "the port's own random numbers exhaust a timestamp"
#: Headings that a port may skip and still conform to the specification, which only recommends or allows what they describe.
OPTIONAL_HEADINGS = (
    "Monotonicity", "Monotonicity and Overflow Error Handling", "6.2. Monotonicity and Counters",
    "Counter overflow handling", "Clock rollback handling", "Stateless variant",
)
#: Flags of cases in which the specification leaves the choice open, and of UUIDs that a type for all UUIDs accepts.
POLICY_FLAGS = {"policy", "constant", "other_uuid", "other_form"}
#: The table of `--format markdown`: three columns of words, then numbers.
MARKDOWN_HEAD = ("package", "version", "file", "cases", "ran", "agree", "differ", "differ in policy")
#: The kinds of files, the simplest first.
KINDS = ("codec", "refused", "order", "node-spec", "typed", "properties", "generator", "runs")


class Trouble(Exception):
    """The port broke the protocol: it ended, hung, or printed something that is not an answer."""


class Hang(Trouble):
    """The port gave no answer in time."""


class OutOfTurn(Trouble):
    """The port answered a different question. A line that it printed too much may belong to an earlier case."""


class Unsupported(Exception):
    """The port can't do what a question asks. The argument is the reason for skipping the case."""


class Different(Exception):
    """An answer differs from the vectors. The arguments are the expected and the found value."""


class Stopped(Exception):
    """The port doesn't start, or the vectors have no case for it."""


class Port:
    """The process of the port."""

    def __init__(self, command, timeout, show):
        self.command, self.timeout, self.show = command, timeout, show
        self.process, self.number, self.asked, self.about, self.last_status = None, 0, None, None, None
        self.start()

    def start(self):
        """Starts the port, or starts it again, and asks what it can do."""
        self.close(patience=0)
        group = {"start_new_session": True} if os.name == "posix" else {}
        self.process = subprocess.Popen(self.command, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **group)
        # Threads write and read, so that the port can neither block the judge nor fill its memory.
        self.questions, self.chunks, self.rest = queue.Queue(), queue.Queue(maxsize=16), b""
        threading.Thread(target=write, args=(self.process.stdin, self.questions), daemon=True).start()
        threading.Thread(target=read, args=(self.process.stdout, self.chunks), daemon=True).start()
        try:
            about = self.ask("start", protocol=PROTOCOL)
            del about["n"]
            if self.about not in (None, about):
                raise Trouble(f"expected the same answer to `start` as before, found {shown(about)}")
            self.read_about(about)
        except BaseException:
            self.close(patience=0)
            raise

    def read_about(self, about):
        if about.get("protocol") != PROTOCOL:
            raise Trouble(f'expected `"protocol":"{PROTOCOL}"` in the answer to `start`, found {shown(about)}')
        self.about = about
        words = {key: about.get(key, "") for key in ("name", "version", "schemes", "abilities", "other_rules")}
        self.name, self.version = plain(words["name"] or self.command), plain(words["version"])
        self.schemes, self.abilities = list(dict.fromkeys(words["schemes"].split())), set(words["abilities"].split())
        self.other_rules = {title.strip() for title in words["other_rules"].split("|") if title.strip()}
        unknown = sorted(self.abilities - {*ABILITIES, "start", "generate"})
        if unknown:
            raise Trouble(f"expected abilities from {' '.join(ABILITIES)}, found {' '.join(unknown)}")

    def close(self, patience=1):
        """Ends the port. Its input ends first, so that it can end by itself within some seconds."""
        if self.process is None:
            return
        self.questions.put(None)
        self.last_status = None
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.last_status = self.process.wait(patience)
        # The shell may have started other programs.
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL) if os.name == "posix" else self.process.kill()
        self.process.wait()
        self.process = None
        # Lets a reader go on that waits because the port printed too much.
        with contextlib.suppress(queue.Empty):
            while True:
                self.chunks.get_nowait()

    def ask(self, do, **values):
        """Asks a question and returns the answer. Keys whose value is None are left out."""
        if do not in ("start", "generate") and do not in self.abilities:
            raise Unsupported(f"no `{do}`")
        self.number += 1
        question = {"n": str(self.number), "do": do, **{key: value for key, value in values.items() if value is not None}}
        answer = self.exchange(question, self.timeout * START_TIMEOUTS if do == "start" else self.timeout)
        for key, value in answer.items():
            if not isinstance(value, str):
                raise Trouble(f"expected strings as values, found {shown(json.dumps(value))} as the value of {shown(json.dumps(key))}")
        if answer.get("n") != str(self.number):
            raise OutOfTurn(f"expected an answer to question {self.number}, found {shown(answer)}")
        if "unsupported" in answer and do != "start":
            raise Unsupported(answer["unsupported"] or "unsupported")
        if "error" in answer and any(key in answer for key in RESULTS):
            raise Different("either a result or `error`", answer)
        return answer

    def exchange(self, question, timeout):
        """Writes a question and returns the answer."""
        self.asked = json.dumps(question, separators=(",", ":"))
        if self.show:
            print("asked:   ", self.asked)
        self.questions.put(self.asked.encode() + b"\n")
        line = self.line(timeout)
        if self.show:
            print("answered:", ascii(line.decode(errors="backslashreplace"))[1:-1])
        start = ascii(line[:200].decode(errors="backslashreplace"))
        try:
            answer = json.loads(line.decode("utf-8"))
        except UnicodeDecodeError:
            raise Trouble(f"expected UTF-8, found {start}") from None
        except (ValueError, RecursionError):
            raise Trouble(f"expected a line of JSON, found {start}") from None
        if not isinstance(answer, dict):
            raise Trouble(f"expected a JSON object, found {start}")
        return answer

    def line(self, timeout):
        """Returns the next line of the port."""
        deadline = time.monotonic() + timeout
        while b"\n" not in self.rest and len(self.rest) <= LONGEST_LINE:
            try:
                chunk = self.chunks.get(timeout=max(0, deadline - time.monotonic()))
            except queue.Empty:
                raise Hang(f"the port gave no answer within {timeout:g} s. Does it flush its output after each line?") from None
            if not chunk:
                raise Trouble(f"the port ended ({self.status()}) before it answered")
            self.rest += chunk
        line, _, self.rest = self.rest.partition(b"\n")
        if len(line) > LONGEST_LINE:
            raise Trouble(f"expected a line of at most {LONGEST_LINE} bytes, found {ascii(line[:50].decode(errors='backslashreplace'))} and more")
        return line

    def status(self):
        try:
            code = self.process.wait(1)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        return f"signal {-code}" if code < 0 else f"exit status {code}"


def write(stream, questions):
    """Writes questions until it gets None."""
    with contextlib.suppress(OSError), stream:
        for question in iter(questions.get, None):
            stream.write(question)
            stream.flush()


def read(stream, chunks):
    """Passes on what the port prints, and an empty chunk at its end."""
    with contextlib.suppress(OSError), stream:
        for chunk in iter(lambda: os.read(stream.fileno(), LONGEST_LINE), b""):
            chunks.put(chunk)
    chunks.put(b"")


def plain(text):
    """Returns a string as printable ASCII."""
    text = text.translate({ord("\u2212"): "-", ord("\u00d7"): "x", ord("\u00b5"): "u"})
    return re.sub("[^ -~]", lambda match: ascii(match[0])[1:-1], text)


def say(text):
    """Prints lines of the report, which contain only ASCII."""
    print("\n".join(plain(line) for line in text.split("\n")))


def shown(value):
    """Returns a value as one short line."""
    line = plain(value if isinstance(value, str) else json.dumps(value))
    return line if len(line) <= LONGEST_SHOWN else f"{line[:LONGEST_SHOWN]}... ({len(line)} characters)"


def decimal(value):
    """Returns an integer of the vectors as a decimal string. Large integers are decimal strings already."""
    return value if isinstance(value, str) else str(value)


def with_hex(name, text):
    """Returns a string in both spellings. A small port can ignore the first, which may contain any character."""
    return {f"{name}_hex": text.encode().hex(), name: text}


def without_n(answer):
    return {key: value for key, value in answer.items() if key != "n"}


def expect(expected, found):
    if expected != found:
        raise Different(expected, found)


class Judge:
    """Asks a port about the cases of one scheme, and compares the answers with the vectors."""

    def __init__(self, port, scheme, missing):
        self.port, self.scheme, self.layout = port, scheme["name"], scheme["layout"]
        #: What the port lacks and is therefore not compared.
        self.missing = missing
        #: `True` if the last case passed only because its reason is our choice.
        self.other_reason = False

    def ask(self, do, **values):
        return self.port.ask(do, scheme=self.scheme, **values)

    def run(self, kind, case, following):
        """Runs a case. Returns normally if it passes."""
        self.other_reason = False
        if kind == "generator":
            self.generator(case, following)
        else:
            # A method for each kind of file, with the name of the kind.
            getattr(self, kind.replace("-", "_"))(case)

    def forms(self, case):
        """Returns the forms of an ID, with the keys of an answer."""
        fields = {name: decimal(value) for name, value in case["fields"].items()}
        fields.update({"hex": case["hex"]} if "hex" in case else {})
        return {"text": case["text"], "bytes": case["bytes"], "int": case["int"], "unix_ms": decimal(case["unix_ms"]), **fields}

    def id(self, expected, do, **values):
        """Asks for an ID and compares all forms that the port knows."""
        found = without_n(self.ask(do, **values))
        known = [key for key in expected if key in found]
        if not known or "error" in found:
            raise Different(expected, found)
        wrong = [key for key in known if found[key] != expected[key]]
        if wrong:
            raise Different({key: expected[key] for key in wrong}, {key: found[key] for key in wrong})
        self.missing.update(f"`{key}` in answers" for key in expected if key not in found)

    def codec(self, case):
        if "reason" in case:
            self.rejected(self.ask("parse", **with_hex("text", case["text"])), case)
            return
        expected, asked = self.forms(case), 0
        makers = [("parse", with_hex("text", text)) for text in [case["text"], *case["alternates"]]]
        makers += [("from_bytes", {"bytes": case["bytes"]}), ("from_int", {"int": case["int"]})]
        makers += [("from_fields", {name: decimal(value) for name, value in case["fields"].items()})]
        for do, values in makers:
            if do in self.port.abilities:
                self.id(expected, do, **values)
                asked += 1
            else:
                self.missing.add(f"`{do}`")
        if not asked:
            raise Unsupported("no function that returns an ID")

    def rejected(self, answer, case):
        """A string is rejected for its reason. A port that has no reasons answers `rejected`."""
        found = {key: value for key, value in answer.items() if key in ("error", "position")}
        expected = {"error": case["reason"]} if case["position"] is None else {"error": case["reason"], "position": str(case["position"])}
        if "error" not in found:
            raise Different(expected, without_n(answer))
        if found["error"] in NO_REASON:
            self.missing.add("reasons")
            return
        if "position" not in found and expected.pop("position", None):
            self.missing.add("positions")
        if found != expected:
            # Even if the reason is our choice, it is one of these.
            if "policy_reason" not in case["flags"] or found["error"] not in REASONS:
                raise Different(expected, found)
            self.other_reason = True
            if self.port.show:
                say(f"passed, but our reason is {shown(expected)}")

    def refused(self, case):
        value, wrong = case["value"], case["wrong"]
        if case["from"] == "config":
            answer = self.open("0", value)
        elif case["from"] == "fields":
            answer = self.ask("from_fields", **{name: decimal(number) for name, number in value.items()})
        else:
            answer = self.ask(f"from_{case['from']}", **{case["from"]: value})
        # Integers and bytes have no reasons to compare.
        if "error" not in answer or wrong is not None and answer["error"] not in (wrong, *NO_REASON):
            raise Different({"error": wrong or "rejected"}, without_n(answer))

    def order(self, case):
        ids, last = case["sorted"], None
        canonical = {text.lower(): at for at, text in enumerate(ids)}
        # Neighbours of the sorted list show where an order is wrong, and neighbours of the shuffled list where it isn't transitive.
        for first, second in [*zip(ids, ids[1:]), *zip(case["shuffled"], case["shuffled"][1:])]:
            at = [canonical.get(text.lower()) for text in (first, second)]
            if None in at:
                continue
            expected = "equal" if ids[at[0]] == ids[at[1]] else "less" if at[0] < at[1] else "greater"
            opposite = {"less": "greater", "greater": "less", "equal": "equal"}[expected]
            for pair, order in (((first, second), expected), ((second, first), opposite)):
                answer = self.ask("compare", a=pair[0], b=pair[1])
                if answer.get("order") != order:
                    raise Different(f"{order}: {pair[0]} and {pair[1]}", answer.get("order", "no `order`"))
                if "letter_case" in case["flags"] and answer.get("text_order", order) != order:
                    raise Different(f"{order}: the strings {pair[0]} and {pair[1]}", answer["text_order"])
        for text in ids if "parse" in self.port.abilities else []:
            answer = self.ask("parse", **with_hex("text", text))
            keys = [answer.get("text", ""), answer.get("bytes", ""), answer.get("int", "").zfill(50)]
            if last is not None and any(before > after for before, after in zip(last, keys)):
                raise Different("`text`, `bytes` and `int` in the order of the IDs", without_n(answer))
            last = keys

    def typed(self, case):
        kind_of_id = {**with_hex("prefix", case["prefix"]), "text_forms": case.get("text_forms", "compact")}
        if "reason" in case:
            self.rejected(self.ask("parse_typed", **with_hex("text", case["text"]), **kind_of_id), case)
            return
        for text in [case["text"], *case["alternates"]]:
            found = self.ask("parse_typed", **with_hex("text", text), **kind_of_id)
            expect(case["bytes"], found.get("bytes", without_n(found)))
        found = self.ask("format_typed", bytes=case["bytes"], **kind_of_id)
        expect(case["text"], found.get("text", without_n(found)))

    def node_spec(self, case):
        found = without_n(self.port.ask("node_spec", **with_hex("text", case["text"])))
        if "node_id" in case:
            expected = {"node_id": decimal(case["node_id"]), "node_id_size": decimal(case["node_id_size"]), "node_prev": case["node_prev"] or ""}
            expect(expected, {key: value for key, value in found.items() if key in (*expected, "error")})
        elif "error" not in found:
            raise Different({"error": "rejected"}, found)

    def open(self, generator, config):
        values = {key: "" if value is None else decimal(value) for key, value in config.items()}
        return self.ask("open", generator=generator, **values)

    def generator(self, case, following):
        """Plays a trace with two generators, the second one step behind the first, to show that they share nothing."""
        has_own_random = all([self.opened(case, generator) for generator in ("0", "1")])
        # If all generators share the last configuration, these have the wrong one.
        if following is not None:
            with contextlib.suppress(Unsupported):
                self.open("2", following["config"])
        if has_own_random:
            self.missing.add(OWN_RANDOM)
            if any("error" in step for step in case["steps"]) or "overflow" in case["flags"] or self.moves_on(case["steps"]):
                raise Unsupported("the port draws its own random numbers")
        steps, last = list(enumerate(case["steps"])), {"0": None, "1": None}
        for first, second in zip([*steps, None], [None, *steps]):
            for generator, call in (("0", first), ("1", second)):
                if call is None:
                    continue
                at, step = call
                where = f"step {at + 1}" if generator == "0" else f"step {at + 1} of a second generator"
                if at > 0 and "error" in case["steps"][at - 1]:
                    where += f" (after the error {case['steps'][at - 1]['error']}, which must change nothing)"
                found = self.generate(where, generator, step, None if has_own_random else case["draw_bits"])
                if has_own_random:
                    self.has_time_and_order(where, (step["text"], found), last[generator])
                    last[generator] = step["text"], found

    def generate(self, where, generator, step, draw_bits):
        """Asks for an ID, and returns its text or the error. Compares the answer with a step, unless the port draws its own random numbers."""
        answer, found = self.ask_for_id(generator, step, has_own_random=draw_bits is None)
        if "readings" not in answer:
            self.missing.add("the number of clock readings")
        elif answer["readings"] != "1":
            raise Different(f"{where}: 1 reading of the clock", answer["readings"])
        if draw_bits is None:
            return found
        # A draw of 0 bits may be made or not.
        drawn = sorted(draw for draw in answer.get("drawn", "").split() if not draw.endswith(":0"))
        expected_drawn = sorted(f"{field}:{draw_bits[field]}" for field in step["draws"])
        result = "text" if "text" in step else "error"
        if result == "error" and answer.get("error") in NO_REASON:
            self.missing.add("reasons")
            answer[result] = step[result]
        if drawn != expected_drawn or answer.get(result) != step[result]:
            drawn = " ".join(drawn) or "nothing" if "drawn" in answer else "no `drawn` in the answer"
            raise Different(f"{where}: {step[result]}, drawn: {' '.join(expected_drawn) or 'nothing'}", f"{found}, drawn: {drawn}")
        return found

    def moves_on(self, steps):
        """Returns True if a timestamp is later than each reading, because the vectors' random numbers exhaust a timestamp."""
        latest, last = None, None
        for step in steps:
            timestamp, now = self.timestamp(step["text"]), int(step["now"])
            if latest is not None and now <= latest and timestamp > last:
                return True
            # A generator that starts over has an earlier timestamp.
            latest, last = now if last is None or timestamp < last else max(latest, now), timestamp
        return False

    def has_time_and_order(self, where, texts, last):
        """Compares an ID that has the port's own random numbers with the ID of the vectors."""
        expected, found = texts
        timestamp = self.timestamp(expected)
        if self.value(found) is not None and self.timestamp(found) == timestamp + 1:
            raise Unsupported(OWN_EXHAUSTED)
        # A generator that starts over generates an earlier ID.
        is_later = last is not None and expected > last[0]
        self.check(where, found, (timestamp, timestamp), last[1] if is_later else None)

    def ask_for_id(self, generator, step, has_own_random):
        """Asks for an ID. Returns the answer, and its text or error."""
        draws = {f"draw_{field}": "fail" if value is None else decimal(value) for field, value in step["draws"].items()}
        ceiling = decimal(step["ceiling_unix_ms"]) if "ceiling_unix_ms" in step else None
        answer = self.port.ask("generate", generator=generator, now=decimal(step["now"]), ceiling_unix_ms=ceiling, **draws)
        if has_own_random and answer.get("error") == "overflow":
            raise Unsupported(OWN_EXHAUSTED)
        return answer, answer.get("text", answer.get("error", "neither `text` nor `error`"))

    def check(self, where, text, timestamps, last):
        """Compares what doesn't depend on random numbers: the timestamp, the constant fields and the order."""
        value = self.value(text)
        if value is None:
            raise Different(f"{where}: an ID", text)
        for field in self.layout["fields"]:
            least, most = timestamps if field is self.layout["fields"][0] else (field.get("constant"),) * 2
            found = self.field(value, field["name"])
            if least is not None and not least <= found <= most:
                span = str(least) if least == most else f"{least} to {most}"
                raise Different(f"{where}: {field['name']} {span}", f"{found} in {text}")
        if last is not None and value <= self.value(last):
            raise Different(f"{where}: an ID after {last}", text)

    def properties(self, case):
        """Compares what doesn't depend on the method of a generator."""
        has_own_random, last, texts = self.opened(case), None, set()
        for at, call in enumerate(case["calls"]):
            # Other random numbers in each call, so that no two IDs are equal.
            step = {"now": call["now"], "draws": {field: int(value) + at for field, value in case["draws"].items()}}
            text = self.generate_any(f"call {at + 1}", step, (call["min_timestamp"], call["max_timestamp"]), last, has_own_random)
            if text in texts:
                raise Different(f"call {at + 1}: a new ID", text)
            texts.add(text)
            last = text if case["ascending"] else None

    def runs(self, case):
        """Asks for many IDs with the same timestamp."""
        has_own_random, last = self.opened(case), None
        if has_own_random and "increment" in case["draws"]:
            raise Unsupported("the port draws its own random numbers")
        for at in range(case["count"]):
            last = self.generate_any(f"call {at + 1}", case, (case["timestamp"], case["timestamp"]), last, has_own_random)
            if at in (0, case["count"] - 1) and not has_own_random:
                expected = case["first" if at == 0 else "last"]
                if last != expected:
                    raise Different(f"call {at + 1}: {expected}", last)

    def opened(self, case, generator="0"):
        """Opens a generator, and returns True if it draws its own random numbers."""
        answer = self.open(generator, case["config"])
        if "error" in answer:
            raise Different("a generator", without_n(answer))
        return answer.get("random") == "own"

    def generate_any(self, where, step, timestamps, last, has_own_random):
        """Asks for an ID, checks it, and returns its text."""
        _, text = self.ask_for_id("0", step, has_own_random)
        self.check(where, text, timestamps, last)
        return text

    def timestamp(self, text):
        return self.field(self.value(text), self.layout["fields"][0]["name"])

    def value(self, text):
        """Returns the integer of a string in the first text form, or None."""
        form = self.layout["forms"][0]
        digits = [form["alphabet"].find(digit) for at, digit in enumerate(text) if at not in form["hyphens"]]
        if len(digits) != form["digits"] or -1 in digits or any(text[at] != "-" for at in form["hyphens"]):
            return None
        value = 0
        for digit in digits:
            value = value * len(form["alphabet"]) + digit
        return value if value >> sum(field["bits"] for field in self.layout["fields"]) == 0 else None

    def field(self, value, name):
        for field in reversed(self.layout["fields"]):
            if field["name"] == name:
                return value % (1 << field["bits"])
            value >>= field["bits"]


class Report:
    """The results of all files."""

    def __init__(self, index, port):
        self.index, self.port, self.title = index, port, f"{port.name} {port.version}".strip()
        self.files, self.failures, self.troubles, self.missing = {}, [], [], collections.defaultdict(set)
        #: The titles of other rules that occur in a case.
        self.declined = set()
        self.specification = {scheme: spec for spec in index["specifications"] for scheme in spec["schemes"]}

    def add(self, entry, cases, arrays):
        """Adds a row for a file, and returns it. Each of the arrays must have a case that passes."""
        row = {key: entry[key] for key in ("scheme", "kind", "policy")}
        row.update(cases=cases, passed=0, failed=0, other_reasons=0, skipped=collections.Counter())
        # The arrays without a passed case, and the rules that the port doesn't follow.
        row.update(untested=sorted(arrays), other_rules=[])
        self.files[entry["path"]] = row
        return row

    def fail(self, entry, case, expected, found, question):
        self.files[entry["path"]]["failed"] += 1
        failure = {"file": entry["path"], "id": case["id"], "comment": case["comment"], "flags": case["flags"]}
        failure["rules"] = [self.place(entry["scheme"], rule) for rule in case["ref"]]
        failure.update(question=question, expected=shown(expected), found=shown(found), text=case.get("text"), of_config=case.get("from") == "config")
        # A direct case comes before a case that meets the same bug on its way.
        file = (KINDS.index(entry["kind"]), entry["scheme"], entry["policy"])
        self.failures.append(((*file, "random_walk" in case["flags"], len(case.get("steps", ())), len(case["flags"]), case["id"]), failure))

    def place(self, scheme, rule):
        """Returns a rule and where it stands."""
        if rule.startswith(("policy.md", "http", "TypeID")):
            return rule
        return f"{self.specification[scheme]['name']}, {rule} ({self.specification[scheme]['url']})"

    def sorted_failures(self):
        return [failure for _, failure in sorted(self.failures, key=lambda pair: pair[0])]

    def passes(self):
        return not self.failures and not self.troubles and any(row["passed"] for row in self.files.values())

    def print_json(self, *_):
        claims = {scheme: dict(self.claims(scheme)) for scheme in self.port.schemes if not self.index.get("small")}
        about = {"port": self.port.name, "version": self.port.version, "set": self.index["version"], "protocol": PROTOCOL}
        about["missing"] = {scheme: sorted(missing) for scheme, missing in self.missing.items()}
        print(json.dumps({**about, "files": self.files, "failures": self.sorted_failures(), "troubles": self.troubles, "claims": claims}))

    def print_text(self, most, case_id):
        say(f"{self.title}: protocol {PROTOCOL}, vectors {self.index['version']}\n")
        for path, row in self.files.items():
            skipped = sum(row["skipped"].values())
            reasons = f" ({self.skipped(row)})" if skipped else ""
            say(f"{path}: {row['cases']} case{'' if row['cases'] == 1 else 's'}, {row['passed']} passed, {row['failed']} failed, {skipped} skipped{reasons}")
        printed = collections.Counter()
        for failure in self.sorted_failures():
            path = failure["file"]
            printed[path] += 1
            if most is None or printed[path] <= most:
                self.print_failure(failure)
            elif printed[path] == most + 1:
                say(f"\n{path}: {self.files[path]['failed'] - most} more cases fail. For all, use --all.")
        for trouble in self.troubles[:most]:
            say(f"\n{trouble}")
        if most is not None and len(self.troubles) > most:
            say(f"\n{len(self.troubles) - most} more answers out of turn. For all, use --all.")
        for scheme in self.port.schemes:
            if case_id is None and not self.index.get("small") and all(entry["path"] in self.files for entry in self.index["vectors"] if entry["scheme"] == scheme):
                self.print_claims(scheme)

    @staticmethod
    def skipped(row):
        """Returns the most common reasons of skipped cases."""
        reasons = row["skipped"].most_common()
        rest = [f"{sum(count for _, count in reasons[MOST_REASONS:])}: other reasons"] if len(reasons) > MOST_REASONS else []
        return "; ".join([f"{count}: {reason}" for reason, count in reasons[:MOST_REASONS]] + rest)

    @staticmethod
    def print_failure(failure):
        say(f"\n{failure['file']}, case {failure['id']}: {failure['comment']}")
        for rule in failure["rules"]:
            say(f"  rule:     {rule}")
        say(f"  flags:    {' '.join(failure['flags'])}")
        say(f"  question: {failure['question'] or 'not asked'}\n  expected: {failure['expected']}\n  found:    {failure['found']}")

    def print_claims(self, scheme):
        say(f"\n{scheme}: this port may claim")
        claims = dict(self.claims(scheme))
        made = [claim for claim, reason in claims.items() if reason is None]
        say("\n".join(f'  "{claim}"' for claim in made) if made else "  nothing")
        for claim, reason in claims.items():
            if reason is not None:
                say(f'  not "{claim}": {reason}')
        for path, row in self.files.items():
            if made and row["skipped"] and path.startswith(f"{scheme}/"):
                say(f"  skipped: {sum(row['skipped'].values())} of {row['cases']} cases of {path}")
        if self.missing[scheme]:
            say(f"  not compared: {', '.join(sorted(self.missing[scheme]))}")

    def table_rows(self):
        """Yields a row of a table for each file of which a case ran."""
        for path, row in sorted(self.files.items()):
            in_policy = sum(failure["file"] == path and is_policy(failure) for _, failure in self.failures)
            numbers = (row["cases"], row["passed"] + row["failed"], row["passed"], row["failed"] - in_policy, in_policy)
            if row["passed"] + row["failed"]:
                yield (*(text.replace("|", "\\|") for text in (self.port.name, self.port.version)), path, *map(str, numbers))

    def print_differences(self):
        """Prints the cases that differ, grouped by what the port does."""
        groups = collections.defaultdict(lambda: collections.defaultdict(list))
        for failure in self.sorted_failures():
            groups[failure["file"]][behaviour(failure), is_policy(failure)].append(failure)
        for path, behaviours in sorted(groups.items()):
            say(f"\n**{self.title}, {path}**\n")
            for (does, in_policy), failures in sorted(behaviours.items()):
                ids, policy = ranges(failure["id"] for failure in failures), " (policy)" if in_policy else ""
                say(f"- {ids}{policy}: {code(does)}. The first: {code(failures[0]['comment'])}.")
        for trouble in self.troubles:
            say(f"\n**{self.title}**: {code(trouble)}")

    def claims(self, scheme):
        """Yields each claim of README.md's *Conformance levels*, with None, or with the reason why it may not be made."""
        ids = ("codec", "order", "refused")
        generators = (*ids, "properties", "runs", "generator", "node-spec")
        missing = sorted(self.missing[scheme] & {"`parse`", "`text` in answers", "`hex` in answers"})
        reads = f"no {missing[0]}" if missing else self.reason(scheme, ids, (False,), with_config=False)
        yield "reads and writes IDs as the specification says", reads
        random = f"the {OWN_RANDOM} of its generators were not compared" if OWN_RANDOM in self.missing[scheme] else None
        # A specification without traces leaves the method of a generator open, and so its random numbers.
        has_traces = bool(self.listed(scheme, ("generator",), (False,)))
        if has_traces:
            any_method = reads or self.reason(scheme, (*ids, "properties"), (False,), with_config=False)
            yield "generates IDs as the specification asks of any generator", any_method
        yield "conforms to the specification", reads or has_traces and random or self.reason(scheme, generators, (False,))
        yield self.policy_claim("follows the policy of the set", scheme, generators), reads or random or self.reason(scheme, generators, (False, True))
        if self.listed(scheme, ("typed",), (False,)):
            yield "reads and writes TypeIDs of UUIDv7", self.reason(scheme, ("typed",), (False,))
        yield self.policy_claim("has prefixes according to the policy of the set", scheme, ("typed",)), self.reason(scheme, ("typed",), (True,))

    def policy_claim(self, claim, scheme, kinds):
        """Returns a claim with the version, and with the rules that the port doesn't follow."""
        rows = [self.files[entry["path"]] for entry in self.listed(scheme, kinds, (False, True)) if entry["path"] in self.files]
        rules = sorted({rule.removeprefix("policy.md, ") for row in rows for rule in row["other_rules"]})
        return f"{claim}, version {self.index['version']}" + (f", except {'; '.join(rules)}" if rules else "")

    def listed(self, scheme, kinds, policies):
        """Returns the index entries of all files of these kinds, even if they were not run."""
        return [entry for entry in self.index["vectors"] if entry["scheme"] == scheme and entry["kind"] in kinds and entry["policy"] in policies]

    def reason(self, scheme, kinds, policies, with_config=True):
        """Returns None if all cases of the files passed or were skipped for a good reason."""
        entries = self.listed(scheme, kinds, policies)
        reasons = dict.fromkeys(self.reasons(entries, policies, with_config))
        return "; ".join(reasons) or None if entries else "the set has no cases for it"

    def reasons(self, entries, policies, with_config):
        """Yields a reason for each file that forbids a claim."""
        for entry in entries:
            path, row = entry["path"], self.files.get(entry["path"])
            if row is None or row["passed"] + row["failed"] + sum(row["skipped"].values()) < entry["count"]:
                yield f"not all cases of {path} were run"
                continue
            failed = sum(failure["file"] == path and (with_config or not failure["of_config"]) for _, failure in self.failures)
            if failed:
                yield f"{failed} case{' of' if failed == 1 else 's of'} {path} fail{'s' if failed == 1 else ''}"
                continue
            declined = [rule for rule in row["other_rules"] if not rule.startswith("policy.md") and rule not in OPTIONAL_HEADINGS]
            if declined:
                yield f"the port doesn't follow the specification: {declined[0]}"
            elif row["untested"]:
                array = f"`{row['untested'][0]}` " if row["passed"] else ""
                yield f"no {array}case of {path} passed" + (f" ({self.skipped(row)})" if row["skipped"] else "")
            elif not entry["policy"] and entry["kind"] in ("codec", "order") and self.unexcused(row):
                yield f"cases of {path} were skipped ({self.skipped(row)})"
            elif True in policies and row["other_reasons"]:
                yield f"{row['other_reasons']} cases of {path} have a different reason, such as case {row['other_reason']}"

    @staticmethod
    def unexcused(row):
        return any(not reason.startswith(RULE_DECLINED) for reason in row["skipped"])


def is_policy(failure):
    return not POLICY_FLAGS.isdisjoint(failure["flags"])


def behaviour(failure):
    """Returns what a port does, without the values."""
    expected, found = failure["expected"], failure["found"]
    if expected.startswith('{"error"') and not found.startswith('{"error"'):
        return "accepted"
    if found.startswith("{"):
        found = re.sub('["{}]', "", found.split('", "')[0])
    return re.sub("^[0-9A-Za-z-]{12,}(?=, drawn: )", "an ID", found)


def code(text):
    """Returns inline code in Markdown."""
    return "`" + text.replace("`", "'").replace("\n", " ") + "`"


def ranges(numbers):
    """Returns numbers in order. Three or more consecutive numbers are a range."""
    rows = []
    for number in sorted(numbers):
        if rows and rows[-1][-1] == number - 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    return ", ".join(f"{row[0]} to {row[-1]}" if len(row) > 2 else ", ".join(map(str, row)) for row in rows)


def print_markdown(reports):
    """Prints one table of all ports, and the cases that differ."""
    rows = [MARKDOWN_HEAD, *(row for report in reports for row in report.table_rows())]
    widths = [max(map(len, column)) for column in zip(*rows)]
    rows.insert(1, ["-" * width if at < 3 else "-" * (width - 1) + ":" for at, width in enumerate(widths)])
    for row in rows:
        cells = (cell.ljust(width) if at < 3 else cell.rjust(width) for at, (cell, width) in enumerate(zip(row, widths)))
        say(f"| {' | '.join(cells)} |")
    if any(report.failures or report.troubles for report in reports):
        say("\n## The cases that differ")
    for report in reports:
        report.print_differences()


class Run:
    """A run of the vectors in a directory against a port."""

    def __init__(self, port, directory, index, report):
        self.port, self.directory, self.index, self.report = port, directory, index, report

    def all(self, only, case_id):
        schemes = {scheme["name"]: scheme for scheme in self.index["schemes"]}
        for entry in self.index["vectors"]:
            path, scheme = entry["path"], entry["scheme"]
            if scheme not in self.port.schemes or only not in (None, scheme, f"{scheme}/{entry['kind']}", path, path[: -len(".json")]):
                continue
            content = (self.directory / path).read_bytes()
            if hashlib.sha256(content).hexdigest() != entry["sha256"]:
                sys.exit(f"{path}: expected the file of this set, found a different SHA-256 sum than in index.json")
            file = json.loads(content)
            cases = [(array, case) for array in ("valid", "invalid", "cases") for case in file.get(array, [])]
            cases = [(array, case) for array, case in cases if case_id in (None, case["id"])]
            if cases:
                self.file(entry, Judge(self.port, schemes[scheme], self.report.missing[scheme]), cases)

    def file(self, entry, judge, cases):
        # A port can choose not to follow any of our rules.
        arrays = {array for array, case in cases if not any(rule.startswith("policy.md") for rule in self.declined(entry["kind"], case))}
        row, troubles = self.report.add(entry, len(cases), arrays), collections.Counter()
        for at, (array, case) in enumerate(cases):
            following = cases[at + 1][1] if at + 1 < len(cases) else None
            declined = self.declined(entry["kind"], case)
            if declined:
                row["skipped"][f"{RULE_DECLINED}: {declined[0]}"] += 1
                row["other_rules"] = sorted({*row["other_rules"], *declined})
            elif troubles[Hang] >= MOST_HANGS or sum(troubles.values()) >= MOST_TROUBLES:
                often = f"{troubles[Hang]} hangs" if troubles[Hang] >= MOST_HANGS else f"{MOST_TROUBLES} restarts of the port"
                self.report.fail(entry, case, "an answer", f"not asked after {often} in this file", None)
            else:
                troubles.update(self.case(entry, judge, array, case, following))

    def declined(self, kind, case):
        """Returns the rules of a case that the port doesn't follow. A name such as `generator.json` stands for all cases of a kind."""
        declined = [rule for rule in [*case["ref"], f"{kind}.json"] if {rule, rule.removeprefix("policy.md, ")} & self.port.other_rules]
        self.report.declined.update(*({rule, rule.removeprefix("policy.md, ")} for rule in declined))
        return declined

    def case(self, entry, judge, array, case, following):
        """Runs a case, reports the result, and returns the kinds of trouble that it met."""
        row, troubles = self.report.files[entry["path"]], []
        for may_repeat in (True, False):
            try:
                judge.run(entry["kind"], case, following)
                row["passed"] += 1
                if judge.other_reason:
                    row["other_reasons"] += 1
                    row.setdefault("other_reason", case["id"])
                row["untested"] = [other for other in row["untested"] if other != array]
            except Unsupported as unsupported:
                row["skipped"][shown(str(unsupported))] += 1
            except Different as different:
                self.report.fail(entry, case, *different.args, self.port.asked)
            except Trouble as trouble:
                troubles.append(type(trouble))
                question = self.port.asked
                # A line too much may belong to an earlier case, so this case gets a second attempt.
                repeats = isinstance(trouble, OutOfTurn) and may_repeat
                if repeats:
                    self.report.troubles.append(f"{entry['path']}, case {case['id']}: {trouble}\n  question: {question}")
                else:
                    self.report.fail(entry, case, "an answer", str(trouble), question)
                try:
                    self.port.start()
                except Trouble as again:
                    raise Stopped(f"{entry['path']}, case {case['id']}: the port doesn't start again: {again}") from None
                if repeats:
                    continue
            return troubles


def seconds(text):
    value = float(text)
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError(f"expected more than 0 and at most 86400 seconds, found {text}")
    return value


def test(command, index, options):
    """Starts a port and returns the report of its run."""
    try:
        port = Port(command, options.timeout, show=options.case is not None and options.format == "text")
    except Trouble as trouble:
        raise Stopped(f"{command}: the port doesn't start: {trouble}") from None
    report = Report(index, port)
    with contextlib.closing(port):
        known = {scheme["name"] for scheme in index["schemes"]}
        if not port.schemes or not set(port.schemes) <= known:
            raise Stopped(f"{port.name}: expected schemes from {' '.join(sorted(known))}, found {' '.join(port.schemes) or 'none'}")
        try:
            Run(port, options.directory, index, report).all(options.only, options.case)
        except Stopped as stopped:
            report.troubles.insert(0, str(stopped))
    if port.last_status:
        report.troubles.append(f"expected that the port ends with exit status 0, found {port.last_status}")
    if not report.files:
        named = " ".join(f"--{name} {value}" for name, value in (("only", options.only), ("case", options.case)) if value is not None)
        raise Stopped(f"no case of {' '.join(port.schemes)} has {named}")
    unknown = port.other_rules - report.declined if options.only is None and options.case is None else ()
    report.troubles.extend(f"other_rules: no case has the title {shown(title)}" for title in sorted(unknown))
    return report


def main():
    parser = argparse.ArgumentParser(description="Tests a port of the ID schemes against these vectors. protocol.md describes what a port must do.")
    parser.add_argument("--port", action="append", required=True, metavar="COMMAND", help="the command that starts your port, which a shell runs. Can be repeated")
    parser.add_argument("--only", metavar="SCHEME[/KIND]", help="run only these files, such as ulid, ulid/generator or ulid/codec-policy")
    parser.add_argument("--case", type=int, metavar="ID", help="run only the cases with this id, and show each question and answer")
    parser.add_argument("--format", choices=("text", "json", "markdown"), default="text", help="the form of the report (markdown: one table of all ports)")
    parser.add_argument("--timeout", type=seconds, default=10, metavar="SECONDS", help=f"how long to wait for an answer (default: 10). The first answer can take {START_TIMEOUTS} times as long")
    parser.add_argument("--all", action="store_true", help="show all failures of each file instead of the first five")
    parser.add_argument("directory", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent, metavar="DIR", help="the directory of the vectors (default: the directory of this program)")
    options = parser.parse_args()
    try:
        index = json.loads((options.directory / "index.json").read_text("utf-8"))
    except (OSError, ValueError) as error:
        parser.error(f"{options.directory}: expected a directory of vectors with an index.json: {error}")
    reports = []
    for command in options.port:
        try:
            reports.append(test(command, index, options))
        except Stopped as reason:
            print(plain(f"{parser.prog}: {reason}"), file=sys.stderr)
    for report in reports if options.format != "markdown" else ():
        (report.print_json if options.format == "json" else report.print_text)(None if options.all else 5, options.case)
    if options.format == "markdown" and reports:
        print_markdown(reports)
    sys.stdout.flush()
    return 0 if len(reports) == len(options.port) and all(report.passes() for report in reports) else 1


if __name__ == "__main__":
    if sys.version_info < (3, 9):
        sys.exit("expected Python 3.9 or later")
    for number in {signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}:
        signal.signal(number, lambda number, _: sys.exit(128 + number))  # Ends the port too.
    try:
        sys.exit(main())
    except BrokenPipeError:  # The reader of the report has ended.
        os._exit(1)
