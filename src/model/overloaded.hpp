// Several lambdas as one function, for std::visit.
#pragma once

namespace l21::internal {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
// Implicit in C++20, but not in clang 14.
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace l21::internal
