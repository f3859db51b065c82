"""The keys that a method found, and the certificate that they are all there are."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from exactbox.certificate import Claim, certificate_pieces, save
from exactbox.games.lock.derivations import derive
from exactbox.games.lock.rules import LOCK, Machine
from exactbox.showing import Facts, counted, frame, html_table


@dataclass(frozen=True, repr=False)
class KeysFound:
    """All keys of a machine with at most so many letters, and the effort of finding them."""

    method: str
    max_length: int
    letters: str
    machine: Machine
    allow_empty: bool
    keys: tuple[str, ...]  # by length, then alphabetically
    looked_at: int  # strings tried (recursive, memoize), pairs (construct) or prefixes (symbolic)
    pairs: int | None = None  # related pairs met, both strings within the limit
    entries: int | None = None  # the most pairs held at once
    hits: int | None = None  # the look-ups that found one
    free: bool | None = None  # whether any letter will do somewhere in some key; None: not known
    short_numbers = True  # there are none (`exactbox.certificate`)

    @property
    def number_of_length(self) -> dict[int, int]:
        """The number of keys of each length that has any, by increasing length."""
        return dict(sorted(Counter(map(len, self.keys)).items()))

    @property
    def words(self) -> str:
        """The question."""
        machine = "Monte Carlo lock" if self.machine == LOCK else f"the rules {self.machine}"
        empty = "" if self.allow_empty else ", where the empty string does not count"
        return (
            f"{machine}, letters {', '.join(self.letters)}{empty}: "
            f"all keys of at most {self.max_length} letters"
        )

    def __repr__(self) -> str:
        return f"KeysFound({self.words}: {len(self.keys):,})"

    def __str__(self) -> str:
        """The keys, by length."""
        return "\n".join(
            [*self.lines(), f"{counted(len(self.keys), 'key')} by {self.method} search"]
        )

    def lines(self) -> list[str]:
        """The keys, under a line for each length that has any."""
        lines = []
        for length, number in self.number_of_length.items():
            lines.append(f"length {length}: {counted(number, 'key')}")
            lines += [f"  {key}" for key in self.keys if len(key) == length]
        return lines

    def facts(self, claim: Claim | None, whole: int, digits: int) -> Facts:
        """How many keys there are of each length; all, if they have so few letters; and to which
        length a claim, if there is one, says that none is missing."""
        counts = ", ".join(f"{many} of length {n}" for n, many in self.number_of_length.items())
        facts = [("keys", f"{len(self.keys)}: {counts}" if counts else "none")]
        if 0 < sum(map(len, self.keys)) <= whole:
            facts.append(("all", " ".join(self.keys)))
        if claim is not None:
            longest = claim.facts["complete_to"]
            facts.append(("complete", f"that none is missing was checked to length {longest}"))
        return facts

    def _repr_html_(self) -> str:
        rows = [(str(len(key)), key) for key in self.keys]
        return html_table(self.words, ["length", "key"], rows)

    def to_frame(self) -> Any:
        """The keys as a pandas.DataFrame with the columns length and key."""
        return frame({"length": list(map(len, self.keys)), "key": list(self.keys)})

    def save(self, path: str | os.PathLike[str]) -> Claim:
        """Write the certificate, which the independent checker passes: what it claims."""
        return save(self, path)

    def certificate(self) -> bytes:
        """The certificate in canonical bytes; `exactbox.check` verifies it."""
        return b"".join(self.certificate_parts())

    def certificate_parts(self) -> Iterator[bytes]:
        """The claim that these are the lock's keys, with a derivation of each, in canonical bytes.

        The question has the letters, the greatest length, and whether the empty string counts. The
        witness has the keys, and of each a derivation, a list of lines [rule, x, y]; in the last, x
        = y = the key. Keys of another machine are refused.
        """
        if self.machine != LOCK:
            raise ValueError("certificates are for the Monte Carlo lock only, not for other rules")
        derivations = [
            [[line.rule, line.x, line.y] for line in derive(key, allow_empty=self.allow_empty)]
            for key in self.keys
        ]
        witness = {"derivations": derivations, "keys": list(self.keys)}
        return certificate_pieces("lock", self._question(), witness)

    def is_proved_by(self, claim: Claim) -> bool:
        """True if the checker's claim is about these keys, as many letters and this alphabet.

        That there are no others is proved up to the length ``claim.facts["complete_to"]``.
        """
        facts = {**self._question(), "keys": list(self.keys)}
        return claim.kind == "lock" and facts.items() <= claim.facts.items()

    def _question(self) -> dict[str, Any]:
        """The question in the form of certificates."""
        return {
            "empty": int(self.allow_empty),
            "letters": "".join(sorted(self.letters)),
            "max_length": self.max_length,
        }


def by_length(keys: list[str]) -> tuple[str, ...]:
    """Sorted by length, then alphabetically."""
    return tuple(sorted(keys, key=lambda key: (len(key), key)))
