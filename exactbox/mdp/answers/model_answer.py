"""Answers about a model, exact or bounds: what is asked, and the certificate of it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from exactbox.certificate import Certified, written
from exactbox.mdp.model.arguments import start_of
from exactbox.mdp.model.layout import Array
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question
from exactbox.mdp.model.rewards import Ratios


@dataclass(frozen=True, eq=False, repr=False)
class ModelAnswer(Certified):
    """The common part of `Answer` and `Enclosure`."""

    model: Model
    asked: Question

    @property
    def objective(self) -> str:
        """Its name in `exactbox.objectives.OBJECTIVES`, "within_steps" or "within_reward"."""
        return self.asked.objective

    @property
    def sense(self) -> str:
        """Either "max" or "min"."""
        return self.asked.sense

    @property
    def rewards(self) -> Ratios | None:
        """The rewards of choices that are asked about."""
        return self.asked.rewards

    @abstractmethod
    def stated(self, start: Array | None = None) -> tuple[str, dict[str, Any], dict[str, Any]]:
        """The kind of its certificate, the question from these increasing states, the witness."""

    def certificate(self, start: Iterable[int] | None = None) -> bytes:
        """The certificate in canonical bytes; `exactbox.check` verifies it."""
        return b"".join(self.certificate_parts(start))

    def certificate_parts(self, start: Iterable[int] | None = None) -> Iterator[bytes]:
        """The same in pieces of about a megabyte, which are made as they are taken."""
        return written(*self.stated(None if start is None else start_of(self.model, start)))

    def _title(self) -> str:
        """The question in words."""
        return self.asked.words(self.model)
