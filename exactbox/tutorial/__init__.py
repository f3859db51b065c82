"""A tutorial in three chapters, pictures, and manuals. The tests run everything that they show.

The modules, in the order in which one reads them, and the manuals, which are pages in Markdown:

=========  ============================================================================
argument   an argument about a game, settled: a value, a move, a proof to send
course     linear algebra and Markov chains without rounding, for a course
checking   a model checker's day: a model in a file, properties, policies, certificates
cookbook   recipes: a constrained process and its linear program
pictures   what is drawn, and the lines that draw it
linalg.md  what is asked of matrices, by example: ``exactbox help linalg``
=========  ============================================================================

``help("exactbox.tutorial.argument")`` shows a chapter; ``make docs`` makes pages of all.
"""
