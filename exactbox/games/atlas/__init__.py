"""Atlases: every variant of a game, exactly, in one table of pandas.

A *grid* is data: for each dimension of a game (how many tiles, which rule, how many players) the
values that it takes, in a TOML file. Its *variants* are the combinations that the rules allow, each
meaning once. They are counted, and their time is estimated, before anything is computed. Values are
exact; what is done is written to a journal at once, so that work that was stopped goes on where it
was. The table has the grid's order, whoever worked: the same bytes for any number of workers.

A game's own part is a module, `exactbox.games.shutbox.atlas` or `exactbox.games.flip.atlas`, with
its own grid beside it, ``atlas.toml``: the functions `part`, `variant`, `statement`, `seconds`,
`solve`, `question` and `findings`; ``COLUMNS`` (types in a grid, the table's last; none: a table of
lists of words); and ``SAMPLE`` (solved first, to see how fast this machine is). A variant is a
question about rules; those about the same rules are solved together.

The modules, in the order in which an atlas passes through them:

=====  ======================================================================================
grid   a grid's file, and its variants, each meaning once
sweep  the missing values, in tasks for workers
table  the table as JSON lines, CSV and Parquet, and the journal
pages  findings: sentences about a table, and tables in Markdown
=====  ======================================================================================

The command is ``exactbox atlas``. It needs pandas: ``pip install 'exactbox[atlas]'``.
"""
