"""Builds ports with an injected bug from the template in Python. A bug overrides methods of its classes."""
import copy
import pathlib
import sys
import types

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "test-vectors"
sys.dont_write_bytecode = True
sys.path[:0] = [str(VECTORS), str(VECTORS / "templates/python")]

import judge
import port as right_port
import protocol

Rejected = protocol.Rejected


class Changed:
    """A source whose draws are changed. `change` gets the right draw, the field and its bits."""

    def __init__(self, source, change):
        self.source, self.question, self.now, self.change = source, source.question, source.now, change

    def draw(self, field, bits):
        return self.change(self.source.draw, field, bits)


def subclass(right_class, overrides):
    """Returns a subclass. The functions among the overrides get the right method, the object, and the arguments."""
    wrong_class = type("Wrong", (right_class,), {})
    for name, value in overrides.items():
        if isinstance(value, types.FunctionType):
            value = method(wrong_class, name, value)
        setattr(wrong_class, name, value)
    return wrong_class


def method(wrong_class, name, wrong):
    return lambda self, *arguments: wrong(getattr(super(wrong_class, self), name), self, *arguments)


def wrong_ids(ids, overrides):
    """Returns the IDs of a scheme with a bug. Names that start with `form.` are methods of the text forms."""
    of_forms = {name[5:]: value for name, value in overrides.items() if name.startswith("form.")}
    overrides = {name: value for name, value in overrides.items() if not name.startswith("form.")}
    if of_forms:
        overrides["text_forms"] = tuple(wrong_form(form, of_forms) for form in ids.text_forms)
    return subclass(type(ids), overrides)()


def wrong_form(form, overrides):
    form = copy.copy(form)
    form.__class__ = subclass(type(form), overrides)
    return form


def after_prefix(ids, overrides):
    """A bug of parsing and formatting that is only in the text after a prefix."""
    wrong = wrong_ids(with_forms(ids, ids.forms_after_prefix()), overrides)
    return {
        "from_text_after_prefix": lambda right, self, text: wrong.from_text(text),
        "to_text_after_prefix": lambda right, self, value: wrong.to_text(value),
    }


def in_uuid(ids, overrides):
    """A bug of parsing and formatting that is only in UUIDs."""
    wrong = wrong_ids(with_forms(ids, (right_port.UUID,)), overrides)
    return {
        "from_uuid": lambda right, self, text: wrong.from_text(text),
        "to_uuid": lambda right, self, value: wrong.to_text(value),
    }


def with_forms(ids, forms):
    return subclass(type(ids), {"text_forms": forms})()


def port(scheme, ids=None, generator=None, node_spec=None):
    """Returns a port of one scheme, with these wrong parts."""
    return types.SimpleNamespace(
        SCHEMES={scheme.name: ids or scheme.ids},
        GENERATORS={scheme.name: generator or scheme.generator},
        node_spec=node_spec or right_port.node_spec,
        REJECTIONS=(),
    )
