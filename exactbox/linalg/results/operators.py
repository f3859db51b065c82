"""The operators of exact results but ``@`` and ``==``."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Self

from exactbox.linalg.results import operations
from exactbox.linalg.results.labels import labels_of, sum_labels

if TYPE_CHECKING:
    from exactbox.linalg.results.tables import Rows as _Rows
else:
    _Rows = object  # a protocol would give results a dict


class Operators(_Rows):
    """Sums, multiples, powers, transposes: `operations`, of whose tables ``_of`` makes results."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def info(self) -> Any: ...
        def inv(self) -> Self: ...
        def _of(self, table: Any, info: Any = None, labels: Any = ()) -> Any: ...

    def __neg__(self) -> Self:
        return self._of(operations.scaled(self, -1, 1), None, labels_of(self))  # type: ignore[no-any-return]

    def __add__(self, other: Any) -> Self:
        return self._of(operations.plus(self, other), None, sum_labels(self, other))  # type: ignore[no-any-return]

    __radd__ = __add__

    def __sub__(self, other: Any) -> Self:
        return self._of(operations.plus(self, other, -1), None, sum_labels(self, other))  # type: ignore[no-any-return]

    def __rsub__(self, other: Any) -> Self:
        return self._of(operations.plus(-self, other), None, sum_labels(self, other))  # type: ignore[no-any-return]

    def __mul__(self, other: Any) -> Self:
        return self._of(operations.multiple(self, other), None, labels_of(self))  # type: ignore[no-any-return]

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Self:
        return self._of(operations.multiple(self, other, divide=True), None, labels_of(self))  # type: ignore[no-any-return]

    def __pow__(self, k: int) -> Self:
        """The k-th power of a square matrix, by repeated squaring; of the inverse if k < 0."""
        try:
            left = index(k)
        except TypeError:
            return NotImplemented
        if len(self.shape) != 2 or self.shape[0] != self.columns:
            raise ValueError(f"A has shape {self.shape}, need a square matrix for a power")
        base, left = (self.inv(), -left) if left < 0 else (self, left)
        if left == 0:
            return self._of(operations.unit(self.columns))  # type: ignore[no-any-return]
        power: Any = None
        while left:  # A^k is power base^left
            if left & 1:
                power = base if power is None else power @ base
            left >>= 1
            if left:
                base = base @ base  # type: ignore[operator]
        return power  # type: ignore[no-any-return]

    @property
    def T(self) -> Self:
        """The transpose; as in NumPy a vector is its own."""
        if len(self.shape) == 1:
            return self
        names = labels_of(self)[::-1]
        return self._of(operations.transposed(self), self.info, names)  # type: ignore[no-any-return]
