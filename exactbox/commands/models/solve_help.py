"""The help of ``exactbox solve``, before and after the options.

It is read in terminals of 80 columns.
"""

ABOUT = """\
Answer questions about a Markov chain, a Markov decision process, a Markov
automaton or a turn-based game in a file, exactly; prove the answers, and have
the proofs checked by a program that shares no code with the solver.

MODEL may be packed by gzip or xz; - is standard input. Where its name has none
of these suffixes its content tells the format.

  .drn                          Storm's explicit format
  .tra                          PRISM's, with .lab, .sta, .srew, .trew beside it
  .json                         for writing by hand (exactbox.formats.jsonmodel)
  .umb                          the unified binary format (read by umbi)
  .prism .nm .pm .sm .ma .jani  programs (built by stormpy)
"""

QUESTIONS = """\
QUESTIONS, as options, and in PRISM's language with --prop. Sets of states (s,
a, b) are labels in double quotes, and comparisons of variables where the model
has them. Every --max- has a --min-, every max a min. The names at the left are
the functions of exactbox.mdp.

reach         the probability to reach a state with the label
                --max-reach goal                Pmax=? [F s]
              and before it all states have the label safe
                --max-reach goal --stay safe    Pmax=? [a U s]
              1 minus the probability of the opposite
                                                Pmax=? [G a], [a W b], [a R b]
cost          the expected reward until the goal: infinity where the policies
              asked about (of max some, of min all) miss it with positive
              probability
                --max-cost goal                 Rmax=? [F s]
              the expected number of steps until then; in continuous time, the
              time
                                                Tmax=? [F s]
total         the expected total reward, infinite horizon; it may be infinite
                --max-total                     Rmax=? [C]
discounted    the same, step k counting (9/10)^k, k from 0; rewards of any sign
                --discount 9/10
mean_payoff   the expected average reward in the long run, of a step; in
              continuous time, of a unit of time
                --mean-payoff                   Rmax=? [S], [LRA]
              the share of the steps, or of the time, spent in the states
                                                Smax=? [s], LRAmax=? [s]
within_steps  the probability to reach the goal within 25 steps; the policy may
              depend on the steps left
                --max-reach goal --steps 25     Pmax=? [F<=25 s], [a U<26 s],
                                                [G<=25 a], [X s]
              the expected reward of the first 25 steps, also discounted
                --steps 25                      Rmax=? [C<=25]
within_reward the probability to be in the goal while what has been spent of the
              reward r (or of steps) is within the bounds
                                                Pmax=? [F{"r"}<=k s], [F>=5 s],
                                                [a U{"r"}>=k s], [F[5,9] s];
                                                several: [F{"r"}<=k,steps<=9 s]
              the expected reward of the steps after which at most k of r has
              been spent
                                                Rmax=? [C{"r"}<=k]
within_time   in a CTMC, proved bounds no further apart than --width 1e-12: the
              probability to be in the goal at some time up to 3/2, from 1 on,
              or between two times
                                                P=? [F<=3/2 s], [a U>=1 s],
                                                [F[1,2] s], [G<=2 a]
              the expected reward up to the time 10, and that of the states at
              the time 10
                                                R=? [C<=10], R=? [I=10]

The goal "ended" is the end of the play, unless a label has that name. --steps,
--discount and --mean-payoff alone maximise; with --min they minimise. --reward
NAME, or R{"NAME"}max=?, says which rewards where there are several. A chain
needs no max. In a game the second player wants the opposite. Rewards may be
below 0: until a goal if no end component before it gains on average; in a total
if end components have no rewards at all.

THRESHOLDS  P>=0.9 [...], Tmax<5 [...]: true or false, with the exact value.
  Where neither max nor min is said, >= and > speak of the least value and <=
  and < of the greatest, so of all policies.
STATES are expressions over variables, constants and labels, such as
  x=3 & !(y+1<=N) | "done". An operator with a threshold in them, as in
  F P>=0.6 [X "done"], is the set of states that satisfy it: it is solved first,
  and proved by a certificate of its own.
QUANTILES  quantile(min B, Pmax>=0.9 [F{"r"}<=B s]), or max, from one state: the
  best bound, with two proofs, at it and one unit before or behind it.
CALCULATED  1 - P=? [F s], R=? [C<=9] / R=? [C<=3] and the like, of one initial
  state: each number has a proof. R=? [I=k] of a chain is one of them.
GAMES  <<p1,p2>> Pmax=? [F s]: players p1 and p2 of a program of type smg are
  the first player, all others the second; of a model in JSON 1 and 2.
FILTERS  filter(max, Rmax=? [F "done"], "init") with max, min, sum, avg, range,
  count, forall, exists, first, print, argmax or argmin, over any states; over
  all where none are said. Without a filter the answer is for initial states.
SEVERAL OBJECTIVES  of P with F, U, G and R with F, C, C<=k, from one state:
  multi(Pmax=? [F s], R{"r"}<=k [F t])    the best value under bounds
  multi(P>=0.9 [F s], R{"r"}<=k [F t])    whether one policy keeps to them
  multi(Pmax=? [F s], Rmin=? [F t])       the Pareto curve, also of three
  Policies are mixtures: one that remembers goals and steps is drawn at the
  start. --policy writes them, --evaluate says what each objective is worth.
  Only policies count that reach the goals of all R almost surely.
CONDITIONS  Pmax=? [F a || F b] is the probability under a condition, of F and
  U; over the policies with which the condition is possible. P>=0.9 [F a || F b]
  is true or false of all of these.
FILES OF PROPERTIES  --props FILE answers all properties of a .props, .pctl,
  .prctl, .csl or .jani file, of a model that is read once; --prop, as often as
  you like, picks some by name. A .jani model that is asked nothing answers its
  own. --constants N=4,k=3 gives values to constants that are open.
REFUSED  in continuous time bounds on steps and rewards, and discounts
  (probabilities are those of the embedded process), and bounds on time where
  there are choices, as the best policy looks at the clock; in games all but
  reach, total and discounted; everywhere LTL and CTL. A refusal says where, and
  what would be accepted; other properties of the run are answered all the same.

WRITTEN  --certificate FILE is the proof, --policy FILE an optimal policy; - is
  standard output, and the answer goes to standard error then. Files are written
  before anything is printed. One that was there is replaced, and that is said.
  Of several properties {name} in FILE is replaced by their names; a folder
  stands for {name}.json in it; NEW/ is made.
CHECKED  The answer about a model of at most 1,000,000 branches is printed after
  the independent checker has passed its proof ("VALID"). Of a larger
  one the line "proof" says that it was not asked: --certificate has it check.
  So it is up to a time that takes more than 20,000,000 steps of branches.
  Where the checker gives up, because the check takes more memory than there is
  (--max-memory), the answer is printed all the same, and the line says why. A
  certificate that was asked for is FILE.unchecked then, and the exit code is 3.
JSON  --json prints one object: question, value {exact, decimal} or lower and
  upper, answer (true or false), question_sha256, proof_sha256, files; of
  several properties a list under answers, with refused (why) where one is.
  help("exactbox.commands.models.solve_report") has all keys, and of several
  objectives solve_trade_offs.

exactbox help solve --manual shows a manual with examples, and
help("exactbox.formats") more about files. The exit code is 2 where a property
is refused, too.
"""
