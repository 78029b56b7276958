"""Injected bugs in parsing node specs."""

PATTERN, FUNCTION, FOUND = 'NODE_SPEC = "(?:([0-9]{1,8})|0[xX]([0-9a-fA-F]{1,8})|(.{12}))/([0-9]{1,3})"', "def node_spec(text, pattern=NODE_SPEC):", "    return node_id, size, node_prev or"
LARGEST = 'fields["timestamp"] == ids.to_fields(ids.largest)["timestamp"]'


def pattern(decimal="([0-9]{1,8})", hexadecimal="0[xX]([0-9a-fA-F]{1,8})", size="([0-9]{1,3})"):
    """Changes a part of the pattern."""
    return {PATTERN: f'NODE_SPEC = r"(?:{decimal}|{hexadecimal}|(.{{12}}))/{size}"'}


def first(code):
    return {FUNCTION: f"{FUNCTION}\n    {code}"}


def text(change):
    """Changes a string before it is parsed."""
    return first(f"text = {change}")


def rejected(condition):
    return first(f'if {condition}:\n        raise Rejected("rejected")')


def rejected_at_end(condition):
    """Rejects some strings, given the node ID, its size, and the ID to continue after."""
    return {FOUND: f'    if {condition}:\n        raise Rejected("rejected")\n{FOUND}'}


def unchecked(condition):
    """Accepts some node specs before a generator checks them."""
    config = '    config = {"node_id"'
    return {config: f'    if {condition}:\n        return node_id, size, node_prev or ""\n{config}'}


BUGS = {
    "node specs": [
        (name, ("scru64",), change)
        for name, change in (
            ("whitespace around it is ignored", text("text.strip()")),
            ("whitespace in it is ignored", text('text.replace(" ", "")')),
            ("it is split at the last slash", text('re.sub("(/8)*(?=/[^/]*$)", "", text, count=1)')),
            ("a colon may separate its parts", text('re.sub("[/:]", "/", text, count=1)')),
            ("it needs no size", text('text if "/" in text else text + "/8"')),
            ("a size of 0 is accepted", first('if re.fullmatch("(0|0x0|0u2r85hm2pt3)/0", text):\n        return 0, 0, ""')),
            ("a size of 24 is accepted", first('if text.endswith("/24"):\n        return node_spec(text[:-2] + "23")[0], 24, ""')),
            ("a size of 23 is rejected", rejected('text.endswith("/23")')),
            ("a size of 1 is rejected", rejected('text.endswith("/1")')),
            ("the size has one byte", text('re.sub("(?<=/)[0-9]{1,3}$", lambda size: str(int(size[0]) % 256), text)')),
            ("the node ID may have one bit more", unchecked("decimal and 0 < size < 24 and node_id >> size == 1")),
            ("the largest node ID is rejected", rejected_at_end("node_id + 1 == 1 << size and not node_prev")),
            ("a size of three digits is rejected", pattern(size="([0-9]{1,2})")),
            ("the prefix of hex is only lowercase", pattern(hexadecimal="0x([0-9a-fA-F]{1,8})")),
            ("a node ID with a letter is hex", pattern(hexadecimal="(?:0[xX])?([0-9a-fA-F]{1,8})")),
            ("a plus sign is accepted", pattern(r"\+?([0-9]{1,8})", r"0[xX]\+?([0-9a-fA-F]{1,8})", r"\+?([0-9]{1,3})")),
            ("underscores are ignored", text('text.replace("_", "")')),
            ("no digit is 0", pattern("([0-9]{0,8})", "0[xX]([0-9a-fA-F]{0,8})")),
            ("leading zeros do not count", pattern("(?!.{12}/)0*([0-9]{1,8})", "(?!.{12}/)0[xX]0*([0-9a-fA-F]{1,8})", "0*([0-9]{1,3})")),
            ("digits of other scripts are digits", text(r'"".join(str(int(it)) if it.isdigit() else it for it in text)')),
            ("12 decimal digits are a number", pattern("([0-9]{1,8}|[0-9]{12})")),
            ("12 characters that look like hex are a number", rejected('text[12:13] == "/" and text.startswith("0x")')),
            ("any other string before the slash is an ID", rejected('text.find("/") > 8 and text[12:13] != "/"')),
            ("the node of an ID always has 8 bits", {FOUND: FOUND.replace("node_id,", 'fields["node_ctr"] >> 16 if match[3] else node_id,')}),
            ("an ID with the largest timestamp is accepted", unchecked(f"match[3] and 0 < size < 24 and {LARGEST}")),
            ("an ID with the timestamp before the largest is rejected", rejected_at_end(f"match[3] and {LARGEST} - 1")),
        )
    ],
}
