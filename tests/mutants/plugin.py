"""A plugin of pytest by which one module of the engine is imported as one of its mutants."""

import resource
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from itertools import islice
from types import CodeType

import pytest

from tests.mutants.mutations import mutants

#: A shift by a wrong number asks for more memory than there is.
MEMORY = 4 << 30


class Mutated(SourceFileLoader):
    """Compiles one mutant of the source, without a look into the cache of compiled modules."""

    def __init__(self, name: str, path: str, number: int) -> None:
        super().__init__(name, path)
        self._number = number

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        (mutant,) = islice(mutants(fullname, self.get_data(path).decode()), self._number, self._number + 1)
        return compile(mutant.tree, path, "exec")


class Finder(MetaPathFinder):
    """Finds the one module."""

    def __init__(self, name: str, number: int) -> None:
        self._name, self._number = name, number

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        spec = PathFinder.find_spec(fullname, path)
        spec.loader = Mutated(fullname, spec.origin, self._number)
        return spec


@dataclass(frozen=True)
class Sample:
    """Some of the tests: of those whose names begin so, every so many-th; or, ``rest``, the others."""

    every: Mapping[str, int]
    rest: bool = False

    def of(self, items: Sequence[pytest.Item]) -> list[pytest.Item]:
        others: set[str] = set()
        for beginning, every in self.every.items():
            alike = [item for item in items if item.name.startswith(beginning)]
            others.update(item.nodeid for place, item in enumerate(alike) if place % every)
        return [item for item in items if (item.nodeid in others) is self.rest]


class OneMutant:
    """The plugin: imports a mutant, named by its module and its place there, and runs a sample of the tests on it.

    A mutant may never come to an end, so it has so many ``seconds`` of processor time.
    """

    def __init__(self, mutant: tuple[str, int] | None, sample: Sample, seconds: int) -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        self._sample = sample
        if mutant is not None:
            name, number = mutant
            if name in sys.modules:
                raise RuntimeError(f"{name} is imported already")
            sys.meta_path.insert(0, Finder(name, number))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = self._sample.of(items)
