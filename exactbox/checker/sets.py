"""Sets of states that other questions prove: the name of a set may have such a question's hash.

Whether it is the set that is proved there, `command` says of several files.
"""

from __future__ import annotations

import json
from hashlib import sha256
from re import fullmatch
from typing import Any

from .reading import Json


def set_sha256(model: Any, states: Any) -> str:
    """The hash that tells a set of states of a model from all others."""
    return sha256(json.dumps([model, states], sort_keys=True).encode()).hexdigest()


def nested(question: Json) -> Json:
    """The fact `nested`, if there is any: the hashes that the names of the question's sets have as
    words, each with that of the set."""
    inner, pairs = question.get("of", {"question": question})["question"], list[str]()
    for given in (inner[key] for key in ("goal", "stay") if key in inner):
        if words := [word for word in given["name"].split() if fullmatch("[0-9a-f]{64}", word)]:
            own = set_sha256(inner["model"], given["states"])
            pairs += [f"{word} {own}" for word in words]
    return {"nested": pairs} if pairs else {}
