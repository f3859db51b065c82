"""A tutorial, pictures, and manuals: pages in Markdown. The tests run everything that they show.

``exactbox help argument`` shows a page, ``exactbox help solve --manual`` one that has the name of a
command, and ``make docs`` makes pages of all for a browser.

The files, in the order in which one reads them:

===========  ============================================================================
argument.md  an argument about a game, settled: a value, a move, a proof to send
course.md    linear algebra and Markov chains without rounding, for a course
solve.md     a model checker's day: a model in a file, properties, policies, certificates
pictures.md  what is drawn, and the lines that draw it
linalg.md    what is asked of matrices, by example
chains.md    Markov chains that are tables: questions, proofs, the steps of elimination
mdp.md       what is asked of decision processes from Python, by example
shutbox.md   Shut the Box: players, teachers, students, other rules
flip.md      turning cards over: the best card, float methods, enclosures
cookbook.md  recipes: a constrained process and its linear program
pig.md       a game of one's own, written as functions
lock.md      the Monte Carlo lock: all keys, why they are keys, other machines
===========  ============================================================================
"""
