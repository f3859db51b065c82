"""What is asked about: models, rewards, sets of states, and the equations that are left.

The modules, in the order in which a question passes through them:

===========  =================================================================
layout       states, actions, choices and branches in compressed rows
validation   the conditions on arrays, and who breaks them
rewards      exact rationals in bulk: rewards of choices and branches, rates
model        `Model`: a layout with probabilities, rewards, labels and players
model_facts  what is shown of a model
builder      the one builder of models: adds up, scales and refuses
listed       models written down as lists, brought into rows
explore      games written as functions, explored into rows
state_sets   sets of states, as labels, lists or masks
equations    what is left to be solved: one-step equations
question     `Question`: what is asked, as data, and the arguments that make it
===========  =================================================================
"""
