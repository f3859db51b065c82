"""Models, rewards, sets of states, questions, and their one-step equations.

The modules, in the order in which a question passes through them:

================  =================================================================
layout            states, actions, choices and branches in compressed rows
validation        the conditions on arrays, and where they fail
rewards           exact rationals in bulk: rewards of choices and branches, rates
model             `Model`: a layout with probabilities, rewards, labels and players
model_facts       the facts that are shown of a model
builder           the one builder of models: adds up, scales and refuses
listed            models written down as lists, brought into rows
transition_table  tables of probabilities, as chains whose states have names
explore           games written as functions, explored into rows
state_sets        sets of states, as labels, lists or masks
equations         one-step equations of the undecided states
question          `Question`: an objective with its arguments, as data
================  =================================================================
"""
