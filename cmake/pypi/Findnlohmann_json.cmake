l21_find_headers(nlohmann_json nlohmann_json::nlohmann_json nlohmann/json.hpp ${l21_json}/include)
