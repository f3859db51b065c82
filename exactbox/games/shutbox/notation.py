"""Positions, scores and rolls of Shut the Box as people write them."""

from __future__ import annotations

from collections.abc import Sequence

from exactbox.games.shutbox.rules import Roll, Rules


def tiles_of(rules: Rules, position: int) -> list[int]:
    """The numbers of the tiles that are not shut, front row first.

    Examples
    --------
    >>> tiles_of(Rules(), 0b100101001)
    [1, 4, 6, 9]
    """
    return [n for i, n in enumerate(rules.numbers) if position >> i & 1]


def text_of(rules: Rules, tiles: int) -> str:
    """A set of tiles as people write it, and as `position_of` reads it.

    Digits, with commas where a row has a tile of two digits. In the double shutter the back row
    follows a slash.

    Examples
    --------
    >>> text_of(Rules(), 0b100101001), text_of(Rules(tiles=(1, 10, 11)), 0b101)
    ('1469', '1,11')
    >>> double = Rules(tiles=(1, 2), behind=(2, 1))
    >>> text_of(double, 0b1001), text_of(double, 0b1000), text_of(double, 0b0001)
    ('1/1', '/1', '1/')
    """
    n = len(rules.tiles)
    front = _row_text(rules.tiles, tiles)
    return f"{front}/{_row_text(rules.behind, tiles >> n)}" if rules.behind else front


def _row_text(row: tuple[int, ...], tiles: int) -> str:
    """The tiles of one row."""
    between = "" if max(row, default=0) < 10 else ","
    return between.join(str(n) for i, n in enumerate(row) if tiles >> i & 1)


def position_of(rules: Rules, text: str) -> int:
    """The position in which these tiles are open, as digits or separated by commas.

    In the double shutter the back row follows a slash: ``12/987654321``; without one it is whole. A
    ValueError names a tile that does not exist or is named twice, or a hidden tile that is shut; or
    says that none is open.

    Examples
    --------
    >>> bin(position_of(Rules(), "1469")), position_of(Rules(tiles=(10, 11)), "11")
    ('0b100101001', 2)
    """
    front, slash, back = text.partition("/")
    if slash and not rules.behind:
        raise ValueError(f"{text!r} names a back row, and there is none")
    n = len(rules.tiles)
    mask = _row(rules.tiles, front)
    if rules.behind:
        mask |= (_row(rules.behind, back) if slash else (1 << n) - 1) << n
        if (mask & ((1 << n) - 1)) & ~(mask >> n):
            raise ValueError(f"{text!r}: a tile cannot be shut while the one before it is open")
    if not mask:
        raise ValueError("no tile is open: the box is shut, and the turn is over")
    return mask


def _row(tiles: tuple[int, ...], text: str) -> int:
    """The bits of the tiles of one row."""
    digits = max(tiles) < 10 and "," not in text
    words = list(text.strip()) if digits else text.replace(",", " ").split()
    mask = 0
    for word in words:
        if not (word.isascii() and word.isdigit()):
            raise ValueError(f"{text!r}: {word!r} is not a tile; give tiles as 146 or 1,4,6")
        if len(word) > 9 or int(word) not in tiles:
            commas = "; above 9 give tiles as 1,4,10" * (max(tiles) > 9 and "," not in text)
            there = ", ".join(map(str, tiles))
            raise ValueError(f"tile {word} does not exist; there are {there}{commas}")
        bit = 1 << tiles.index(int(word))
        if mask & bit:
            raise ValueError(f"tile {word} is named twice")
        mask |= bit
    return mask


def is_score(rules: Rules, score: int) -> bool:
    """True if some set of open tiles scores this; of two rows, a hidden tile counts as open.

    Examples
    --------
    >>> is_score(Rules(tiles=(2, 5)), 7), is_score(Rules(tiles=(2, 5)), 6)
    (True, False)
    """
    if rules.score == "count":
        return score <= rules.depth
    if rules.score == "digits":
        text, read = str(score), {0}  # how many digits some tiles, in order, account for
        for number in rules.tiles:
            read |= {n + len(str(number)) for n in read if text.startswith(str(number), n)}
        return score == 0 or len(text) in read
    # both tiles of a column are shut, or the front one alone, or none
    behind = rules.behind or (0,) * len(rules.tiles)
    columns = [
        (0, back, 2 * number + back) if rules.behind else (0, number)
        for number, back in zip(rules.tiles, behind, strict=True)
    ]
    # the scores of 30 tiles may all differ, 10^9 of them: those of either half are few
    half = len(columns) // 2
    low = _sums(columns[:half], score)
    return any(score - high in low for high in _sums(columns[half:], score))


def _sums(lists: Sequence[tuple[int, ...]], most: int) -> set[int]:
    """The sums of one number of each of these lists, as far as they are `most` or less."""
    sums = {0}
    for each in lists:
        sums = {s + more for s in sums for more in each if s + more <= most}
    return sums


def score_of(rules: Rules, text: str) -> int:
    """A score that some set of tiles has.

    Examples
    --------
    >>> score_of(Rules(), "45")
    45
    """
    if not (text.isascii() and text.isdigit()) or len(text) > 100:
        raise ValueError(f"{text!r} is not a score")
    if not is_score(rules, int(text)):
        raise ValueError(f"score {int(text)} is impossible: no open tiles score it")
    return int(text)


def roll_of(rules: Rules, position: int, text: str) -> Roll:
    """A roll that the dice allowed here can make: its total, or its dice as 4,5, 4+5 or 4 5.

    Rules by which the dice matter need each die, and refuse a total.

    Examples
    --------
    >>> roll_of(Rules(), 0b111111111, "9"), roll_of(Rules(), 0b111111111, "4+5")
    ((9, ()), (9, ()))
    """
    faces = numbers(
        "the roll", ",".join(text.replace("+", " ").split()) if "," not in text else text
    )
    total_alone = len(faces) == 1 and "," not in text
    counts = rules.dice_choices(position)
    if rules.needs_dice and total_alone and 1 not in counts:
        raise ValueError(f"the roll: {text!r}; name each die, such as 3+5")
    for count in counts:
        dice = rules.dice[:count]
        if total_alone and not rules.needs_dice and count <= faces[0] <= sum(dice):
            return faces[0], ()
        if total_alone != (count == 1) or len(faces) != count:
            continue
        if all(1 <= face <= sides for face, sides in zip(faces, dice)):
            return rules.roll(faces)
    rolled = "die is" if counts == (1,) else "dice are"
    many = " or ".join(map(str, counts))
    raise ValueError(f"the dice cannot show {text}: {many} {rolled} rolled here")


def numbers(name: str, text: str) -> list[int]:
    """Numbers with commas between them; `name` is what an error calls them.

    Examples
    --------
    >>> numbers("the roll", "3,5")
    [3, 5]
    """
    words = [word.strip() for word in text.strip().removesuffix(",").split(",")]
    if not all(w.isascii() and w.isdigit() and len(w) < 10 for w in words):
        raise ValueError(f"{name}: {text!r} is not a number below 10^9, or a list such as 1,2,5")
    return [int(word) for word in words]
