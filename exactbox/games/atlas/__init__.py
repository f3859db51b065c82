"""Atlases: every variant of a game, exactly, in one table of pandas.

A *grid* is data: for each dimension of a game (how many tiles, which rule, how many players) the
values that it takes, in a TOML file. Its *variants* are the combinations that the rules allow, each
meaning once. They are counted, and their time is estimated, before anything is computed. Values are
exact; what is done is written to a journal at once, so that work that was stopped goes on where it
was. The table has the grid's order, whoever worked: the same bytes for any number of workers.

The modules, in the order in which an atlas passes through them:

=====  ======================================================================================
grid   what an atlas has to know of a game; a grid's file, and its variants, each meaning once
sweep  the missing values, in tasks for workers
table  the table as JSON lines, CSV and Parquet, and the journal
pages  findings: sentences about a table, and tables in Markdown
=====  ======================================================================================

The games' own parts are `exactbox.games.shutbox.atlas` and `exactbox.games.flip.atlas`; the command
is ``exactbox atlas``. It needs pandas: ``pip install 'exactbox[atlas]'``.
"""
