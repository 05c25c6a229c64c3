// How many components a table has, as a table and a picture.
#pragma once

#include "l21/fit.hpp"
#include "pages/page.hpp"

namespace l21::internal::pages {

// One row a component: its variance among the rows that belong together and among all, each beside chance.
[[nodiscard]] DataTable scree_table(const Scree& scree);
[[nodiscard]] Page scree_page(const Scree& scree, const std::string& data_name);

}  // namespace l21::internal::pages
