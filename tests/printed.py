"""What is printed, by its labels: whole sentences are compared in the transcripts alone."""

from __future__ import annotations


def facts(text: str) -> dict[str, str]:
    """The indented lines below a title: the first word of each, and the rest.

    >>> facts("coin.drn: a title\\n  exactly   1/2\\n  from      state 0\\n")
    {'exactly': '1/2', 'from': 'state 0'}
    """
    rows = (line.split(maxsplit=1) for line in text.splitlines() if line.startswith("  "))
    return dict(rows)


def says(text: str, *words: object) -> bool:
    """Whether one line of the text has all of these words, in this order.

    >>> says("the exact values may take\\nabout 8 minutes: 50,000 unknowns", "8 minutes", "50,000")
    True
    >>> says("50,000 unknowns:\\nabout 8 minutes", "50,000", 8)
    False
    """
    for line in text.splitlines():
        place = 0
        for word in map(str, words):
            place = line.find(word, place)
            if place < 0:
                break
            place += len(word)
        else:
            return True
    return False
