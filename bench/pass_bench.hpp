// The fused pass against two big BLAS products.
#pragma once

namespace l21::bench {

// Rows x columns of float64; prints one line per m. Both sides run on all threads, and their results are compared
// first.
void run_pass_bench(long rows, long cols);

}  // namespace l21::bench
