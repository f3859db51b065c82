// Times LinBox on A x = b: linbox (dense|sparse) A.sms b.txt; prints seconds and the bits of the
// denominator. A is in SMS format, b one integer a line.
#include <chrono>
#include <fstream>
#include <iostream>
#include <linbox/linbox-config.h>
#include <linbox/matrix/dense-matrix.h>
#include <linbox/matrix/sparse-matrix.h>
#include <linbox/solutions/solve.h>
#include <string>

using namespace LinBox;
using Ints = Givaro::ZRing<Integer>;

template <class Matrix, class Method>
void measure(MatrixStream<Ints> &stream, std::ifstream &right, const Ints &ring, Method method) {
    Matrix a(stream);
    DenseVector<Ints> b(ring, a.rowdim()), x(ring, a.coldim());
    for (size_t i = 0; i < a.rowdim(); ++i)
        right >> b[i];
    Integer d;
    auto start = std::chrono::steady_clock::now();
    solve(x, d, a, b, method);
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::cout << seconds.count() << " " << d.bitsize() << "\n";
}

int main(int, char **arguments) {
    Ints ring;
    std::ifstream matrix(arguments[2]), right(arguments[3]);
    MatrixStream<Ints> stream(ring, matrix);
    if (std::string(arguments[1]) == "dense")
        measure<DenseMatrix<Ints>>(stream, right, ring, Method::DenseElimination());
    else
        measure<SparseMatrix<Ints>>(stream, right, ring, Method::SparseElimination());
}
