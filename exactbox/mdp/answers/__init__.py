"""Answers: exact values or bounds, a policy, and the witness that proves them.

The modules, in the order in which a question passes through them:

===============  =====================================================================
process_writing  how questions about a model and their witnesses are written
bounded_writing  how questions about bounded rewards are written
answer_facts     the question in words, values in brief, columns for a data frame
policy_grid      where a model's states lie on a grid, and which way its actions lead
policy_picture   the picture of an answer: its policy on a grid, or the values' digits
answer           `Answer`: exact values, a policy, and the witness of both
enclosure        `Enclosure`: proved bounds, and a policy that attains them
time_bounds      `TimeBounds`: proved bounds of a chain up to a time
claims           thresholds, filters and sets of states, and their proofs
===============  =====================================================================
"""
