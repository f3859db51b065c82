"""The shell's linear algebra: exact answers about matrices in files.

A matrix is a MatrixMarket file, JSON, or a table as a spreadsheet writes it, such as ``A.csv``:

    3,1,4,1
    5,9,2,6
    5,3,5,8
    9,7,9,3

and a right-hand side is one of one column, such as ``b.csv``:

    1
    0
    0.5
    1/3

Numbers are read as they are written, 0.5 as 1/2, and answers are exact:

    $ exactbox linsolve A.csv b.csv --certificate x.json
    x[1] = -2183/588 ~ -3.712585034014
    x[2] = 775/588 ~ 1.318027210884
    x[3] = 389/147 ~ 2.646258503401
    x[4] = 23/98 ~ 0.234693877551
    proved: the rational system A X = B, ... has exactly one solution, ...
    x.json: ... bytes, checked with FLINT's integers: VALID
    ...
    $ exactbox inv A.csv --output inverse.csv
    [-467/98  -123/98   79/98  191/98]
    [ 171/98    57/98  -39/98  -67/98]
    [ 163/49    38/49  -26/49  -61/49]
    [  12/49     4/49    5/49   -9/49]
    inverse.csv: the matrix
    $ exactbox det A.csv
    98
    $ exactbox charpoly A.csv
    t^4 - 20 t^3 - 16 t^2 + 480 t + 98

``linsolve --plot A.svg`` draws the matrix and the blocks that it is solved by.

Where there is no unique solution it is said why, with exit code 1. `S.csv`:

    1,2
    2,4

with `c.csv`:

    1
    2

has infinitely many solutions, and with `d.csv`:

    1
    1

none:

    $ exactbox linsolve S.csv c.csv
    infinitely many solutions: rank 1, 2 unknowns
    x = (1, 0) + t1*(-2, 1)
    $ exactbox linsolve S.csv d.csv
    no solution: the equations, times the weights y, add up to 0 = 1
    y[1] = 2
    y[2] = -1
    $ exactbox lstsq S.csv d.csv
    x[1] = 3/25 = 0.12
    x[2] = 6/25 = 0.24
    |A x - b|^2 = 1/5 = 0.2
    x is the shortest that minimises it: rank 1, 2 unknowns
    $ exactbox rref S.csv
    [1  2]
    [0  0]
    rank 1, pivot in column 1

The modules, commands first:

=============  ========================================================
linsolve       A x = b: its solution, all of them, or why there is none
least_squares  lstsq: the x with the least |A x - b|
determinant    det, inv
ranks          rank, nullspace
forms          rref, smith, charpoly
programs       lp, matrix-game: linear programs, games that are tables
arguments      the files and options that these have in common
report         what is found: written to files first, then printed
numbers        how numbers, vectors and matrices are printed
=============  ========================================================
"""
