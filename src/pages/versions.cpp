#include "pages/versions.hpp"

#include <dlfcn.h>
#include <fmt/core.h>

#include "l21/version.hpp"

namespace l21::internal::pages {
namespace {

// By name at run time: any BLAS may be linked.
std::string blas_configuration() {
  using Config = char* (*)();
  const auto config = reinterpret_cast<Config>(dlsym(RTLD_DEFAULT, "openblas_get_config"));
  return config ? config() : "not OpenBLAS";
}

std::string compiler() {
#ifdef __clang__
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

}  // namespace

std::vector<Fact> versions() {
  return {{"l21pca", std::string(kVersion)},
          {"compiler", compiler()},
          {"Eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
          {"blas", blas_configuration()}};
}

}  // namespace l21::internal::pages
