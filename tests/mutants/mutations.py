"""The mutants of a module: its code with one small change each, in a fixed order."""

import ast
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass

#: What an operator becomes.
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
SWAPPED_NAMES = {"min": "max", "max": "min"}
#: Calls that give back their argument, in another order.
ORDERING = ("reversed", "sorted")


@dataclass(frozen=True)
class Mutant:
    """One change: where, as module, function and line, what was there, and what is there now.

    ``tree`` is the whole module with the change, until the next mutant is made.
    """

    place: str
    line: int
    before: str
    after: str
    tree: ast.Module | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """What stays the same when lines are added above."""
        return self.place, self.before, self.after


def mutants(name: str, source: str) -> Iterator[Mutant]:
    """Make every mutant of a module in turn."""
    tree = ast.parse(source)
    lines = source.splitlines()
    for path, node in list(_walk(tree, name)):
        kind, fields, line, before = type(node), dict(vars(node)), node.lineno, _shown(node)
        if isinstance(node, ast.Constant):
            before = f"{before} of {lines[line - 1].strip()}"
        for replacement in list(_replacements(node)):
            _become(node, type(replacement), vars(replacement))
            ast.fix_missing_locations(tree)
            yield Mutant(path, line, before, _shown(replacement), tree)
            _become(node, kind, fields)


def _walk(node: ast.AST, path: str) -> Iterator[tuple[str, ast.AST]]:
    """Give the statements and expressions that say what is done, with the function they are in: no annotations."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.expr | ast.stmt) and not _is_type(child):
                yield path, child
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                yield from _walk(child, f"{path}.{child.name}")
            elif isinstance(child, ast.AST) and not _is_type(child):
                yield from _walk(child, path)


def _is_type(node: ast.AST) -> bool:
    """Whether an expression is a type, as in an alias: a union, or a class with parameters."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return all(_is_type(side) or _is_class(side) for side in (node.left, node.right))
    return isinstance(node, ast.Subscript) and _is_class(node.value)


def _is_class(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return node.value is None
    return isinstance(node, ast.Name) and node.id.strip("_")[:1].isupper() and not node.id.isupper()


def _become(node: ast.AST, kind: type[ast.AST], fields: Mapping[str, object]) -> None:
    node.__class__ = kind
    vars(node).clear()
    vars(node).update(fields)


def _replacements(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(ops=ops):
            for i, op in enumerate(ops):
                changed = deepcopy(node)
                changed.ops[i] = SWAPPED[type(op)]()
                yield changed
        case ast.BoolOp(op=op, values=values):
            changed = deepcopy(node)
            changed.op = SWAPPED[type(op)]()
            yield changed
            for i in range(len(values)):
                rest = values[:i] + values[i + 1 :]
                yield deepcopy(rest[0] if len(rest) == 1 else ast.BoolOp(op, rest))
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in SWAPPED:
            changed = deepcopy(node)
            changed.op = SWAPPED[type(op)]()
            yield changed
        case ast.UnaryOp(op=ast.Not() | ast.Invert(), operand=operand):
            yield deepcopy(operand)
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in ORDERING:
            yield deepcopy(first) if name == "reversed" else ast.Call(ast.Name("list", ast.Load()), [first], [])
        case ast.Call(func=ast.Name(id=name)) if name in SWAPPED_NAMES:
            changed = deepcopy(node)
            changed.func = ast.Name(SWAPPED_NAMES[name], ast.Load())
            yield changed
        case ast.Tuple(elts=[ast.Call(), *_] as elements):
            for i in range(len(elements)):
                yield ast.Tuple([deepcopy(e) for e in elements[:i] + elements[i + 1 :]], ast.Load())
        case ast.If() | ast.IfExp():
            for outcome in (False, True):
                changed = deepcopy(node)
                changed.test = ast.Constant(outcome)
                yield changed
        case ast.While():
            changed = deepcopy(node)
            changed.test = ast.Constant(False)
            yield changed
        case ast.ListComp(generators=generators) | ast.GeneratorExp(generators=generators):
            for i, generator in enumerate(generators):
                if generator.ifs:
                    changed = deepcopy(node)
                    changed.generators[i].ifs = []
                    yield changed
        case ast.Continue() | ast.Break() | ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
            yield ast.Pass()


def _shown(node: ast.AST) -> str:
    """Write a change on one line: of a statement with a body, its condition."""
    match node:
        case ast.If(test=test):
            return f"if {ast.unparse(test)}"
        case ast.While(test=test):
            return f"while {ast.unparse(test)}"
        case ast.Tuple(elts=elements):
            return f"table of {', '.join(_label(each) for each in elements)}"
    return " ".join(ast.unparse(node).split())


def _label(node: ast.AST) -> str:
    match node:
        case ast.Call(args=[ast.Constant(value=str(name)), *_]):
            return name
    return ast.unparse(node)
