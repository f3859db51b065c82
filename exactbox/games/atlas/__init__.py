"""Atlases: every variant of a game, exactly, in one table.

A *grid* is data: for each dimension of a game (how many tiles, which rule, how many players) the
values that it takes, in a TOML file. Its *variants* are the combinations that the rules allow, each
meaning once: two combinations with the same question, by the hash that certificates cite it by, are
one variant. They are counted, and what their values will take is estimated, before anything is
computed.

Values are exact. Those of one rule are computed together, since they share positions; such groups
are handed to workers in tasks of about a second (`exactbox.parallel`). What is done is written to a
journal at once, so that work that was stopped goes on where it was. The table has the grid's order,
it is the same bytes for any number of workers.

The modules, in the order in which an atlas passes through them:

=====  =====================================================================
grid   what a grid's file has, and what options leave of it
sweep  groups of variants as tasks, estimates, and what is done with results
table  rows as JSON lines, CSV and Parquet, and the journal
pages  findings: sentences about a table, and tables in Markdown
=====  =====================================================================

The games' own parts are `exactbox.games.shutbox.atlas` and `exactbox.games.flip.atlas`; the command
is ``exactbox atlas``.
"""
