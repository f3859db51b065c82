"""Models of Markov decision processes in the formats of other tools, read and written exactly.

================  =======  =======  ================================================================
format            read     written  what it holds beside states, choices and probabilities
================  =======  =======  ================================================================
``.drn``          yes      yes      labels, rewards, actions, variables, rates (`drn`; Storm)
``.tra``          yes      yes      labels, rewards, also of transitions, actions, variables; rates
                                    are read (`prism`: with .lab, .sta, .srew and .trew beside it,
                                    and Storm's dialect, which is read)
``.json``         yes      yes      labels, rewards, actions, descriptions or variables, rates, the
                                    players of a game, shared choices and the end of the play
                                    (`jsonmodel`: for writing by hand)
``.umb``          yes      yes      labels, rewards, also of branches, actions (`umb`, through umbi)
programs          yes      no       what Storm builds of ``.prism``, ``.nm``, ``.pm``, ``.sm``,
                                    ``.ma`` and ``.jani`` (`storm`, through stormpy)
arrays            yes      no       QuantEcon's and pymdptoolbox's: `from_arrays`
a Gymnasium game  yes      no       its table, and of a grid the cells: `from_gymnasium`
stormpy's models  yes      no       `from_storm`
policies          yes      yes      lines of state, action and value (`policies`)
mixtures          yes      yes      ... of state, goals, steps and action, of each policy drawn
================  =======  =======  ================================================================

`write_model` goes by the name, `read_model` also by the content where the name says nothing, as
``-`` does, which is standard input (`recognition`); `read_chain` takes tables, too. All but
``.umb`` may be packed, with ``.gz`` or ``.xz`` after the name. Every number is read as it is
written: 0.1 is 1/10, and ``1/3`` and ``1e-3`` are numbers, too. What a format has no place for is
refused. JSON has shared choices and the end of the play as the model has them; elsewhere a model
whose states share choices is written with a choice of its own for every action, and one state more
where the play can end, labelled ``ended``, so that questions about it are others.

``rationalize`` says which number a float in memory stands for: none (an error), its binary value
("exact"), the shortest decimal that shows it ("decimal"), or the nearest fraction whose denominator
is at most this int. A ValueError names the file, and the line or the state, that is malformed; an
ImportError the package that a format needs.

``normalise=True`` divides the probabilities of a choice that do not add up to 1 by their sum; the
model says so (`Model.normalised`), and so do its certificates.

>>> from exactbox.formats import from_gymnasium
>>> right = {0: [(0.75, 1, 0.0, False), (0.25, 0, 0.0, False)]}  # probability, state, reward, over
>>> table = {0: right, 1: {0: [(1.0, 1, 0.0, True)]}}  # as env.unwrapped.P of Gymnasium has it
>>> from_gymnasium(table, rationalize="exact")
Model(2 states, 2 choices, 3 branches)

The modules, in the order in which a file passes through them:

================  ================================================================
recognition       which format a model is in
models            `read_model`, `read_chain`, `write_model`
text_files        files of lines: read, named in errors, written, packed
number_columns    columns of numbers in lines of text, parsed by array operations
numbers           texts and floats as ratios, and ratios as texts
rates             immediate choices beside one that has a rate
valuations        the values of variables in all states
drn               Storm's explicit format, read
drn_writing       ... and written
prism/            PRISM's explicit files
jsonmodel         JSON, read and written
umb               the unified Markov binary format, read and written
storm/            what stormpy has built, and programs
arrays            QuantEcon's and pymdptoolbox's arrays
gymnasium         a Gymnasium environment's table
gymnasium_grids   ... and the cells of its grid
policies          policies, read
policies_writing  ... and written
mixtures          ... of several objectives, which remember goals and steps, and are drawn
writable          what all formats have no place for
================  ================================================================
"""

from exactbox.late import attach

__getattr__, __dir__, __all__ = attach(__name__)
