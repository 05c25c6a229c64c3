// The look of a page and the few lines of script behind it.
#pragma once

namespace l21::internal::pages {

extern const char* const kPageStyle;
extern const char* const kPageScript;

}  // namespace l21::internal::pages
