"""The trusted room: what `exactbox.check` is made of. Standard library only; imports nothing else.

reading -> rationals -> process -> flip, shutbox; rationals -> linear; reading -> lock.
"""
