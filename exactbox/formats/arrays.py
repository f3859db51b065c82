"""Decision processes from arrays of transition probabilities and rewards.

Three layouts are in use. QuantEcon's ``DiscreteDP``, which can be given itself, has Q[s, a, t] and
R[s, a], or one row for each state-action pair: Q[l, t], R[l] with ``s_indices`` and ``a_indices``;
a reward of minus infinity means that the action is not available. pymdptoolbox has P[a, s, t], also
as a list of sparse matrices, and R[s], R[s, a] or R[a, s, t]. A probability of zero makes no
branch.

Sources: QuantEcon.py ``markov/ddp.py``; pymdptoolbox ``mdptoolbox/mdp.py``.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from exactbox.formats.numbers import Rationalize, checked_rationalize, rationals
from exactbox.mdp.model.builder import RewardParts, build_model
from exactbox.mdp.model.layout import Array, starts_of
from exactbox.mdp.model.model import Model
from exactbox.showing import show

_Entries = tuple[Array, Array, Array]  # row, column and value of what is not zero, by rows


def from_arrays(
    P: Any,
    R: Any = None,
    *,
    s_indices: Any = None,
    a_indices: Any = None,
    axes: Literal["sat", "ast"] | None = None,
    rationalize: Rationalize | None = None,
    initial: int = 0,
    reward: str = "reward",
) -> Model:
    """A decision process from arrays as QuantEcon or pymdptoolbox take them.

    Other arguments are explained in `exactbox.formats`.

    Parameters
    ----------
    P : (S, A, S) or (A, S, S) array, list of A (S, S) matrices, or (L, S) matrix
        Probabilities: dense, or sparse matrices of SciPy. Or a ``DiscreteDP``, alone; its discount
        is a question's, not a model's: see the last example.
    R : (S, A), (S,) or (A, S, S) array, list of A (S, S) matrices, or (L,) array
        Rewards; minus infinity in the first and the last form: the action is not available.
    s_indices, a_indices : (L,) integers, optional
        State and action of every row of the last form, in any order.
    axes : {None, "sat", "ast"}
        Which comes first in a P of three axes, the state or the action; needed where S = A.
    reward : str
        The name of the rewards. An R with a reward for each target is kept in `Rewards.branch`,
        where a choice has branches of different rewards; a choice's reward is its expectation.

    Raises
    ------
    TypeError, ValueError
        If shapes do not fit, an entry is not a number, a state-action pair occurs twice, or the
        probabilities of a choice do not add up to 1; names the state and the action.

    Examples
    --------
    >>> model = from_arrays([[[0.5, 0.5]], [[0, 1]]], [[1], [0]], rationalize="decimal")
    >>> model.states, model.weight.tolist(), model.denominator.tolist()
    (2, [1, 1, 1], [2, 1])
    >>> pairs = {"s_indices": [0, 0, 1], "a_indices": [0, 1, 0]}
    >>> from_arrays([[0, 1], [1, 0], [0, 1]], [2, 3, 0], **pairs).action_start.tolist()
    [0, 2, 3]

    A program ``ddp`` of QuantEcon, with its discount as the decimal that shows it::

        model = from_arrays(ddp, rationalize="decimal")
        exactbox.discounted(model, None, str(ddp.beta), "max")
    """
    checked_rationalize(rationalize)
    if hasattr(P, "Q") and hasattr(P, "R"):
        if R is not None or axes is not None or s_indices is not None or a_indices is not None:
            raise ValueError(
                f"found a {type(P).__name__} with its own rewards, and R, axes or indices beside it"
            )
        s_indices, a_indices = (getattr(P, name, None) for name in ("s_indices", "a_indices"))
        axes = "sat" if s_indices is None else None
        P, R = P.Q, P.R
    if not isinstance(P, (list, tuple, np.ndarray)) and not _is_sparse(P):
        raise TypeError(
            f"found {show(P)}, need arrays of probabilities and rewards, or a DiscreteDP"
        )
    if R is None:
        raise TypeError("found no rewards R, need them beside the probabilities")
    if s_indices is not None or a_indices is not None:
        states, owner, action, (row, target, value), rewards = _pairs(P, R, s_indices, a_indices)
    else:
        states, owner, action, (row, target, value), rewards = _tables(P, R, axes)

    def place(choice: int) -> str:
        return f"state {owner[choice]}, action {action[choice]}"

    action_start = starts_of(np.bincount(owner, minlength=states))
    probability = rationals(
        value.tolist(), lambda b: f"{place(row[b])}: the probability", rationalize
    )
    if rewards and isinstance(rewards[0], dict):  # a reward for each target
        pairs = zip(row.tolist(), target.tolist(), strict=True)
        values = (rewards[c].get(t, 0) for c, t in pairs)
        branches = rationals(values, lambda b: f"{place(row[b])}: the reward", rationalize)
        amounts = RewardParts(branches=branches)
    else:
        choices = rationals(rewards, lambda c: f"{place(c)}: the reward", rationalize)
        amounts = RewardParts(choices=choices)
    within = np.arange(len(owner)) - action_start[owner]  # 0, 1, ... in every state
    return build_model(
        Model,
        action_start,
        np.searchsorted(row, np.arange(len(owner) + 1)),
        target,
        probability,
        place=place,
        initial=initial,
        rewards={reward: amounts},
        actions=None if (action == within).all() else [str(a) for a in action.tolist()],
    )


def _pairs(
    P: Any, R: Any, s_indices: Any, a_indices: Any
) -> tuple[int, Array, Array, _Entries, list[Any]]:
    """States, state and action of every choice, the branches, and the rewards."""
    rewards = _array(R)
    if s_indices is None or a_indices is None:
        raise ValueError("found one of s_indices and a_indices, need both")
    s, a = (np.asarray(indices) for indices in (s_indices, a_indices))
    rows, states = _shape(P)
    if not (s.shape == a.shape == rewards.shape == (rows,)):
        raise ValueError(
            f"found P of {rows} rows, R of shape {rewards.shape} and indices of shapes {s.shape} "
            f"and {a.shape}, need one row, reward, state and action for every pair"
        )
    if s.dtype.kind not in "iu" or a.dtype.kind not in "iu":
        raise TypeError(f"found indices of {s.dtype} and {a.dtype}, need integers")
    if rows and (s.min() < 0 or s.max() >= states):
        raise ValueError(f"found s_indices from {s.min()} to {s.max()}, need 0 to {states - 1}")
    order = np.lexsort((a, s))  # by states and then by actions
    same = np.flatnonzero((np.diff(s[order]) == 0) & (np.diff(a[order]) == 0))
    if same.size:
        k = order[same[0]]
        raise ValueError(f"found state {s[k]}, action {a[k]} twice, need each pair once")
    order = order[[not _is_unavailable(v) for v in rewards[order].tolist()]]
    return states, s[order], a[order], _rows(P, order), rewards[order].tolist()


def _tables(P: Any, R: Any, axes: str | None) -> tuple[int, Array, Array, _Entries, list[Any]]:
    """Return what `_pairs` does, of the layouts with a row for every state and action."""
    if axes not in (None, "sat", "ast"):
        raise ValueError(f'axes is {axes!r}, need None, "sat" or "ast"')
    matrices = P  # an (S, S) matrix for every action
    if not _is_list_of_sparse(P):
        cube = _array(P)
        if cube.ndim != 3 or 0 in cube.shape:
            raise ValueError(f"found P of shape {cube.shape}, need (S, A, S) or (A, S, S)")
        if axes is None and len({*cube.shape}) == 1:
            raise ValueError(f'found P of shape {cube.shape}, need axes="sat" or "ast"')
        is_action_first = axes == "ast" or (axes is None and cube.shape[1] == cube.shape[2])
        matrices = list(cube if is_action_first else cube.transpose(1, 0, 2))
    elif axes == "sat":
        raise ValueError('found a list of sparse matrices, need axes "ast"')
    actions, states = len(matrices), _shape(matrices[0])[1]
    for k, matrix in enumerate(matrices):
        if _shape(matrix) != (states, states):
            need = f"need {(states, states)}"
            raise ValueError(f"action {k}: found probabilities of shape {_shape(matrix)}, {need}")
    table = _rewards(R, states, actions)
    available: Array = np.ones(states * actions, dtype=bool)
    if not isinstance(table, list):
        available[:] = [not _is_unavailable(reward) for reward in table.ravel().tolist()]
    available = available.reshape(states, actions)
    s, a = np.nonzero(available)  # the choices, by states and then by actions
    number = np.cumsum(available.ravel()).reshape(available.shape) - 1  # of the choice (s, a)
    parts = []
    for k, matrix in enumerate(matrices):
        here = np.flatnonzero(available[:, k])
        row, column, value = _rows(matrix, here)
        parts.append((number[here, k][row], column, value))
    row, column, value = map(np.concatenate, zip(*parts, strict=True))
    order = np.argsort(row, kind="stable")  # by choice; within one by target already
    entries = row[order], column[order], value[order]
    if not isinstance(table, list):
        return states, s, a, entries, table[s, a].tolist()
    rewards: list[Any] = [{} for _ in s]  # of each choice: the reward for each target
    for k, matrix in enumerate(table):
        columns = (part.tolist() for part in _rows(matrix, np.arange(states)))
        for i, t, value in zip(*columns, strict=True):
            rewards[i * actions + k][t] = value
    return states, s, a, entries, rewards


def _rewards(R: Any, states: int, actions: int) -> Any:
    """An (S, A) array, or a list of an (S, S) matrix for every action."""
    if _is_list_of_sparse(R):
        tables = list(R)
    else:
        table = _array(R)
        if table.shape == (states,):
            return np.repeat(table[:, np.newaxis], actions, axis=1)
        if table.shape == (states, actions):
            return table
        tables = list(table) if table.ndim == 3 else []
    if len(tables) != actions or any(_shape(t) != (states, states) for t in tables):
        what = f"{len(tables)} matrices" if tables else f"shape {_array(R).shape}"
        raise ValueError(
            f"found R of {what}, need {(states,)}, {(states, actions)} or "
            f"{(actions, states, states)}"
        )
    return tables


def _is_unavailable(reward: Any) -> bool:
    return isinstance(reward, float) and reward == float("-inf")


def _is_sparse(matrix: Any) -> bool:
    return hasattr(matrix, "tocsr")


def _is_list_of_sparse(value: Any) -> bool:
    return not _is_sparse(value) and len(value) > 0 and all(_is_sparse(part) for part in value)


def _array(value: Any) -> Array:
    """A dense array; Python's numbers are kept as they are unless NumPy has them exactly."""
    if not isinstance(value, np.ndarray) or value.dtype.kind not in "biuf":
        return np.array(value, dtype=object)
    if value.dtype.kind == "f" and value.dtype != np.float64:
        # their own scalars: a double does not show the same decimal
        return np.fromiter(value.flat, dtype=object, count=value.size).reshape(value.shape)
    return value


def _shape(matrix: Any) -> tuple[int, int]:
    shape = matrix.shape if _is_sparse(matrix) else _array(matrix).shape
    if len(shape) != 2:
        raise ValueError(f"found probabilities of shape {shape}, need a matrix")
    return shape[0], shape[1]


def _rows(matrix: Any, rows: Array) -> _Entries:
    """The non-zeros of these rows, in order; row k of the result is row rows[k] of the matrix."""
    if _is_sparse(matrix):
        csr = matrix.tocsr()
        if csr is matrix:
            csr = csr.copy()
        csr.sum_duplicates()
        if matrix.format in ("coo", "csr", "csc", "bsr") and csr.nnz != matrix.nnz:
            raise ValueError("found an entry of a sparse matrix twice, need each once")
        part = csr[rows]
        row = np.repeat(np.arange(len(rows)), np.diff(part.indptr))
        nonzero = part.data != 0
        return row[nonzero], part.indices[nonzero].astype(np.int64), _array(part.data)[nonzero]
    dense = _array(matrix)[rows]
    row, column = np.nonzero(dense)
    return row, column, dense[row, column]
