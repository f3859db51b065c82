"""Exact rational linear algebra: solve ``A x = b`` with no error at all, and fast.

Matrices are integer or rational, sparse or dense, of any shape and rank. A solution has been
multiplied back in exact integers before it is returned; where there is none, or many, the error has
a witness.

What goes in
------------

Nested lists of ints, Fractions, Decimals or strings such as ``"-7/12"`` and ``"0.1"``; NumPy
arrays; scipy.sparse matrices of every format, never densified as a whole; SymPy and python-flint
matrices; pandas DataFrames; and names of files (MatrixMarket, CSV or JSON). A sparse matrix of
Fractions or long integers is a dict ``{(i, j): value}``, ``(dict, shape)``, ``([(i, j, value),
...], shape)`` or ``(values, (rows, columns))``. Integers may have any size. A float that is a whole
number is that number, up to 2^53 (float32: 2^24), from where on floats leave integers out. Any
other is an error that names the entry, unless ``floats="exact"`` or ``floats="decimal"`` says what
it stands for.

Functions share these arguments and errors, and explain them only where they differ:

============  ====================================================================================
``a``         the matrix: square where the function says so, else of any shape and rank
``b``         a vector, or a matrix whose columns are several right-hand sides
``floats``    what a float that is not whole stands for: nothing (None), its binary value ("exact"),
              or the shortest decimal that gives it in its own precision ("decimal")
``progress``  called as ``progress(done, total)``, to say how far the work is
``executor``  any `concurrent.futures.Executor` for the parts that can be solved side by side
``integer``   scale the columns of a basis to coprime integers
``modulus``   a prime, modulo which the result is wanted
TypeError     what is not a matrix, an entry that is not a number, or a float that may not be one
ValueError    a shape that does not fit, an entry that is not finite, a malformed file
MemoryError   what would not fit, with the limit
============  ====================================================================================

>>> from exactbox.linalg import solve
>>> solve([[2, 1], [1, 3]], [1, 1])
ExactVector([2/5, 1/5])
>>> solve([[0.1]], [1], floats="decimal"), solve([["0.1"]], [1])
(ExactVector([10]), ExactVector([10]))

``exactbox help linalg`` shows a manual: square systems, any shape and rank, least squares, normal
forms, integers and lattices, certificates by example, and what functions of NumPy, SciPy, SymPy,
python-flint and Sage are called here.

The modules, in the order in which a system passes through them
---------------------------------------------------------------

=================  =========================================================================
matrix_files       read_matrix, write_matrix
matrices/          matrices of any package and of files, scaled row by row to integers
solver             solve
prepared           factorized: one matrix, many right-hand sides, also transposed
partial            inverse_entry, and some unknowns of a solution (``solve(..., want=...)``)
square/            square systems: blocks, and the methods that solve one
general            any shape and rank: nullspace, rref, rref_steps, solve_general
reduction          ... by independent rows and columns, null space and a solution
ranks              rank
elimination/       elimination over the integers and modulo a prime
determinant        det, inv, adjugate
least_squares      lstsq, pinv
spaces             column_space, row_space, left_nullspace
polynomials        charpoly, minpoly, rational_eigenvalues, interpolate
triangular         lu, ldl
normal_forms       hermite_form, smith_form, invariant_factors
integer_solutions  solve_integers
lattices           lll
assembly           identity, diag, kron, hstack, ...: matrices made of others; powers
verification       verify: A x == b in exact integers; residual
results/           ExactVector, ExactMatrix: rationals with a denominator a block
info               SolveInfo: which method, why, in how many steps
errors             SingularMatrixError and others, with their witnesses
signatures         what a solver returns for which b, for type checkers
=================  =========================================================================
"""

from exactbox.late import attach

__getattr__, __dir__, __all__ = attach(__name__)
