// Several lambdas as one function, for std::visit.
#pragma once

namespace l21::internal {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

}  // namespace l21::internal
