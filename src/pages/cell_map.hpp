// Which cells of a table are damaged, and by how much.
#pragma once

#include "pages/model_page.hpp"

namespace l21::internal::pages {

// Where damaged cells are, which are the worst, which columns have most; of images, the image, its damaged cells and
// the restored image. The model is linear and judges cells.
void add_damaged_cells(Page& page, const Model& model, const ReportedData& data);

}  // namespace l21::internal::pages
