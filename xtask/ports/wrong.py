"""Builds ports with an injected bug, which is a change of the template in Python."""
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

SOURCE = (VECTORS / "templates/python/port.py").read_text("utf-8")


def run(code, **names):
    """Returns the module with this code."""
    module = types.ModuleType("port_with_a_bug")
    module.__dict__.update(names)
    exec(code, module.__dict__)
    return module


def port(changes):
    """Returns the port with these changes: the new text of each part, which the port has once."""
    source = SOURCE
    for old, new in changes.items():
        if source.count(old) != 1:
            raise ValueError(f"expected a part of port.py, found {old!r} {source.count(old)} times")
        source = source.replace(old, new)
    return run(source)


def only_in(methods, name, changes):
    """Returns the port of a scheme with a bug that is only in these methods of its IDs."""
    ids, wrong_ids = copy.copy(right_port.SCHEMES[name]), port(changes).SCHEMES[name]
    for method in methods:
        setattr(ids, method, getattr(wrong_ids, method))
    return types.SimpleNamespace(**{**vars(right_port), "SCHEMES": {**right_port.SCHEMES, name: ids}})
