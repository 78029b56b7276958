"""Injected bugs in parsing node specs."""
import re

from scheme import sets
from wrong import Rejected, right_port

IDS = right_port.SCHEMES["scru64"]
LAST = IDS.to_fields(IDS.largest)["timestamp"]
SPEC = re.compile("(?:([0-9]+)|0[xX]([0-9a-fA-F]+)|.{12})/([0-9]+)")
OTHER_DIGITS = {first + digit: str(digit) for first in (0x660, 0xff10) for digit in range(10)}


def pattern(decimal="([0-9]{1,8})", hexadecimal="0[xX]([0-9a-fA-F]{1,8})", previous="(.{12})", size="([0-9]{1,3})"):
    """Changes a part of the pattern."""
    return lambda right, text: right(text, f"(?:{decimal}|{hexadecimal}|{previous})/{size}")


def prepared(change):
    return lambda right, text: right(change(text))


def is_id(text):
    return text[12:13] == "/"


def numbers(change, applies=lambda text: not is_id(text)):
    """Changes the node ID and the size before they are checked. Both can have any number of digits."""
    def node_spec(right, text):
        match = SPEC.fullmatch(text)
        if match is None or not applies(text):
            return right(text)
        decimal, hexadecimal, size = match.groups()
        node_id, size = change(int(decimal or hexadecimal, 10 if decimal else 16), int(size))
        return right(f"{node_id}/{size}")
    return node_spec


def sizes(change):
    """Changes the size before it is checked."""
    return prepared(lambda text: re.sub("(?<=/)[0-9]{1,3}$", lambda match: str(change(int(match[0]))), text))


def results(change):
    """Changes the result, given the node ID, its size and the ID to continue after."""
    return lambda right, text: change(*right(text))


def of_ids(change):
    """Changes the result for an ID, given the fields of the ID, and the node ID, its size and the ID to continue after."""
    def node_spec(right, text):
        result = right(text)
        return change(IDS.to_fields(IDS.from_text(text[:12])), *result) if is_id(text) else result
    return node_spec


def or_accepts(accepts, found):
    """Accepts more strings, with this result."""
    return lambda right, text: found(text) if accepts(text) else right(text)


def rejected(rejects):
    def node_spec(right, text):
        if rejects(text):
            raise Rejected("rejected")
        return right(text)
    return node_spec


def one_bit_more(right, text):
    node_id, size = (int(number) for number in text.split("/")) if re.fullmatch("[0-9]{1,8}/[0-9]{1,2}", text) else (0, 0)
    return (node_id, size, "") if 1 <= size <= 23 and node_id >> size == 1 else right(text)


def largest_node_id(node_id, size, node_prev):
    if node_id + 1 == 1 << size and not node_prev:
        raise Rejected("rejected")
    return node_id, size, node_prev


def largest_timestamp(right, text):
    if not is_id(text) or not re.fullmatch("[1-9]|1[0-9]|2[0-3]", text[13:]):
        return right(text)
    fields, size = IDS.to_fields(IDS.from_text(text[:12])), int(text[13:])
    return (fields["node_ctr"] >> 24 - size, size, IDS.to_text(IDS.join(fields))) if fields["timestamp"] == LAST else right(text)


def timestamp_rejected(rejects):
    def change(fields, *result):
        if rejects(fields["timestamp"]):
            raise Rejected("rejected")
        return result
    return of_ids(change)


def split_last(text):
    node, _, size = text.rpartition("/")
    while node.endswith("/8"):
        node = node[:-2]
    return f"{node}/{size}"


BUGS = {
    "node specs": [
        (name, sets("node_id_size"), wrong)
        for name, wrong in (
            ("whitespace around it is ignored", prepared(str.strip)),
            ("whitespace in it is ignored", prepared(lambda text: text.replace(" ", ""))),
            ("it is split at the last slash", prepared(split_last)),
            ("a colon may separate its parts", prepared(lambda text: re.sub("[/:]", "/", text, count=1))),
            ("it needs no size", prepared(lambda text: text if "/" in text else text + "/8")),
            ("a size of 0 is accepted", or_accepts(lambda text: re.fullmatch("(0|0x0|0u2r85hm2pt3)/0", text), lambda text: (0, 0, ""))),
            ("a size of 24 is accepted", lambda right, text: (right(text[:-2] + "23")[0], 24, "") if text.endswith("/24") else right(text)),
            ("a size of 23 is rejected", rejected(lambda text: text.endswith("/23"))),
            ("a size of 1 is rejected", rejected(lambda text: text.endswith("/1"))),
            ("the size has one byte", sizes(lambda size: size % 256)),
            ("the node ID may have one bit more", one_bit_more),
            ("the largest node ID is rejected", results(largest_node_id)),
            ("a size of three digits is rejected", pattern(size="([0-9]{1,2})")),
            ("the prefix of hex is only lowercase", pattern(hexadecimal="0x([0-9a-fA-F]{1,8})")),
            ("a node ID with a letter is hex", pattern(hexadecimal="(?:0[xX])?([0-9a-fA-F]{1,8})")),
            ("a plus sign is accepted", pattern(decimal=r"\+?([0-9]{1,8})", hexadecimal=r"0[xX]\+?([0-9a-fA-F]{1,8})", size=r"\+?([0-9]{1,3})")),
            ("underscores are ignored", prepared(lambda text: text.replace("_", ""))),
            ("no digit is 0", pattern(decimal="([0-9]{0,8})", hexadecimal="0[xX]([0-9a-fA-F]{0,8})")),
            ("leading zeros do not count", numbers(lambda node_id, size: (node_id, size))),
            ("digits of other scripts are digits", prepared(lambda text: text.translate(OTHER_DIGITS))),
            ("12 decimal digits are a number", numbers(lambda node_id, size: (node_id, size), lambda text: re.match("[0-9]{12}/", text))),
            ("12 characters that look like hex are a number", rejected(lambda text: is_id(text) and text.startswith("0x"))),
            ("any other string before the slash is an ID", rejected(lambda text: text.find("/") > 8 and not is_id(text))),
            ("the node of an ID always has 8 bits", of_ids(lambda fields, node_id, size, node_prev: (fields["node_ctr"] >> 16, size, node_prev))),
            ("an ID with the largest timestamp is accepted", largest_timestamp),
            ("an ID with the timestamp before the largest is rejected", timestamp_rejected(lambda timestamp: timestamp == LAST - 1)),
        )
    ],
}
