"""Whether anything would notice if the checker checked less: `make test-checker`, some minutes.

Search (`search`). For tiny questions of every kind, hundreds of thousands of witnesses: the right
ones, those of other policies, and such with one part changed, or two. The truth comes from brute
force over all policies, or from the definition. A claim that is not true is a failure. For each
family of questions it is said how many witnesses were accepted: a family without any tests nothing.

Weakenings (`weakenings`). The checker's source is changed in one place at a time, mechanically: a
condition never refuses, an operand is dropped, `<` becomes `<=`, a loop skips an item, the call of
a check is left out. Each weakened checker must be noticed, by a file of `tests/certificates` whose
verdict changes, or by a false claim in the search.

How to read a survivor. It is printed as file, function, what was changed, and into what. Either

  - the corpus lacks a file: write the smallest certificate that only this condition refuses, under
    the name of its lie, in `tests/certificates/KIND/rejected` or `malformed`; or
  - no certificate could exploit its absence: delete the condition; or, if it must stay (for speed,
    or for a clear message), prove beside it in a comment that it is redundant, and list it in
    `redundant.py`.
"""
