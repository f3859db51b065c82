"""The commands: each has a module, or shares one, with its options and its work.

What a command computes with is imported when it runs, so that ``exactbox --help`` starts at once.

The modules, in the order of their imports:

=========  =================================================================
terminal/  what commands have in common: options, outputs, progress
games/     flip, shutbox, lock, atlas, page
models/    solve, question
linear/    linsolve, lstsq, det, inv, rank, nullspace, rref, smith, charpoly; lp
proofs/    certify, check, cite
=========  =================================================================
"""
