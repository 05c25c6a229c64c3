// What the figures were measured with.
#pragma once

#include <nlohmann/json.hpp>

namespace l21::internal::bench {

// What a report says, and the number of threads.
[[nodiscard]] nlohmann::ordered_json versions();

}  // namespace l21::internal::bench
