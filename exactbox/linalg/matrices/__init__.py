"""Matrices and numbers as they come in: any package's and any file's, exactly.

What a matrix file holds is told by its content and not by its name.

The modules, in the order in which a matrix passes through them:

==============  ==========================================================================
integers        int64 where everything fits, Python's integers elsewhere
exactfraction   ExactFraction: a Fraction that can be printed in full
entries         a number of any package as a ratio of two integers
sparse          integer matrices in compressed sparse rows
rational        the matrix as it was read, and in integers with a scale for each row
matrixmarket    MatrixMarket, the exchange format of sparse matrices
csvmatrix       tables, as spreadsheets export them
jsonmatrix      nested lists, or the shape and the entries
file_formats    which format a file is in, unpacked if it is packed; "-" is standard input
small           lists of integers as FLINT's matrices at once; their echelon form
kinds           which package's matrix it is
matrix_inputs   matrices of any package, and systems, scaled row by row to integers
blocks          block triangular form
==============  ==========================================================================
"""
