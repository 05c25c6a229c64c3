#include "versions.hpp"

#include "linalg/parallel.hpp"
#include "report/versions.hpp"

namespace l21::bench {

nlohmann::ordered_json versions() {
  nlohmann::ordered_json json;
  for (const auto& [name, value] : report::versions()) json[name] = value;
  json["threads"] = resolve_threads(0);
  return json;
}

}  // namespace l21::bench
