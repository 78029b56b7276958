"""Injected bugs in the kinds that read or write UUIDs."""
from scheme import has_uuids


def of_both(is_uuid):
    """Changes which strings a kind with both forms reads as UUIDs."""
    def changed(right, self, text, text_forms):
        return is_uuid(text) if text_forms not in ("compact", "uuid") else right(text, text_forms)
    return {"is_uuid": changed}


def is_uuid_of_any_kind(right, self, text, text_forms):
    return right(text, text_forms) or text_forms == "compact" and len(text) == 36 and text.count("-") == 4


def with_prefix(right, self, value, prefix, text_forms):
    written = right(value, prefix, text_forms)
    return f"{prefix}_{written}" if text_forms == "uuid" and prefix else written


def unchecked_kind(right, self, text, prefix, text_forms):
    if text_forms != "compact" and self.is_uuid(text, text_forms):
        return self.from_uuid(text)
    return right(text, prefix, text_forms)


def uuid_text(change):
    return {"from_uuid": lambda right, self, text: right(change(text))}


def any_compact(text):
    return "00000000-0000-7000-8000-000000000000" if len(text) in (25, 26) else text


BUGS = {
    "UUIDs as text": [
        ("36 characters are a UUID", has_uuids, of_both(lambda text: len(text) == 36)),
        ("a kind without text forms reads UUIDs", has_uuids, {"is_uuid": is_uuid_of_any_kind}),
        ("a kind of UUIDs reads the compact form", has_uuids, uuid_text(any_compact)),
        ("the prefix of a kind of UUIDs is written", has_uuids, {"to_typed_text": with_prefix}),
        ("the prefix of a kind with UUIDs is not checked", has_uuids, {"from_typed_text": unchecked_kind}),
    ],
}
