/* Times IML on A x = b: iml A.sms b.txt; prints seconds and the bits of the denominator. */
#include <gmp.h>
#include <iml.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int count, char **arguments) {
    FILE *matrix = fopen(arguments[1], "r"), *right = fopen(arguments[2], "r");
    long n, i, j, v;
    char kind[8];
    if (count < 3 || fscanf(matrix, "%ld %ld %7s", &n, &n, kind) != 3)
        return 2;
    long *a = calloc(n * n, sizeof *a);
    mpz_t *b = malloc(n * sizeof *b), *x = malloc(n * sizeof *x), d;
    while (fscanf(matrix, "%ld %ld %ld", &i, &j, &v) == 3 && i)
        a[(i - 1) * n + j - 1] = v;
    for (i = 0; i < n; i++) {
        mpz_init(b[i]);
        mpz_init(x[i]);
        gmp_fscanf(right, "%Zd", b[i]);
    }
    mpz_init(d);
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    nonsingSolvMM(RightSolu, n, 1, a, b, x, d);
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.6f %zu\n", end.tv_sec - start.tv_sec + 1e-9 * (end.tv_nsec - start.tv_nsec),
           mpz_sizeinbase(d, 2));
    return 0;
}
