"""The shell's linear algebra: exact answers about matrices in files.

``exactbox help linalg`` shows a manual, which has the commands, too.

The modules, commands first:

=============  ========================================================
linsolve       A x = b: its solution, all of them, or why there is none
least_squares  lstsq: the x with the least |A x - b|
determinant    det, inv
ranks          rank, nullspace
forms          rref, smith, charpoly
chain          a Markov chain that is a table of probabilities
programs       lp, matrix-game: linear programs, games that are tables
arguments      the files and options that these have in common
report         what is found: written to files first, then printed
numbers        how numbers, vectors and matrices are printed
=============  ========================================================
"""
