"""Objectives: what can be asked of a decision process, minimised and maximised, exactly.

An objective is a record of three things (`objective`): what the graph decides, and the equations of
the other states; the policy and its witness, from exact values; and the policy that attains values
within bounds. Two drivers, `exact` and `enclose`, serve all. One file an objective,
which has its function: arguments to a `Question`, and that to a driver. Names and sentences are in
`exactbox.objectives`. What each certificate states, and why that proves optimality against all
policies with memory and chance, is in `exactbox.check`.

The modules:

===============  ===================================================================
objective        the record of an objective, by its name too, and the driver `exact`
reach            the probability to reach a goal
cost             the expected reward until a goal
signed_cost      ... where rewards have both signs (Bertsekas, Tsitsiklis 1991; Yu 2016)
total            the expected total reward
discounted       the expected total discounted reward
mean_payoff      the expected average reward of a step, or of a unit of time
within_steps     `reach`, `total` and `discounted` for the first n steps
within_reward    `reach` and `total` while a cost keeps to a bound
several_bounds   ... and others to their bounds: nodes that count what has been spent
by_epochs        ... where a cycle costs nothing: each epoch a process by itself
quantile         the bound at which a value passes a threshold
within_time      probabilities and rewards of a CTMC up to a time, as bounds
total_until_end  the expected total until the play of a dice game ends
enclosures       the driver `enclose`: proved bounds
policy_value     the value of a given policy, and its regret
convergence      the errors of float methods, sweep by sweep
===============  ===================================================================
"""
