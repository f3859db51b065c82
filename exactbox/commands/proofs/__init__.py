"""The commands about proofs: made, checked, compared and cited.

The modules, in the order in which a proof passes through them:

=============  ===============================================
certify        the answers in proofs/, or one game, proved
check          the checker
check_against  a proof compared with the reader's own question
cite           how a proof is cited
=============  ===============================================
"""
