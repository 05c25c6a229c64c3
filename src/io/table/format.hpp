// What a file's name says about its format.
#pragma once

#include <optional>
#include <string>

namespace l21::internal::io {

enum class Format { npy, npz, text, mat, hdf5, matrix_market, svmlight };

struct Location {
  std::string file;
  std::optional<std::string> member;  // behind the colon of file.npz:name, file.mat:variable, file.h5:/path
  std::optional<Format> format;       // none: an extension we do not know
  std::string extension;              // in lower case, without .gz
  bool gzip = false;
};

// Splits `path`. An existing file whose name holds a colon is taken as it is.
[[nodiscard]] Location locate(const std::string& path);

// The same for writing. Throws InvalidArgument for an extension that cannot be written.
[[nodiscard]] Location locate_output(const std::string& path);

inline constexpr const char* kStandardStream = "-";

}  // namespace l21::internal::io
