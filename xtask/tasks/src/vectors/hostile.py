"""Runs judge.py with ports that misbehave, and with ports that are wrong: python3 hostile.py

The judge must find each, name the question, go on with the other cases, and end in time. Each port is the template in Python, changed by
a few lines.
"""
import collections
import concurrent.futures
import hashlib
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

VECTORS = pathlib.Path(__file__).resolve().parents[4] / "test-vectors"
INDEX = json.loads((VECTORS / "index.json").read_text("utf-8"))
TEMPLATE = shlex.join(["exec", sys.executable, str(VECTORS / "templates/python/port.py")])
#: In seconds. The ports that hang take all of the first. No other answer takes nearly as long as the second, even on a busy machine.
HANG, PATIENCE = 10, 100
#: The start of each port. `before` runs before an answer, and `change` changes it.
PORT = f"""
import json, os, random, signal, subprocess, sys, time
sys.path.insert(0, {str(VECTORS / "templates/python")!r})
import port, protocol
from protocol import Rejected, Unsupported

ulid, scru64, Ulid = port.SCHEMES["ulid"], port.SCHEMES["scru64"], port.UlidGenerator
port.SCHEMES = {{"ulid": ulid}}
port.ABOUT = {{"name": "hostile", "abilities": "parse from_bytes from_int from_fields compare open"}}
hang, put = lambda: time.sleep(10**6), lambda data: os.write(1, data)
before, change = lambda question: None, lambda question, answer: answer
answer_well = protocol.answer
def answer(port, generators, question):
    before(question)
    return change(question, answer_well(port, generators, question))
protocol.answer = answer
def fail(error):
    raise error
def change_answers(do, function):
    global change
    change = lambda question, answer: function(question, answer) if question["do"] == do else answer
def on_rejection(handle):
    from_text = ulid.from_text
    def parse(text, forms=None):
        try:
            return from_text(text, forms)
        except Rejected as rejected:
            return handle(*rejected.args)
    ulid.from_text = parse
def share(name):
    shared = {{}}
    setattr(Ulid, name, property(lambda self: shared[name], lambda self, value: shared.update({{name: value}})))
def own_random():
    protocol.Source.draw = lambda self, field, bits: random.getrandbits(bits)
    change_answers("open", lambda question, answer: {{"random": "own"}})
"""
#: What a port does once, before it answers question 9, and what the report says.
TROUBLES = {
    r"os._exit(3)": "the port ended (exit status 3) before it answered",
    r"os.close(1); hang()": "the port ended (it closed its output) before it answered",
    r"signal.signal(signal.SIGTERM, signal.SIG_IGN); hang()": f"the port gave no answer within {HANG} s",
    r"subprocess.Popen(['sleep', '100000']); os._exit(0)": f"the port gave no answer within {HANG} s",
    r"put(b'Hello\x1b[31m\n')": r"expected a line of JSON, found 'Hello\x1b[31m'",
    r"while True: put(b'yes\n')": "expected a line of JSON, found 'yes'",
    r"put(b'\n')": "expected a line of JSON, found ''",
    r"put(b'x' * 1_000_000)": "expected a line of at most 65536 bytes, found 'xxx",
    r"""put(b'{"n":"9","text":"' + b'x' * 65_536 + b'"}\n')""": "expected a line of at most 65536 bytes, found '{",
    r"""put(b'{"n":"9","text":"\xff"}\n')""": r"""expected UTF-8, found '{"n":"9","text":"\\xff"}'""",
    r"""put('{"n":"9"}\n'.encode("utf-16"))""": r"expected UTF-8, found '\\xff\\xfe{",
    r"""put(b'["9"]\n')""": """expected a JSON object, found '["9"]'""",
    r"""put(b'{"n":9}\n')""": 'expected strings as values, found 9 as the value of "n"',
    r"put(b'[' * 60_000 + b'\n')": "expected a line of JSON, found '[[[",
}
#: What a port does before it answers its first question, and what the judge says.
NO_START = {
    r"os._exit(5)": "the port ended (exit status 5) before it answered",
    r"hang()": "the port gave no answer within 1.2 s",
    r"put(b'Welcome!\n')": "expected a line of JSON, found 'Welcome!'",
    r"port.ABOUT['protocol'] = '2'; answer_well = lambda *_: port.ABOUT": '''expected `"protocol":"1"` in the answer to `start`''',
    r"raise Unsupported('start')": '''expected `"protocol":"1"` in the answer to `start`''',
    r"port.SCHEMES.clear()": "found none",
    r"port.SCHEMES['ulid\x1b'] = ulid": r"found ulid ulid\x1b",
    r"port.ABOUT['abilities'] += ' from-bytes'": "expected abilities from parse from_bytes",
}

#: Ports that keep to the protocol and are wrong. The first letters of the claims that they may still make (reads, generates, conforms, follows), and of
#: the first failure the file, the comment, what was expected and what was found.
WRONG = {
    "on_rejection(lambda reason, *at: 0 if reason == 'overflow' else fail(Rejected(reason, *at)))": ("", "codec", "the largest value plus one", '"overflow"', '"int": "0"'),
    "on_rejection(lambda reason, *at: fail(Rejected(reason, *(byte + 1 for byte in at))))": ("", "codec", "in place of a digit", '"7"', '"8"'),
    "change_answers('parse', lambda _, answer: {**answer, 'error': 'length'})": ("", "codec", "as published", "either a result or `error`", '"error"'),
    "change_answers('parse', lambda _, answer: {'timestamp': answer['timestamp'], 'error': ''})": ("", "codec", "as published", '"bytes"', '"error"'),
    "ulid.from_bytes = lambda data: int.from_bytes(data[-16:], 'big')": ("", "refused", "no byte", '"rejected"', '"text"'),
    "change_answers('compare', lambda asked, answer: {'order': 'greater'} if asked['a'] < '4' <= asked['b'] else answer)": ("", "order", "the smallest", "less: 3ZZZ", "greater"),
    "share('last')": ("rg", "generator", "the first ID", "step 1 of a second generator: 01", "drawn: nothing"),
    "share('ceiling_unix_ms')": ("rgc", "generator-policy", "keeps a ceiling that was set before", "step 3 (after the error rng, which must change nothing): 01", "after_ceiling"),
    "Ulid.increment = lambda _, source: 1 + 0 * source.draw('randomness', 80)": ("rg", "generator", "overflows", "step 2: overflow, drawn: nothing", "randomness:80"),
    "change_answers('generate', lambda _, answer: {key.replace('error', 'text'): word for key, word in answer.items()})": ("rg", "generator", "", "overflow", "overflow"),
    "generate = Ulid.generate; Ulid.generate = lambda *both: (both[1].now(), generate(*both))[1]": ("rg", "generator", "the first ID", "1 reading of the clock", "2"),
    "begin = Ulid.begin; Ulid.begin = lambda self, now, *rest: (setattr(self, 'last', (now, 0)), begin(self, now, *rest))[1]": ("rgc", "generator-policy", "a failed draw", "(after the error rng, which must change nothing): 01", "drawn: nothing"),
    "own_random(); Ulid.increment = lambda *_: -1": ("r", "properties", "four IDs in order", "call 2: an ID after 01", "01"),
    "own_random(); generate = Ulid.generate; Ulid.generate = lambda *both: generate(*both) | 1 << 128": ("r", "properties", "", "call 1: an ID", ""),
    "own_random(); protocol.generate = lambda *_: {'text': 'overflow'}": ("r", "properties", "", "call 1: an ID", "overflow"),
    "own_random(); Ulid.is_new = lambda self, now, last: last is None or now != last[0]": ("rg", "generator-policy", "", "timestamp ", ""),
    "own_random(); Ulid.is_new = lambda self, now, last: (setattr(self, 'back', last and now < last[0]), last is None or now > last[0])[1]; Ulid.increment = lambda self, _: -1 if self.back else 1": ("rg", "generator-policy", "", "an ID after", ""),
    "own_random(); Ulid.timestamp = lambda _, now: now // 1000 * 1000": ("r", "properties", "the first ID at 1", "call 1: timestamp 1", "0"),
}
#: Ports that do less: their exit status, the claims that they may make, and the reasons of skipped cases.
LIMITED = {
    "change_answers('parse', lambda _, answer: {'bytes': answer['bytes']})": (0, "", {}),
    "on_rejection(lambda *_: fail(Rejected('rejected')))": (0, "rgcf", {}),
    "port.ABOUT['abilities'] = 'from_bytes from_int from_fields open compare'": (0, "", {"no `parse`": 52}),
    "before = lambda question: question['do'] == 'start' or fail(Unsupported('not today'))": (1, "", {"not today": 222}),
    "before = lambda question: question['do'] == 'parse' and 'Z' in question['text'] and fail(Unsupported('no Z'))": (0, "", {"no Z": 67}),
    "port.ABOUT['other_rules'] = 'Allowance|policy.md, Prefixes'; Ulid.allowance = lambda _: 5000": (0, "rgcf", {"a rule that the port doesn't follow: policy.md, Allowance": 63}),
    "port.ABOUT['other_rules'] = 'Sorting'": (0, "", {"a rule that the port doesn't follow: Sorting": 14}),
    "port.ABOUT['other_rules'] = 'o|policy.md|policy.md, '": (1, "rgcf", {}),
    "own_random(); protocol.Source.draw = lambda *_: (1 << 80) - 1": (0, "rg", {"the port draws its own random numbers": 61, "the port's own random numbers exhaust a timestamp": 41}),
    "own_random()": (0, "rg", {"the port draws its own random numbers": 61}),
}
#: UUIDv7s by other methods, with random numbers of their own: the claims, and what was expected at the first failure.
METHODS = {
    "method(stateless, ' | 6.2. Monotonicity and Counters')": ("rc", None),
    "method(stateless)": ("r", "an ID after "),
    "method(with_small_counter)": ("rc", None),
    "method(lambda now, last: now << 80 | 7 << 76 | 2 << 62, ' | 6.2. Monotonicity and Counters')": ("r", "a new ID"),
    "method(lambda *_: random.getrandbits(128))": ("r", "timestamp 1750000000000"),
    "method(lambda now, last: stateless(now // 1000 * 1000))": ("r", "timestamp 1"),
    "method(lambda now, last: stateless(now % (1 << 40)))": ("r", "timestamp "),
    "method(lambda now, last: stateless(max(now, last and (last >> 80) + 2)))": ("r", "timestamp 1750000000000 to 1750000000001"),
    "method(lambda now, last: 3 << 62 | with_small_counter(now, last))": ("r", "var 2"),
    "method(with_small_counter); generate = protocol.generate; protocol.generate = lambda *both: {key: value.replace('-', '_') for key, value in generate(*both).items()}": ("r", "an ID"),
}
OTHER_METHODS = """
port.SCHEMES = {"uuid7": port.Uuid7Ids()}
own_random()
stateless = lambda now, last=0: now << 80 | 7 << 76 | random.getrandbits(12) << 64 | 2 << 62 | random.getrandbits(62)
# A counter of 12 bits without a guard, after which the timestamp is ahead of the clock.
def with_small_counter(now, last):
    timestamp, counter = max(now, last >> 80), (last >> 64) % 4096 + 1 if last >> 80 >= now else 4090
    timestamp, counter = timestamp + counter // 4096, counter % 4096
    return timestamp << 80 | 7 << 76 | counter << 64 | 2 << 62 | random.getrandbits(62)
def method(function, others=""):
    def generate(self, source):
        self.last = function(source.now(), self.last or 0)
        return self.last
    port.Uuid7Generator.generate = generate
    port.ABOUT["other_rules"] = "generator.json" + others
"""

#: Ports of other files that are wrong: the files, and what was expected of the case that finds it.
WRONG_ELSEWHERE = {
    "change_answers('parse', lambda _, answer: {**answer, **({'hex': answer['hex'].upper()} if 'hex' in answer else {})})": ("scru160/codec", 7001, '"hex": "ffff'),
    "change_answers('compare', lambda asked, answer: {**answer, 'text_order': order(asked['a'], asked['b'])})": ("scru160/order", 17, ": the strings "),
    "Generator.count = lambda self, last, source: self.begin(last[0] + 1, last, source) if last[1] == 40_000 else count(self, last, source)": ("scru160/runs", 1, "call 7235: timestamp 1700000000000"),
    "own_random(); protocol.Source.draw = lambda *_: 0; Generator.count = lambda self, last, source: last": ("scru160/runs", 1, "call 2: an ID after "),
    "node_specs(); port.node_spec.__defaults__ = (port.NODE_SPEC.replace('{1,3}', '+'),)": ("scru64/node-spec", 1053, '"rejected"'),
    "typed_ulids(); change_answers('format_typed', lambda _, answer: {'text': answer['text'].lower()})": ("ulid/typed-policy", 1, "755H6HY7"),
    "typed_ulids(); change_answers('format_typed', lambda _, answer: {'error': 'rejected'})": ("ulid/typed-policy", 1, "755H6HY7"),
}
ELSEWHERE = """
port.SCHEMES, Generator = {"scru160": port.Scru160Ids()}, port.Scru160Generator
count = Generator.count
order = lambda a, b: "less" if a < b else "greater" if a > b else "equal"
def node_specs():
    port.SCHEMES = {"scru64": scru64}
    port.ABOUT["abilities"] = "node_spec"
def typed_ulids():
    port.SCHEMES = {"ulid": ulid}
    port.ABOUT["abilities"] = "parse_typed format_typed"
"""

def in_question(number, lines):
    return f"def before(question):\n    if question['n'] == '{number}':\n        {lines}"


def write_set(directory, scheme, keeps, with_policy=True):
    """Writes a set of vectors with the cases of a scheme that `keeps` returns, and returns the number of cases of each kind."""
    entries = [dict(entry) for entry in INDEX["vectors"] if entry["scheme"] == scheme and (with_policy or not entry["policy"])]
    counts = collections.Counter()
    for entry in entries:
        file = json.loads((VECTORS / entry["path"]).read_text("utf-8"))
        arrays = [array for array in ("valid", "invalid", "cases") if array in file]
        file.update({array: keeps(file[array]) for array in arrays})
        entry["count"] = sum(len(file[array]) for array in arrays)
        counts[entry["kind"]] += entry["count"]
        (directory / scheme).mkdir(parents=True, exist_ok=True)
        content = json.dumps(file).encode()
        (directory / entry["path"]).write_bytes(content)
        entry["sha256"] = hashlib.sha256(content).hexdigest()
    (directory / "index.json").write_text(json.dumps({**INDEX, "vectors": entries}))
    return counts


def of_each_kind(cases):
    """Returns the first four cases with each list of flags."""
    counts = collections.Counter()
    return [case for case in cases if counts.update([str(case["flags"])]) or counts[str(case["flags"])] <= 4]


class Hostile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory, cls.pool = tempfile.TemporaryDirectory(), concurrent.futures.ThreadPoolExecutor(16)
        cls.addClassCleanup(directory.cleanup)
        cls.addClassCleanup(cls.pool.shutdown)
        cls.directory = pathlib.Path(directory.name)
        # Two cases of each array, so that tests can count them: 4 in codec.json, and 2 in the four other files.
        cls.few, cls.ulids, cls.uuids = (cls.directory / name for name in ("few", "ulids", "uuids"))
        write_set(cls.few, "ulid", lambda cases: cases[:2], with_policy=False)
        cls.counts_of_ulids = write_set(cls.ulids, "ulid", of_each_kind)
        write_set(cls.uuids, "uuid7", of_each_kind)
        # The ports that hang do so while other tests run.
        cls.troubles = {lines: cls.start(in_question(9, lines), timeout=HANG if f" {HANG} s" in said else PATIENCE) for lines, said in TROUBLES.items()}
        hangs = "before = lambda question: question['do'] == 'parse' and hang()\nport.ABOUT['abilities'] = 'parse'"
        ends = "before = lambda question: question['do'] == 'generate' and os._exit(1)"
        cls.forever = [cls.start(hangs, timeout=3), cls.start(ends)]

    @classmethod
    def start(cls, lines, *options, vectors=None, command=None, timeout=PATIENCE, form="json"):
        """Starts the judge. The result of the run has its exit status, output and errors."""
        with tempfile.NamedTemporaryFile("w", suffix=".py", dir=cls.directory, delete=False) as program:
            program.write(f"{PORT}\n{lines}\nprotocol.serve(port)\n")
        port = command or shlex.join(["exec", sys.executable, program.name])
        judge = [sys.executable, "-W", "error", VECTORS / "judge.py", "--timeout", str(timeout), "--format", form, "--port", port]
        # The children of a port inherit stderr, so this also waits for their end.
        return cls.pool.submit(subprocess.run, [*judge, *options, vectors or cls.few], capture_output=True, timeout=900, check=False)

    def report(self, run, status=1):
        result = run.result()
        self.assertEqual((result.returncode, b"judge.py" in result.stderr), (status, False), result.stderr)
        return json.loads(result.stdout)

    def counts(self, report):
        rows = report["files"].values()
        return [sum(row[key] for row in rows) for key in ("passed", "failed")] + [sum(sum(row["skipped"].values()) for row in rows)]

    def test_one_trouble_fails_one_case(self):
        for lines, expected in TROUBLES.items():
            with self.subTest(lines):
                report = self.report(self.troubles[lines])
                self.assertEqual(self.counts(report), [11, 1, 0])
                [failure] = report["failures"]
                self.assertEqual((failure["file"], failure["id"]), ("ulid/codec.json", 2))
                self.assertIn('"n":"9"', failure["question"])
                self.assertIn(expected, failure["found"])

    def test_a_port_that_does_not_start_is_named(self):
        runs = {lines: self.start(lines if "port." in lines else in_question(1, lines), timeout=0.2 if lines == "hang()" else PATIENCE) for lines in NO_START}
        runs["no command"] = self.start("", command="no-such-command")
        for lines, run in runs.items():
            with self.subTest(lines):
                result = run.result()
                self.assertEqual((result.returncode, result.stdout), (1, b""))
                self.assertIn(NO_START.get(lines, "the port ended (exit status 127) before it answered"), result.stderr.decode().splitlines()[-1])

    def test_one_port_that_does_not_start_loses_no_report(self):
        options = ("--port", "false", "--port", TEMPLATE)
        result = self.start("", *options, form="markdown").result()
        self.assertEqual((result.returncode, result.stderr.decode()), (1, "judge.py: false: the port doesn't start: the port ended (exit status 1) before it answered\n"))
        self.assertRegex(result.stdout, rb"\| hostile +\|(.|\n)*\| template in Python +\|")

    def test_the_small_set_supports_no_claim(self):
        for form in ("text", "json"):
            result = self.start("", form=form, vectors=VECTORS / "small").result()
            self.assertEqual((result.returncode, result.stderr), (0, b""))
            self.assertFalse(b"may claim" in result.stdout if form == "text" else json.loads(result.stdout)["claims"])

    def test_a_port_that_fails_at_its_end_is_reported(self):
        report = self.report(self.start("import atexit; atexit.register(os._exit, 3)"))
        self.assertEqual((self.counts(report), report["troubles"]), ([12, 0, 0], ["expected that the port ends with exit status 0, found 3"]))

    def test_a_file_that_was_edited_is_not_run(self):
        edited = self.directory / "edited"
        write_set(edited, "ulid", lambda cases: cases[:2])
        with open(edited / "ulid/order.json", "a") as file:
            file.write(" ")
        result = self.start("", vectors=edited).result()
        said = "ulid/order.json: expected the file of this set, found a different SHA-256 sum than in index.json\n"
        self.assertEqual((result.returncode, result.stdout, result.stderr.decode()), (1, b"", said))

    def test_an_answer_out_of_turn_is_reported_and_its_case_repeated(self):
        twice = "def change(question, answer):\n    question['n'] == '9' and print(json.dumps({'n': '9', **answer}))\n    return answer"
        for lines in (twice, in_question(9, """put(b'{"n":"8"}\\n')""")):
            report = self.report(self.start(lines))
            self.assertEqual((self.counts(report), report["failures"]), ([12, 0, 0], []))
            [trouble] = report["troubles"]
            self.assertRegex(trouble, 'ulid/codec.json, case 2: expected an answer to question .*\n  question: {"n":')

    def test_no_port_that_always_hangs_or_ends_is_asked_forever(self):
        hangs, ends = [self.report(run) for run in self.forever]
        self.assertEqual((self.counts(hangs), self.counts(ends)), ([0, 4, 8], [8, 4, 0]))
        self.assertEqual(["not asked" in failure["found"] for failure in hangs["failures"]], [False, False, False, True])

    def test_a_port_that_does_not_start_again_stops_the_run_but_not_the_report(self):
        for again in ("os._exit(1)", "port.SCHEMES['scru64'] = scru64"):
            lines = f"{in_question(9, 'os._exit(1)')}\n    if question['do'] == 'start' and question['n'] != '1':\n        {again}"
            report = self.report(self.start(lines))
            self.assertEqual(self.counts(report), [1, 1, 0])
            self.assertIn("the port doesn't start again: ", report["troubles"][0])
            self.assertNotIn(None, report["claims"]["ulid"].values())
            self.assertEqual(list(report["claims"]), ["ulid"])

    def test_a_port_that_does_not_read_its_input_does_not_block_the_judge(self):
        start = """put(b'{"n":"1","protocol":"1","schemes":"ulid","abilities":"parse from_bytes"}\\n')"""
        answers = """[put(b'{"n":"%d","error":"digit"}\\n' % n) for n in range(2, 9999)]"""
        report = self.report(self.start(f"{start}\n{answers}\nhang()", "--only", "ulid/codec", vectors=VECTORS))
        self.assertGreater(sum(self.counts(report)), 800)

    def test_the_report_is_printable_ascii(self):
        lines = r"""
port.ABOUT.update(name="\x1b[31m\u2028", version="\ud800\x7f")
def before(question):
    if question["do"] == "open":
        raise Unsupported(question["n"] + "\x1b]0;\x07" + "x" * 5000)
def change(question, answer):
    return {**answer, "text": "\x1b[2J\r\x7f\x9b\xe9" + "x" * 5000} if question["do"] == "parse" else answer
"""
        for form, *options in (("text",), ("text", "--all"), ("text", "--case", "1"), ("json",)):
            result = self.start(lines, *options, form=form).result()
            self.assertEqual((result.returncode, result.stderr), (1, b""))
            self.assertRegex(result.stdout, rb"\A[ -~\n]*\[2J[ -~\n]*\Z")
            # Each question and answer is shown with --case.
            self.assertLess(len(result.stdout), 60_000 if "--case" in options else 20_000)

    def test_a_table_has_all_ports_and_groups_the_cases_that_differ(self):
        result = self.start("on_rejection(lambda *_: 0)", "--port", TEMPLATE, form="markdown").result()
        self.assertEqual((result.returncode, result.stderr), (1, b""))
        lines = [" ".join(line.split()) for line in result.stdout.decode().splitlines()]
        for row in ("| hostile | | ulid/codec.json | 4 | 4 | 2 | 2 | 0 |", "| template in Python | | ulid/codec.json | 4 | 4 | 4 | 0 | 0 |"):
            self.assertIn(row, lines)
        differ = lines[lines.index("**hostile, ulid/codec.json**") + 2 :]
        self.assertRegex(differ[0], "^- [0-9]+, [0-9]+: `accepted`. The first: `")
        self.assertEqual(differ[1:], [])

    def claims(self, report):
        return "".join(claim[0] for claim, reason in report["claims"]["ulid"].items() if reason is None)

    def test_a_wrong_port_is_found(self):
        runs = {lines: self.start(lines, vectors=self.ulids) for lines in WRONG}
        for lines, (claims, kind, *words) in WRONG.items():
            with self.subTest(lines):
                report = self.report(runs[lines])
                failure = report["failures"][0]
                self.assertEqual((self.claims(report), failure["file"]), (claims, f"ulid/{kind}.json"))
                for word, key in zip(words, ("comment", "expected", "found")):
                    self.assertIn(word, failure[key])
                self.assertEqual(sum(self.counts(report)), sum(self.counts_of_ulids.values()))

    def test_a_limited_port_may_claim_less(self):
        runs = {lines: self.start(lines, vectors=self.ulids) for lines in LIMITED}
        for lines, (status, claims, skipped) in LIMITED.items():
            with self.subTest(lines):
                report = self.report(runs[lines], status)
                found = sum((collections.Counter(row["skipped"]) for row in report["files"].values()), collections.Counter())
                del found["no `parse_typed`"], found["a rule that the port doesn't follow: policy.md, Prefixes"]
                self.assertEqual((report["failures"], self.claims(report), found), ([], claims, skipped))
                self.assertEqual(f"follows the policy of the set, version {INDEX['version']}, except Allowance" in report["claims"]["ulid"], "Allowance" in lines)

    def test_a_generator_may_have_any_method(self):
        runs = {lines: self.start(OTHER_METHODS + lines, vectors=self.uuids) for lines in METHODS}
        for lines, (claims, expected) in METHODS.items():
            with self.subTest(lines):
                report = self.report(runs[lines], 0 if expected is None else 1)
                made = "".join(claim[0] for claim, reason in report["claims"]["uuid7"].items() if reason is None and "TypeID" not in claim)
                self.assertEqual((made, bool(report["failures"])), (claims, expected is not None))
                self.assertTrue(all(failure["file"] == "uuid7/properties.json" for failure in report["failures"]))
                row = report["files"]["uuid7/generator-policy.json"]
                self.assertEqual(sum(row["skipped"].values()), row["cases"])
                if expected is not None:
                    self.assertIn(f": {expected}", report["failures"][0]["expected"])

    def test_own_random_numbers_need_not_exhaust_a_timestamp(self):
        report = self.report(self.start("own_random(); port.SCHEMES = {'scru128': port.Scru128Ids()}", "--only", "scru128/generator", vectors=VECTORS), 0)
        self.assertGreater(report["files"]["scru128/generator.json"]["passed"], 0)

    def test_a_wrong_port_of_other_files_is_found(self):
        runs = {lines: self.start(ELSEWHERE + lines, "--only", only, vectors=VECTORS) for lines, (only, *_) in WRONG_ELSEWHERE.items()}
        for lines, (_, case, expected) in WRONG_ELSEWHERE.items():
            with self.subTest(lines):
                failure = self.report(runs[lines])["failures"][0]
                self.assertEqual(failure["id"], case)
                self.assertIn(expected, failure["expected"])


if __name__ == "__main__":
    unittest.main()
