#include "versions.hpp"

#include "linalg/parallel.hpp"
#include "pages/versions.hpp"

namespace l21::internal::bench {

nlohmann::ordered_json versions() {
  nlohmann::ordered_json json;
  for (const auto& [name, value] : pages::versions()) json[name] = value;
  json["threads"] = resolve_threads(0);
  return json;
}

}  // namespace l21::internal::bench
