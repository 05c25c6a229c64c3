// The fused pass of a fit against what the machine can do at all, and against two plain BLAS products.
#pragma once

namespace l21::internal::bench {

enum class Output { table, json };

// Prints for each precision and several numbers of components: seconds of one fused pass, its floor
//   max(4 n d m / rate of a square GEMM, bytes of X / read bandwidth),
// both measured in this run, and seconds of two BLAS products, each on all threads. Throws if the sides disagree.
void run_pass_bench(long rows, long cols, Output output);

}  // namespace l21::internal::bench
