from . import check as check
from . import formats as formats
from . import games as games
from . import linalg as linalg
from . import lp as lp
from . import mdp as mdp
from .check import Claim as Claim
from .check import GaveUp as GaveUp
from .check import InvalidCertificate as InvalidCertificate
from .check import MalformedCertificate as MalformedCertificate
from .check import check_certificate as check_certificate
from .formats import from_arrays as from_arrays
from .formats import from_gymnasium as from_gymnasium
from .formats import read_model as read_model
from .formats import write_model as write_model
from .games.flip import flip as flip
from .games.shutbox import ShutTheBox as ShutTheBox
from .linalg import ExactMatrix as ExactMatrix
from .linalg import ExactVector as ExactVector
from .linalg import InconsistentSystemError as InconsistentSystemError
from .linalg import NoIntegerSolutionError as NoIntegerSolutionError
from .linalg import SingularMatrixError as SingularMatrixError
from .linalg import solve as _solve
from .lp import LinearProgram as LinearProgram
from .lp import ProgramAnswer as ProgramAnswer
from .lp import linprog as linprog
from .lp import matrix_game as matrix_game
from .mdp import Answer as Answer
from .mdp import Enclosure as Enclosure
from .mdp import Model as Model
from .mdp import TooLargeError as TooLargeError
from .mdp import certify as certify
from .mdp import cost as cost
from .mdp import discounted as discounted
from .mdp import mean_payoff as mean_payoff
from .mdp import reach as reach
from .mdp import total as total
from .mdp import total_until_end as total_until_end
from .mdp import within_reward as within_reward
from .mdp import within_steps as within_steps
from .parallel import using as using
from .properties import PropertyError as PropertyError
from .properties import answer as _answer
from .properties import trade_off as trade_off

ask = _answer
linsolve = _solve
__version__: str
