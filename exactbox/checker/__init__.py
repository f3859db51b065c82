"""The trusted room: what `exactbox.check` is made of. Standard library only; imports nothing else.

reading -> rationals -> process -> objectives, and rules: flip, shutbox; rationals -> linear, lock.
command has the options, and prints verdicts; it decides nothing.
"""
