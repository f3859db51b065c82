"""Linear algebra and Markov chains without rounding, for a course.

**A matrix that floats cannot invert.** Hilbert's matrix has the entries 1/(i + j - 1). A file with
fractions is read as it is written:

    $ exactbox examples hilbert.csv heights.csv points.csv
    ...
    $ exactbox inv hilbert.csv
    [  9   -36    30]
    [-36   192  -180]
    [ 30  -180   180]
    $ exactbox det hilbert.csv
    1/2160 ~ 0.000462962963

With twelve rows floating point is wrong from the second or third digit on:

>>> import numpy
>>> from exactbox.linalg import ExactMatrix, charpoly, rational_eigenvalues, residual, solve
>>> h = ExactMatrix([[f"1/{i + j + 1}" for j in range(12)] for i in range(12)])
>>> x = solve(h, [1] * 12)
>>> x[11]
Fraction(16224936, 1)
>>> floats = numpy.linalg.solve(h.to_float(), numpy.ones(12))
>>> bool(abs(floats[11] / 16224936 - 1) > 0.001)
True
>>> residual(h, x, [1] * 12) == [0] * 12  # A x - b, exactly
True

**Least squares.** A line through (0, 1), (1, 2) and (3, 2), and the square of what is left:

    $ exactbox lstsq points.csv heights.csv
    x[1] = 2/7 ~ 0.285714285714
    x[2] = 9/7 ~ 1.285714285714
    |A x - b|^2 = 2/7 ~ 0.285714285714
    only x minimises it: rank 2, 2 unknowns

**Eigenvalues** that are rational are found with their vectors, and a polynomial shows itself:

>>> charpoly([[2, 1], [1, 2]])
Polynomial(t^2 - 4 t + 3)
>>> [(found.value, found.vectors[:, 0]) for found in rational_eigenvalues([[2, 1], [1, 2]])]
[(Fraction(1, 1), ExactVector([-1, 1])), (Fraction(3, 1), ExactVector([1, 1]))]

**A Markov chain** is a matrix whose rows add up to 1. Sun, clouds and rain follow each other:

>>> weather = ExactMatrix([["0.7", "0.2", "0.1"], ["0.3", "0.4", "0.3"], ["0.2", "0.5", "0.3"]])
>>> (weather**2)[0]  # the day after tomorrow, if the sun shines today
ExactVector([57/100, 27/100, 4/25])

The share of the days on which it rains in the long run is an eigenvector, or a question about the
chain, which is answered with a proof:

    $ exactbox examples weather.json
    ...
    $ exactbox solve weather.json --mean-payoff
    weather.json: expected long-run average reward, from state 0
      exactly   6/29
      decimal   0.206896551724
      ...

>>> from exactbox.linalg import nullspace
>>> shares = nullspace((weather - [[1, 0, 0], [0, 1, 0], [0, 0, 1]]).T)[:, 0]
>>> shares[2] / sum(shares)
Fraction(6, 29)

See Also
--------
exactbox.linalg : all of it, and what it is called in NumPy, SymPy and Sage.
exactbox.mdp.chains : more questions about chains.
"""
