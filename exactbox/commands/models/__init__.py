"""The commands about a model in a file: its questions, answered or hashed.

The modules, in the order in which a question passes through them:

================  =============================================================
question_options  a question about a model as options
question          ``exactbox question``: the hash of a question
solve             ``exactbox solve``: questions about a model, answered exactly
solve_help        what ``exactbox solve --help`` says
solve_files       the names of each property's files
solve_policies    files of policies: ``--policy``, and ``--evaluate``, what one is worth
solve_trade_offs  several objectives at once: what is printed, written and read
solve_report      an answer's proofs and files; its report: result, model, policy, all states
================  =============================================================
"""
