from .certificate import OF_A as OF_A
from .certificate import OF_A_AND_B as OF_A_AND_B
from .certificate import LinearCertificate as LinearCertificate
from .certificate import UncheckedLinear as UncheckedLinear
from .certificate import question as question
