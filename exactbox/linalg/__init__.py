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

>>> from exactbox.linalg import *
>>> solve([[2, 1], [1, 3]], [1, 1])
ExactVector([2/5, 1/5])
>>> solve([[0.1]], [1], floats="decimal"), solve([["0.1"]], [1])
(ExactVector([10]), ExactVector([10]))

Square systems
--------------

>>> import scipy.sparse
>>> a = scipy.sparse.csr_array([[4, -1, 0], [-1, 4, -1], [0, -1, 4]])
>>> x = solve(a, [1, 0, "1/3"])
>>> x[0], x.decimal(0, 30)
(Fraction(23, 84), '0.273809523809523809523809523810')
>>> x.to_float(), verify(a, x, [1, 0, "1/3"])  # the nearest floats; A x == b
(array([0.27380952, 0.0952381 , 0.10714286]), True)
>>> x.info.methods  # which one solved how many blocks; the rest of x.info says why
{'flint': 1}

A method is chosen for each diagonal block of the block triangular form, unless ``method=`` names
one. One unknown, or one entry of the inverse, costs less than all; one matrix with many right-hand
sides is prepared once:

>>> solve(a, [1, 0, 0], want=[2]), inverse_entry(a, 2, 0)
(ExactVector([1/56]), Fraction(1, 56))
>>> prepared = factorized(a)
>>> prepared.solve([1, 0, 0]), prepared.solve_transposed([[1, 0], [0, 1], [0, 0]])
(ExactVector([15/56, 1/14, 1/56]), ExactMatrix([[15/56, 1/14], [1/14, 2/7], [1/56, 1/14]]))
>>> det([[2, "1/3"], [1, 1]]), inv([[2, 1], [1, 3]])
(Fraction(5, 3), ExactMatrix([[3/5, -1/5], [-1/5, 2/5]]))

A large system can be worked on by many: ``executor=`` is any `concurrent.futures.Executor`, and the
answer does not depend on it. The blocks of the triangular form that are ready are submitted, and
many right-hand sides of one block, as inverses and null spaces have them; one block with one
right-hand side is not cut, nor are determinants, ranks, normal forms and what `factorized` keeps.
Workers return bytes, which ``x.numerators`` decodes when they are looked at (`exactbox.parallel`):

>>> from exactbox.parallel import Jobs
>>> with Jobs(2) as executor:
...     solve(a, [1, 0, "1/3"], executor=executor) == x
True

Calculating with results
------------------------

An `ExactVector` or `ExactMatrix` is indexed as in NumPy, compared as in SymPy (one verdict), and
printed like a matrix; on the other side of an operation may stand whatever goes in. Its entries
are Fractions, of which all digits can be printed. ``save("x.mtx")`` writes MatrixMarket, CSV or
JSON, as the suffix says; ``to_float()``, ``to_numpy()``, ``to_scipy()``, ``to_sympy()``,
``to_flint()`` and ``to_frame()`` convert.

>>> m = prepared.solve([[1, 0], [0, 1], [0, 0]])
>>> print(m)
[15/56  1/14]
[ 1/14   2/7]
[ 1/56  1/14]
>>> a @ x, a @ m == [[1, 0], [0, 1], [0, 0]], m[:, 0]
(ExactVector([1, 0, 1/3]), True, ExactVector([15/56, 1/14, 1/56]))
>>> 56 * x[:2] - [15, 5], m[[0, 2]].T
(ExactVector([1/3, 1/3]), ExactMatrix([[15/56, 1/56], [1/14, 1/14]]))
>>> ExactVector([1, 2]) @ [[0, "1/2"], [3, 4]]
ExactVector([6, 17/2])
>>> solve([[3]], [10**1000])
ExactVector([~3.33333e+999 (1001 over 1 digits)])

Any shape, any rank
-------------------

Where there is no unique solution the error has a witness: a kernel vector, or a combination y of
the equations with y A = 0 and y b not 0.

>>> try:
...     solve([[1, 2], [2, 4]], [1, 1])
... except SingularMatrixError as error:
...     error.kernel
ExactVector([2, -1])
>>> try:
...     solve([[1, 2], [3, 4], [5, 6]], [1, 1, 2])
... except InconsistentSystemError as error:
...     print(error, error.witness)
the system has no solution: equation 2 contradicts others [1, -2, 1]
>>> found = solve_general([[1, 2, 3], [2, 4, 7]], [1, 2])
>>> found.particular, found.nullspace, found.rank, found.pivots
(ExactVector([1, 0, 0]), ExactMatrix([[-2], [1], [0]]), 2, (0, 2))
>>> rank([[1, 2], [2, 4]]), nullspace([[2, 3]]), nullspace([[2, 3]], integer=True)
(1, ExactMatrix([[-3/2], [1]]), ExactMatrix([[-3], [2]]))
>>> rref([[1, 2, 3], [2, 4, 7]])
(ExactMatrix([[1, 2, 0], [0, 0, 1]]), (0, 2))

Least squares, polynomials, factors, integers
---------------------------------------------

>>> line = lstsq([[1, 0], [1, 1], [1, 3]], [1, 2, 2])
>>> line.x, line.residual, line.unique  # the residual is the square of its norm
(ExactVector([9/7, 2/7]), Fraction(2, 7), True)
>>> charpoly([[1, 2], [3, 4]])  # highest power first
Polynomial(t^2 - 5 t - 2)
>>> smith_form([[4, 2], [2, 4]]).invariant_factors, ldl([[0, 3], [3, 0]]).inertia
((2, 6), (1, 1, 0))

An integer system has all its integer solutions, or a ``y`` with ``y A`` whole and ``y b`` not:

>>> change = solve_integers([[5, 3]], [17])
>>> change.particular, change.kernel
(ExactVector([4, -1]), ExactMatrix([[-3], [5]]))
>>> try:
...     solve_integers([[6, 4]], [17])
... except NoIntegerSolutionError as error:
...     error.witness
ExactVector([1/2])

Certificates
------------

`exactbox.linear_certificate` writes a result down so that ``exactbox/check.py`` verifies it:

===========================================  ======================================
claims                                       what proves them
===========================================  ======================================
``solution``, ``unique``                     A x = b; a minor that is not zero
``singular``                                 a kernel vector
``inconsistent``                             y with y A = 0 and y b not 0
``rank``, ``general``                        a minor, and a basis of the null space
``least_squares``, ``unique_least_squares``  A^T A x = A^T b; a minor
``minimum_norm``                             the same, and x = A^T y
``no_integer_solution``                      y with y A whole and y b not
``entry``                                    y with y A a unit vector; a minor
``determinant``                              its residue, and a known divisor of it
===========================================  ======================================

Minors are shown to be non-zero modulo an integer. The determinant is what the checker calculates
modulo an integer above twice Hadamard's bound, less what a divisor makes known.

>>> from exactbox.linear_certificate import LinearCertificate
>>> made = LinearCertificate.unique(a, [1, 0, "1/3"], x)
>>> str(made.claim)[:95]
'the rational system A X = B, A 3 x 3 with 7 non-zeros, B 3 x 1, has exactly one solution, the o'
>>> LinearCertificate.determinant(a).claim.value
Fraction(56, 1)

What it is called elsewhere
---------------------------

=================================================  ==========================================
NumPy, SciPy                                       here
=================================================  ==========================================
``numpy.linalg.solve``, ``spsolve``                `solve`; ``.to_float()`` for floats
``splu``, ``scipy.sparse.linalg.factorized``       `factorized`
``numpy.linalg.lstsq``, ``pinv``                   `lstsq`, `pinv`
``lstsq``, to learn whether a solution exists      `solve_general`, `InconsistentSystemError`
``matrix_rank``, ``null_space``, ``det``, ``inv``  `rank`, `nullspace`, `det`, `inv`
``numpy.poly``, ``scipy.linalg.ldl``               `charpoly`, `ldl` (singular ones too)
``scipy.linalg.lu``: ``p, l, u = lu(A)``           the same: `lu`, p being a matrix
``x, residuals, rank, _ = lstsq(A, b)``            ``x, residual, rank = lstsq(A, b)``
``eigh``, ``numpy.vander``, ``polyfit`` (exactly)  `rational_eigenvalues`, `vander`, `interpolate`
``eye``, ``zeros((m, n))``, ``diag``, ``trace``    `identity`, ``zeros(m, n)``, `diag`, `trace`
``kron``, ``hstack``, ``vstack``, ``block``        `kron`, `hstack`, `vstack`, `block`
``matrix_power``, ``dot``                          `matrix_power`, ``A**k``; `dot`, ``A @ B``
``scipy.io.mmread``, ``numpy.loadtxt``             the file's name; `read_matrix`
``coo_array((v, (i, j)), shape)``                  the same: ``(v, (i, j), shape)``
=================================================  ==========================================

=================================================  =========================================
SymPy                                              here
=================================================  =========================================
``A.LUsolve(b)``, ``DomainMatrix.lu_solve``        `solve`; ``.to_sympy()`` converts back
``A.gauss_jordan_solve(b)``                        `solve_general`
``A.rref()``, ``A.nullspace()``, ``A.rank()``      `rref`, `nullspace`, `rank`
``A.columnspace()``, ``A.rowspace()``              `column_space`, `row_space` (reduced)
``A.T.nullspace()``                                `left_nullspace`
``A.solve_least_squares(b)``, ``A.pinv()``         `lstsq`, `pinv`
``A.charpoly().all_coeffs()``                      `charpoly`
``A.LUdecomposition()``, ``A.LDLdecomposition()``  `lu`, `ldl`
``smith_normal_form(A)``                           `smith_form`, with the transforms
``invariant_factors(A)``                           `invariant_factors`, of large sparse ones
``A * B``, ``A**k``, ``A.rows``                    ``ExactMatrix(A) @ B``, ``A**k``, ``A.rows``
``A.det()``, ``A.inv()``, ``A.rank()``             the same, of an `ExactMatrix`
``A.adjugate()``, ``A.eigenvects()``               `adjugate`, `rational_eigenvalues`
``A.lll_transform()``, ``interpolate``             `lll`, `interpolate`
=================================================  =========================================

==============================================  =============================================
python-flint, Sage                              here
==============================================  =============================================
``A.solve(b)``                                  `solve`; ``.to_flint()``
``A.inv()[i, j]``                               `inverse_entry`, without the other entries
``A.hnf()``, ``A.snf()``, ``A.hermite_form()``  `hermite_form`, `smith_form`
``A.minpoly()``, ``A.fflu()``                   `minpoly`, ``lu(A, fraction_free=True)``
``A.solve_right(b)`` over ZZ                    `solve_integers`
``nmod_mat(A, p).det()``, ``.rank()``           ``det(A, modulus=p)``, ``rank(A, modulus=p)``
==============================================  =============================================

The modules, in the order in which a system passes through them
---------------------------------------------------------------

=================  =========================================================================
matrix_files       read_matrix, write_matrix
matrices/          matrices of any package and of files, scaled row by row to integers
solver             solve
prepared           factorized: one matrix, many right-hand sides, also transposed
partial            inverse_entry, and some unknowns of a solution (``solve(..., want=...)``)
square/            square systems: blocks, and the methods that solve one
general            any shape and rank: nullspace, rref, solve_general
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
methods            functions of one matrix as methods of results
assembly           identity, diag, kron, hstack, ...: matrices made of others; powers
verification       verify: A x == b in exact integers; residual
results/           ExactVector, ExactMatrix: rationals with a denominator a block
info               SolveInfo: which method, why, in how many steps
errors             SingularMatrixError and others, with their witnesses
signatures         what a solver returns for which b, for type checkers
=================  =========================================================================
"""

from exactbox.late import attach
from exactbox.linalg import methods

__getattr__, __dir__, __all__ = attach(__name__)
methods.attach(__getattr__)
