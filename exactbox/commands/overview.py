"""What ``exactbox`` alone prints: a line a command, with an example that works."""

PAGE = """\
exactbox gives exact answers, with proofs that an independent checker verifies. For example:

  exactbox shutbox --one --expect 123456789   # Shut the Box: the first player's expected wins
  exactbox flip --faces 2 --play 2 2          # card flipping: which card to turn after 2 and 2
  exactbox lock --max-length 10               # the keys of the Monte Carlo lock
  exactbox certify flip --faces 2 --certificate flip.json  # a game's value, proved and checked
  exactbox check flip.json                    # the checker alone

  echo '{"type": "dtmc", "states": [{"choices": [{"to": {"0": "1/2", "1": "1/2"}}]},
    {"labels": ["heads"], "choices": [{"to": {"1": 1}}]}]}' > coin.json
  exactbox solve coin.json --max-reach heads --certificate proof.json  # a Markov model
  exactbox question coin.json --max-reach heads  # the hash that proofs of it are cited by

  printf '%%MatrixMarket matrix array integer general\\n2 2\\n2\\n1\\n1\\n3\\n' > A.mtx
  printf '%%MatrixMarket matrix array integer general\\n2 1\\n1\\n1\\n' > b.mtx
  exactbox linsolve A.mtx b.mtx               # x with A x = b
  exactbox det A.mtx                          # the determinant
  exactbox rank A.mtx                         # the rank
  exactbox nullspace A.mtx                    # a basis of the null space

exactbox --help lists the commands, exactbox COMMAND --help says what one takes, and
exactbox completion bash has the shell complete both. In Python: help("exactbox").
"""
