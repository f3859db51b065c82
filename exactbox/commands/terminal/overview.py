"""The output of ``exactbox`` alone: a line a command, with an example that works."""

PAGE = """\
exactbox gives exact answers, with proofs that an independent checker verifies. Examples:

  exactbox shutbox --one --expect 123456789  # Shut the Box: the first player's expected wins
  exactbox page                              # the game, advice and odds, for a browser
  exactbox flip --faces 2 --play 2 2         # card flipping: which card to turn after 2 and 2
  exactbox lock --max-length 10              # the keys of the Monte Carlo lock
  exactbox atlas shutbox --tiles 6 --players 1 --count  # every house rule: how many, how long
  exactbox certify flip --faces 2 --certificate flip.json  # a game's value, with its proof
  exactbox check flip.json                   # the checker alone
  exactbox cite flip.json                    # how the proof is cited

  echo '{"type": "dtmc", "states": [{"choices": [{"to": {"0": "1/2", "1": "1/2"}}]},
    {"labels": ["heads"], "choices": [{"to": {"1": 1}}]}]}' > coin.json
  exactbox solve coin.json --max-reach heads --policy policy.txt  # a Markov model
  exactbox question coin.json --max-reach heads  # the hash that its proofs are cited by

  echo '[[2, 1], [1, 3]]' > A.json
  echo '[[1], [1]]' > b.json
  exactbox linsolve A.json b.json            # x with A x = b, or why there is none
  exactbox lstsq A.json b.json               # the x that minimises |A x - b|
  exactbox inv A.json                        # also det, rank, nullspace, rref, smith, charpoly
  exactbox matrix-game A.json                # the value, and how both sides play

  printf 'max 3 x + 2 y\\nst\\n x + y <= 4\\n 3 x + y <= 8.5\\nend\\n' > bread.lp
  exactbox lp bread.lp --all --certificate lp.json  # a linear program: LP format, or MPS

exactbox --help lists the commands, and exactbox COMMAND --help says what one takes. The shell
completes both: exactbox completion bash. In Python: help("exactbox").
"""
