"""A tutorial in three chapters, and pictures. Everything that they show is run by the tests.

The modules, in the order in which one reads them:

========  ============================================================================
argument  an argument about a game, settled: a value, a move, a proof to send
course    linear algebra and Markov chains without rounding, for a course
checking  a model checker's day: a model in a file, properties, policies, certificates
pictures  what is drawn, and the lines that draw it
========  ============================================================================

``help("exactbox.tutorial.argument")`` shows a chapter; ``make docs`` makes pages of them.
"""
