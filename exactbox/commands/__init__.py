"""The commands: each has a module, or shares one, with its options and its work.

What a command computes with is imported when it runs, so that ``exactbox --help`` starts at once.

================  ==================================================================
solve             questions about a model in a file; `solve_help` is the page,
                  `solve_answers` its text, `solve_json` its JSON, `solve_files`
                  where each property's files go, `solve_policies` what policies
                  are worth
question          the hash of a question
check             the checker; `check_against` compares with the reader's question
cite              how a proof is cited
certify           the answers in proofs/, or one game
flip              card flipping
shutbox           Shut the Box, also as the program ``ShutTheBox``
lock              the Monte Carlo lock
atlas             every variant of a game in one table
linear            linsolve, lstsq, det, inv, rank, nullspace, rref, smith, charpoly
page              the page for a browser
completion        what the shell completes
overview          what ``exactbox`` alone prints
================  ==================================================================

and what they have in common:

================  ==================================================================
options           numbers and JSON as options
question_options  a question about a model as options
outputs           the files that options name, looked at before the work
workers           who works on what takes long
written           what is said of files that were written
json_output       what ``--json`` prints
streams           standard output and error: closed, full, or left by the reader
progress          how far long work is
supervision       work in a child process, which Ctrl-C ends at once
================  ==================================================================
"""
