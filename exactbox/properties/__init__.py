"""The property language: what PRISM's and Storm's users write is parsed, answered and proved.

`parse` and `read_properties` make trees of texts and files; `answer`, or a `Solver` for several
properties of one model, finds their exact values and what proves them. What the language is, is
said in `parser` (operators, paths, bounds, filters), `expressions` and `property_files`.

>>> from exactbox.mdp import Model
>>> model = Model([0, 1, 2], [0, 2, 3], [0, 1, 1], [2, 1, 1], [3, 1], valuations=["x=0", "x=5"])
>>> wide = answer(model, "P>=k/2 [ F x>3 ]", "k=2")
>>> wide.value, wide.answer.value
(True, Fraction(1, 1))

The modules, in the order in which a property passes through them:

================  ===========================================================================
property_inputs   the properties that are asked of a model in a file, before that is read
property_files    files of properties, as PRISM and Storm read them
jani              a JANI file's own properties, and what it declares
programs          a program's declarations, from its text
declarations      declarations of files and programs: constants, labels, formulas, properties
tokens            the words of the language, each with its place
syntax            the tree of a property
expressions       expressions of PRISM's language, parsed
parser            properties parsed: operators, paths, bounds, filters
constants         constants: given, declared, and their values
evaluation        the value of an expression
state_variables   the variables of a model's states
scope             the meaning of names in a model's states
translation       from an operator to the `exactbox.mdp.Question` that it asks
terminal_states   the states behind which a property asks nothing
game_programs     PRISM's stochastic games, read; coalitions
calculations      quantiles, and numbers that are calculated of operators with =?
trade_offs        from several operators, or a condition, to objectives of `exactbox.mdp.trade_offs`
filters           filters over several states
result            results, tagged: bounds, truth, states, ...; the certificate
property_answers  `Solver`, `answer`: values, thresholds and filters, with certificates
================  ===========================================================================
"""

from exactbox.late import attach

__getattr__, __dir__, __all__ = attach(__name__)
