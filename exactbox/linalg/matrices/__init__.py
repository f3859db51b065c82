"""Matrices in files: three formats, told apart by what is in the file and not by its name.

============  ==========================================================================
reading       which format it is, unpacked if it is packed; "-" is standard input
matrixmarket  MatrixMarket, the exchange format of sparse matrices
csvmatrix     tables, as spreadsheets export them
jsonmatrix    nested lists, or the shape and the entries
writing       write_matrix: the format that the name's suffix says
============  ==========================================================================
"""
