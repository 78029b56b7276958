"""Makes mutants of the port in Python: its syntax tree with one change each."""
import ast
import collections
import copy
import re

import wrong
from trial import step

COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn,
    ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}
OPERATORS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mod, ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.BitXor: ast.BitOr,
}
DROPPED = (ast.Assign, ast.AugAssign, ast.Raise, ast.Return, ast.Expr, ast.For, ast.If, ast.Continue)
#: What is about the protocol, not about IDs.
SKIPPED = ("sys.", "SCHEMES", "GENERATORS", "ABOUT", "REJECTIONS")


class Mutation:
    """A change of the tree: a new node, or a new element of a list, in place of the old."""

    def __init__(self, function, statement, parent, field, index, new):
        self.function, self.statement, self.parent, self.field, self.index = function, statement, parent, field, index
        self.new = ast.fix_missing_locations(ast.copy_location(new, statement))

    def place(self):
        """Returns the changed expression. Operators are the same object everywhere, so that they have no place."""
        place = getattr(self.parent, self.field)
        old = place if self.index is None else place[self.index]
        return old if isinstance(old, (ast.expr, ast.stmt)) else self.parent

    def swap(self):
        """Applies the change, or takes it back."""
        place = getattr(self.parent, self.field)
        if self.index is None:
            setattr(self.parent, self.field, self.new)
            self.new = place
        else:
            place[self.index], self.new = self.new, place[self.index]


class Tree:
    """The syntax tree of the port, and its mutations by name."""

    def __init__(self):
        self.tree = ast.parse(wrong.SOURCE)
        count_steps(self.tree)
        self.mutations = {}
        found, counts = [], collections.Counter()
        for statement in self.tree.body:
            if not isinstance(statement, (ast.Import, ast.ImportFrom, ast.If)) and not ast.unparse(statement).startswith(SKIPPED):
                found += mutations_of_statement(statement, "", self.tree, "body", self.tree.body.index(statement))
        for mutation in found:
            before = header(mutation.statement)
            mutation.swap()
            # If the statement is dropped, another stands in its place.
            dropped = mutation.new is mutation.statement
            after = "pass" if dropped else header(mutation.statement)
            mutation.swap()
            name = f"{mutation.function}: {before}  ->  {after}"
            counts[name] += 1
            if before != after:
                self.mutations[name if counts[name] == 1 else f"{name} ({counts[name]})"] = mutation

    def module(self, name):
        """Returns the port with a mutation, as a module."""
        mutation = self.mutations[name]
        mutation.swap()
        try:
            code = compile(self.tree, "port.py", "exec")
        finally:
            mutation.swap()
        return wrong.run(code, step=step)


def count_steps(tree):
    """Lets the port count its steps: its calls, and the rounds of its loops."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.For)):
            call = ast.Expr(ast.Call(ast.Name("step", ast.Load()), [], []))
            node.body.insert(0, ast.fix_missing_locations(ast.copy_location(call, node)))


def is_step(statement):
    return isinstance(statement, ast.Expr) and ast.unparse(statement) == "step()"


def header(statement):
    """Returns a statement as one line, without the statements inside."""
    if hasattr(statement, "body"):
        statement = copy.copy(statement)
        statement.body, statement.orelse = [ast.Pass()], []
    line = ast.unparse(statement).split("\n")[0]
    # Before Python 3.11, several targets have parentheses.
    return re.sub(r"^\(([^()]*)\)(?= = )|(?<=\bfor )\(([^()]*)\)(?= in )", lambda match: match[1] or match[2], line)


def is_docstring(statement):
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def mutations_of_statement(statement, function, parent, field, index):
    """Yields the mutations of a statement and of the statements inside."""
    if is_docstring(statement) or is_step(statement):
        return
    if isinstance(statement, (ast.ClassDef, ast.FunctionDef)):
        function = f"{function}.{statement.name}".lstrip(".")
    elif isinstance(statement, DROPPED) and function and not (isinstance(statement, ast.If) and statement.orelse):
        yield Mutation(function, statement, parent, field, index, ast.Pass())
    if isinstance(statement, ast.If):
        yield Mutation(function, statement, statement, "test", None, ast.UnaryOp(ast.Not(), statement.test))
    for name, value in ast.iter_fields(statement):
        children = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for at, child in children:
            if isinstance(child, ast.stmt):
                yield from mutations_of_statement(child, function, statement, name, at)
            elif isinstance(child, ast.ExceptHandler):
                for place, inner in enumerate(child.body):
                    yield from mutations_of_statement(inner, function, child, "body", place)
            elif isinstance(child, ast.AST):
                yield from mutations_of_expression(child, function, statement, statement, name, at)


def mutations_of_expression(node, function, statement, parent, field, index):
    """Yields the mutations of an expression, an operator or another part of a statement."""
    for new in replacements(node):
        yield Mutation(function, statement, parent, field, index, new)
    for name, value in ast.iter_fields(node):
        children = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for at, child in children:
            if isinstance(child, ast.AST):
                yield from mutations_of_expression(child, function, statement, node, name, at)


def replacements(node):
    """Yields what can stand in place of a node."""
    if type(node) in COMPARISONS:
        yield COMPARISONS[type(node)]()
    elif type(node) in OPERATORS:
        yield OPERATORS[type(node)]()
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield from (ast.Constant(node.value + 1), ast.Constant(node.value - 1))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield ast.Constant(node.value[:-1] or "?")
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for at in range(len(node.values)):
            rest = node.values[:at] + node.values[at + 1:]
            yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(node.test, node.orelse, node.body)
    elif isinstance(node, ast.Slice):
        yield ast.Slice()
    elif isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute) and not node.args and not isinstance(node.func.value, (ast.Call, ast.Name)):
            yield node.func.value
        for arguments in swapped(node.args):
            yield ast.Call(node.func, arguments, node.keywords)
    elif isinstance(node, (ast.Tuple, ast.List)):
        for elements in swapped(node.elts):
            yield type(node)(elements, node.ctx)


def swapped(elements):
    """Yields a list with two neighbours swapped."""
    for at in range(len(elements) - 1):
        if not any(isinstance(element, ast.Starred) for element in elements[at:at + 2]):
            yield elements[:at] + [elements[at + 1], elements[at]] + elements[at + 2:]


class Recording(ast.NodeTransformer):
    """Records the statements of functions that are executed, by their lines."""

    def visit_FunctionDef(self, node):
        return self.recorded(node)

    def recorded(self, node):
        node = copy.copy(node)
        for field in ("body", "orelse", "finalbody"):
            if isinstance(getattr(node, field, None), list):
                setattr(node, field, [part for statement in getattr(node, field) for part in self.with_record(statement)])
        node.handlers = [self.recorded(handler) for handler in getattr(node, "handlers", [])]
        return node

    def with_record(self, statement):
        record = ast.Call(ast.Name("record", ast.Load()), [ast.Constant(statement.lineno)], [])
        return ast.Expr(record), self.recorded(statement) if hasattr(statement, "body") else statement


def names_in(node):
    """Returns the names of variables and attributes."""
    return {part.id if isinstance(part, ast.Name) else part.attr for part in ast.walk(node) if isinstance(part, (ast.Name, ast.Attribute))}


def applicable(tree, scheme, run_kind):
    """Returns the mutations that a port of a scheme can have, each with the kinds of file that can find it.

    These are the mutations of statements that the scheme's cases execute, and of the definitions that these use. `run_kind`
    runs the cases of a kind with a port.
    """
    lines = set()
    recording = Recording().visit(copy.deepcopy(tree.tree))
    module = wrong.run(compile(ast.fix_missing_locations(recording), "port.py", "exec"), step=step, record=lines.add)
    lines.clear()
    ids, generator = module.SCHEMES[scheme.name], module.GENERATORS[scheme.name]
    type(ids)()
    for form in (*ids.text_forms, *ids.forms_after_prefix()):
        type(form)(form.alphabet, form.digits, form.hyphens, form.is_case_sensitive)
    # A run asks tens of thousands of questions, and traces find the same mutants.
    kinds = tuple(sorted({file.kind for file in scheme.files} - {"runs"}))
    kinds_of_lines = {line: kinds for line in lines}
    for kind in kinds:
        lines.clear()
        run_kind(module, kind)
        kinds_of_lines.update((line, kinds_of_lines.get(line, ()) + (kind,)) for line in lines if kinds_of_lines.get(line) != kinds)
    executed, used = {}, set()
    for statement in ast.walk(tree.tree):
        if isinstance(statement, ast.FunctionDef):
            # The first statements are a step and, perhaps, a docstring.
            found = next((kinds_of_lines[part.lineno] for part in statement.body if part.lineno != statement.lineno and part.lineno in kinds_of_lines), None)
            parts = [statement.args]
        elif isinstance(statement, ast.stmt) and not is_step(statement):
            found, parts = kinds_of_lines.get(statement.lineno), [part for part in ast.iter_child_nodes(statement) if not isinstance(part, ast.stmt)]
        else:
            continue
        if found:
            executed[statement] = found
            used.update(*map(names_in, parts))
    # The definitions of a class count if the scheme's class doesn't override them.
    of_classes = [(base.__name__, mro) for mro in (type(ids).__mro__, generator.__mro__) for base in mro[:-1]]
    classes = {definition.name: definition for definition in tree.tree.body if isinstance(definition, ast.ClassDef)}
    values = set()
    for name, mro in of_classes:
        for target, value in (pair for statement in classes[name].body for pair in assigned(statement)):
            if target in used and name == next(base.__name__ for base in mro if target in vars(base)):
                values.add(value)
    used.update(*map(names_in, values))
    constants = [pair for statement in tree.tree.body for pair in assigned(statement)]
    while True:
        more = {value for target, value in constants if target in used} - values
        if not more:
            break
        values |= more
        used.update(*map(names_in, more))
    definitions = {part for value in values for part in ast.walk(value)}
    return {
        name: executed.get(mutation.statement, kinds)
        for name, mutation in tree.mutations.items()
        if mutation.statement in executed or mutation.place() in definitions
    }


def assigned(statement):
    """Returns the names of an assignment, each with its value."""
    if not isinstance(statement, ast.Assign):
        return []
    target, value = statement.targets[0], statement.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return [(name.id, part) for name, part in zip(target.elts, value.elts)]
    return [(target.id, value)] if isinstance(target, ast.Name) else []
