# The numeric core, one test program: X_test.cpp beside nothing but the name of its X.cpp.
set(l21_core_tests
  linalg/blas_test.cpp
  linalg/parallel_test.cpp
  linalg/polar_test.cpp
  linalg/random_test.cpp
  linalg/statistics_test.cpp
  linalg/subspace_test.cpp
  simd/simd_test.cpp
  rows/block_loop_test.cpp
  rows/dense_rows_test.cpp
  rows/gram_test.cpp
  rows/pass_test.cpp
  data/prepared_rows_test.cpp
  data/scan_test.cpp
  rows/sparse_rows_test.cpp
  rows/sparse_view_test.cpp
  center/center_test.cpp
  kernel/coordinates_test.cpp
  kernel/kernel_rows_test.cpp
  kernel/landmarks_test.cpp
  kernel/precomputed_test.cpp
  tensor/contraction_test.cpp
  tensor/tensor_rows_test.cpp
  solver/anderson_test.cpp
  solver/general_test.cpp
  solver/gram_problem_test.cpp
  data/group_link_test.cpp
  solver/growing_problem_test.cpp
  solver/linear_problem_test.cpp
  data/link_test.cpp
  solver/maximize_test.cpp
  solver/oracle_test.cpp
  solver/stopping_test.cpp
  methods/principal_test.cpp
  methods/route_test.cpp
  methods/sketch_test.cpp
  methods/solve_test.cpp
  methods/starts_test.cpp
  certificate/largest_test.cpp
  certificate/spectrum_test.cpp
  certificate/tangent_test.cpp
  robust/outlyingness_test.cpp robust/rank_test.cpp
  robust/row_weights_test.cpp
  robust/sample_test.cpp
  robust/scatter_test.cpp
  model/canonical_test.cpp
  model/match_columns_test.cpp
  model/model_test.cpp
  model/subspace_test.cpp
  model/summary_test.cpp
  fit/certificate_words_test.cpp
  fit/certify_test.cpp
  fit/fit_test.cpp
  fit/joint_center_test.cpp
  fit/kernel_fit_test.cpp
  fit/message_test.cpp
  fit/option_table_test.cpp
  fit/options_test.cpp
  fit/report_test.cpp
  fit/sparse_components_test.cpp
  fit/sparse_fit_test.cpp
  fit/tensor_fit_test.cpp)
list(TRANSFORM l21_core_tests PREPEND ${PROJECT_SOURCE_DIR}/tests/unit/)
add_executable(core_test ${l21_core_tests})
target_include_directories(core_test PRIVATE ${PROJECT_SOURCE_DIR}/tests)
target_link_libraries(core_test PRIVATE l21_internals l21_reference GTest::gtest_main rapidcheck l21_test_support ${CMAKE_DL_LIBS})
gtest_discover_tests(core_test)
