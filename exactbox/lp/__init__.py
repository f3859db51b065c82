r"""Linear programs and matrix games, solved exactly and proved.

    minimise or maximise  c x + constant   where  L <= A x <= U  and  l <= x <= u

>>> from exactbox.lp import *
>>> answer = linprog([3, 2], A_ub=[[1, 1], [3, 1]], b_ub=[4, "17/2"], maximize=True)
>>> print(answer)
maximise, 2 x 2
  status    optimal
  exactly   41/4
  rounded   10.250000000000
  point     [9/4, 7/4]
  duals     [3/2, 1/2]
  proof     .save("proof.json") checks the certificate and writes it
>>> answer.duals, answer.x_is_unique, answer.cost_range(0)
(ExactVector([3/2, 1/2]), True, (Fraction(2, 1), Fraction(6, 1)))

Programs have names where they are written by hand or come from files (`read_program`):

>>> bread = parse_program('''Maximize
...    3 bread + 2 cake
... Subject To
...    flour: bread + cake <= 4
...    oven: 3 bread + cake <= 8.5
... End''')
>>> answer = solve_program(bread)
>>> answer["cake"], answer.dual("oven"), answer.rhs_range("flour")
(Fraction(7, 4), Fraction(1, 2), (Fraction(17, 6), Fraction(17, 2)))

Weights of its rows prove a program infeasible, a point and a ray prove one unbounded, and a matrix
game has a value with strategies of both sides: `feasible`, `linprog`, `matrix_game`.

The modules, in the order in which a question passes through:

============  ============================================================
asking        linear_program, linprog, feasible, solve_program
program       LinearProgram: as it was given, in integers, in certificates
formats/      read_program, parse_program, write_program, write_vipr
solving       floats propose, an exact comparison decides
scaling       powers of two, so that floats see numbers near 1
floats        HiGHS, by highspy or by SciPy
basis         a basis, its two exact solutions, and what is wrong with it
pivots        exact pivots, for few rows and columns, and the last resort
faces         whether point and duals are the only ones; one by a rule
answer        ProgramAnswer, and how far one number may move
games         matrix_game, GameAnswer
============  ============================================================
"""

from exactbox.late import attach

__getattr__, __dir__, __all__ = attach(__name__)
