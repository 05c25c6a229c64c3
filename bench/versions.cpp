#include "versions.hpp"

#include <dlfcn.h>

#include <string>

#include "linalg/parallel.hpp"

namespace l21::bench {
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

nlohmann::ordered_json versions() {
  return {{"l21pca", L21PCA_VERSION},
          {"compiler", compiler()},
          {"blas", blas_configuration()},
          {"threads", resolve_threads(0)}};
}

}  // namespace l21::bench
