"""Values that the graph of a decision process decides, and smaller models with the same values.

The modules, in the order in which a question passes through them:

===============  ================================================================================
attractor        who can force the play where, and how soon: ranks; proper policies
qualitative      which probabilities are 0 or 1
components       end components, and the bottom components of a chain
policies         policies that miss a goal, or collect rewards for ever
continuous_time  rewards that measure time, and where it passes (Guck and others 2014)
restriction      a model with some of its actions only, or where a policy is fixed
collapse         zero-reward end components as one state each
lumping          bisimilar states share an equation
alike            which action of one state is which of another that is bisimilar
===============  ================================================================================
"""
