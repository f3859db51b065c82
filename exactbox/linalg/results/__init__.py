"""Exact results: rational vectors and matrices that behave like others, and print.

The modules, in the order in which a result is made, calculated with and shown:

================  ==============================================================
encoded           rows of long integers that stay bytes until they are looked at
rows              a row of long integers, most of them zero; those of FLINT's matrices
kroneckerrows     rows of a Kronecker product, made when one is looked at
ratios            comparing, hashing and rounding a ratio; common denominators
tables            the numbers of an exact matrix, without its methods
operations        sums, products and transposes
indexing          entries, rows, columns and parts, as in NumPy
labels            names of rows and columns, as the mathematics gives them
conversions       to NumPy, SciPy, SymPy and python-flint
matrix_text       lines, aligned tables, HTML and LaTeX
matrix_writing    MatrixMarket, CSV and JSON, as the name's suffix says
matrix_pictures   plot_blocks: the block triangular form; how long entries are
exact             ExactVector, ExactMatrix: rationals with a denominator a block
summary           results of several parts, in a line, in lines and as HTML
polynomial        coefficients that show themselves as a polynomial
echelon           EchelonForm: the reduced row echelon form and its pivots
eigenvalues       rational eigenvalues, as a table
general_solution  GeneralSolution: one solution, and the null space
================  ==============================================================
"""

from exactbox.late import attach

__getattr__, __dir__, __all__ = attach(__name__)
