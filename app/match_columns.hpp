// Brings the columns of new data into the order a model was fitted with.
#pragma once

#include <string>

#include "l21/model.hpp"
#include "l21/table.hpp"

namespace l21::internal::app {

struct ModelAndData {
  std::string model;
  std::string data;
};

// Where both have column names the model's are picked, in the model's order; else the widths must agree, and shapes
// where both have them. Throws DataError that lists the missing names, or gives both widths, with the `files` in
// question.
[[nodiscard]] Table match_columns(Table table, const Model& model, const ModelAndData& files);

}  // namespace l21::internal::app
