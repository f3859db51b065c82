"""A request: a model in a file, and the properties that are asked of it.

A question of labels about a listed model needs no property language, and nothing of it is loaded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from exactbox.formats import read_model
from exactbox.inputs import Input

if TYPE_CHECKING:
    from exactbox.mdp.model.model import Model
    from exactbox.properties.constants import Names
    from exactbox.properties.evaluation import Value
    from exactbox.properties.parser import Property
    from exactbox.properties.tokens import PropertyError


@dataclass(frozen=True)
class Request:
    """The questions about the model in a file, in their order.

    ``kind`` is the type that a program's text says; empty for the formats that list states. No
    names: neither properties nor constants are there.
    """

    path: Input
    properties: tuple[Property, ...] = ()
    names: Names | None = None
    kind: str = ""

    def refusals(self) -> list[PropertyError | None]:
        """The refusal of each property, as far as it is known before the model is."""
        if self.names is None:
            return []
        from exactbox.properties.tokens import PropertyError
        from exactbox.properties.translation import checked

        found: list[PropertyError | None] = []
        for each in self.properties:
            try:
                checked(each, self.names, self.kind)
                found.append(None)
            except PropertyError as error:
                found.append(error)
        return found

    def model(self) -> Model:
        """The whole model: the questions do not change it."""
        if self.kind:
            return read_model(self.path, constants=self._constants())
        if self.names is None or self.properties:  # constants are the properties'
            return read_model(self.path)
        return read_model(self.path, constants=self.names.given)

    def require_readable(self) -> None:
        """Refuse a program that the model builder cannot read; it is not built. As `model`."""
        if self.kind:
            from exactbox.formats.storm import require_readable

            require_readable(self.path, self._constants())

    def _constants(self) -> dict[str, Value]:
        """The given constants of the program."""
        names = self.names
        if names is None:
            return {}
        return {n: names.constant(n) for n in names.given if n in names.program.constants}
