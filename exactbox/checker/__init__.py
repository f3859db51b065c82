"""The trusted room: what `exactbox.check` is made of. Standard library only; imports nothing else.

Plain, in the order of imports: reading, claim, model, sets; rules/flip, rules/shutbox; process,
objectives, signed, average, steps, timed, bounded, trade_off, transient, property; linear, program;
match; lock. A kind, an objective or a rule is loaded when it is asked for. `files`, `alone` and
`command` open files, limit the plain checker from outside and print verdicts. `fast` has kernels
for long certificates: conditions, theorems and sentences are those of the plain room.
"""
