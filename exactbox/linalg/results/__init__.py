"""Exact results: rational vectors and matrices that behave like others, and print.

===========  ===========================================================================
exact        ExactVector, ExactMatrix: rationals with a denominator a block
flintrows    rows of integers that stay FLINT's matrix until one is looked at
encoded      rows of long integers that stay bytes until they are looked at
sparserow    a row of long integers, most of them zero
tables       the numbers of an exact matrix, without its methods
operations   sums, products and transposes
indexing     entries, rows, columns and parts, as in NumPy
showing      lines, aligned tables, HTML and LaTeX
summary      results of several parts, in a line, in lines and as HTML
conversions  to NumPy, SciPy, SymPy and python-flint
ratios       comparing, hashing and rounding a ratio
===========  ===========================================================================
"""
