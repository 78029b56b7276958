"""Answers the questions of judge.py with a port. ../../protocol.md describes questions and answers.

To test your library, keep this file and replace port.py.
"""
import json
import sys


class Rejected(Exception):
    """A value that is not valid. The arguments are the reason and, for a wrong character, its position."""


class Unsupported(Exception):
    """A question that the port can't answer. The argument is the reason."""


class Source:
    """The clock and the random source of one call: what the question hands over, and what the generator takes of it."""

    def __init__(self, question):
        self.question, self.drawn, self.readings = question, [], 0

    def now(self):
        self.readings += 1
        return int(self.question["now"])

    def draw(self, field, bits):
        self.drawn.append(f"{field}:{bits}")
        value = self.question.get(f"draw_{field}", "0")
        if value == "fail":
            raise Rejected("rng")
        return int(value)


def numbers(question, names):
    try:
        return {name: int(question[name]) for name in names}
    except ValueError:
        raise Rejected("rejected") from None


def forms(ids, value):
    return {name: str(form) for name, form in ids.forms(value).items()}


def generate(generator, question):
    source = Source(question)
    if "ceiling_unix_ms" in question:
        generator.set_ceiling(int(question["ceiling_unix_ms"]))
    try:
        result = {"text": generator.ids.to_text(generator.generate(source))}
    except Rejected as rejected:
        result = {"error": rejected.args[0]}
    return {**result, "drawn": " ".join(source.drawn), "readings": str(source.readings)}


def answer(port, generators, question):
    do, ids = question["do"], port.SCHEMES.get(question.get("scheme"))
    if do == "start":
        return {"protocol": "1", **port.ABOUT, "schemes": " ".join(port.SCHEMES)}
    if do == "parse":
        return forms(ids, ids.from_text(question["text"]))
    if do == "from_bytes":
        return forms(ids, ids.from_bytes(bytes.fromhex(question["bytes"])))
    if do == "from_int":
        return forms(ids, ids.from_int(*numbers(question, ["int"]).values()))
    if do == "from_fields":
        return forms(ids, ids.from_fields(numbers(question, [name for name, _ in ids.fields])))
    if do == "compare":
        return ids.compare(question["a"], question["b"])
    if do == "parse_typed":
        return forms(ids, ids.from_typed_text(question["text"], question["prefix"], question["text_forms"]))
    if do == "format_typed":
        return {"text": ids.to_typed_text(ids.from_bytes(bytes.fromhex(question["bytes"])), question["prefix"], question["text_forms"])}
    if do == "node_spec":
        return dict(zip(("node_id", "node_id_size", "node_prev"), map(str, port.node_spec(question["text"]))))
    if do == "open":
        generators[question["generator"]] = port.GENERATORS[question["scheme"]](ids, question)
        return generators[question["generator"]].opened
    if do == "generate":
        return generate(generators[question["generator"]], question)
    raise Unsupported(f"unknown question {do}")


def answer_or_error(port, generators, question):
    try:
        return answer(port, generators, question)
    except Unsupported as unsupported:
        return {"unsupported": unsupported.args[0]}
    except Rejected as rejected:
        return dict(zip(("error", "position"), map(str, rejected.args)))
    except port.REJECTIONS:
        return {"error": "rejected"}


def serve(port):
    generators = {}
    for question in map(json.loads, sys.stdin):
        print(json.dumps({"n": question["n"], **answer_or_error(port, generators, question)}), flush=True)
