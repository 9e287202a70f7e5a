"""Between files: where a name comes from, and what a file shows to others, by the rules of its language."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from lockstitch.code.bash_rules import BashRules
from lockstitch.code.ecmascript_rules import EcmascriptRules
from lockstitch.code.go_rules import GoRules
from lockstitch.code.python_rules import PythonRules
from lockstitch.code.rules import Alone, Place, Rules
from lockstitch.code.viewing import Sources, View
from lockstitch.domain.source import Definition, Expr


class Linker:
    """Follows names from file to file, by the rules of the file's language."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources

    @cached_property
    def _rules(self) -> Mapping[str, Rules]:

        scripts = EcmascriptRules(self._sources)
        return {
            "python": PythonRules(self._sources),
            "typescript": scripts,
            "javascript": scripts,
            "go": GoRules(self._sources),
            "bash": BashRules(self._sources),
        }

    @cached_property
    def _alone(self) -> Rules:
        return Alone(self._sources)

    def of(self, view: View) -> Rules:
        """Return the rules of a file's language."""
        return self._rules.get(view.record.language, self._alone)

    def exported(self, module: str, name: str) -> Sequence[Place] | None:
        """Return where a module binds *name*. A folder as a module says by a prefix whose it is."""
        language, _, folder = module.partition(":")
        if folder and language in self._rules:
            return self._rules[language].exported(module, name)
        return self.of(self._sources.view(module)).exported(module, name)

    def parents(self, view: View, one: Definition) -> list[tuple[View, int, Expr]]:
        """Return the bases that a type is given from outside of its definition."""
        return [
            (view, 0, view.record.parents[place][1])
            for place in view.parents.get(one.qualified, ())
        ]

    def counts_receiver(self, view: View) -> bool:
        """Say whether the first parameter that a method writes is what it is called on."""
        return view.record.language == "python"
