"""Trade-offs: several objectives of one process at once.

The modules:

===========  ====================================================================================
trade_off    the question, its answer and its certificate
searching    which weights to ask for: the curve, the value under bounds, what can be achieved
supports     facets of the region below points
weighted     the best weighted sum, and what its policy pays each objective
product      the process with what objectives remember
===========  ====================================================================================
"""
