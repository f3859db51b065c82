"""The trusted room: what `exactbox.check` is made of. Standard library only; imports nothing else.

reading -> rationals -> step -> process -> objectives, and by rules flip, shutbox; shutbox -> match;
rationals -> linear; reading -> lock. claim says values; command has the options and prints
verdicts, budget and files guard against hostile files: these refuse nothing that others accept, but
budget's `key` and `distinct` say which integers are one, and command's `nested` which sets are.
"""
