"""Linear programs and matrix games, solved exactly and proved."""

from exactbox.lp.answer import ProgramAnswer
from exactbox.lp.asking import feasible, linprog, solve_program
from exactbox.lp.files import parse_program, read_program, write_program
from exactbox.lp.games import GameAnswer, matrix_game
from exactbox.lp.program import LinearProgram, linear_program

__all__ = [
    "GameAnswer",
    "LinearProgram",
    "ProgramAnswer",
    "feasible",
    "linear_program",
    "linprog",
    "matrix_game",
    "parse_program",
    "read_program",
    "solve_program",
    "write_program",
]
